package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// quitDialog says that changes were sent and not answered yet, before the program leaves.
type quitDialog struct {
	env    *env
	stay   func()
	opened time.Time
	onQuit bool
	drawn  []string
	over   bool
}

func newQuitDialog(e *env, stay func()) *quitDialog {
	return &quitDialog{env: e, stay: stay, opened: e.now()}
}

func (q *quitDialog) title() string        { return "Quit now?" }
func (q *quitDialog) role() theme.Role     { return theme.DangerBorder }
func (q *quitDialog) closed() bool         { return q.over }
func (q *quitDialog) scope() keymap.Scope  { return keymap.ScopeDialog }
func (q *quitDialog) restyle(*theme.Theme) {}
func (q *quitDialog) cursor() *tea.Cursor  { return nil }
func (q *quitDialog) lines() []string      { return q.drawn }
func (q *quitDialog) hints() []keymap.ID {
	return []keymap.ID{"dialog.next", "dialog.activate", "dialog.cancel"}
}

func (q *quitDialog) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || q.env.now().Sub(q.opened) < grace {
		return nil
	}
	id, _ := lookup(q.env.keys, keymap.Chain(keymap.ScopeDialog), press)
	switch id {
	case "dialog.next", "dialog.previous":
		q.onQuit = !q.onQuit
	case "dialog.cancel":
		q.over = true
		q.stay()
	case "dialog.activate":
		q.over = true
		if q.onQuit {
			q.env.runner.Halt()
			return tea.Quit
		}
		q.stay()
	}
	return nil
}

func (q *quitDialog) layout(w, h int) {
	th := q.env.theme
	w = min(w, 70)
	say := func(role theme.Role, text string) {
		q.drawn = append(q.drawn, paintAll(th, role, draw.Wrap(text, w))...)
	}
	q.drawn = nil
	targets, rest := q.env.runner.InFlight(), q.env.runner.Unsent()
	if rest > 0 {
		say(theme.Warn, "Not sent yet: "+count(int64(rest), "change")+". If you quit now, nothing of that is sent.")
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
	q.drawn = append(q.drawn, q.named(targets, w, h-len(q.drawn)-2)...)
	if len(q.drawn)+2 <= h {
		q.drawn = append(q.drawn, "")
	}
	q.drawn = append(q.drawn[:max(0, min(len(q.drawn), h-1))], th.Paint(wait, button("Wait", !q.onQuit))+"  "+th.Paint(quit, button("Quit", q.onQuit)))
}

// named are the first of the targets, in so many lines at most, and how many more there are.
func (q *quitDialog) named(targets []action.Target, w, rows int) (lines []string) {
	rows = min(rows, 6)
	for i, t := range targets {
		if rest := len(targets) - i; i+1 >= rows && rest > 1 {
			return append(lines, q.env.theme.Paint(theme.Dim, draw.Truncate("… and "+draw.Count(int64(rest))+" more", w)))
		}
		lines = append(lines, q.env.theme.Paint(theme.Value, draw.Middle(targetName(t), w)))
	}
	return lines
}
