package ui

import (
	"context"
	"slices"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/terminal"
	"gatehouse/ui/widget"
)

// handleKey routes keys and pastes: to what takes them before the pane, then to a field being typed in, then to the bindings. Any but one
// that moves brings the pane up to date first; a field does that by what is typed.
func (m *Model) handleKey(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyPressMsg)
	if cmd, taken := m.takeBeforePane(msg, press, isKey); taken {
		m.pane().CatchUp()
		return cmd
	}
	if m.pane().Typing() {
		return m.pane().Input(msg)
	}
	id, ok := host.BindingForKey(m.env.Keys, m.pane().Scopes(), press)
	claimed := m.pane().Claims(press.Text, id)
	if claimed || !host.MovesCursor(id) {
		m.pane().CatchUp()
	}
	if claimed {
		return m.pane().Claimed()
	}
	if ok {
		b, _ := m.env.Keys.Binding(id)
		m.stands = host.MoveOnly(b)
		return m.Do(id)
	}
	return nil
}

// takeBeforePane does what a key or a paste does whatever the pane makes of it: ctrl+c, then what stands over the panes.
func (m *Model) takeBeforePane(msg tea.Msg, press tea.KeyPressMsg, isKey bool) (cmd tea.Cmd, taken bool) {
	if isKey && press.Keystroke() == "ctrl+c" {
		return m.quit(), true
	}
	if isKey {
		if id, ok := host.BindingForKey(m.env.Keys, []keymap.Scope{keymap.ScopeAnywhere}, press); ok {
			return m.anywhere(id), true
		}
	}
	if !m.sized {
		m.early = append(m.early, msg)
		return nil, true
	}
	if m.tooSmall() {
		if id, _ := host.BindingForKey(m.env.Keys, keymap.Chain(keymap.ScopeGlobal), press); id == keymap.Quit && isKey {
			return m.quit(), true
		}
		return nil, true
	}
	if top := m.overlay(); top != nil {
		if isKey && m.locks(press, keymap.Chain(top.Scope()), top.Scope().Typing()) {
			return m.askLock(), true
		}
		return top.Update(msg), true
	}
	if m.meantForBefore() && (!isKey || !m.movesOnly(press)) {
		return nil, true
	}
	if typing := m.pane().Typing(); typing && isKey && m.locks(press, m.pane().Scopes(), true) {
		return m.askLock(), true
	} else if !typing && !isKey {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "A paste does nothing here; " + m.env.Keys.Label("filter.open") +
			" opens the filter."}), true
	}
	return nil, false
}

// dead reports whether a key of a binding does nothing in this pane, although it does elsewhere.
func (m *Model) dead(id keymap.ID, key string) bool {
	if utf8.RuneCountInString(key) > 1 {
		key = widget.IfText(key == "space", " ") // the name of a key that types nothing
	}
	return m.pane().Claims(key, id)
}

// typedEarly takes what was typed before the size of the terminal was known: a key can get there first.
func (m *Model) typedEarly() tea.Cmd {
	early := m.early
	m.sized, m.early = true, nil
	var commands []tea.Cmd
	for _, msg := range early {
		commands = append(commands, m.Follow(m.route(msg)))
	}
	return tea.Batch(commands...)
}

// locks reports whether a key locks the session although something else has the keys, above all a batch under way or a form. In scopes it
// may mean something else, and where text is typed it may be text.
func (m *Model) locks(press tea.KeyPressMsg, scopes []keymap.Scope, typing bool) bool {
	if id, taken := host.BindingForKey(m.env.Keys, scopes, press); taken && id != "readonly.lock" || typing && press.Text != "" {
		return false
	}
	id, _ := host.BindingForKey(m.env.Keys, []keymap.Scope{keymap.ScopeGlobal}, press)
	return id == "readonly.lock"
}

func (m *Model) anywhere(id keymap.ID) tea.Cmd {
	if id == "suspend" {
		if m.away {
			return nil
		}
		if !canSuspend() {
			return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "There is no shell to suspend to."})
		}
		m.away = true
		return terminal.Suspend
	}
	return tea.Batch(tea.ClearScreen, tea.RequestWindowSize)
}

// Do carries out a binding: the pane's own ones first.
func (m *Model) Do(id keymap.ID) tea.Cmd {
	if id == "back" {
		if left := m.changes.LeaveUnsettled(); left != nil {
			return left
		}
		trouble := m.notices.Trouble() != nil
		if m.seen = !m.pane().Stoppable() && m.notices.Dismiss(); m.seen && m.pane().KeepsOnBack(trouble) {
			m.seen = false
			return nil
		}
		defer func() { m.seen = false }()
	}
	if cmd, ok := m.pane().Do(id); ok {
		if id == "refresh" {
			cmd = tea.Batch(cmd, m.askAgain(), m.changes.LookInto(m.pane().Name()))
		}
		return cmd
	}
	for i, t := range m.tabs {
		if t.key == id {
			return m.show(i)
		}
	}
	if run, ok := m.does[id]; ok {
		return run()
	}
	return m.sayNone(id)
}

// sayNone says of what only some panes show that this one doesn't.
func (m *Model) sayNone(id keymap.ID) tea.Cmd {
	why := map[keymap.ID]string{
		"chart.open":     "There is no chart here; only some lists have one.",
		"columns.choose": "There are no columns to choose here; only lists have them.",
	}[id]
	if why == "" {
		return nil
	}
	return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: why})
}

// bindings are what the frame itself does.
func (m *Model) bindings() map[keymap.ID]func() tea.Cmd {
	return map[keymap.ID]func() tea.Cmd{
		keymap.Quit:     m.Leave,
		"help":          m.openHelp,
		"palette":       m.openPalette,
		"pane.next":     func() tea.Cmd { return m.show((m.active + 1) % len(m.tabs)) },
		"pane.previous": func() tea.Cmd { return m.show((m.active + len(m.tabs) - 1) % len(m.tabs)) },
		"undo":          func() tea.Cmd { return m.changes.Undo() }, // those of another tenant later
		"results":       func() tea.Cmd { return m.changes.ShowResults() },
		"journal":       m.openJournal,
		"requests":      m.openRequests,
		"readonly.lock": m.askLock,
		"tenants":       m.openTenants,
		"autorefresh":   m.toggleRefresh,
		"mouse":         m.toggleMouse,
		"back":          m.back,
	}
}

// works reports whether a binding does something in this console, for the help.
func (m *Model) works(id keymap.ID) bool {
	if _, ok := m.does[id]; ok {
		return true
	}
	return m.goesTo(id) || id == "suspend" || id == "redraw" || m.pane().Knows(id)
}

// goesTo reports whether a binding brings a tab to the front.
func (m *Model) goesTo(id keymap.ID) bool {
	return slices.ContainsFunc(m.tabs, func(t tab) bool { return t.key == id })
}

// show brings a tab to the front; the reads of the pane that goes are cancelled.
func (m *Model) show(i int) tea.Cmd {
	if i == m.active {
		return nil
	}
	m.pane().Leave()
	m.notices.Pass()
	m.active, m.stands = i, true
	m.fit()
	return tea.Batch(m.pane().Enter(), m.keepLast())
}

// keepLast writes down which pane is on the screen, where the console is to begin with it. Failing to is no trouble worth a sentence.
func (m *Model) keepLast() tea.Cmd {
	store, pane := m.options.Opened, m.tabs[m.active].declared.Name
	if !m.options.KeepLast || store == nil {
		return nil
	}
	return m.saves.Command(func(ctx context.Context) tea.Msg {
		_ = store.KeepLastPane(ctx, pane)
		return nil
	})
}

func (m *Model) push(p host.Pane) tea.Cmd {
	m.pane().Leave()
	m.notices.Pass()
	t := &m.tabs[m.active]
	var trail []string
	for _, under := range t.stack {
		trail = append(trail, under.Title())
	}
	p.SetTrail(trail)
	t.stack = append(t.stack, p)
	m.stands = true
	m.fit()
	return p.Enter()
}

// goIntoOnly goes into a pane of which there is never more than one.
func (m *Model) goIntoOnly(o host.Opening) tea.Cmd {
	if m.pane().Name() == o.Name {
		cmd, _ := m.pane().Do("refresh")
		return cmd
	}
	for i := range m.tabs {
		kept := m.tabs[i].stack[:1]
		for _, p := range m.tabs[i].stack[1:] {
			if p.Name() != o.Name {
				kept = append(kept, p)
			}
		}
		m.tabs[i].stack = kept
	}
	return m.goInto(o)
}

// back leaves a pane that was gone into. At the first level there is nothing behind it.
func (m *Model) back() tea.Cmd {
	t := &m.tabs[m.active]
	if len(t.stack) == 1 {
		if m.seen {
			return nil // what was said is gone: that is what esc was for
		}
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "Nothing to go back to; " + m.env.Keys.Label(keymap.Quit) + " quits."})
	}
	t.top().Leave()
	m.notices.Pass()
	t.stack = t.stack[:len(t.stack)-1]
	m.stands = true
	m.fit()
	return m.pane().Enter()
}

func (m *Model) toggleMouse() tea.Cmd {
	m.mouse = !m.mouse
	if m.mouse {
		return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "The mouse works now: click selects, the wheel scrolls. " +
			m.env.Keys.Label("mouse") + " gives it back to the terminal."})
	}
	return m.notices.Say(host.Notice{Tone: host.ToneInfo, Text: "The mouse selects text again."})
}

func (m *Model) pointed(msg tea.MouseMsg) tea.Cmd {
	if m.overlay() != nil || !m.mouse || m.tooSmall() {
		return nil
	}
	at := msg.Mouse()
	switch msg.(type) {
	case tea.MouseClickMsg:
		m.pane().CatchUp()
		return m.clicked(at)
	case tea.MouseWheelMsg:
		switch at.Button {
		case tea.MouseWheelUp:
			return m.pane().Wheel(-1)
		case tea.MouseWheelDown:
			return m.pane().Wheel(1)
		}
	}
	return nil
}

func (m *Model) clicked(at tea.Mouse) tea.Cmd {
	if at.Button != tea.MouseLeft {
		return nil
	}
	if at.Y == m.screen().TabRow() {
		if i, ok := m.tabAt(at.X); ok {
			return m.show(i)
		}
		return nil
	}
	return m.pane().Click(at.X, at.Y-m.screen().PaneRow())
}

// quit leaves at once, unless a change that was asked for has no answer yet: then it says so first.
func (m *Model) quit() tea.Cmd {
	if len(m.env.Runner.InFlight()) == 0 && m.env.Runner.Queued() == 0 || m.quitting {
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
	return host.FirstOf(m.pane().Explains(b.ID), b.Help)
}

func (m *Model) openHelp() tea.Cmd {
	here := dialog.HelpedPane{Works: m.works, Dead: m.dead, Words: m.helpOn}
	m.open(m.keptHelp.New(m.pane().Scopes(), append(m.pane().Offers(), m.changes.UndoOffer()), here, m.env.Keys, m.env.Theme))
	return nil
}

func (m *Model) openForm(r host.FormRequest) tea.Cmd {
	m.notices.Pass()
	return m.Begin(dialog.NewFormBox(r, m.env, m.host()))
}
