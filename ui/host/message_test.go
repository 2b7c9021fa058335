package host_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// A headline, a sentence and the keys that help stand apart where there is room, and at every size the keys are there.
func TestAMessageEndsWithWhatHelps(t *testing.T) {
	th := themetest.New(t, "dark")
	words := []string{"The hooks could not be loaded.", "The tenant has a problem right now. The tenant says: out of order.", "r tries again."}
	for _, size := range [][2]int{{120, 30}, {76, 18}, {39, 6}, {39, 3}, {20, 3}, {20, 1}} {
		lines := host.Message(words, size[0], size[1], th)
		text := ansi.Strip(strings.Join(lines, "\n"))
		if len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, line := range lines {
			if n := draw.Width(ansi.Strip(line)); n != size[0] {
				t.Errorf("%v: a line has %d cells", size, n)
			}
		}
		if size[1] >= 2 && !strings.Contains(text, "r tries again.") {
			t.Errorf("%v: what to do isn't said:\n%s", size, text)
		}
		if apart := strings.Contains(text, "loaded.") && blankBetween(lines); apart != (size[1] >= 18) {
			t.Errorf("%v: the parts stand apart: %v:\n%s", size, apart, text)
		}
	}
}

// blankBetween reports whether there is an empty line between two that aren't.
func blankBetween(lines []string) bool {
	text := ""
	for _, line := range lines {
		if strings.TrimSpace(ansi.Strip(line)) == "" {
			text += " "
		} else {
			text += "x"
		}
	}
	return strings.Contains(strings.TrimSpace(text), " ")
}
