package action

import (
	"context"
	"slices"
	"strings"
	"time"

	"gatehouse/api"
)

// Capacity is in which role the caller revokes a secret. Each has an operation of its own.
type Capacity int

// The capacities.
const (
	AsCreator       Capacity = iota // operation 5, for the caller's own secrets
	AsAdministrator                 // the administrator's operation, for any secret of the tenant (companion.md 7.2)
)

// CapacityOf tells in which capacity the caller revokes a secret: its own as its creator, those of others as administrator. Where
// caller or creator isn't known, it is the operation that every tenant has.
func CapacityOf(caller api.Identity) func(api.Secret) Capacity {
	return func(s api.Secret) Capacity {
		if caller.UserID == "" || s.CreatorUserID == "" || s.CreatorUserID == caller.UserID {
			return AsCreator
		}
		return AsAdministrator
	}
}

// SecretTarget names a secret. A name that holds what opens the secret is told without it.
func SecretTarget(s api.Secret) Target {
	return Target{Kind: "secret", Name: api.Mask(s.DisplayName, hidden, Opens(s)...), ID: s.VaultID}
}

// Opens are the texts that open a secret. They are told nobody.
func Opens(s api.Secret) []string {
	return slices.DeleteFunc([]string{s.ShareURL, s.ShareCode}, func(text string) bool { return text == "" })
}

// SecretUnseen reports whether nothing but the vault id is known of a secret.
func SecretUnseen(s api.Secret) bool { return !s.Raw.Came() }

// SecretRevoked reports whether there is nothing left to revoke: it was done, or the record is deleted, which is what revoking does.
func SecretRevoked(s api.Secret) bool { return api.SecretStateOf(s, time.Time{}).Closed() }

// SecretEmptied reports whether a secret's content is gone already. It can still be revoked: that deletes the record, too.
func SecretEmptied(s api.Secret) bool {
	return s.ContentDeleted || s.Status == api.SecretStatusDataDeleted
}

// ReadSecret reads a secret's metadata, as an administrator where that is possible. It never uses up a view.
func ReadSecret(ctx context.Context, c *api.Client, vaultID string) (api.Secret, error) {
	s, err := c.SecretAdmin(ctx, vaultID)
	switch api.KindOf(err) {
	case api.KindForbidden, api.KindUnsupported:
		return c.Secret(ctx, vaultID)
	}
	return s, err
}

// FindSecret reads the secret that a reference points to, without using up a view. Where the tenant lets nobody read secrets by their
// vault id, the answer is a secret of which only that id is known (SecretUnseen).
func FindSecret(ctx context.Context, c *api.Client, r Reference) (api.Secret, error) {
	if r.Code() != "" {
		return secretByCode(ctx, c, r.Code())
	}
	s, err := ReadSecret(ctx, c, r.VaultID())
	switch kind := api.KindOf(err); {
	case err == nil:
		return s, nil
	case kind == api.KindForbidden, kind == api.KindUnsupported, kind == api.KindNotFound && lacksSecretReads(ctx, c):
		return api.Secret{VaultID: r.VaultID()}, nil
	}
	return api.Secret{}, err
}

func secretByCode(ctx context.Context, c *api.Client, code string) (api.Secret, error) {
	s, err := c.SecretByCode(ctx, code)
	switch kind := api.KindOf(err); {
	case err == nil && s.VaultID == "":
		return s, &api.Error{Kind: api.KindMalformed, Message: "the secret in the answer has no vault id"}
	case kind == api.KindUnsupported, kind == api.KindNotFound && lacksSecretReads(ctx, c):
		return s, &api.Error{Kind: api.KindUnsupported, Message: "it can't find a secret by its share URL or code, so the vault id is needed"}
	}
	return s, err
}

// lacksSecretReads tells a tenant without these reads from one that doesn't know the secret: both may answer "not found", but only the
// former does so to a search.
func lacksSecretReads(ctx context.Context, c *api.Client) bool {
	_, err := c.SearchMySecrets(ctx, api.SecretSearch{}, api.PageRequest{Size: 10})
	return api.KindOf(err) == api.KindUnsupported
}

// RevokeSecret deletes the content of a secret for good. When the tenant refuses one capacity, the other is offered as a new action.
func RevokeSecret(as func(api.Secret) Capacity) *Spec[api.Secret] {
	s := revokeSecret("Revoke secret", as)
	s.Instead = func(before api.Secret, refusal error) *Spec[api.Secret] {
		switch api.KindOf(refusal) {
		case api.KindForbidden, api.KindUnsupported:
		default:
			return nil
		}
		if as(before) == AsCreator {
			return revokeSecret("Revoke as administrator", func(api.Secret) Capacity { return AsAdministrator })
		}
		return revokeSecret("Revoke as if it were your own", func(api.Secret) Capacity { return AsCreator })
	}
	return s
}

func revokeSecret(title string, as func(api.Secret) Capacity) *Spec[api.Secret] {
	return &Spec[api.Secret]{
		Name: "secrets.revoke", Title: title, Doing: "Revoking", Done: "Revoked", Noun: "revocation", Many: true,
		Danger: func(api.Secret) Danger { return Confirm },
		Loses:  secretLoses,
		Unseen: SecretUnseen,
		Decides: func(s api.Secret) []Value {
			return []Value{{Name: "Name", Is: s.DisplayName}, {Name: "Shared", Is: s.SharingMode.Words()}}
		},
		Applies: func(s api.Secret) Why {
			switch api.SecretStateOf(s, time.Time{}) {
			case api.SecretRevoked:
				return WhyIt("is revoked already")
			case api.SecretDeleted:
				return WhyIt("is deleted already")
			}
			return Why{}
		},
		Request: func(s api.Secret, _ Draft) (api.Request, error) {
			revoke := api.RevokeSecret
			if as(s) == AsAdministrator {
				revoke = api.RevokeSecretAdmin
			}
			r, err := revoke(s.VaultID)
			r.Hides = Opens(s)
			return r, err
		},
		Answer: api.SecretFrom,
		Read: func(ctx context.Context, c *api.Client, s api.Secret, _ Draft) (api.Secret, error) {
			return ReadSecret(ctx, c, s.VaultID)
		},
		Check: func(_ api.Secret, _ Draft, now api.Secret, gone bool) Verdict {
			switch {
			case gone: // or nothing that this caller may see any more
				return ChangedByOthers
			case SecretRevoked(now):
				return Done
			}
			return NotDone
		},
		Proof: secretProof,
		Still: func(now api.Secret) string { return now.StateWords(time.Time{}) },
	}
}

func secretLoses(s api.Secret) string {
	const lost = "Its content is deleted for good and nobody can open it any more"
	if SecretEmptied(s) {
		return "Its content is deleted already; revoking closes it for good, too. This can't be undone."
	}
	return lost + ". This can't be undone."
}

func secretProof(now api.Secret) string {
	words := now.StateWords(time.Time{})
	proof := strings.ToUpper(words[:1]) + words[1:]
	if at := now.DeletedAt; !at.IsZero() {
		proof += " " + at.Stamp()
	}
	if now.ContentDeleted {
		proof += "; content deleted"
	}
	return proof + "."
}
