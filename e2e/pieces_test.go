//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/e2e/term"
)

// place is a place of the console in which a key would do harm, or text would be typed.
type place struct {
	name  string
	reach func(c *console)
	still string // what is on the screen as long as nothing happened
	field string // before what is typed there; "" where nothing is
}

func places() []place {
	return []place{
		{"list", func(c *console) {}, `^Suggestions .*12 in all`, ""},
		{"triage", func(c *console) { c.keys("tt"); c.card(0, 1) }, `nothing decided yet`, ""},
		{"dialog", func(c *console) { c.keys("2"); c.sees(`^Webhooks .*in all`); c.keys("x"); c.sees(`Delete webhook\?`) }, `Delete webhook\?`,
			`to confirm: .*?`},
		{"form", func(c *console) { c.keys("2"); c.sees(`^Webhooks .*in all`); c.keys("n"); c.sees(`New webhook`) }, `New webhook`, `▌  `},
	}
}

// eachPlace runs a test in every place, each on a tenant of its own with new suggestions.
func eachPlace(t *testing.T, test func(t *testing.T, s *site, c *console, at place)) {
	for _, at := range places() {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			s := serveCases(t, 12)
			c := s.open(term.Options{Width: 120, Height: 40})
			c.keys("3")
			c.sees(`^Suggestions .*12 in all`)
			at.reach(c)
			c.afterGrace()
			test(t, s, c, at)
			s.untouched()
		})
	}
}

// answers are one of each form in which a terminal speaks by itself or when it is asked; ui/terminal's tests know more.
func answers() []string {
	return []string{
		"\x1b]10;rgb:dada/dada/dada\x1b\\", "\x1b]11;rgb:1414/1717/1d1d\a", "\x1b[?62;1;4;22c", "\x1b[>1;4000;29c", "\x1bP!|7E565445\x1b\\",
		"\x1bP>|XTerm(390) add\x1b\\", "\x1b[?2026;2$y", "\x1b[?0u", "\x1b[24;80R", "\x1b[8;24;80t", "\x1b[48;24;80;480;640t", "\x1b[<64;10;5M",
		"\x1b[<0;10;5m", "\x1b[I", "\x1b[O", "\x1b[201~", "\x1b[65;30;97;1;0;1_",
	}
}

// What the terminal says arrives in pieces on a slow line: none of them is a key or a text. (The very first byte alone is the key esc when
// nothing follows; see below.)
func TestAnswersInPiecesAreNoKeys(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, _ *site, c *console, at place) {
		pauses, n := []time.Duration{10 * time.Millisecond, 60 * time.Millisecond, 120 * time.Millisecond}, 0
		for _, answer := range answers() {
			for cut := 2; cut < len(answer); cut++ {
				c.must(c.Send(answer[:cut]))
				time.Sleep(pauses[n%len(pauses)])
				c.must(c.Send(answer[cut:]))
				n++
			}
		}
		for _, late := range [][2]string{{"\x1b]11;rgb:", "1414/1717/1d1d\x1b\\"}, {"\x1b[<64;1", "0;5M"}, {"\x1bP>|XTerm", "(390) add\x1b\\"}} {
			c.must(c.Send(late[0]))
			time.Sleep(time.Second) // half of what a cut sequence may wait
			c.must(c.Send(late[1]))
		}
		c.settled()
		c.sees(at.still)
		if at.field != "" {
			c.keys("xy")
			c.sees(at.field + `xy( |$)`)
		}
	})
}

// A byte ESC that nothing follows for a while can only be the key esc. It acts once, and what then completes an answer is swallowed.
func TestAnAnswerCutBehindItsFirstByte(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, _ *site, c *console, _ place) {
		for _, answer := range answers() {
			c.must(c.Send(answer[:1]))
			time.Sleep(120 * time.Millisecond)
			c.must(c.Send(answer[1:]))
		}
		c.settled()
		c.sees(`^(Suggestions|Webhooks) .*in all`) // esc leads back to a list and no further
		c.keys("/")
		c.sees(`^/ +`)
		c.keys("xy")
		c.sees(`^/ xy( |$)`)
	})
}

// The key esc acts at once, also where the terminal sends one byte for it and behind an answer whose end never comes.
func TestEscActsAtOnce(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{})
	for _, before := range []string{"", "\x1b]11;rgb:", "\x1b[<64;1", "\x1bP>|XTerm"} {
		const soon, tries = 100 * time.Millisecond, 30
		best := time.Hour
		for range tries { // the machine may be busy
			c.keys("?")
			c.sees(`Keys that work here`)
			c.must(c.Type(before)) // and waits until it is read: an ESC in one read with a cut string may begin its end
			begun := time.Now()
			c.must(c.Send("\x1b"))
			c.misses(`Keys that work here`)
			if best = min(best, time.Since(begun)); best <= soon {
				break
			}
		}
		if best > soon {
			t.Errorf("behind %q esc acts after %v", before, best)
		}
	}
	c.keys("q")
	c.ends(0)
}

// What comes in one read with the key esc is neither lost nor joined with it: a paste is text, and what the terminal says is heard. A key
// that is pressed later is a key of its own.
func TestEscInOneReadWithOthers(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Width: 120, Height: 40})
	const late = 100 * time.Millisecond
	for _, sent := range [][]string{
		{"\x1b\x1b[200~2", "2\x1b[201~"}, {"\x1b\x1b[<64;10;5M"}, {"\x1b]11;rgb:\x1b", "2"}, {"\x1b", "2"}, {"\x1b]11;rgb:", "\x1b", "2"},
	} {
		c.keys("?")
		c.sees(`Keys that work here`)
		for _, piece := range sent {
			c.must(c.Send(piece))
			time.Sleep(late)
		}
		c.misses(`Keys that work here`)
		if last := len(sent) - 1; sent[last] == "2" {
			c.sees(`^Webhooks .*in all`)
			c.keys("1")
		}
		c.sees(`^Hooks .*1 of 42 in all`)
		time.Sleep(time.Second) // behind a paste
	}
	c.must(c.Send("\x1b]")) // alt and a key with which an answer begins
	for range 3 {
		time.Sleep(late)
		c.must(c.Send("j"))
	}
	c.sees(`4 of 42`)
}

// More keys than a hand presses come from a paste without its marks: they change nothing, and in a field they are text.
func TestABurstOfKeysChangesNothing(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, _ *site, c *console, at place) {
		for _, burst := range []string{strings.Repeat("adxo", 200) + "\r", strings.Repeat("ax\r", 40)} {
			c.must(c.Send(burst))
		}
		c.settled()
		c.sees(at.still)
		switch at.name {
		case "list", "triage":
			c.sees(`Too many keys came at once`)
		case "form":
			c.sees(`Name takes 100 characters`)
			c.must(c.Send("https://hook.example.com/adx?a=1\ny\n"))
			c.sees(at.field + `https://hook.example.com/adx\?a=1 y`)
		}
		c.keys("<ctrl+c>")
		c.ends(0)
	})
}

// A paste whose end got lost takes keys for text, says so, and ctrl+c ends it: then keys are keys again.
func TestAPasteWithoutItsEndDoesNothing(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, _ *site, c *console, at place) {
		c.must(c.Send("\x1b[200~adxo"))
		c.sees(`Pasting… ctrl\+c ends it`)
		c.must(c.Send("ax\rdd\x1b[201")) // the end mark is cut for good
		c.must(c.Send("adx"))
		time.Sleep(100 * time.Millisecond)
		c.keys("<ctrl+c>")
		c.misses(`Pasting…`)
		time.Sleep(400 * time.Millisecond) // what still comes right behind belongs to the paste
		c.sees(at.still)
		if at.name == "form" {
			c.sees(`▌  adxoax dd`)
		}
		c.settled()
		c.keys("<ctrl+c>")
		c.ends(0)
	})
}

// Text in which an end mark stands goes on behind it, at once or after a while: none of it sends anything, and then keys are keys.
func TestAPasteWithAnEndMarkInItsText(t *testing.T) {
	t.Parallel()
	eachPlace(t, func(t *testing.T, _ *site, c *console, at place) {
		for _, pause := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond} {
			c.must(c.Send("\x1b[200~one\x1b[201~"))
			time.Sleep(pause)
			c.must(c.Send("adxo\r\x1b[201~"))
			time.Sleep(500 * time.Millisecond)
		}
		c.settled()
		c.sees(at.still)
		time.Sleep(time.Second)
		c.keys("?")
		if at.field == "" {
			c.sees(`Keys that work here`)
		} else {
			c.sees(at.field + `.*\?`)
		}
		c.keys("<ctrl+c>")
		c.ends(0)
	})
}

// ctrl+c ends the program at once, whatever waits before it.
func TestCtrlCBehindALongPaste(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long line of text without an end ", 60<<10/35)
	for _, c := range []struct {
		name  string
		reach func(c *console)
	}{
		{"form", func(c *console) { c.keys("2"); c.sees(`27 in all`); c.keys("n"); c.sees(`New webhook`) }},
		{"CEL bench", func(c *console) { c.keys("0b"); c.sees(`evaluates the expression`) }},
		{"filter", func(c *console) { c.keys("/"); c.sees(`^/ `) }},
		{"palette", func(c *console) { c.keys(":"); c.sees(`Commands`) }},
	} {
		for _, marks := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, marks %v", c.name, marks), func(t *testing.T) {
				t.Parallel()
				s := demo(t, term.Options{Width: 110, Height: 40})
				c.reach(s)
				text := long
				if marks {
					text = "\x1b[200~" + long + "\x1b[201~"
				}
				s.must(s.Send(text + "\x03"))
				s.ends(0)
			})
		}
	}
}
