//go:build linux || darwin

package term

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func emulate(t *testing.T, output ...string) *emulator {
	t.Helper()
	e := newEmulator(40, 10, Modern, false)
	t.Cleanup(e.close)
	go func() {
		buf := make([]byte, 256)
		for {
			if _, err := e.readAnswers(buf); err != nil {
				return
			}
		}
	}()
	for _, o := range output {
		e.write([]byte(o), time.Now())
	}
	return e
}

// Names whose clusters terminals count differently: what follows a name must start in the column that
// the name's width says.
func TestWideRows(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
	}{
		{"plain", 5},
		{"日本語ロール", 12},
		{"ＦＵＬＬ", 8},
		{"👩‍👩‍👧‍👦 fam", 6},
		{"⚠️ warn", 7},
		{"🇫🇷🇩🇪", 4},
		{"น้ำใจ", 3}, // the first three code points are one cluster
		{"e\u0301\u0301\u0301", 1},
	} {
		e := emulate(t, c.name+"|")
		if x := e.shown.Column(0, "|"); x != c.width {
			t.Errorf("%q: the bar is in column %d, want %d", c.name, x, c.width)
		}
		if got := e.shown.Line(0); got != c.name+"|" {
			t.Errorf("%q is shown as %q", c.name, got)
		}
	}
}

func TestCompleteKeepsClustersTogether(t *testing.T) {
	text := "a👩‍👩‍👧‍👦|e\u0301|日本"
	for cut := range len(text) {
		e := emulate(t)
		first := text[:cut]
		n := complete([]byte(first))
		e.write([]byte(first[:n]), time.Now())
		e.write([]byte(first[n:]+text[cut:]), time.Now())
		if got := e.shown.Line(0); got != text {
			t.Errorf("cut at %d: shown as %q", cut, got)
		}
		if x := e.shown.Column(0, "日"); x != 6 {
			t.Errorf("cut at %d: column %d, want 6", cut, x)
		}
	}
}

func TestSynchronizedUpdateShowsAtItsEnd(t *testing.T) {
	e := newEmulator(20, 2, Modern, false)
	defer e.close()
	var paints []string
	var times []time.Time
	e.onPaint = func(at time.Time, s *Screen) { paints, times = append(paints, s.String()), append(times, at) }
	t0 := time.Unix(1000, 0)
	e.write([]byte("\x1b[?2026hone"), t0)
	e.write([]byte(" two"), t0.Add(time.Millisecond))
	e.write([]byte("\x1b[?2026l\r\nthree"), t0.Add(2*time.Millisecond))
	e.write([]byte("\x1b[?25h"), t0.Add(3*time.Millisecond)) // it is on already
	if want := []string{"one two", "one two\nthree"}; !slices.Equal(paints, want) {
		t.Errorf("paints are %q, want %q", paints, want)
	}
	if len(times) > 0 && !times[0].Equal(t0.Add(2*time.Millisecond)) {
		t.Errorf("first paint at %v", times[0].Sub(t0))
	}
}

func TestSynchronizedUpdateLeftOpen(t *testing.T) {
	e := newEmulator(20, 2, Modern, false)
	defer e.close()
	t0 := time.Unix(1000, 0)
	e.write([]byte("\x1b[?2026hstuck"), t0)
	e.tick(t0.Add(syncLimit / 2))
	if got := e.shown.String(); got != "" {
		t.Errorf("shown too early: %q", got)
	}
	e.tick(t0.Add(2 * syncLimit))
	if got := e.shown.String(); got != "stuck" {
		t.Errorf("shown is %q", got)
	}
}

func TestLeftovers(t *testing.T) {
	for _, c := range []struct {
		output string
		want   []string
	}{
		{"hello\x1b[?1049h\x1b[?25l\x1b[?1002;1006h\x1b[?2004h\x1b[?2026h\x1b[>1u", []string{
			"alternate screen", "bracketed paste", "hidden cursor", "keyboard enhancements", "mouse (1002)", "mouse (1006)", "synchronized output",
		}},
		{"\x1b[?1049h\x1b[>1u\x1b[?25l\x1b[<1u\x1b[?25h\x1b[?1049l", nil},
		{"\x1b]11;#ff0000\a", []string{"other default colours"}},
		{"\x1b]11;#ff0000\a\x1b]111\a", nil},
		{"\x1b[?7l", []string{"no automatic wrapping"}},
	} {
		if got := emulate(t, c.output).leftovers(); !slices.Equal(got, c.want) {
			t.Errorf("%q leaves %q, want %q", c.output, got, c.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		kind        Kind
		ask, answer string
	}{
		{Modern, "\x1b[?2026$p", "\x1b[?2026;2$y"},
		{Modern, "\x1b[?2026h\x1b[?2026$p", "\x1b[?2026;1$y"},
		{Modern, "\x1b[?2027$p", "\x1b[?2027;2$y"},
		{XTerm, "\x1b[?2026$p", "\x1b[?2026;0$y"},
		{XTerm, "\x1b[?2004$p", "\x1b[?2004;2$y"},
		{Modern, "\x1b[>q", "\x1bP>|gatehouse-e2e(1.0)\x1b\\"},
		{XTerm, "\x1b[>q", "\x1bP>|XTerm(390)\x1b\\"},
		{Modern, "\x1b[5n", "\x1b[0n"},
		{Modern, "\x1b[6n", "\x1b[1;1R"},
		{Modern, "\x1b[18t", "\x1b[8;10;40t"},
		{Modern, "\x1b[?996n", "\x1b[?997;1n"},
		{Modern, "\x1b[?u\x1b[5n", "\x1b[0n"}, // nothing about keyboard flags
	} {
		e := newEmulator(40, 10, c.kind, false)
		go func() {
			e.write([]byte(c.ask), time.Now())
			e.close()
		}()
		var got strings.Builder
		buf := make([]byte, 64)
		for {
			n, err := e.readAnswers(buf)
			got.Write(buf[:n])
			if err != nil {
				break
			}
		}
		if got.String() != c.answer {
			t.Errorf("%v: %q is answered by %q, want %q", c.kind, c.ask, got.String(), c.answer)
		}
	}
	for _, light := range []bool{false, true} {
		e := newEmulator(4, 1, Modern, light)
		go func() { e.write([]byte("\x1b]11;?\a"), time.Now()); e.close() }()
		buf := make([]byte, 64)
		n, _ := e.readAnswers(buf)
		if want := fmt.Sprintf("\x1b]11;rgb:%s", map[bool]string{false: "14", true: "f7"}[light]); !strings.HasPrefix(string(buf[:n]), want) {
			t.Errorf("light %v: the background is %q, want %q…", light, buf[:n], want)
		}
	}
}

func TestClipboardPayloads(t *testing.T) {
	e := emulate(t, "\x1b]52;c;SGVsbG8=\a\x1b]52;c;?\a\x1b]52;c;not base64!\a\x1b]52;p;\x1b\\")
	if want := []string{"Hello", ""}; !slices.Equal(e.clipboard, want) {
		t.Errorf("clipboard writes are %q, want %q", e.clipboard, want)
	}
}

func TestAppCursorKeys(t *testing.T) {
	for _, c := range []struct {
		app  bool
		want string
	}{{false, "\x1b[A"}, {true, "\x1bOA"}} {
		keys, err := parseKeys("<up>", c.app)
		if err != nil || len(keys) != 1 || keys[0].bytes != c.want {
			t.Errorf("<up> with app %v is %+v (%v), want %q", c.app, keys, err, c.want)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		data string
		held string
	}{
		{"", ""}, {"abc", "c"}, {"abc ", ""}, {"ab\x1b[?2026l", ""}, {"ab\x1b[m", ""}, {"a日本", "a日本"},
		{"\x1b[31m日", "日"}, {"[31m", "m"}, {"e\u0301", "e\u0301"}, {"x\r\n", ""}, {"日本 ", ""},
	} {
		if got := c.data[complete([]byte(c.data)):]; got != c.held {
			t.Errorf("of %q %q is held back, want %q", c.data, got, c.held)
		}
	}
}
