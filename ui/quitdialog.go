package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

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
	for i, t := range targets {
		if i == 5 {
			q.drawn = append(q.drawn, th.Paint(theme.Dim, "… and "+draw.Count(int64(len(targets)-5))+" more"))
			break
		}
		q.drawn = append(q.drawn, th.Paint(theme.Value, draw.Truncate(targetName(t), w)))
	}
	wait, quit := theme.ButtonFocus, theme.Button
	if q.onQuit {
		wait, quit = theme.Button, theme.ButtonFocus
	}
	q.drawn = append(q.drawn, "", th.Paint(wait, button("Wait", !q.onQuit))+"  "+th.Paint(quit, button("Quit", q.onQuit)))
	if len(q.drawn) > h {
		q.drawn = q.drawn[len(q.drawn)-h:]
	}
}
