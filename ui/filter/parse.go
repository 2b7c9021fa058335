package filter

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"github.com/junegunn/fzf/src/algo"
)

// SyntaxError is a mistake in a filter, as a person can read it.
type SyntaxError struct {
	Pos     int    // where it is: an index into the runes of the text
	Message string // one plain sentence
}

func (e *SyntaxError) Error() string { return e.Message }

// Column is what the language needs to know of a column.
type Column struct {
	Name    string // the word before the colon
	Title   string // the header, which may stand before the colon too
	Numeric bool   // whether rows offer numbers there, for score:>0.8
	Share   bool   // whether these are shares of one that are drawn as percentages: score:>80 is score:>0.8
	Words   string // the Name of the column that text is looked for in, where this one only counts; "" for this one
	// Former are words that stood in the column once, with those that stand there now: filters are kept for long.
	Former map[string]string
	Was    string // a header that it had once
}

// Parse reads a filter over the columns of these names, each of which may offer numbers.
// The only error is a *SyntaxError. An empty text matches every row.
func Parse(text string, columns []string) (*Filter, error) {
	all := make([]Column, len(columns))
	for i, name := range columns {
		all[i] = Column{Name: name, Numeric: true}
	}
	return ParseColumns(text, all)
}

// ParseColumns is Parse where it is known which columns have numbers.
func ParseColumns(text string, columns []Column) (*Filter, error) {
	p := parser{in: []rune(strings.Map(blankControl, text)), columns: columns}
	f := &Filter{text: text, plain: true}
	var words []string
	for {
		p.skipSpace()
		if p.done() {
			break
		}
		t, err := p.term()
		if err != nil {
			return nil, err
		}
		f.terms = append(f.terms, t)
		words = append(words, t.typed)
		f.plain = f.plain && !t.negated && t.column == anyColumn && (t.kind == word || t.kind == exact)
	}
	f.words = strings.Join(words, " ")
	slices.SortStableFunc(f.terms, func(a, b term) int { return cmp.Compare(a.kind, b.kind) })
	return f, nil
}

// blankControl keeps control characters out of terms; documents use one to separate cells.
func blankControl(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

type parser struct {
	in      []rune
	at      int
	columns []Column
}

func (p *parser) done() bool { return p.at >= len(p.in) }

// ends says whether no term goes on at i: there is a space or the end.
func (p *parser) ends(i int) bool { return i >= len(p.in) || unicode.IsSpace(p.in[i]) }

func (p *parser) skipSpace() {
	for !p.done() && unicode.IsSpace(p.in[p.at]) {
		p.at++
	}
}

func mistake(pos int, format string, args ...any) error {
	return &SyntaxError{Pos: pos, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) term() (term, error) {
	t := term{column: anyColumn}
	if p.in[p.at] == '!' {
		t.negated = true
		p.at++
		switch {
		case p.ends(p.at):
			return t, mistake(p.at-1, `Write after "!" what must not be there.`)
		case p.in[p.at] == '!':
			return t, mistake(p.at-1, `One "!" is enough; write \! for the sign itself.`)
		}
	}
	if err := p.column(&t); err != nil {
		return t, err
	}
	err := p.value(&t)
	if t.column != anyColumn && t.kind != compare {
		t.column = p.wordsOf(t.column)
	}
	return t, err
}

// value takes what is looked for.
func (p *parser) value(t *term) error {
	switch p.in[p.at] {
	case '"':
		return p.quoted(t)
	case '/':
		return p.pattern(t)
	case '<', '>', '=':
		if t.column != anyColumn && (p.in[p.at] != '=' || p.columns[t.column].Numeric) {
			return p.comparison(t)
		}
	}
	if err := p.word(t); err != nil {
		return err
	}
	if t.column != anyColumn && p.wordsOf(t.column) != t.column {
		if n, err := number(t.typed); err == nil { // a count is compared, not looked for among the words
			t.kind, t.op, t.number = compare, "=", n
		}
	}
	return nil
}

// wordsOf is the column whose text is searched for a column.
func (p *parser) wordsOf(column int) int {
	words := p.columns[column].Words
	if at := slices.IndexFunc(p.columns, func(c Column) bool { return c.Name == words }); words != "" && at >= 0 {
		return at
	}
	return column
}

// today is what is looked for in a column, in the words that stand there now.
func (p *parser) today(column int, text string) string {
	if column == anyColumn {
		return text
	}
	for former, now := range p.columns[p.wordsOf(column)].Former {
		if at := strings.Index(strings.ToLower(text), former); at >= 0 && len(strings.ToLower(text)) == len(text) {
			text = text[:at] + now + text[at+len(former):]
		}
	}
	return text
}

// called is the column of this name, or the only one with this header.
func (p *parser) called(name string) int {
	if at := slices.IndexFunc(p.columns, func(c Column) bool { return strings.EqualFold(c.Name, name) }); at >= 0 {
		return at
	}
	found := anyColumn
	for i, c := range p.columns {
		switch {
		case c.Was != "" && strings.EqualFold(c.Was, name):
			return i
		case !strings.EqualFold(c.Title, name):
		case found != anyColumn:
			return anyColumn
		default:
			found = i
		}
	}
	return found
}

// header returns where the colon stands behind a header of several words, -1 if none is there.
func (p *parser) header() int {
	for _, c := range p.columns {
		title := []rune(c.Title)
		colon := p.at + len(title)
		if slices.Contains(title, ' ') && colon < len(p.in) && p.in[colon] == ':' && strings.EqualFold(string(p.in[p.at:colon]), c.Title) {
			return colon
		}
	}
	return -1
}

// column takes "name:" if it is there and stands on the value then.
func (p *parser) column(t *term) error {
	colon := p.at
	for !p.ends(colon) && !strings.ContainsRune(`:"\`, p.in[colon]) {
		colon++
	}
	if p.ends(colon) {
		colon = max(p.at, p.header())
	}
	if p.ends(colon) || p.in[colon] != ':' || colon == p.at {
		return nil
	}
	name := string(p.in[p.at:colon])
	t.column = p.called(name)
	if t.column == anyColumn {
		// A link or a time of day is text, not a column.
		link := strings.HasPrefix(string(p.in[colon+1:]), "//")
		if link || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return nil
		}
		return p.noColumn(name)
	}
	if p.ends(colon + 1) {
		return mistake(colon, `Write after "%s:" what to look for.`, name)
	}
	p.at = colon + 1
	return nil
}

func (p *parser) noColumn(name string) error {
	names := make([]string, len(p.columns))
	nearest, distance := "", 1+min(2, len(name)/2)
	for i, c := range p.columns {
		names[i] = c.Name
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(c.Name)); d < distance {
			nearest, distance = c.Name, d
		}
	}
	switch {
	case nearest != "":
		return mistake(p.at, `There is no column "%s"; did you mean "%s"?`, name, nearest)
	case len(names) == 0:
		return mistake(p.at, `There are no columns here; write %s\: for a plain colon.`, name)
	default:
		return mistake(p.at, `There is no column "%s"; there are %s (write %s\: for a plain colon).`,
			name, strings.Join(names, ", "), name)
	}
}

func (p *parser) quoted(t *term) error {
	start := p.at
	var text strings.Builder
	for p.at++; !p.done() && p.in[p.at] != '"'; p.at++ {
		if p.in[p.at] == '\\' && p.at+1 < len(p.in) && strings.ContainsRune(`"\`, p.in[p.at+1]) {
			p.at++
		}
		text.WriteRune(p.in[p.at])
	}
	if p.done() {
		return mistake(start, `The quotation mark is not closed.`)
	}
	p.at++
	t.kind, t.typed = exact, text.String()
	t.look(Fold(p.today(t.column, t.typed)))
	if t.text == "" && t.column == anyColumn {
		return mistake(start, `There is nothing between the quotation marks.`)
	}
	return nil
}

// word takes everything up to the next space.
func (p *parser) word(t *term) error {
	var text strings.Builder
	for ; !p.ends(p.at); p.at++ {
		if p.in[p.at] == '\\' {
			if p.at+1 == len(p.in) {
				return mistake(p.at, `Write after "\" the sign to take as it is.`)
			}
			// A backslash before a letter is meant as one: DOMAIN\user.
			if next := p.in[p.at+1]; !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				p.at++
			}
		}
		text.WriteRune(p.in[p.at])
	}
	t.kind, t.typed = exact, text.String()
	t.look(Fold(p.today(t.column, t.typed)))
	if t.column == anyColumn && !t.negated {
		t.makeWord()
	}
	return nil
}

// look has a term look for a folded text.
func (t *term) look(folded string) {
	t.text = folded
	if !strings.Contains(folded, separator) { // what has one is in no cell
		t.begins = separator + folded
	}
}

func (t *term) makeWord() {
	t.kind = word
	t.runes = algo.NormalizeRunes([]rune(t.text))
	if letters := string(t.runes); isASCII(letters) {
		t.letters = letters
	}
	t.perfect = perfectScore(t.runes)
}

func (p *parser) comparison(t *term) error {
	if c := p.columns[t.column]; !c.Numeric {
		return mistake(p.at, `The column "%s" has no numbers to compare.`, c.Name)
	}
	t.kind, t.op = compare, string(p.in[p.at])
	p.at++
	if !p.ends(p.at) && p.in[p.at] == '=' && t.op != "=" {
		t.op += "="
		p.at++
	}
	start := p.at
	for !p.ends(p.at) {
		p.at++
	}
	text := string(p.in[start:p.at])
	if text == "" {
		return mistake(start, `Write a number after "%s".`, t.op)
	}
	n, err := number(text)
	if err != nil {
		return mistake(start, `"%s" is not a number.`, text)
	}
	if p.columns[t.column].Share && n > 1 && !strings.HasSuffix(Fold(text), "%") {
		n /= 100
	}
	t.number = n
	return nil
}

var errNoNumber = errors.New("not a number")

// thousands says whether the commas in a number stand before every three digits.
func thousands(digits string) bool {
	groups := strings.Split(strings.TrimLeft(digits, "+-"), ",")
	whole, _, _ := strings.Cut(groups[len(groups)-1], ".")
	for i, g := range append(slices.Clone(groups[:len(groups)-1]), whole) {
		if len(g) != 3 && (i > 0 || len(g) == 0 || len(g) > 3) {
			return false
		}
	}
	return len(groups) > 1
}

// number reads a number as it stands on the screen: "1,234", "80%"; digits of any width count.
func number(text string) (float64, error) {
	digits, percent := strings.CutSuffix(Fold(text), "%")
	if thousands(digits) {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, errNoNumber
	}
	if percent {
		n /= 100
	}
	return n, nil
}
