// Command floor is the least a Bubble Tea program can be: one line in the
// alternate screen, with a number that changes at each key. What the
// benchmarks measure for it is what the framework and the terminal cost.
package main

import (
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
)

type counter int

func (c counter) Init() tea.Cmd { return nil }

func (c counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return c, nil
	}
	if key.String() == "q" {
		return c, tea.Quit
	}
	return c + 1, nil
}

func (c counter) View() tea.View {
	v := tea.NewView(fmt.Sprintf("keys pressed: %d", int(c)))
	v.AltScreen = true
	return v
}

func main() {
	if _, err := tea.NewProgram(counter(0), tea.WithFPS(120)).Run(); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}
