//go:build linux || darwin

package e2e_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// hot is what would quit, delete or navigate if it weren't text.
const hot = "qQ?:/jkdDrRaAgG0123456789 ,.x"

// field is a place to type in: how to get there, and the text in front of what is typed.
type field struct {
	name   string
	reach  func(c *console)
	before string
	lines  bool // it has several lines
	masks  bool // pastes are refused
}

func fields() []field {
	form := func(tabs int) func(c *console) {
		return func(c *console) {
			c.keys("2")
			c.sees(`27 in all`)
			c.keys("n")
			c.sees(`New webhook`)
			c.keys(strings.Repeat("<tab>", tabs))
		}
	}
	return []field{
		{name: "filter", before: `^/ `, reach: func(c *console) { c.keys("/"); c.sees(`^/ `) }},
		{name: "palette", before: ``, reach: func(c *console) { c.keys(":"); c.sees(`Commands`) }},
		{name: "name", before: `▌  `, reach: form(0)},
		{name: "URL", before: `▌  `, reach: form(1)},
		{name: "description", before: `▌  `, reach: form(2), lines: true},
		{name: "timeout", before: `▌  `, reach: form(3)},
		{name: "id to open", before: `▌  `, reach: func(c *console) { c.keys("2"); c.sees(`27 in all`); c.keys("O"); c.sees(`by its id`) }},
		{name: "CEL", before: `┃ +1 +`, lines: true, reach: func(c *console) { c.keys("0b"); c.sees(`evaluates the expression`) }},
		{name: "typed confirmation", before: `to confirm: .*?`, masks: true, reach: func(c *console) {
			c.keys("2")
			c.sees(`27 in all`)
			c.keys("x")
			c.sees(`Delete webhook\?`)
			c.afterGrace()
		}},
	}
}

// What is typed lands in the field, in order, and does nothing else.
func TestHotkeysAreTextWhileTyping(t *testing.T) {
	t.Parallel()
	for _, f := range fields() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			c := s.open(term.Options{Width: 110, Height: 40})
			c.sees(`42 in all`)
			f.reach(c)
			c.settled() // the names of the rows are asked for by now
			asked := len(s.Requests())
			has := func(text string) {
				t.Helper()
				if f.masks { // a narrow field: it shows the last of several words
					text = text[strings.LastIndex(text, " ")+1:]
				}
				c.sees(f.before + regexp.QuoteMeta(strings.TrimRight(text, " ")) + `( |✓|$)`)
			}
			c.must(c.Type(hot))
			has(hot)
			c.keys("<ctrl+a>S<ctrl+e>E<home>1<end>2")
			has("1S" + hot + "E2")
			c.keys("<ctrl+w>")
			has("1S" + strings.TrimSuffix(hot, ",.x"))
			c.keys("<ctrl+u>two words<alt+b>X")
			has("two Xwords")
			c.keys("<ctrl+e><ctrl+u>again")
			has("again")
			c.settled()
			s.untouched()
			if got := len(s.Requests()); got != asked {
				t.Errorf("typing made %d requests: %v", got-asked, lines(s.Requests()[asked:]))
			}
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}

// A paste is inserted once, at the cursor, and submits nothing.
func TestPastesAreInsertedAndSubmitNothing(t *testing.T) {
	t.Parallel()
	for _, f := range fields() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			c := s.open(term.Options{Width: 110, Height: 40})
			c.sees(`42 in all`)
			f.reach(c)
			url := "https://hook.example.com/日本"
			if f.name == "palette" {
				url = "hooks 日本" // a link would be one of a secret there, and is masked
			}
			c.must(c.PasteBracketed(url))
			if f.masks {
				c.sees(`type it by hand`)
				c.hides(regexp.QuoteMeta(url))
				c.must(c.PasteBracketed("one\ntwo"))
				c.settled()
				c.hides(`confirm: .*one`)
			} else {
				c.sees(f.before + regexp.QuoteMeta(url) + `( |$)`)
				c.keys("<ctrl+e><ctrl+u>ab<left>")
				c.must(c.PasteBracketed("one\ntwo"))
				if f.lines {
					c.sees(f.before + `aone( +│|$)`)
					c.sees(`(▌|┃ +2) +twob( +│|$)`)
				} else {
					c.sees(f.before + `aone twob`)
				}
				c.must(c.PasteBracketed(""))
				c.keys("<ctrl+e><ctrl+u>")
				c.must(c.Type(url)) // a terminal without bracketed paste
				c.sees(`(` + f.before + `|┃ +2 +)` + regexp.QuoteMeta(url) + `( |$)`)
			}
			c.settled()
			s.untouched()
			c.keys("<ctrl+c>")
			c.ends(0)
		})
	}
}

// A field for what opens a secret stays masked, however it was filled.
func TestAReferenceIsMasked(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 110, Height: 40})
	c.keys("4")
	c.sees(`^Secrets .*(loaded|in all)`)
	c.keys("X")
	c.sees(`╭`)
	const code = "MASK-EDCO-DE99"
	c.must(c.PasteBracketed(s.server.URL() + "/secrets/" + code))
	c.sees(`•••`)
	c.keys("<ctrl+u>")
	c.misses(`•••`)
	c.must(c.Type(code))
	c.sees(`•••`)
	c.settled()
	s.untouched()
	c.keys("<ctrl+c>")
	c.ends(0)
	if strings.Contains(string(c.Log()), code) {
		t.Error("the reference was shown")
	}
}

// What comes without a field to go to does nothing, whatever is in it.
func TestAPasteOverTheListDoesNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{})
	c.sees(`42 in all`)
	c.must(c.PasteBracketed("t2x\rq"))
	c.sees(`A paste does nothing here`)
	c.sees(`▏1 Hooks`)
	s.untouched()
	c.keys("<esc>q")
	c.ends(0)
}

// PasteBracketed pastes text, and waits until what is pressed next isn't taken for a part of it.
func (c *console) PasteBracketed(text string) error {
	err := c.Session.PasteBracketed(text)
	time.Sleep(1050 * time.Millisecond)
	return err
}
