package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Question asks about something on this machine; what changes the tenant is asked by confirm. The safe answer has the focus, and
// the key that opened it does nothing in it.
type Question struct {
	host.OverlayBase
	Asks
	env    *host.Env
	opened time.Time
	onYes  bool
	tried  bool // it was answered yes before all of it was seen
	gate
	drawn []string
	over  bool
}

// Asks is what a question says, and what its answers do.
type Asks struct {
	Title string
	Words []string // sentences; each begins a line
	Locks bool     // yes makes the session read-only
	No    string   // the safe answer's word
	Yes   string
	DoYes func() tea.Cmd
	DoNo  func() tea.Cmd // nil: nothing
}

func NewQuestion(a Asks, e *host.Env) *Question { return &Question{Asks: a, env: e, opened: e.Clock()} }

func (q *Question) Title() string { return q.Asks.Title }

func (q *Question) Role() theme.Role { return theme.DangerBorder }

func (q *Question) Closed() bool { return q.over }

// Confirms: what is typed may do something.
func (*Question) Confirms() {}

func (q *Question) Scope() keymap.Scope { return keymap.ScopeDialog }

func (q *Question) Lines() []string { return q.drawn }

func (q *Question) Hints() []keymap.ID {
	return []keymap.ID{"dialog.next", "dialog.activate", "dialog.cancel"}
}

func (q *Question) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || q.env.Clock().Sub(q.opened) < Grace {
		return nil
	}
	id, _ := host.BindingForKey(q.env.Keys, keymap.Chain(keymap.ScopeDialog), press)
	q.tried = false
	switch id {
	case "dialog.next", "dialog.previous":
		q.onYes = !q.onYes
	case "dialog.down":
		q.Scroll(1, press.String() == "pgdown")
	case "dialog.up":
		q.Scroll(-1, press.String() == "pgup")
	case "dialog.cancel":
		return q.Close()
	case "dialog.activate":
		if !q.onYes {
			return q.Close()
		} else if q.fits {
			q.over = true
			return q.DoYes()
		}
		q.tried = true
	}
	return nil
}

func (q *Question) Close() tea.Cmd {
	q.over = true
	if q.DoNo == nil {
		return nil
	}
	return q.DoNo()
}

func (q *Question) Layout(w, h int) {
	th := q.env.Theme
	w = min(w, 76)
	var words []string
	for _, s := range q.Words {
		words = append(words, widget.PaintAll(th, theme.Text, draw.Wrap(s, w))...)
	}
	no, yes := buttonRoles(q.onYes, true)
	buttons := []string{th.Paint(no, Button(q.No, !q.onYes)) + "  " + th.Paint(yes, Button(q.Yes, q.onYes))}
	if draw.Width(q.No)+draw.Width(q.Yes)+10 > w {
		buttons = []string{th.Paint(no, draw.Truncate(Button(q.No, !q.onYes), w)), th.Paint(yes, draw.Truncate(Button(q.Yes, q.onYes), w))}
	}
	a := asked{must: words, foot: buttons}
	drawn, whole := q.whole(a, w, h, th, dialogKeys(q.env.Keys))
	if !whole {
		drawn = q.through(a, w, h, th, dialogKeys(q.env.Keys), q.tried)
	}
	q.drawn = drawn
}
