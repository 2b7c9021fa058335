// Package filter is the language of the filter line and its matcher.
//
// A filter is a list of terms separated by spaces; a row is shown when every term holds:
//
//	word            this text within one cell; whole cells first, then beginnings of cells
//	"two words"     this text within one cell, blanks and all
//	name:value      this text within the column "name", or with that header; the value may be quoted; name:"" is an empty cell
//	score:>0.8      a number in the column "score": > >= < <= =, also as a percentage (80%, or 80 where cells are percentages)
//	/regex/         a regular expression (Go's syntax) within one cell; name:/regex/ within one column
//	!term           the term does not hold
//
// A term that names no column looks at the cells that Within says. Texts are compared as Fold has them: letter case and composition never
// matter, accents do. Similar makes a filter whose words match scattered letters, too. A backslash takes the meaning from the sign after
// it: \" \! \/ \: \\ and "\ " (a space in a word).
package filter

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// Filter is a parsed filter. It never changes and can be used from any goroutine; nil matches every row.
type Filter struct {
	text    string
	terms   []term
	plain   bool
	words   string
	within  scope
	similar bool
	like    *likeness // what similar words must be like; nil: nothing
}

// likeness is what scattered letters must be like to resemble a word: dense, and in a cell that people read.
type likeness struct{ within scope }

// leastLike is how many letters a word has that others resemble.
const leastLike = 3

// resembles says whether a word may match scattered letters of a column at all.
func (f *Filter) resembles(t *term, column int) bool {
	return f.within.has(column) && (f.like == nil || f.like.within.has(column) && len(t.runes) >= leastLike)
}

// dense says whether so many letters stand close enough together.
func (f *Filter) dense(t *term, span int) bool { return f.like == nil || span <= 2*len(t.runes)+2 }

// scope says by column which cells a term looks at that names none; nil: all.
type scope []bool

func (s scope) has(column int) bool { return s == nil || column < len(s) && s[column] }

// Within is the filter whose terms look only at these columns, told by their index, unless they name one.
func (f *Filter) Within(columns []bool) *Filter {
	if f == nil {
		return nil
	}
	in := *f
	in.within = columns
	return &in
}

// Similar is the filter whose words match where their letters stand in this order, too; what contains them comes first.
func (f *Filter) Similar() *Filter {
	if f == nil {
		return nil
	}
	like := *f
	like.similar = true
	return &like
}

// SimilarIn is Similar where letters may be scattered over cells of these columns only, told by their index, and not too far: other cells
// contain the word or don't, and so does every cell a word of one or two letters.
func (f *Filter) SimilarIn(columns []bool) *Filter {
	like := f.Similar()
	if like != nil {
		like.like = &likeness{columns}
	}
	return like
}

// Exact is the filter whose words match only where they stand as they are.
func (f *Filter) Exact() *Filter {
	if f == nil || !f.similar {
		return f
	}
	exact := *f
	exact.similar, exact.like = false, nil
	return &exact
}

// IsSimilar says whether rows match that don't contain what was typed.
func (f *Filter) IsSimilar() bool { return f != nil && f.similar && f.Ranked() }

// Text returns the filter as it was typed.
func (f *Filter) Text() string {
	if f == nil {
		return ""
	}
	return f.text
}

// Plain returns the words to search for on the tenant, without quotation marks and escapes;
// false if the filter says more than words can.
func (f *Filter) Plain() (words string, ok bool) {
	if f == nil {
		return "", true
	}
	if !f.plain {
		return "", false
	}
	return f.words, true
}

// Empty says whether every row matches because the filter has no terms.
func (f *Filter) Empty() bool { return f == nil || len(f.terms) == 0 }

// Ranked says whether the filter has a word, so that its rows come best first.
func (f *Filter) Ranked() bool {
	if f == nil {
		return false
	}
	for _, t := range f.terms {
		if t.kind == word {
			return true
		}
	}
	return false
}

// Slow says whether looking at a row takes long: for scattered letters, or for what a regular expression describes.
func (f *Filter) Slow() bool {
	return f != nil && (f.similar || slices.ContainsFunc(f.terms, func(t term) bool { return t.kind == pattern }))
}

// Numbers says whether the filter compares numbers, so that documents must have Number.
func (f *Filter) Numbers() bool {
	if f == nil {
		return false
	}
	for _, t := range f.terms {
		if t.kind == compare {
			return true
		}
	}
	return false
}

// Match says whether a row matches, and how well: the higher the better; 0 when no term is a word.
func (f *Filter) Match(d Doc) (score int, ok bool) { return f.Matcher()(d) }

// Matcher is Match for many rows, one after the other: its memory is used again.
func (f *Filter) Matcher() func(Doc) (score int, ok bool) {
	if f.Empty() {
		return func(Doc) (int, bool) { return 0, true }
	}
	s := newScorer()
	return func(d Doc) (int, bool) { return f.match(d, s) }
}

func (f *Filter) match(d Doc, s *scorer) (total int, ok bool) {
	for i := range f.terms {
		t := &f.terms[i]
		score, ok := f.matchTerm(t, d, s)
		if ok == t.negated {
			return 0, false
		}
		total += score
	}
	return total, true
}

type kind int

// The order is the order of cost: cheap terms are tried first.
const (
	compare kind = iota
	exact
	word
	pattern
)

// anyColumn is the column of a term that looks at every cell.
const anyColumn = -1

type term struct {
	kind    kind
	negated bool
	column  int
	typed   string // for exact and word
	text    string // typed, folded
	begins  string // text at the beginning of a cell, with the separator before it
	runes   []rune // text without accents, for scattered letters
	letters string // runes if they are ASCII, else ""
	perfect int    // the score of text at the beginning of a cell, among scattered ones
	re      *regexp.Regexp
	prefix  string // what each match of re starts with
	op      string
	number  float64
}

func (f *Filter) matchTerm(t *term, d Doc, s *scorer) (score int, ok bool) {
	switch {
	case t.kind == compare:
		if d.Number == nil {
			return 0, false
		}
		n, ok := d.Number(t.column)
		return 0, ok && t.compare(n)
	case t.kind == exact:
		return 0, t.contains(d, f.within)
	case t.kind == word && f.similar && !t.negated:
		return s.best(d.All, t, f)
	case t.kind == word:
		score = t.rank(d, f.within)
		return score, score > 0
	}
	return 0, t.matchPattern(d.All, f.within)
}

// equalWithin is how far a number may be from one that is equal to it: shares are read from percentages.
const equalWithin = 1e-9

func (t *term) compare(n float64) bool {
	switch t.op {
	case ">":
		return n > t.number
	case ">=":
		return n >= t.number
	case "<":
		return n < t.number
	case "<=":
		return n <= t.number
	default:
		return math.Abs(n-t.number) < equalWithin
	}
}

func (t *term) contains(d Doc, within scope) bool {
	if t.column == anyColumn {
		return within == nil && strings.Contains(d.All, t.text) || within != nil && t.rank(d, within) > 0
	}
	cell := Cell(d.All, t.column)
	if t.text == "" {
		return cell == ""
	}
	return strings.Contains(cell, t.text)
}

func (t *term) matchPattern(all string, within scope) bool {
	if t.column != anyColumn {
		return t.re.MatchString(Cell(all, t.column))
	}
	if t.prefix != "" && !strings.Contains(all, t.prefix) {
		return false
	}
	for column := 0; all != ""; column++ {
		var cell string
		if cell, all = cutCell(all); within.has(column) && t.re.MatchString(cell) {
			return true
		}
	}
	return false
}
