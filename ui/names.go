package ui

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
)

// names resolves ids to names, in batches and once each.
type names struct {
	known  map[ref]string // never written to once it is here: other goroutines read it
	asked  map[ref]bool
	absent map[ref]bool // the tenant said that it knows no such thing; an entitlement stands by its own id
	queue  []ref
	flying bool
}

func newNames() *names {
	return &names{known: map[ref]string{}, asked: map[ref]bool{}, absent: map[ref]bool{}}
}

func (n *names) get(kind, id string) string { return n.known[ref{kind, id}] }

// unknownTo says which of the ids chosen without a name the tenant has said not to know; field gives the form's field of a kind.
func (n *names) unknownTo(d action.Draft, field map[string]string) (said []string) {
	for _, kind := range slices.Sorted(maps.Keys(field)) {
		if name := field[kind]; d.Labels[name] == "" && n.absent[ref{kind, d.Values[name]}] {
			said = append(said, "The tenant has no "+kind+" with this id: "+d.Values[name]+".")
		}
	}
	return said
}

// want notes ids to be resolved.
func (n *names) want(refs []ref) {
	for _, r := range refs {
		if _, known := n.known[r]; r.id != "" && !n.asked[r] && !known {
			n.asked[r] = true
			n.queue = append(n.queue, r)
		}
	}
}

// retry has the ids asked for again that have got no name: the tenant may have been away.
func (n *names) retry() {
	for r := range n.asked {
		if _, known := n.known[r]; !known {
			delete(n.asked, r)
		}
	}
}

// waiting reports whether ids are queued and nobody is asking for them.
func (n *names) waiting() bool { return len(n.queue) > 0 && !n.flying }

// namesMsg carries resolved names.
type namesMsg struct {
	session uint64
	found   map[ref]string
}

// busy reports whether names are still to come.
func (n *names) busy() bool { return len(n.queue) > 0 || n.flying }

// next is the command for the next batch, nil when there is none or one is under way.
func (n *names) next(ctx context.Context, client *api.Client, session uint64) tea.Cmd {
	if n.flying || len(n.queue) == 0 {
		return nil
	}
	batch := n.queue[:min(len(n.queue), 100)]
	n.queue = n.queue[len(batch):]
	n.flying = true
	byKind := map[string][]string{}
	for _, r := range batch {
		byKind[r.kind] = append(byKind[r.kind], r.id)
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(api.InBackground(ctx), 30*time.Second)
		defer cancel()
		found := map[ref]string{}
		if people, err := client.UsersByID(ctx, byKind["user"]); err == nil {
			for _, u := range people {
				found[ref{"user", u.ID}] = userName(u)
			}
		}
		findApps(ctx, client, byKind["app"], found)
		findEntitlements(ctx, client, byKind["entitlement"], found)
		findMonitors(ctx, client, byKind["monitor"], found)
		findRoles(ctx, client, byKind["role"], found)
		if len(byKind["risk"]) > 0 {
			findRisks(ctx, client, found)
		}
		return namesMsg{session: session, found: found}
	}
}

// findApps adds the names of apps; ids whose name can't be had are left out.
func findApps(ctx context.Context, client *api.Client, ids []string, found map[ref]string) {
	if len(ids) == 0 {
		return
	}
	page, err := client.SearchApps(ctx, api.AppSearch{AppIDs: ids}, api.PageRequest{Size: 100})
	if err != nil {
		return
	}
	for _, a := range page.Rows {
		found[ref{"app", a.ID}] = a.DisplayName
	}
}

// findMonitors adds the names of conflict monitors, which can only be read one by one.
func findMonitors(ctx context.Context, client *api.Client, ids []string, found map[ref]string) {
	for _, id := range ids {
		if m, err := client.ConflictMonitor(ctx, id); err == nil {
			found[ref{"monitor", id}] = m.DisplayName
		}
	}
}

// findEntitlements adds the names of entitlements, whose ids are written appID/id here.
func findEntitlements(ctx context.Context, client *api.Client, ids []string, found map[ref]string) {
	var keys []api.EntitlementKey
	for _, id := range ids {
		appID, own, _ := strings.Cut(id, "/")
		keys = append(keys, api.EntitlementKey{AppID: appID, ID: own})
	}
	if len(keys) == 0 {
		return
	}
	_ = api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.Entitlement], error) {
		return client.SearchEntitlements(ctx, api.EntitlementSearch{Refs: keys}, api.PageRequest{Size: 10, Token: token})
	}, func(p api.Page[api.Entitlement]) error {
		for _, e := range p.Rows {
			found[ref{"entitlement", e.AppID + "/" + e.ID}] = e.DisplayName
		}
		return nil
	}) // a name that can't be had is no trouble: the id stands for it
}

func (n *names) took(msg namesMsg) {
	n.flying = false
	n.learn(msg.found)
}

// learn takes names that something else has brought.
func (n *names) learn(found map[ref]string) {
	known := maps.Clone(n.known)
	maps.Copy(known, found)
	n.known = known
	for r := range found {
		n.asked[r] = true
	}
}

// userLabel is a user's name with the e-mail address, because several people may have the same name.
func userLabel(u api.User) string {
	name := userName(u)
	if u.Email == "" || u.Email == name {
		return name
	}
	return name + " · " + u.Email
}

func userName(u api.User) string {
	if u.DisplayName != "" {
		return u.DisplayName
	}
	if u.Email != "" {
		return u.Email
	}
	return u.Username
}
