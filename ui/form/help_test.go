package form

import (
	"strings"
	"testing"
)

// Where there is no room for all of a field's help, what is there says something by itself.
func TestHelpEndsWithWholeParts(t *testing.T) {
	for in, want := range map[string]string{
		"What people call it, up to 100 characters.":                            "What people call it",
		"What it is for, up to 2,048 characters.":                               "What it is for",
		"One a line. The form shows what is added and removed.":                 "One a line",
		"The role's id, 27 letters and digits.":                                 "The role's id",
		"Short.":                                                                "Short.",
		"On: whoever is in the cohort gets the profile without asking anybody.": "On: whoever is in the coho…",
	} {
		lines := helpLines(in, 28, 1)
		var got []string
		for _, l := range lines {
			for _, p := range l {
				got = append(got, p.text)
			}
		}
		if text := strings.TrimSpace(strings.Join(got, "")); len(lines) != 1 || text != want && !strings.HasSuffix(want, "…") {
			t.Errorf("%q is %q, want %q", in, text, want)
		}
	}
}
