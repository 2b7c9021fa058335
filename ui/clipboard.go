package ui

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/draw"
	"gatehouse/ui/terminal"
)

// copiedMsg tells what the system's own clipboard did with a text.
type copiedMsg struct {
	what string
	sent bool // it went to the terminal's clipboard as well
	err  error
}

// copyTime is how long the system's clipboard may take: its tools wait for ever for a display that is gone.
const copyTime = 2 * time.Second

var errNoAnswer = errors.New("it didn't answer")

// copy puts a text on the clipboard as it is: through the terminal, which works over ssh, and through the system. What is meant for a shell
// is made harmless by those who make it.
func (m *Model) copy(what, text string) tea.Cmd {
	if text == "" {
		return m.say(notice{toneInfo, "There is no " + what[len("the "):] + " to copy."})
	}
	if !m.options.OSC52 && m.options.Copy == nil {
		return m.say(notice{toneInfo, "Copying is turned off here: set clipboard in the configuration to \"auto\" to copy."})
	}
	var commands []tea.Cmd
	sent := false
	if m.options.OSC52 {
		sequence, err := terminal.Copying(text, m.options.Getenv)
		if sent = err == nil; sent {
			commands = append(commands, tea.Raw(sequence))
		}
	}
	switch system := m.options.Copy; {
	case system != nil:
		commands = append(commands, func() tea.Msg { return copiedMsg{what, sent, inTime(copyTime, func() error { return system(text) })} })
	case sent:
		commands = append(commands, m.say(notice{toneGood, "Copied " + what + "."}))
	default:
		commands = append(commands, m.say(notice{toneBad, "Not copied: " + what + " has " + draw.Count(int64(len(text))) +
			" bytes, which is more than terminals take. Write it to a file instead."}))
	}
	return tea.Batch(commands...)
}

// inTime ends waiting for something that can't be ended. What panics in it panics here, where the program knows how to end.
func inTime(most time.Duration, f func() error) error {
	type ended struct {
		err   error
		panic any
	}
	done := make(chan ended, 1)
	go func() {
		var e ended
		defer func() {
			e.panic = recover()
			done <- e
		}()
		e.err = f()
	}()
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case e := <-done:
		if e.panic != nil {
			panic(e.panic)
		}
		return e.err
	case <-timer.C:
		return errNoAnswer
	}
}

// tookCopied says which clipboard took it: what the terminal did with it nobody can tell.
func (m *Model) tookCopied(msg copiedMsg) tea.Cmd {
	failed := ifText(errors.Is(msg.err, errNoAnswer), "doesn't answer")
	switch {
	case msg.err == nil:
		return m.say(notice{toneGood, "Copied " + msg.what + "."})
	case msg.sent && failed == "":
		return m.say(notice{toneGood, "Copied " + msg.what + " through the terminal."})
	case msg.sent:
		return m.say(notice{toneInfo, "Copied " + msg.what + " through the terminal only: the system's clipboard " + failed + "."})
	}
	return m.say(notice{toneBad, "Not copied: the system's clipboard " + firstOf(failed, "didn't take "+msg.what) + "."})
}
