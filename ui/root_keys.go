package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/terminal"
)

// type_ routes keys and pastes: ctrl+c, then what stands over the panes, then a field being typed in, then the bindings.
func (m *Model) type_(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyPressMsg)
	if isKey && press.Keystroke() == "ctrl+c" {
		return m.quit()
	}
	if isKey {
		if id, ok := lookup(m.env.keys, []keymap.Scope{keymap.ScopeAnywhere}, press); ok {
			return m.anywhere(id)
		}
	}
	if !m.sized {
		m.early = append(m.early, msg)
		return nil
	}
	if m.tooSmall() {
		if id, _ := lookup(m.env.keys, keymap.Chain(keymap.ScopeGlobal), press); id == keymap.Quit && isKey {
			return m.quit()
		}
		return nil
	}
	if top := m.overlay(); top != nil {
		if isKey && m.locks(press, keymap.Chain(top.scope()), top.scope().Typing()) {
			return m.askLock()
		}
		return top.update(msg)
	}
	if m.pane().typing() {
		if isKey && m.locks(press, m.pane().scopes(), true) {
			return m.askLock()
		}
		return m.pane().input(msg)
	}
	if !isKey {
		return m.say(notice{toneInfo, "A paste does nothing here; " + m.env.keys.Label("filter.open") + " opens the filter."})
	}
	id, ok := lookup(m.env.keys, m.pane().scopes(), press)
	if c, is := as[claimer](m.pane()); is && c.claims(press.Text, id) {
		return c.claimed()
	}
	if ok {
		return m.do(id)
	}
	return nil
}

// claimer is a pane in which some keys don't do what they do elsewhere.
type claimer interface {
	// claims reports whether a key that types a text, "" for none, is kept from doing what id says.
	claims(text string, id keymap.ID) bool
	// claimed says that the key did nothing.
	claimed() tea.Cmd
}

// dead reports whether a key of a binding does nothing in this pane, although it does elsewhere.
func (m *Model) dead(id keymap.ID, key string) bool {
	c, is := as[claimer](m.pane())
	if utf8.RuneCountInString(key) > 1 {
		key = ifText(key == "space", " ") // the name of a key that types nothing
	}
	return is && c.claims(key, id)
}

// typedEarly takes what was typed before the size of the terminal was known: a key can get there first.
func (m *Model) typedEarly() tea.Cmd {
	early := m.early
	m.sized, m.early = true, nil
	var commands []tea.Cmd
	for _, msg := range early {
		commands = append(commands, m.follow(m.route(msg)))
	}
	return tea.Batch(commands...)
}

// locks reports whether a key locks the session although something else has the keys, above all a batch under way or a form. In scopes it
// may mean something else, and where text is typed it may be text.
func (m *Model) locks(press tea.KeyPressMsg, scopes []keymap.Scope, typing bool) bool {
	if id, taken := lookup(m.env.keys, scopes, press); taken && id != "readonly.lock" || typing && press.Text != "" {
		return false
	}
	id, _ := lookup(m.env.keys, []keymap.Scope{keymap.ScopeGlobal}, press)
	return id == "readonly.lock"
}

func (m *Model) anywhere(id keymap.ID) tea.Cmd {
	if id == "suspend" {
		if m.away {
			return nil
		}
		if !canSuspend() {
			return m.say(notice{toneInfo, "There is no shell to suspend to."})
		}
		m.away = true
		return terminal.Suspend
	}
	return tea.Batch(tea.ClearScreen, tea.RequestWindowSize)
}

// do carries out a binding: the pane's own ones first.
func (m *Model) do(id keymap.ID) tea.Cmd {
	if id == "back" {
		if left := m.leaveUnsettled(); left != nil {
			return left
		}
		grave := m.trouble != nil
		if m.seen = !m.walking() && m.dismiss(); m.seen && m.keepsOnBack(grave) {
			m.seen = false
			return nil
		}
		defer func() { m.seen = false }()
	}
	if cmd, ok := m.pane().do(id); ok {
		if id == "refresh" {
			cmd = tea.Batch(cmd, m.askAgain(), m.lookInto(m.pane().name()))
		}
		return cmd
	}
	for i, t := range m.tabs {
		if t.key == id {
			return m.show(i)
		}
	}
	if run, ok := m.bindings()[id]; ok {
		return run()
	}
	return nil
}

// walker is a pane that may be on its way through all pages: stopping that comes before taking notices away.
type walker interface{ walking() bool }

func (m *Model) walking() bool {
	w, ok := as[walker](m.pane())
	return ok && w.walking()
}

// keeper is a pane in which esc may take something away that the person made, such as a filter: while something is said below, esc takes
// that away and no more. grave: what is said is trouble.
type keeper interface{ keepsOnBack(grave bool) bool }

func (m *Model) keepsOnBack(grave bool) bool {
	k, ok := as[keeper](m.pane())
	return ok && k.keepsOnBack(grave)
}

// bindings are what the frame itself does.
func (m *Model) bindings() map[keymap.ID]func() tea.Cmd {
	return map[keymap.ID]func() tea.Cmd{
		keymap.Quit:     m.leave,
		"help":          m.openHelp,
		"palette":       m.openPalette,
		"pane.next":     func() tea.Cmd { return m.show((m.active + 1) % len(m.tabs)) },
		"pane.previous": func() tea.Cmd { return m.show((m.active + len(m.tabs) - 1) % len(m.tabs)) },
		"undo":          m.undoLast,
		"results":       m.showResults,
		"journal":       m.openJournal,
		"requests":      m.openRequests,
		"readonly.lock": m.askLock,
		"tenants":       m.openTenants,
		"autorefresh":   m.toggleAuto,
		"mouse":         m.toggleMouse,
		"back":          m.back,
	}
}

// works reports whether a binding does something in this console, for the help.
func (m *Model) works(id keymap.ID) bool {
	if _, ok := m.bindings()[id]; ok {
		return true
	}
	if slices.ContainsFunc(m.tabs, func(t tab) bool { return t.key == id }) {
		return true
	}
	return id == "suspend" || id == "redraw" || m.pane().knows(id)
}

// show brings a tab to the front; the reads of the pane that goes are cancelled.
func (m *Model) show(i int) tea.Cmd {
	if i == m.active {
		return nil
	}
	m.pane().leave()
	m.settleNotice()
	m.active = i
	m.fit()
	return m.pane().enter()
}

func (m *Model) push(p pane) tea.Cmd {
	m.pane().leave()
	m.settleNotice()
	t := &m.tabs[m.active]
	t.stack = append(t.stack, p)
	m.fit()
	return p.enter()
}

// back leaves a pane that was gone into. At the first level there is nothing behind it.
func (m *Model) back() tea.Cmd {
	t := &m.tabs[m.active]
	if len(t.stack) == 1 {
		if m.seen {
			return nil // what was said is gone: that is what esc was for
		}
		return m.say(notice{toneInfo, "Nothing to go back to; " + m.env.keys.Label(keymap.Quit) + " quits."})
	}
	t.top().leave()
	m.settleNotice()
	t.stack = t.stack[:len(t.stack)-1]
	m.fit()
	return m.pane().enter()
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		return m.say(notice{toneInfo, "The mouse works now: click selects, the wheel scrolls. " + m.env.keys.Label("mouse") + " gives it back to the terminal."})
	}
	return m.say(notice{toneInfo, "The mouse selects text again."})
}

func (m *Model) pointed(msg tea.MouseMsg) tea.Cmd {
	if m.overlay() != nil || !m.mouse || m.tooSmall() {
		return nil
	}
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseClickMsg:
		return m.clicked(at)
	case tea.MouseWheelMsg:
		switch at.Button {
		case tea.MouseWheelUp:
			return m.pane().wheel(-1)
		case tea.MouseWheelDown:
			return m.pane().wheel(1)
		}
	}
	return nil
}

func (m *Model) clicked(at tea.Mouse) tea.Cmd {
	if at.Button != tea.MouseLeft {
		return nil
	}
	if at.Y == m.tabLine() {
		if i, ok := m.tabAt(at.X); ok {
			return m.show(i)
		}
		return nil
	}
	return m.pane().click(at.X, at.Y-m.bodyTop())
}

// quit leaves at once, unless a change that was asked for has no answer yet: then it says so first.
func (m *Model) quit() tea.Cmd {
	if len(m.env.runner.InFlight()) == 0 && m.env.runner.Unsent() == 0 || m.quitting {
		m.cancel()
		return tea.Quit
	}
	m.quitting = true
	m.open(newQuitDialog(m.env, m.stopQuitting))
	return nil
}

func (m *Model) stopQuitting() { m.quitting = false }

// helpOn is what a binding does in the pane in front.
func (m *Model) helpOn(b keymap.Binding) string {
	if p, ok := as[explained](m.pane()); ok {
		return firstOf(p.explains(b.ID), b.Help)
	}
	return b.Help
}

func (m *Model) openHelp() tea.Cmd {
	here := helpedPane{works: m.works, dead: m.dead, words: m.helpOn}
	m.open(newHelp(m.pane().scopes(), append(m.pane().offers(), m.frameOffers()...), here, m.env.keys, m.env.theme))
	return nil
}

func (m *Model) openMenu(title string, items []menuItem) tea.Cmd {
	m.open(newPalette(title, items, m.env.keys, m.env.theme))
	return nil
}

func (m *Model) openForm(r formRequest) tea.Cmd {
	m.settleNotice()
	return m.begin(newFormBox(r, m.env, m.link()))
}

// openPalette offers every pane and every action.
func (m *Model) openPalette() tea.Cmd {
	var items []menuItem
	items = append(items, m.actionItems(m.pane(), func() tea.Cmd { return nil }, "")...)
	items = append(items, m.viewItems()...)
	for i, t := range m.tabs {
		items = append(items, menuItem{title: "Go to " + t.top().title(), hint: m.env.keys.Label(t.key), run: func() tea.Cmd { return m.show(i) }})
	}
	for _, b := range m.env.keys.All() {
		if b.Scope == keymap.ScopeGlobal || b.Scope == keymap.ScopeList {
			if m.works(b.ID) && !slices.ContainsFunc(m.tabs, func(t tab) bool { return t.key == b.ID }) && b.ID != "palette" && b.ID != "back" {
				why, title := m.offIn(b.ID), strings.TrimSuffix(m.helpOn(b), ".")
				note := why
				if b.ID == "undo" {
					title = m.undoWords()
				}
				items = append(items, menuItem{title: title, hint: m.env.keys.Label(b.ID), note: note, also: alsoCalled(b), off: why != "",
					run: func() tea.Cmd { return m.do(b.ID) }})
			}
		}
	}
	items = append(items, themeItem())
	for i, t := range m.tabs {
		if i != m.active {
			items = append(items, m.actionItems(t.top(), func() tea.Cmd { return m.show(i) }, "in "+t.top().title())...)
		}
	}
	p := newPalette("Commands", items, m.env.keys, m.env.theme)
	p.typed = func(text string) (menuItem, int, bool) { return typedReference(text, m.env, m.link()) }
	m.open(p)
	return nil
}

// alsoCalled are the words by which people who know other programs look for what a binding does.
func alsoCalled(b keymap.Binding) []string {
	return append([]string{b.Title}, map[keymap.ID][]string{
		keymap.Quit:     {"q", "q!", "quit", "exit", "leave", "bye", "wq"},
		"help":          {"help", "keys", "h", "man"},
		"undo":          {"undo", "take back", "revert"},
		"refresh":       {"refresh", "reload", "r"},
		"autorefresh":   {"watch", "poll"},
		"export":        {"export", "save", "write", "csv", "json", "download", "w"},
		"filter.open":   {"search", "find", "grep", "filter"},
		"lookup":        {"goto", "get", "id"},
		"raw":           {"json", "yaml", "raw", "describe"},
		"copy.id":       {"copy", "yank", "clipboard"},
		"copy.menu":     {"copy", "yank", "clipboard"},
		"tenants":       {"user", "users", "whoami", "who am I", "me", "account", "login", "switch", "context", "ctx"},
		"journal":       {"log", "logs", "history", "changes", "audit"},
		"requests":      {"log", "logs", "api", "http", "curl", "network", "debug"},
		"results":       {"results", "batch"},
		"readonly.lock": {"lock", "read-only", "readonly"},
		"views.open":    {"views", "saved", "bookmark"},
		"views.save":    {"save view", "bookmark"},
		"sort.next":     {"sort", "order"},
		"mark.all":      {"select all"},
		"mark.clear":    {"unselect", "deselect", "clear"},
	}[b.ID]...)
}

// themeItem says where the colours come from: they are looked for among the commands, too.
func themeItem() menuItem {
	return menuItem{title: "Theme", note: "set by theme in the configuration file", also: []string{"theme", "color", "colour", "colors", "dark", "light"}, off: true}
}

// actionItems are a pane's actions as lines of the palette; go_ brings the pane to the front first.
func (m *Model) actionItems(p pane, go_ func() tea.Cmd, where string) []menuItem {
	var items []menuItem
	for _, o := range p.offers() {
		note := where
		if o.why != "" {
			note = o.why
		}
		items = append(items, menuItem{title: o.title, hint: m.env.keys.Label(o.id), note: note, off: !o.able && (where == "" || o.why == lockedWhy),
			preview: func() (string, error) { return p.preview(o.id) },
			run: func() tea.Cmd {
				arrive := go_()
				cmd, _ := p.do(o.id)
				return tea.Batch(arrive, cmd)
			}})
	}
	return items
}
