package terminal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// answers are what a terminal may say by itself or when it is asked.
var answers = map[string]string{
	"foreground":          "\x1b]10;rgb:dada/dada/dada\x1b\\",
	"background":          "\x1b]11;rgb:dada/adad/dddd\x1b\\",
	"background, BEL":     "\x1b]11;rgb:dada/adad/dddd\a",
	"cursor colour":       "\x1b]12;rgb:ffff/aaaa/dddd\x1b\\",
	"clipboard":           "\x1b]52;c;YWFhZGRkeHh4\x1b\\",
	"primary attributes":  "\x1b[?62;1;4;22c",
	"secondary":           "\x1b[>1;4000;29c",
	"tertiary":            "\x1bP!|7E565445\x1b\\",
	"version":             "\x1bP>|XTerm(390) add\x1b\\",
	"mode":                "\x1b[?2026;2$y",
	"unicode mode":        "\x1b[?2027;1$y",
	"ANSI mode":           "\x1b[4;1$y",
	"no keyboard flags":   "\x1b[?0u",
	"modifyOtherKeys":     "\x1b[>4;2m",
	"cursor":              "\x1b[24;80R",
	"extended cursor":     "\x1b[?24;80;1R",
	"size":                "\x1b[8;24;80t",
	"size in pixels":      "\x1b[4;480;640t",
	"size of a cell":      "\x1b[6;20;10t",
	"resize in band":      "\x1b[48;24;80;480;640t",
	"mouse":               "\x1b[<64;10;5M",
	"mouse release":       "\x1b[<0;10;5m",
	"focus":               "\x1b[I",
	"blur":                "\x1b[O",
	"colour scheme":       "\x1b[?997;1n",
	"status":              "\x1b[0n",
	"capability":          "\x1bP1+r5463=61\x1b\\",
	"no capability":       "\x1bP0+r5463\x1b\\",
	"setting":             "\x1bP1$r0m\x1b\\",
	"graphics":            "\x1b_Gi=31;OK\x1b\\",
	"locator":             "\x1b[?50n",
	"record of a key":     "\x1b[65;30;97;1;0;1_",
	"end of a late paste": "\x1b[201~",
	"a name in an APC":    "\x1b_add ax\x1b\\",
}

var pauses = []time.Duration{10 * time.Millisecond, 60 * time.Millisecond, 120 * time.Millisecond, 1900 * time.Millisecond}

// line feeds a scanner as a terminal on a slow line does: pieces with pauses between, with its timers.
type line struct {
	scanner scanner
	decoder *decoder
	now     time.Time
	flooded time.Time
	got     []tea.Msg
}

func newLine() *line { return &line{decoder: newDecoder("xterm-256color"), now: time.Unix(1e9, 0)} }

func (l *line) take(tokens []token) {
	all, floods := l.decoder.decode(tokens, after{flood: l.now.Sub(l.flooded) < flood, paste: l.scanner.isWary(l.now)})
	if floods {
		l.flooded = l.now
	}
	l.got = append(l.got, all...)
}

func (l *line) send(piece string) { l.take(l.scanner.feed([]byte(piece), l.now)) }

func (l *line) pause(d time.Duration) {
	until := l.now.Add(d)
	for {
		at, ok := l.scanner.deadline()
		if !ok || at.After(until) {
			break
		}
		if at.After(l.now) {
			l.now = at
		}
		l.take(l.scanner.expired(l.now))
	}
	l.now = until
}

// keys are the keys and pastes that arrived, by name.
func (l *line) keys() string {
	var names []string
	for _, msg := range l.got {
		switch msg := msg.(type) {
		case tea.KeyPressMsg:
			names = append(names, msg.String())
		case tea.PasteMsg:
			names = append(names, fmt.Sprintf("paste %q", msg.Content))
		case Burst:
			names = append(names, fmt.Sprintf("burst of %d", len(msg.Keys)))
		}
	}
	return strings.Join(names, " ")
}

func TestAnAnswerThatWasCutIsNoKey(t *testing.T) {
	for name, answer := range answers {
		for cut := 1; cut < len(answer); cut++ {
			for _, pause := range pauses {
				l := newLine()
				l.send(answer[:cut])
				l.pause(pause)
				l.send(answer[cut:])
				l.pause(300 * time.Millisecond)
				got, want := l.keys(), ""
				if cut == 1 && pause > alone {
					want = "esc" // nobody can know yet
				}
				if got != want {
					t.Errorf("%s, cut at %d for %v: %s, want %q", name, cut, pause, got, want)
				}
				l.send("j")
				l.pause(3 * time.Second)
				if got := strings.TrimSpace(strings.TrimPrefix(l.keys(), want)); got != "j" {
					t.Errorf("%s, cut at %d for %v: then j is %q", name, cut, pause, got)
				}
			}
		}
	}
}

func TestAnAnswerByteByByteIsNoKey(t *testing.T) {
	for name, answer := range answers {
		for _, pause := range []time.Duration{10 * time.Millisecond, 30 * time.Millisecond} {
			l := newLine()
			for i := range len(answer) {
				l.send(answer[i : i+1])
				l.pause(pause)
			}
			l.pause(3 * time.Second)
			if got := l.keys(); got != "" {
				t.Errorf("%s, a byte each %v: %s", name, pause, got)
			}
		}
	}
}

// A terminal that was asked to encode keys does so with esc as well: then not even the ESC of a cut answer can be one.
func TestABareEscapeIsNoKeyWhereEscIsEncoded(t *testing.T) {
	for name, answer := range answers {
		if answer == answers["no keyboard flags"] {
			continue
		}
		l := newLine()
		l.send("\x1b[?1u")
		l.send(answer[:1])
		l.pause(1900 * time.Millisecond)
		l.send(answer[1:])
		if got := l.keys(); got != "" {
			t.Errorf("%s: %s", name, got)
		}
		l.pause(time.Second)
		l.send("\x1b[27u")
		if got := l.keys(); got != "esc" {
			t.Errorf("%s: then esc is %q", name, got)
		}
	}
}

func TestTheRestOfAnAnswerThatWasGivenUpIsNoKey(t *testing.T) {
	for _, c := range []struct{ first, then string }{
		{"\x1b]11;rgb:", "dada/adad/dddd\x1b\\"},
		{"\x1b]11;rgb:", "dada/adad/dddd\a"},
		{"\x1b]11;rgb:dada/adad/dddd\x1b", "\\"},
		{"\x1bP>|XTerm", "(390) add\x1b\\"},
		{"\x1b[?62;", "4;22c"},
		{"\x1b[<0;1", "0;5M"}, {"\x1b[?2026;2", "$y"}, {"\x1b[M", "axd"}, {"\x1b[Ma", "xd"},
	} {
		l := newLine()
		l.send(c.first)
		l.pause(10 * time.Second)
		l.send(c.then)
		l.pause(time.Second)
		if got := l.keys(); got != "" {
			t.Errorf("%q, much later %q: %s", c.first, c.then, got)
		}
		l.send("j")
		if got := l.keys(); got != "j" {
			t.Errorf("%q, much later %q: then j is %q", c.first, c.then, got)
		}
		l = newLine()
		l.send(c.first)
		l.pause(10 * time.Second)
		l.send(c.then + "\x1b[I\x1b[A")
		if got := l.keys(); got != "up" {
			t.Errorf("%q, much later %q and more: %q", c.first, c.then, got)
		}
	}
}

func TestEsc(t *testing.T) {
	for _, c := range []struct {
		name  string
		sent  []string
		pause time.Duration
		want  string
	}{
		{"alone", []string{"\x1b"}, 0, "esc"},
		{"twice at once", []string{"\x1b\x1b"}, 0, "esc esc"},
		{"twice", []string{"\x1b", "\x1b"}, 100 * time.Millisecond, "esc esc"},
		{"and a letter", []string{"\x1b", "a"}, 100 * time.Millisecond, "esc a"},
		{"and a letter at once: alt", []string{"\x1ba"}, 0, "alt+a"},
		{"and what begins sequences", []string{"\x1b", "[", "]", "O", "P", "_"}, 150 * time.Millisecond, "esc [ ] O P _"},
		{"and an arrow", []string{"\x1b", "\x1b[A"}, 100 * time.Millisecond, "esc up"},
		{"and an arrow at once", []string{"\x1b\x1b[A"}, 0, "alt+up"},
		{"and an answer at once", []string{"\x1b\x1b]11;rgb:dada/adad/dddd\x1b\\"}, 0, "esc"},
		{"alt and a character of two bytes", []string{"\x1bä"}, 0, "alt+ä"},
		{"alt and enter", []string{"\x1b\r"}, 0, "alt+enter"},
		{"alt and backspace", []string{"\x1b\x7f"}, 0, "alt+backspace"},
		{"within an answer that was cut", []string{"\x1b]11;rgb:", "\x1b", "a"}, 100 * time.Millisecond, "esc a"},
	} {
		l := newLine()
		for _, s := range c.sent {
			l.send(s)
			l.pause(c.pause)
		}
		l.pause(time.Second)
		if got := l.keys(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	l := newLine()
	l.send("\x1b")
	l.pause(alone)
	if got := l.keys(); got != "esc" {
		t.Errorf("after %v esc is %q", alone, got)
	}
}

func TestKeysThatWereCut(t *testing.T) {
	for sent, want := range map[string]string{
		"\x1b[A": "up", "\x1bOA": "up", "\x1b[1;5C": "ctrl+right", "\x1b[3~": "delete", "\x1b[97;5u": "ctrl+a", "\x1b[27;5;97~": "ctrl+a",
		"\x1b[15~": "f5", "\x1b[[A": "f1", "ä": "ä", "日": "日", "👍": "👍", "\x1b[Z": "shift+tab",
	} {
		for cut := 1; cut < len(sent); cut++ {
			l := newLine()
			l.send(sent[:cut])
			l.pause(30 * time.Millisecond)
			l.send(sent[cut:])
			l.pause(time.Second)
			if got := l.keys(); got != want {
				t.Errorf("%q cut at %d: %q, want %q", sent, cut, got, want)
			}
		}
	}
}

func TestCtrlCActsInAnyState(t *testing.T) {
	for _, before := range []string{"", "\x1b", "\x1b[", "\x1b[200", "\x1bO", "\x1b]11;rgb:", "\x1bP>|", "\x1b_G", "\x1b[M ", "\xe6\x97",
		"\x1b]11;rgb:a\x1b"} {
		l := newLine()
		l.send(before)
		l.send("\x03")
		if got := l.keys(); got != "ctrl+c" {
			t.Errorf("behind %q ctrl+c is %q", before, got)
		}
	}
}

func TestPastes(t *testing.T) {
	const text = "héllo\nwörld 日本 [201~"
	whole := pasteBegin + text + pasteEnd
	for cut := 1; cut < len(whole); cut++ {
		for _, pause := range pauses {
			l := newLine()
			l.send(whole[:cut])
			l.pause(pause)
			l.send(whole[cut:])
			want := fmt.Sprintf("paste %q", text)
			if cut == 1 && pause > alone {
				continue // its begin mark is lost; the next test has it
			}
			if got := l.keys(); got != want {
				t.Errorf("cut at %d for %v: %s", cut, pause, got)
			}
			l.pause(flood)
			l.send("j")
			if got := l.keys(); got != want+" j" {
				t.Errorf("cut at %d for %v: then j is %q", cut, pause, got)
			}
		}
	}
}

func TestAPasteWhoseEscWasTakenForTheKey(t *testing.T) {
	l := newLine()
	l.send("\x1b")
	l.pause(120 * time.Millisecond)
	l.send("[200~add" + pasteEnd)
	l.pause(flood)
	l.send("j")
	if got := l.keys(); got != `esc paste "add" j` {
		t.Errorf("%s", got)
	}
}

func TestAPasteWithoutItsEnd(t *testing.T) {
	l := newLine()
	l.send(pasteBegin + "add\xe6\x97")
	l.pause(1900 * time.Millisecond)
	if len(l.got) > 0 {
		t.Errorf("too early: %v", l.got)
	}
	l.pause(200 * time.Millisecond)
	if want := []tea.Msg{Pasting{On: true}, tea.PasteMsg{Content: "add"}}; fmt.Sprint(l.got) != fmt.Sprint(want) {
		t.Errorf("after two seconds: %v, want %v", l.got, want)
	}
	l.got = nil
	l.send("\xa5 xx")
	l.pause(time.Minute)
	l.send("aaa\x03dd\x1b[20")
	l.pause(drained)
	if want := []tea.Msg{tea.PasteMsg{Content: "日 xx"}, tea.PasteMsg{Content: "aaa"}, Pasting{}}; fmt.Sprint(l.got) != fmt.Sprint(want) {
		t.Errorf("ended by hand: %v, want %v", l.got, want)
	}
	l.send("j\x03")
	if got := l.keys(); !strings.HasSuffix(got, "j ctrl+c") {
		t.Errorf("then keys are %s", got)
	}
}

func TestCtrlCEndsAPasteInAnyEncoding(t *testing.T) {
	for _, c := range everyCtrlC {
		l := newLine()
		l.send(pasteBegin + "add" + c)
		l.pause(time.Second)
		l.send("j")
		if got := l.keys(); got != `paste "add" j` {
			t.Errorf("%q: %s", c, got)
		}
		l.send(c)
		if got := l.keys(); got != `paste "add" j ctrl+c` {
			t.Errorf("%q as a key: %s", c, got)
		}
	}
}

func TestAnAnswerWithinAPaste(t *testing.T) {
	for name, answer := range answers {
		if answer == pasteEnd {
			continue
		}
		l := newLine()
		l.send(pasteBegin + "one " + answer + "two" + pasteEnd)
		if got := l.keys(); got != `paste "one two"` {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestBursts(t *testing.T) {
	for _, c := range []struct {
		sent string
		want string
	}{
		{strings.Repeat("j", 16), strings.TrimSpace(strings.Repeat("j ", 16))},
		{strings.Repeat("j", 17), "burst of 17"},
		{strings.Repeat("\x1b[B", 17), "burst of 17"},
		{strings.Repeat("日", 17), "burst of 17"},
		{strings.Repeat("j", 17) + "\x1b[I" + strings.Repeat("k", 3), "burst of 17 burst of 3"},
		{strings.Repeat("j", 10) + "\x03" + strings.Repeat("k", 10), "burst of 10 ctrl+c burst of 10"},
	} {
		l := newLine()
		l.send(c.sent)
		if got := l.keys(); got != c.want {
			t.Errorf("%q: %s, want %s", c.sent, got, c.want)
		}
	}
}

// Anything may stand on the input: the scanner goes on, and a key that comes later is one.
func FuzzScanner(f *testing.F) {
	for _, a := range answers {
		f.Add([]byte(a), 3)
	}
	f.Add([]byte(pasteBegin+"text"), 4)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		cut = max(0, min(cut, len(data)))
		l := newLine()
		l.send(string(data[:cut]))
		l.pause(50 * time.Millisecond)
		l.send(string(data[cut:]))
		l.pause(10 * time.Second)
		l.send("\x03")
		l.pause(time.Minute)
		l.send("\x03")
		if last := l.got[len(l.got)-1]; !interrupts(last) {
			t.Errorf("ctrl+c is %v", last)
		}
	})
}
