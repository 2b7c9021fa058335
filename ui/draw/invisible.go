package draw

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	zwnj      = 0x200c
	zwj       = 0x200d
	blackFlag = 0x1f3f4 // with tags behind it, the flag of a part of a country
)

// fate is what becomes of a rune of a text.
type fate int

const (
	keep   fate = iota
	drop        // the text needs it, and what is drawn in cells can't have it
	show        // something visible stands for it
	excess      // one of more marks than a base is drawn with; they are counted
)

// Unseen is a character in a text that can't be seen, or that changes what the text around it looks like, and that nothing needs.
type Unseen struct {
	Rune rune
	At   int // the byte at which it stands
}

// FirstUnseen finds the first such character of a text; line breaks and tabs aren't among them.
func FirstUnseen(s string) (found Unseen, any bool) {
	if isPlain(s) {
		return found, false
	}
	scan(s, false, func(at int, r rune, f fate) {
		if any || f != show && f != excess || r == '\n' || r == '\r' || r == '\t' || isPrepended(r) {
			return
		}
		found, any = Unseen{r, at}, true
	})
	return found, any
}

// Words names the character and its place in text, the text that it was found in: “U+200B after “h3.exam””.
func (u Unseen) Words(text string) string {
	const before = 12
	head := []rune(text[strings.LastIndexByte(text[:u.At], '\n')+1 : u.At])
	name := fmt.Sprintf("U+%04X", u.Rune)
	switch {
	case u.Rune == utf8.RuneError:
		name = "broken UTF-8"
	case len(head) == 0:
		return name + " at the start"
	}
	if len(head) > before {
		return name + " after “…" + Clean(string(head[len(head)-before:])) + "”"
	}
	return name + " after “" + Clean(string(head)) + "”"
}

// scan tells the fate of every rune of s.
func scan(s string, flat bool, tell func(at int, r rune, f fate)) {
	var c context
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		at := i
		i += n
		if r == '\r' && strings.HasPrefix(s[i:], "\n") {
			continue
		}
		c.next, _ = utf8.DecodeRuneInString(s[i:])
		if flat && r >= 0x1f1e6 && r <= 0x1f1ff {
			r = 'A' + r - 0x1f1e6
		}
		f := c.fate(r, flat)
		tell(at, r, f)
		c.passed(r, f)
		for tags := flagTags(r, s[i:]); tags > 0; {
			tag, n := utf8.DecodeRuneInString(s[i:])
			tell(i, tag, c.needed(flat))
			i, tags = i+n, tags-n
		}
	}
}

// context is what stands around a rune.
type context struct {
	base  rune // the rune kept last that isn't a selector, a joiner or a skin tone
	prev  rune // the rune right before
	kept  rune // the rune kept last
	next  rune
	marks int // since the base
}

func (c *context) passed(r rune, f fate) {
	if c.prev = r; f == keep {
		c.kept = r
	}
	switch {
	case f == show:
		c.base, c.prev, c.kept, c.marks = ' ', ' ', ' ', 0
	case f == excess: // the base's marks go on, but what is drawn right before is their number
		c.base, c.prev, c.kept = ' ', ' ', ' '
	case isSelector(r), r == zwj, r == zwnj, f == drop:
	default:
		c.base = r
	}
}

// needed is the fate of a joiner or a selector that the text needs.
func (c *context) needed(flat bool) fate {
	if flat {
		return drop
	}
	return keep
}

func (c *context) fate(r rune, flat bool) fate {
	if string(r) == breaker && c.parts() {
		return keep
	}
	if _, special := replacement(r); special {
		return show
	}
	f := keep
	switch {
	case r == zwnj && isJoined(c.prev) && isJoined(c.next): // Persian and Urdu spelling needs it
		return keep
	case r == zwnj || r == zwj:
		return c.joiner(r, flat)
	case isSelector(r):
		if f = c.selector(r, flat); f == show {
			return show
		}
	case isSkinTone(r) && isPictograph(c.base) && flat: // flat text shows the emoji itself
		return drop
	}
	if !unicode.In(r, unicode.Mn, unicode.Me) && !isSelector(r) {
		c.marks = 0
	} else if c.marks++; c.marks > maxMarks {
		return excess
	}
	return f
}

// parts reports whether a breaker parts here what Clean parts: what would join the rune before it.
func (c *context) parts() bool {
	switch _, special := replacement(c.next); {
	case special, c.next == zwj, c.next == zwnj, isSelector(c.next), isSkinTone(c.next) && isPictograph(c.base), hasTwoWidths(c.next):
		return false
	case unicode.In(c.next, unicode.Mn, unicode.Me):
		return c.marks < maxMarks
	}
	return unicode.In(c.kept, unicode.M) && unicode.IsLetter(c.next) || isJamo(c.next) && isJamo(c.kept) || joinsLeft(string(c.next))
}

func (c *context) joiner(r rune, flat bool) fate {
	emoji := r == zwj && isPictograph(c.base) && (c.prev == c.base || isSelector(c.prev) || isSkinTone(c.prev)) && isPictograph(c.next)
	stacked := isStacking(c.prev) && (unicode.In(c.prev, unicode.M) || unicode.In(c.next, unicode.M) && isStacking(c.next))
	if emoji || stacked || isJoined(c.prev) && isJoined(c.next) {
		return c.needed(flat)
	}
	return show
}

// selector: a variation selector means something right after a character that has variants.
func (c *context) selector(r rune, flat bool) fate {
	switch {
	case c.prev != c.base:
	case r >= 0xe0100 && unicode.Is(unicode.Han, c.base): // picks a variant of a Han character
		return keep
	case r >= 0x180b && r <= 0x180f && unicode.Is(unicode.Mongolian, c.base):
		return keep
	case (r == 0xfe0e || r == 0xfe0f) && (isPictograph(c.base) || hasEmojiForm(c.base) || isKey(c.base) && c.next == 0x20e3):
		return c.needed(flat)
	case r >= 0xfe00 && r <= 0xfe0d && unicode.In(c.base, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa):
		return c.needed(flat)
	}
	return show
}

// flagTags is the length of the tags at the start of s that make the flag of England, Scotland or Wales of the rune before.
func flagTags(r rune, s string) int {
	if r != blackFlag {
		return 0
	}
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		tags := strings.Map(func(r rune) rune { return 0xe0000 + r }, region) + "\U000e007f"
		if strings.HasPrefix(s, tags) {
			return len(tags)
		}
	}
	return 0
}

// isInvisible reports characters that no terminal shows.
func isInvisible(r rune) bool {
	switch r {
	case 0x2800, 0x1d159, 0x16fe4: // a blank pattern, a blank note, a filler
		return true
	}
	return r >= 0xe0000 && r <= 0xe0fff || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

func isSelector(r rune) bool { return r >= 0x180b && unicode.Is(unicode.Variation_Selector, r) }

func isSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// isJoined reports letters and marks of scripts that are written joined.
func isJoined(r rune) bool {
	return r >= 0x600 && unicode.In(r, unicode.L, unicode.M) &&
		unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Phags_Pa)
}

// isStacking reports letters and marks of scripts that stack their consonants.
func isStacking(r rune) bool {
	return r >= 0x900 && unicode.In(r, unicode.L, unicode.M) && unicode.In(r, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan,
		unicode.Myanmar, unicode.Khmer, unicode.Balinese, unicode.Javanese)
}

func isJamo(r rune) bool {
	return r >= 0x1100 && r <= 0x11ff || r >= 0xa960 && r <= 0xa97c || r >= 0xac00 && r <= 0xd7fb
}

// isKey reports what a keycap is made of.
func isKey(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }

// hasEmojiForm reports signs outside the blocks of emoji that have a form as one.
func hasEmojiForm(r rune) bool {
	return strings.ContainsRune("©®‼⁉™ℹⓂ〰〽㊗㊙", r) || r >= 0x2190 && r <= 0x21ff || r >= 0x25a0 && r <= 0x25ff ||
		r >= 0x2900 && r <= 0x297f
}
