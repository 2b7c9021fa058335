package host

import (
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
)

// CrashMsg carries a panic of a command to the update loop, where Bubble Tea restores the terminal before it prints it.
type CrashMsg struct{ Text string }

// Guard makes a panic in a command a message: in a batch it would be printed to the alternate screen and lost.
func Guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = CrashMsg{draw.CleanText(fmt.Sprintf("%v\n\n%s", p, debug.Stack()))}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = Guard(batch[i])
			}
		}
		return msg
	}
}

func GuardAll(cmds []tea.Cmd) tea.Cmd { return Guard(tea.Batch(cmds...)) }
