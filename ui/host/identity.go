package host

import (
	"context"
	"strings"

	"gatehouse/api"
	"gatehouse/ui/widget"
)

// IdentityMsg tells who the tenant takes us for.
type IdentityMsg struct {
	Session  uint64
	Identity api.Identity
	Err      error
}

// RolesToName are the roles that the tenant gave by id or by the name that machines use.
func RolesToName(roles []string) []widget.Ref {
	var refs []widget.Ref
	for _, role := range roles {
		if LooksLikeID(role) || strings.Contains(role, ":") {
			refs = append(refs, widget.Ref{Kind: "role", ID: role})
		}
	}
	return refs
}

// findRoles adds the names of roles, given by id or by the name that machines use.
func findRoles(ctx context.Context, client *api.Client, wanted []string, found map[widget.Ref]string) {
	if len(wanted) == 0 {
		return
	}
	page, err := client.ListRoles(ctx, api.PageRequest{Size: 100})
	if err != nil {
		page.Rows = nil // a role that can't be listed may still be read
	}
	named := map[string]string{}
	for _, r := range page.Rows {
		named[r.ID], named[r.Name] = r.DisplayName, r.DisplayName
	}
	for _, w := range wanted {
		name := named[w]
		if name == "" && LooksLikeID(w) {
			if r, err := client.Role(ctx, w); err == nil {
				name = r.DisplayName
			}
		}
		if name != "" {
			found[widget.Ref{Kind: "role", ID: w}] = name
		}
	}
}

// MyName is the name of who we are, as far as it is known.
func (e *Env) MyName() string { return FirstOf(e.Names.Get("user", e.Me.UserID), e.Me.UserID) }

func (e *Env) MyRoles() []string {
	var roles []string
	for _, r := range e.Me.Roles {
		roles = append(roles, FirstOf(e.Names.Get("role", r), r))
	}
	return roles
}

// WhyNobody is why a change was made by nobody who is known.
func (e *Env) WhyNobody() string {
	if api.KindOf(e.MeUnknown) == api.KindUnsupported {
		return "unknown: this tenant doesn't say who you are"
	}
	return "unknown: the tenant hadn't said who you were when this was sent"
}
