package e2e_test

import (
	"regexp"
	"strings"
)

// unboxed is a screen as it reads without the boxes that panes stand in: the lines begin with their text, and what the lower line of a box
// says stands behind its upper one.
func unboxed(screen string) string {
	lines := strings.Split(screen, "\n")
	title := -1
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "╭"):
			title = i
		case strings.HasPrefix(line, "╰") && title >= 0:
			lines[title] += " " + strings.Trim(line, "╰╯─ ")
		}
		lines[i] = bare(line)
	}
	return strings.Join(lines, "\n")
}

// bare is a line without the edges of a box.
func bare(line string) string {
	line = strings.TrimRight(strings.TrimRight(line, "│┃"), " ")
	for _, edge := range []string{"╭ ", "│ ", "╰ "} {
		if rest, ok := strings.CutPrefix(line, edge); ok {
			return rest
		}
	}
	return line
}

// onScreen reports whether a screen matches, as it is or without the boxes of its panes.
func onScreen(re *regexp.Regexp, screen string) bool {
	return re.MatchString(screen) || re.MatchString(unboxed(screen))
}
