package terminal

import (
	"errors"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// ErrTooLong says that terminals don't take a text of this length into their clipboard.
var ErrTooLong = errors.New("too long for the terminal's clipboard")

const (
	// longestCopy is how many bytes the strictest terminals take: 100,000 as they are sent.
	longestCopy = 74_994
	// screenPiece is how long a string GNU screen passes on.
	screenPiece = 254
)

// Copying is the sequence that puts a text on the terminal's clipboard, made so that what stands between lets it through: GNU screen
// passes on only what is wrapped, tmux takes it itself or passes on what is wrapped, as it is set up.
func Copying(text string, getenv func(string) string) (string, error) {
	if len(text) > longestCopy {
		return "", ErrTooLong
	}
	plain := ansi.SetSystemClipboard(text)
	switch {
	case getenv("TMUX") != "":
		return plain + ansi.TmuxPassthrough(plain), nil
	case strings.HasPrefix(getenv("TERM"), "screen"):
		return ansi.ScreenPassthrough(plain, screenPiece), nil
	}
	return plain, nil
}
