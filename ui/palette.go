package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/secrets"
)

func (m *Model) openMenu(title string, items []host.MenuItem) tea.Cmd {
	m.open(dialog.NewPalette(title, items, m.env.Keys, m.env.Theme))
	return nil
}

// openPalette offers every pane and every action. What stands far below is made when it is looked for.
func (m *Model) openPalette() tea.Cmd {
	const first = 32
	items := make([]host.MenuItem, 0, first)
	items = m.addActions(items, m.pane(), func() tea.Cmd { return nil }, "")
	items = append(items, m.viewItems()...)
	for i, t := range m.tabs {
		items = append(items, host.MenuItem{Title: "Go to " + t.top().Title(), Hint: m.env.Keys.Label(t.key),
			Run: func() tea.Cmd { return m.show(i) }})
	}
	p := dialog.NewPalette("Commands", items, m.env.Keys, m.env.Theme)
	p.Typed = func(text string) (host.MenuItem, int, bool) { return secrets.TypedReference(text, m.env, m.host()) }
	p.AddLater(m.furtherCommands()...)
	m.open(p)
	return nil
}

// furtherCommands are the commands that work everywhere, then the actions of the other tabs.
func (m *Model) furtherCommands() (all []dialog.Later) {
	for some := range slices.Chunk(m.env.Keys.All(), 16) {
		later := dialog.Later{Items: func() []host.MenuItem { return m.commandItems(some) }}
		for i := range some {
			if m.isCommand(&some[i]) {
				later.N++
				later.KeyWidth = max(later.KeyWidth, draw.Width(m.env.Keys.Label(some[i].ID)))
			}
		}
		all = append(all, later)
	}
	all = append(all, dialog.Later{N: 1, Items: func() []host.MenuItem { return []host.MenuItem{themeItem()} }})
	for i, t := range m.tabs {
		if i != m.active {
			all = append(all, dialog.Later{N: offered(t.top()), Items: func() []host.MenuItem {
				return m.addActions(nil, t.top(), func() tea.Cmd { return m.show(i) }, "in "+t.top().Title())
			}})
		}
	}
	return all
}

// offered is how many actions a pane offers. A list tells it without making each of them.
func offered(p host.Pane) int {
	if l, is := p.(*list.Pane); is {
		return len(l.Verbs) + len(l.Own)
	}
	return len(p.Offers())
}

// isCommand reports whether a binding is a line of the palette by itself: tabs and the actions of panes are among its other lines.
func (m *Model) isCommand(b *keymap.Binding) bool {
	if b.Scope != keymap.ScopeGlobal && b.Scope != keymap.ScopeList || b.ID == "palette" || b.ID == "back" {
		return false
	}
	return m.works(b.ID) && !m.goesTo(b.ID)
}

// commandItems are the lines of those of some bindings that have one.
func (m *Model) commandItems(some []keymap.Binding) (items []host.MenuItem) {
	for i := range some {
		if m.isCommand(&some[i]) {
			items = append(items, m.commandItem(some[i]))
		}
	}
	return items
}

func (m *Model) commandItem(b keymap.Binding) host.MenuItem {
	item := host.MenuItem{Title: strings.TrimSuffix(m.helpOn(b), "."), Hint: m.env.Keys.Label(b.ID), Also: alsoCalled(b),
		Run: func() tea.Cmd { return m.Do(b.ID) }}
	if b.ID == "undo" {
		item.Title, item.Off = m.changes.UndoWords(), !m.changes.UndoOffer().Able
	}
	return item
}

// alsoCalled are the words by which people who know other programs look for what a binding does.
func alsoCalled(b keymap.Binding) []string {
	return append([]string{b.Title}, calledElsewhere(b.ID)...)
}

func calledElsewhere(id keymap.ID) []string {
	switch id {
	case keymap.Quit:
		return []string{"q", "q!", "quit", "exit", "leave", "bye", "wq"}
	case "help":
		return []string{"help", "keys", "h", "man"}
	case "undo":
		return []string{"undo", "take back", "revert"}
	case "refresh":
		return []string{"refresh", "reload", "r"}
	case "autorefresh":
		return []string{"watch", "poll"}
	case "export":
		return []string{"export", "save", "write", "csv", "json", "download", "w"}
	case "filter.open":
		return []string{"search", "find", "grep", "filter"}
	case "lookup":
		return []string{"goto", "get", "id"}
	case "raw":
		return []string{"json", "yaml", "raw", "describe"}
	case "copy.id", "copy.menu":
		return []string{"copy", "yank", "clipboard"}
	case "tenants":
		return []string{"user", "users", "whoami", "who am I", "me", "account", "login", "switch", "context", "ctx"}
	case "journal":
		return []string{"log", "logs", "history", "changes", "audit"}
	case "requests":
		return []string{"log", "logs", "api", "http", "curl", "network", "debug"}
	case "results":
		return []string{"results", "batch"}
	case "readonly.lock":
		return []string{"lock", "read-only", "readonly"}
	case "views.open":
		return []string{"views", "saved", "bookmark"}
	case "views.save":
		return []string{"save view", "bookmark"}
	case "sort.next":
		return []string{"sort", "order"}
	case "mark.all":
		return []string{"select all"}
	case "mark.clear":
		return []string{"unselect", "deselect", "clear"}
	}
	return nil
}

// themeItem says where the colours come from: they are looked for among the commands, too.
func themeItem() host.MenuItem {
	return host.MenuItem{Title: "Theme", Note: "set by theme in the configuration file",
		Also: []string{"theme", "color", "colour", "colors", "dark", "light"}, Off: true}
}

// addActions adds a pane's actions as lines of the palette; goThere brings the pane to the front first.
func (m *Model) addActions(items []host.MenuItem, p host.Pane, goThere func() tea.Cmd, where string) []host.MenuItem {
	for _, o := range p.Offers() {
		note, id := where, o.ID
		if !o.Why.None() {
			note = o.Why.String()
		}
		items = append(items, host.MenuItem{Title: o.Title, Hint: m.env.Keys.Label(id), Note: note,
			Off:     !o.Able && (where == "" || o.Why.Locked()),
			Preview: func() (string, error) { return p.Preview(id) },
			Run: func() tea.Cmd {
				arrive := goThere()
				cmd, _ := p.Do(id)
				return tea.Batch(arrive, cmd)
			}})
	}
	return items
}

// viewItems are the views of all panes as lines of the palette.
func (m *Model) viewItems() []host.MenuItem {
	var items []host.MenuItem
	add := func(p host.Pane, note string, arrive func() tea.Cmd) {
		for _, v := range p.Views() {
			items = append(items, host.MenuItem{Title: "View: " + v.Name, Note: host.FirstOf(note, v.Words()),
				Run: func() tea.Cmd { return tea.Batch(arrive(), p.OpenView(v)) }})
		}
	}
	add(m.pane(), "", func() tea.Cmd { return nil })
	for i, t := range m.tabs {
		if i != m.active {
			add(t.top(), "in "+t.top().Title(), func() tea.Cmd { return m.show(i) })
		}
	}
	return items
}
