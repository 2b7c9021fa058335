package grid

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// collation makes keys of texts whose bytes are in the order of people: letters by the root of CLDR, accented ones beside those without,
// numbers by value. A collator takes microseconds for a text, so each character is asked about once.
type collation struct {
	collator *collate.Collator
	buffer   collate.Buffer
	ascii    [128]string
	others   map[rune]string
	key      strings.Builder
}

func newCollation() *collation {
	c := &collation{collator: collate.New(language.Und, collate.Loose), others: map[rune]string{}}
	for r := range rune(len(c.ascii)) {
		c.ascii[r] = c.weight(r)
	}
	return c
}

// weight is what a character weighs, "" for accents: they tell only texts apart that are the same without.
func (c *collation) weight(r rune) string {
	defer c.buffer.Reset()
	return string(c.collator.KeyFromString(&c.buffer, string(r)))
}

// of is the key of a folded text, "" of one that says that nothing is known.
func (c *collation) of(text string) string {
	if nothing(text) {
		return ""
	}
	c.key.Reset()
	c.key.Grow(3*len(text) + 2)
	for at := 0; at < len(text); {
		if digit(text[at]) {
			number, rest := digits(text[at:])
			c.key.WriteString(c.ascii['0'])
			c.key.WriteByte(byte(min(len(number), 255)))
			c.key.WriteString(number)
			at = len(text) - len(rest)
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		at += size
		if r < rune(len(c.ascii)) {
			c.key.WriteString(c.ascii[r])
			continue
		}
		weight, ok := c.others[r]
		if !ok {
			weight = c.weight(r)
			c.others[r] = weight
		}
		c.key.WriteString(weight)
	}
	c.key.WriteString("\x00\x00") // before all weights, so that the beginning of a text stands before it
	c.key.WriteString(text)
	return c.key.String()
}

// nothing reports whether a cell says that its value isn't there or can't be read.
func nothing(text string) bool {
	return text == "" || text == "–" || text == "?" || strings.HasPrefix(text, "? ")
}
