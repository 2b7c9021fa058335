package ui

import (
	"context"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// names resolves ids to names, in batches and once each.
type names struct {
	known  map[ref]string // never written to once it is here: other goroutines read it
	asked  map[ref]bool
	queue  []ref
	flying bool
}

func newNames() *names { return &names{known: map[ref]string{}, asked: map[ref]bool{}} }

func (n *names) get(kind, id string) string { return n.known[ref{kind, id}] }

// want notes ids to be resolved.
func (n *names) want(refs []ref) {
	for _, r := range refs {
		if r.id != "" && !n.asked[r] {
			n.asked[r] = true
			n.queue = append(n.queue, r)
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

// next is the command for the next batch, nil when there is none or one is under way.
func (n *names) next(ctx context.Context, client *api.Client, session uint64) tea.Cmd {
	if n.flying || len(n.queue) == 0 {
		return nil
	}
	batch := n.queue[:min(len(n.queue), 100)]
	n.queue = n.queue[len(batch):]
	n.flying = true
	var users []string
	for _, r := range batch {
		if r.kind == "user" {
			users = append(users, r.id)
		}
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		found := map[ref]string{}
		if people, err := client.UsersByID(ctx, users); err == nil {
			for _, u := range people {
				found[ref{"user", u.ID}] = userName(u)
			}
		}
		return namesMsg{session: session, found: found}
	}
}

func (n *names) took(msg namesMsg) {
	n.flying = false
	known := maps.Clone(n.known)
	maps.Copy(known, msg.found)
	n.known = known
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
