package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// question asks about something on this machine; what changes the tenant is asked by confirm. The safe answer has the focus, and
// the key that opened it does nothing in it.
type question struct {
	asks
	env    *env
	opened time.Time
	onYes  bool
	tried  bool // it was answered yes before all of it was seen
	gate
	drawn []string
	over  bool
}

// asks is what a question says, and what its answers do.
type asks struct {
	title string
	words []string // sentences; each begins a line
	locks bool     // yes makes the session read-only
	no    string   // the safe answer's word
	yes   string
	doYes func() tea.Cmd
	doNo  func() tea.Cmd // nil: nothing
}

func newQuestion(a asks, e *env) *question { return &question{asks: a, env: e, opened: e.now()} }

func (q *question) title() string        { return q.asks.title }
func (q *question) role() theme.Role     { return theme.DangerBorder }
func (q *question) closed() bool         { return q.over }
func (q *question) scope() keymap.Scope  { return keymap.ScopeDialog }
func (q *question) restyle(*theme.Theme) {}
func (q *question) cursor() *tea.Cursor  { return nil }
func (q *question) lines() []string      { return q.drawn }
func (q *question) hints() []keymap.ID {
	return []keymap.ID{"dialog.next", "dialog.activate", "dialog.cancel"}
}

func (q *question) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || q.env.now().Sub(q.opened) < grace {
		return nil
	}
	id, _ := lookup(q.env.keys, keymap.Chain(keymap.ScopeDialog), press)
	q.tried = false
	switch id {
	case "dialog.next", "dialog.previous":
		q.onYes = !q.onYes
	case "dialog.down":
		q.scroll(1, press.String() == "pgdown")
	case "dialog.up":
		q.scroll(-1, press.String() == "pgup")
	case "dialog.cancel":
		return q.close()
	case "dialog.activate":
		if !q.onYes {
			return q.close()
		} else if q.fits {
			q.over = true
			return q.doYes()
		}
		q.tried = true
	}
	return nil
}

func (q *question) close() tea.Cmd {
	q.over = true
	if q.doNo == nil {
		return nil
	}
	return q.doNo()
}

func (q *question) layout(w, h int) {
	th := q.env.theme
	w = min(w, 76)
	var words []string
	for _, s := range q.words {
		words = append(words, paintAll(th, theme.Text, draw.Wrap(s, w))...)
	}
	no, yes := theme.ButtonFocus, theme.Button
	if q.onYes {
		no, yes = theme.Button, theme.DangerTitle
	}
	buttons := []string{th.Paint(no, button(q.no, !q.onYes)) + "  " + th.Paint(yes, button(q.yes, q.onYes))}
	if draw.Width(q.no)+draw.Width(q.yes)+10 > w {
		buttons = []string{th.Paint(no, draw.Truncate(button(q.no, !q.onYes), w)), th.Paint(yes, draw.Truncate(button(q.yes, q.onYes), w))}
	}
	a := asked{must: words, foot: buttons}
	drawn, whole := q.whole(a, w, h, th, dialogKeys(q.env.keys))
	if !whole {
		drawn = q.through(a, w, h, th, dialogKeys(q.env.keys), q.tried)
	}
	q.drawn = drawn
}
