package terminal

import (
	"os"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// The size where nobody knows one.
const (
	usualWidth  = 80
	usualHeight = 24
)

// askSize answers any message about the size by what the terminal says: on the input anything can stand.
func askSize(out *os.File, said tea.WindowSizeMsg) tea.WindowSizeMsg {
	w, h, err := term.GetSize(out.Fd())
	if err != nil {
		return said
	}
	return tea.WindowSizeMsg{Width: known(w, "COLUMNS", usualWidth), Height: known(h, "LINES", usualHeight)}
}

// known is a length that is one, or what the environment says, or the usual.
func known(n int, variable string, usual int) int {
	if n > 0 {
		return n
	}
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil && n > 0 {
		return n
	}
	return usual
}
