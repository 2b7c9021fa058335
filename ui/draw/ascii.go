package draw

import (
	"strings"
	"unicode/utf8"
)

// plainSigns are the signs of the console for a terminal without them, cell for cell. Letters of names aren't signs.
var plainSigns = strings.NewReplacer(
	"─", "-", "━", "=", "╸", ">", "│", "|", "┃", "|", "╭", "+", "╮", "+", "╰", "+", "╯", "+",
	"┌", "+", "┐", "+", "└", "+", "┘", "+",
	"├", "+", "┤", "+", "┬", "+", "┴", "+", "┼", "+", "╶", "-", "╴", "-", "╷", "|", "╵", "|",
	"═", "=", "║", "|", "╌", "-", "┄", "-", "╎", ":",
	"▌", ">", "▐", "<", "▎", "|", "▏", "|", "▕", "|", "█", "#", "▉", "#",
	"▊", "#", "▋", "#", "▍", "=", "▆", "#", "▇", "#", "▅", "=",
	"▄", "=", "▃", "=", "▂", "-", "▁", "_", "▀", "\"", "░", ".", "▒", ":", "▓", "%",
	"▮", "#", "▯", ".", "■", "#", "□", ".", "▪", "#", "▫", ".", "▣", "&", "◼", "#", "◻", ".",
	"●", "*", "○", "o", "◌", "~", "◉", "@", "◎", "@", "◆", "@", "◇", "-", "◈", "&", "◐", "c", "◑", "c",
	"▲", "^", "▼", "v", "▶", "+", "◀", "<", "▸", ">", "◂", "<", "▴", "^", "▾", "v", "▷", ">", "◁", "<",
	"↑", "^", "↓", "v", "←", "<", "→", ">", "↵", "$", "⏎", "$", "⟳", "r", "↻", "r", "⇥", ">", "␡", "#", "␛", "#",
	"✓", "Y", "✔", "Y", "✗", "x", "✘", "x", "×", "x", "∞", "*", "≥", ">", "≤", "<", "±", "~", "−", "-",
	"…", "~", "·", "-", "•", "*", "–", "-", "—", "-", "‹", "<", "›", ">", "«", "<", "»", ">",
	"“", "\"", "”", "\"", "„", "\"", "‘", "'", "’", "'", "‚", "'", "§", "$", "¶", "$", "°", "o",
)

// Signs is how the signs of the console reach a terminal.
type Signs uint8

// The ways of signs.
const (
	AllSigns   Signs = iota // as they are
	PlainSigns              // ASCII in the place of signs; letters stay: the terminal has UTF-8 and few glyphs
	OnlyASCII               // nothing but ASCII: to a terminal without UTF-8, the bytes of others may be commands
)

// Fit is a drawn frame with no other signs than the terminal has, every line as wide as before.
func (s Signs) Fit(frame string) string {
	if s == AllSigns {
		return frame
	}
	frame = plainSigns.Replace(frame)
	if s == PlainSigns {
		return frame
	}
	return onlyASCII(frame)
}

// unknownLetter stands in each cell of a letter that the terminal lacks.
const unknownLetter = "?"

func onlyASCII(s string) string {
	if isASCII(s) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for len(s) > 0 {
		n, width := nextCluster(s)
		if s[0] < utf8.RuneSelf { // with its marks, if it has some
			out.WriteByte(s[0])
		} else {
			out.WriteString(strings.Repeat(unknownLetter, width))
		}
		s = s[n:]
	}
	return out.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// SignsOf are those of a terminal, by what the environment says of it.
func SignsOf(getenv func(string) string) Signs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(getenv(name))
		if locale == "" {
			continue
		}
		if !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8") {
			return OnlyASCII
		}
		break
	}
	if getenv("TERM") == "linux" { // its font has few of them
		return PlainSigns
	}
	return AllSigns
}
