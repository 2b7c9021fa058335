package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// quitDialog says that changes were sent and not answered yet, before the program leaves.
type quitDialog struct {
	host.OverlayBase
	env    *host.Env
	stay   func()
	opened time.Time
	onQuit bool
	drawn  []string
	over   bool
}

func newQuitDialog(e *host.Env, stay func()) *quitDialog {
	return &quitDialog{env: e, stay: stay, opened: e.Clock()}
}

func (q *quitDialog) Title() string { return "Quit now?" }

func (q *quitDialog) Role() theme.Role { return theme.DangerBorder }

func (q *quitDialog) Closed() bool { return q.over }

// Confirms: what is typed may do something.
func (*quitDialog) Confirms() {}

func (q *quitDialog) Scope() keymap.Scope { return keymap.ScopeDialog }

func (q *quitDialog) Lines() []string { return q.drawn }

func (q *quitDialog) Hints() []keymap.ID {
	return []keymap.ID{"dialog.next", "dialog.activate", "dialog.cancel"}
}

func (q *quitDialog) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || q.env.Clock().Sub(q.opened) < dialog.Grace {
		return nil
	}
	id, _ := host.BindingForKey(q.env.Keys, keymap.Chain(keymap.ScopeDialog), press)
	switch id {
	case "dialog.next", "dialog.previous":
		q.onQuit = !q.onQuit
	case "dialog.cancel":
		q.over = true
		q.stay()
	case "dialog.activate":
		q.over = true
		if q.onQuit {
			q.env.Runner.Halt()
			return tea.Quit
		}
		q.stay()
	}
	return nil
}

func (q *quitDialog) Layout(w, h int) {
	th := q.env.Theme
	w = min(w, 70)
	say := func(role theme.Role, text string) {
		q.drawn = append(q.drawn, widget.PaintAll(th, role, draw.Wrap(text, w))...)
	}
	q.drawn = nil
	targets, rest := q.env.Runner.InFlight(), q.env.Runner.Queued()
	if rest > 0 {
		say(theme.Warn, "Not sent yet: "+widget.Count(int64(rest), "change")+". If you quit now, nothing of that is sent.")
	}
	switch {
	case len(targets) > 0:
		say(theme.Text, "These changes were sent and have no answer yet. If you quit now, nobody will tell you what became of them.")
	case rest == 0:
		say(theme.Good, "Everything has been answered by now.")
	}
	wait, quit := theme.ButtonFocus, theme.Button
	if q.onQuit {
		wait, quit = theme.Button, theme.ButtonFocus
	}
	q.drawn = append(q.drawn, q.Named(targets, w, h-len(q.drawn)-2)...)
	if len(q.drawn)+2 <= h {
		q.drawn = append(q.drawn, "")
	}
	q.drawn = append(q.drawn[:max(0, min(len(q.drawn), h-1))], th.Paint(wait, dialog.Button("Wait", !q.onQuit))+"  "+
		th.Paint(quit, dialog.Button("Quit", q.onQuit)))
}

// Named are the first of the targets, in so many lines at most, and how many more there are.
func (q *quitDialog) Named(targets []action.Target, w, rows int) (lines []string) {
	rows = min(rows, 6)
	for i, t := range targets {
		if rest := len(targets) - i; i+1 >= rows && rest > 1 {
			return append(lines, q.env.Theme.Paint(theme.Dim, draw.Truncate("… and "+draw.Count(int64(rest))+" more", w)))
		}
		lines = append(lines, q.env.Theme.Paint(theme.Value, draw.Middle(host.TargetName(t), w)))
	}
	return lines
}
