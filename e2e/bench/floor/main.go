// Command floor is the least a Bubble Tea program can be: one line in the
// alternate screen, with a number that changes at each key. What the
// benchmarks measure for it is what the framework and the terminal cost.
// With the argument "events" it paints as gatehouse does, as soon as something
// has changed, rather than on Bubble Tea's clock.
package main

import (
	"errors"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/terminal"
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
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 || args[0] != "events" {
		_, err := tea.NewProgram(counter(0), tea.WithFPS(120)).Run()
		return err
	}
	screen := terminal.New(os.Stdin, os.Stdout, 120)
	_, err := screen.Program(counter(0)).Run()
	return errors.Join(err, screen.Close())
}
