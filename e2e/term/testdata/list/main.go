// Command list is the program the harness is tested with: three lines, a
// cursor, and a report of what has reached it.
package main

import (
	"fmt"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
)

type model struct {
	cursor        int
	width, height int
	keys          []string
	paste         string
	light         bool
	mouse         bool
	click         string
}

func (m model) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.light = !msg.IsDark()
	case tea.PasteMsg:
		m.paste = msg.Content
	case tea.MouseClickMsg:
		m.click = fmt.Sprintf("%d,%d", msg.X, msg.Y)
	case tea.KeyPressMsg:
		return m.key(msg.String())
	}
	return m, nil
}

func (m model) key(key string) (tea.Model, tea.Cmd) {
	m.keys = append(m.keys, key)
	switch key {
	case "q", "ctrl+c":
		return m, tea.Quit
	case "j":
		m.cursor = min(m.cursor+1, 2)
	case "k":
		m.cursor = max(m.cursor-1, 0)
	case "m":
		m.mouse = !m.mouse
	case "y":
		return m, tea.SetClipboard(fmt.Sprintf("item %d", m.cursor+1))
	case "ctrl+z":
		return m, tea.Suspend
	case "X": // ends as a crash does, without putting anything back
		fmt.Println("gone")
		os.Exit(3)
	}
	return m, nil
}

func (m model) View() tea.View {
	var b strings.Builder
	for i := range 3 {
		mark := " "
		if i == m.cursor {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s item %d\n", mark, i+1)
	}
	fmt.Fprintf(&b, "size %dx%d light %v\nkeys %q\npaste %q\nclick %s\n\x1b[1;31mred\x1b[m 日本|", m.width, m.height, m.light, m.keys,
		m.paste,
		m.click)
	v := tea.NewView(b.String())
	v.AltScreen = true
	v.WindowTitle = "three items"
	if m.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

func main() {
	if _, err := tea.NewProgram(model{}).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("bye")
}
