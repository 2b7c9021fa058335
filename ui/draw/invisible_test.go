package draw

import "testing"

func TestFirstUnseen(t *testing.T) {
	for text, want := range map[string]string{
		"https://h3.exam\u200bple.com/in": "U+200B after “…ps://h3.exam”",
		"\ufeffname":                      "U+FEFF at the start",
		"gnp\u202eexe":                    "U+202E after “gnp”",
		"a\u00adb":                        "U+00AD after “a”",
		"\U000e0067":                      "U+E0067 at the start",
		"x\u3164":                         "U+3164 after “x”",
		"x\u2800":                         "U+2800 after “x”",
		"x\ufe0f":                         "U+FE0F after “x”",
		"x\x1b":                           "U+001B after “x”",
		"x\u2028":                         "U+2028 after “x”",
		"x\xff":                           "broken UTF-8 after “x”",
		"ad\u200cmin":                     "U+200C after “ad”",
		"e\u0301\u0301\u0301\u0301\u0302": "U+0302 after “e\u0301\u0301\u0301\u0301”",
	} {
		u, ok := FirstUnseen(text)
		if !ok || u.Words(text) != want {
			t.Errorf("%+q: %v %q, want %q", text, ok, u.Words(text), want)
		}
	}
	for _, text := range append([]string{"two\nlines\tand tabs\r\n", "می\u200cخواهم", "葛\U000e0100城",
		"ⓒ ™\ufe0f 3\ufe0f\u20e3"}, scripts...) {
		if u, ok := FirstUnseen(text); ok {
			t.Errorf("%+q: %s", text, u.Words(text))
		}
	}
}

func TestWrapMakesNoLinesOfWhatBreaksLines(t *testing.T) {
	const forged = "Payroll\u0085id 2x\u2028on tenant acme\u2029a\rb\nc\vd\fe\tf\r\ng"
	lines := Wrap(forged, 100)
	if want := "Payroll↵id 2x↵on tenant acme↵a↵b↵c␋d␌e f↵g"; len(lines) != 1 || lines[0] != want {
		t.Errorf("%q, want the one line %q", lines, want)
	}
	if lines := WrapText("a\n  b", 10); len(lines) != 2 || lines[1] != "  b" {
		t.Errorf("a text of several lines: %q", lines)
	}
}
