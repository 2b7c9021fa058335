package login

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gatehouse/api"
	"gatehouse/config"
	"gatehouse/credential"
	"gatehouse/ui/draw"
)

// patience are the waits before each try of a new credential: a tenant may need a moment to know what it made.
var patience = [...]time.Duration{0, time.Second, 2 * time.Second, 4 * time.Second}

// try proves a credential on the tenant with a read, and tells who it belongs to as far as the tenant does.
func (in *signIn) try(ctx context.Context, login config.Login, fresh bool) (who string, err error) {
	client, err := api.New(in.options(api.Auth{ClientID: login.ClientID, ClientSecret: login.ClientSecret.Reveal(),
		ForcePlain: in.tenant.SecretSlot() == credential.PlainSecret}))
	if err != nil {
		return "", err
	}
	defer client.Close()
	defer in.Factory.Meanwhile("Trying the credential on " + hostOf(login.BaseURL) + "…")()
	for _, wait := range patience {
		if wait > 0 {
			if err := in.wait(ctx, wait); err != nil {
				return "", err
			}
		}
		who, err = identify(ctx, client)
		if !fresh || api.KindOf(err) != api.KindUnauthenticated {
			break
		}
	}
	if err != nil {
		return "", fmt.Errorf("the credential was tried on the tenant: %w", err)
	}
	return who, nil
}

// proves reports whether a try that failed shows that the credential can't be used. Anything else says nothing about it.
func proves(err error) bool {
	switch api.KindOf(err) {
	case api.KindUnauthenticated:
		return !errors.Is(err, api.ErrClock) // that is this computer's fault
	case api.KindUnknown:
		var answered *api.Error
		return !errors.As(err, &answered) || answered.Status == 0
	}
	return false
}

func (in *signIn) wait(ctx context.Context, d time.Duration) error {
	if in.Factory.Sleep != nil {
		return in.Factory.Sleep(ctx, d)
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// identify reads who the caller is. On a tenant that doesn't tell, the caller's own settings are read in its place: there a refusal
// for want of a role proves the credential, too.
func identify(ctx context.Context, c *api.Client) (string, error) {
	me, err := c.Introspect(ctx)
	switch api.KindOf(err) {
	case api.KindUnsupported, api.KindNotFound, api.KindForbidden, api.KindMalformed:
		if _, err = c.NotificationSettings(ctx); api.KindOf(err) == api.KindForbidden {
			err = nil
		}
		return "", err
	}
	if err != nil {
		return "", err
	}
	who := "user " + draw.Clean(me.UserID)
	if users, err := c.UsersByID(ctx, []string{me.UserID}); err == nil && len(users) == 1 && users[0].DisplayName != "" {
		who = draw.Clean(users[0].DisplayName)
	}
	if len(me.Roles) > 0 {
		who += " (" + draw.Clean(strings.Join(me.Roles, ", ")) + ")"
	}
	return who, nil
}

// done says what is stored where, and how to use it.
func (in *signIn) done(login config.Login, place config.Place, who string) {
	if who != "" {
		who = " as " + who
	}
	in.tell("\nSigned in to %s%s.", login.BaseURL, who)
	in.reportPlace(login, place)
	in.howToUse(login)
}

// reportPlace says where a credential is kept and until when it is good.
func (in *signIn) reportPlace(login config.Login, place config.Place) {
	kept := "the keyring"
	if place == config.PlaceFile {
		kept = in.logins.File(login.BaseURL)
	}
	in.tell("The credential is kept in %s:\n\n  %s\n", kept, draw.Clean(login.ClientID))
	if !login.Expires.IsZero() {
		in.tell("It expires on %s.", draw.Exact(login.Expires, time.Local))
	}
}

// howToUse says which command opens the tenant with the new login.
func (in *signIn) howToUse(login config.Login) {
	in.conf.Logins = nil
	tenants, err := in.logins.Tenants()
	in.conf.Unread = err
	in.conf.AddLogins(tenants)
	at := func(t config.Tenant) bool { return t.BaseURL == login.BaseURL }
	choice, err := config.Select(in.conf, config.Flags{}, in.Factory.Environ.Getenv)
	byItself := err == nil && at(choice.Tenant)
	name := draw.Clean(in.tenant.Name)
	switch i := slices.IndexFunc(in.conf.Logins, at); {
	case slices.ContainsFunc(in.conf.Tenants, at) && !in.tenant.UsesLogin():
		in.tell("But the configuration names other credentials for the tenant %s: take them out there to use this one.", name)
	case byItself:
		in.tell("gatehouse opens this tenant by itself.")
	case i >= 0:
		in.tell("gatehouse --tenant %s opens it.", draw.Clean(in.conf.Logins[i].Name))
	case slices.ContainsFunc(in.conf.Tenants, at):
		in.tell("gatehouse --tenant %s uses it.", name)
	default: // it could not be noted down that there is a login
		in.tell("To use it, add these lines to the configuration (gatehouse config path):\n\n%s", config.TenantLines(name, login.BaseURL))
	}
}
