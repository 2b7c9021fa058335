package history

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Versions is the history of one resource server. What a change changed is known once the version before it has been read.
type Versions struct {
	*list.Pane
	whats *changeCache
	goTo  string // the change that the cursor goes to once it is loaded; "": none
}

func newVersions(s api.ResourceServer, read *known, e *host.Env, h host.Host) *Versions {
	cache := &changeCache{known: map[string]string{}, waiting: map[string]api.HistoryEntry{}}
	return &Versions{Pane: list.New(versions(s, cache, read, e, h), e, h), whats: cache}
}

func versionsName(s api.ResourceServer) string { return "history/" + s.AppID + "/" + s.ID }

func versionsOf(s api.ResourceServer, read *known, e *host.Env, l host.Host) host.Opening {
	return host.Opening{Name: versionsName(s), Of: s.Raw, Make: func() host.Pane { return newVersions(s, read, e, l) }}
}

// versionsAt is the history of the server of a change, with the cursor on that change.
func versionsAt(c Change, read *known, e *host.Env, l host.Host) host.Opening {
	return host.Opening{Name: versionsName(c.Server), Of: c.Server.Raw, Anew: true, Make: func() host.Pane {
		v := newVersions(c.Server, read, e, l)
		v.goTo = c.Entry.Metadata.ID
		return v
	}}
}

// Receive makes the filter read the last row of the page before again: now it is known what that changed.
func (p *Versions) Receive(msg any) tea.Cmd {
	if _, ok := msg.(list.PageMsg); ok {
		for _, id := range p.whats.takeLearned() {
			if row, ok := p.Grid.Row(id); ok {
				p.Grid.Put(row)
			}
		}
	}
	cmd := p.Pane.Receive(msg)
	if _, ok := msg.(list.PageMsg); ok && p.goTo != "" && p.Grid.Select(p.goTo) {
		p.goTo = ""
		return p.After(cmd)
	}
	return cmd
}

// changeCache keeps what each change of a history changed, computed once when its page arrives. Cells are read by several goroutines.
type changeCache struct {
	mu      sync.RWMutex
	known   map[string]string           // by the id of the change
	waiting map[string]api.HistoryEntry // the last change of a page, by the token of the next
	learned []string                    // changes that rows may have shown before it was known what they changed
}

// Add compares the versions of a page with their predecessors, newest first as they come.
func (b *changeCache) Add(token string, page api.Page[api.HistoryEntry]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	rows := page.Rows
	if before, ok := b.waiting[token]; ok && len(rows) > 0 {
		b.known[before.Metadata.ID] = whatChanged(rows[0], before)
		b.learned = append(b.learned, before.Metadata.ID)
		delete(b.waiting, token)
	}
	for i, h := range rows {
		switch {
		case h.Metadata.ChangeKind == api.ChangeKindCreate:
			b.known[h.Metadata.ID] = h.Metadata.ChangeKind.Words()
		case i+1 < len(rows):
			b.known[h.Metadata.ID] = whatChanged(rows[i+1], h)
		case page.Next != "":
			b.waiting[page.Next] = h
		default:
			b.known[h.Metadata.ID] = "nothing older is kept"
		}
	}
}

// takeLearned are the changes of which it became known what they changed, each time other ones.
func (b *changeCache) takeLearned() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids := b.learned
	b.learned = nil
	return ids
}

// what is what a change changed, "…" until the version before it is loaded.
func (b *changeCache) what(h api.HistoryEntry) string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return host.FirstOf(b.known[h.Metadata.ID], "…")
}

// noField is said of a change in which no field differs.
const noField = "no field"

// whatChanged names the fields in which two versions differ: "name, grant lifetime".
func whatChanged(old, now api.HistoryEntry) string {
	if kind := now.Metadata.ChangeKind; kind == api.ChangeKindCreate || kind == api.ChangeKindHardDelete {
		return kind.Words()
	}
	if old.NoSnapshot || now.NoSnapshot {
		return "no snapshot"
	}
	var names []string
	before, after := versionFields(old), versionFields(now)
	for i, f := range after {
		switch {
		case f.Same(before[i]):
		case f.Label == DisabledLabel:
			names = append(names, enabledWord(f.Value))
		default:
			names = append(names, inSentence(f.Label))
		}
	}
	if !now.Snapshot.DeletedAt.IsZero() && old.Snapshot.DeletedAt.IsZero() {
		names = append(names, "deleted")
	}
	return host.FirstOf(strings.Join(names, ", "), noField)
}

// enabledWord is what became of a resource server, by its field that says whether it is disabled.
func enabledWord(disabled string) string {
	switch disabled {
	case widget.Yes(true):
		return "disabled"
	case widget.Yes(false):
		return "enabled"
	}
	return "disabled: " + disabled
}

// inSentence is a label amid a sentence: "Resource URIs" is "resource URIs", "CEL" stays.
func inSentence(label string) string {
	first, n := utf8.DecodeRuneInString(label)
	if second, _ := utf8.DecodeRuneInString(label[n:]); unicode.IsUpper(second) {
		return label
	}
	return string(unicode.ToLower(first)) + label[n:]
}
