package form

import (
	"fmt"
	"unicode/utf8"

	"gatehouse/ui/draw"
)

// How many characters a field of text takes that doesn't say otherwise.
const (
	NameLimit  = 100
	textLimit  = 2048
	linesLimit = 65536
)

func (f Field) limit() int {
	switch {
	case f.Limit > 0:
		return f.Limit
	case f.Kind == Lines:
		return linesLimit
	}
	return textLimit
}

// passes says how many characters there would be with a text put in, where they are more than the limit; what is there already may be
// longer than that.
func (e *editor) passes(text string, limit int) (would int, passes bool) {
	size := len(e.line()) + len(text)
	for _, lines := range [][]string{e.above, e.below} {
		for _, line := range lines {
			size += len(line) + 1
		}
	}
	if size <= limit { // no text has more characters than bytes
		return 0, false
	}
	would = utf8.RuneCountInString(e.value()) + utf8.RuneCountInString(lineBreaks.Replace(text))
	return would, would > limit
}

// limited edits, and takes it back where the text has more characters than the limit by it, and more than before: a line break or what
// becomes of a tab counts as well. It says how many there would be.
func (e *editor) limited(limit int, edit func()) (would int, refused bool) {
	before := len(e.value())
	above, below, line, column, broke := e.above, e.below, e.line(), e.column(), e.broke
	edit()
	if len(e.value()) <= max(limit, before) {
		return 0, false
	}
	would = utf8.RuneCountInString(e.value())
	if would <= limit {
		return would, false
	}
	e.above, e.below, e.broke = above, below, broke
	e.setLine(line, column)
	return would, true
}

// countedTo is how far characters are counted: of a paste that is longer only a part is kept.
const countedTo = 1_000_000

// TooLong says that a text isn't put in, with both numbers.
func TooLong(what string, limit, would int) string {
	number := draw.Count(int64(would))
	if would > countedTo {
		number = "more than " + draw.Count(countedTo)
	}
	return fmt.Sprintf("%s takes %s characters; with this it would have %s, so nothing was put in.", what, draw.Count(int64(limit)), number)
}

// refuses reports whether a text would make a field too long, and says so.
func (f *Form) refuses(fd *field, text string) bool {
	would, passes := fd.edit.passes(text, fd.limit())
	if passes {
		f.sayTooLong(fd, would)
	}
	return passes
}

func (f *Form) sayTooLong(fd *field, would int) { f.status = TooLong(fd.Title, fd.limit(), would) }
