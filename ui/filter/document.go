package filter

import (
	"strings"
)

// separator begins each cell in a document; cleaned text never contains it.
const separator = "\x1f"

// Doc is what a row offers to the filter.
type Doc struct {
	// All is the row's cells as Join makes it.
	All string
	// Initials are those of All; the zero value is right for every text.
	Initials Initials
	// Number gives the number in a column, false if the row has none there. Nil means that there are no numbers.
	Number func(column int) (float64, bool)
}

// Initials are a set of what the cells of a document begin with, as far as its bits tell bytes apart: where one is missing, no cell
// begins so, and the text needn't be looked through. Empty: nothing is known.
type Initials uint64

// initial is the bit of a byte. Those of folded letters and of digits are all different.
func initial(b byte) Initials { return 1 << (b&31 | b>>1&32) }

// InitialsOf looks for what the cells of a document begin with.
func InitialsOf(all string) (i Initials) {
	for {
		at := strings.IndexByte(all, separator[0])
		if at < 0 || at+1 >= len(all) {
			return i
		}
		i |= initial(all[at+1])
		all = all[at+1:]
	}
}

// mayBegin reports whether a cell may begin with the text of a term.
func (i Initials) mayBegin(t *term) bool { return i == 0 || t.text == "" || i&initial(t.text[0]) != 0 }

// Join makes a document text of a row's cells, one for each column in the order given to Parse.
// The cells must be cleaned for drawing, so that what matches is what is seen.
func Join(cells []string) string { return new(Joiner).Join(cells) }

// Joiner makes the document texts of many rows, one after the other. Cells that aren't ASCII take long to fold, and many rows have the
// same.
type Joiner struct {
	text   []byte
	folded map[string]string
}

// mostFolded is how many folded cells are remembered.
const mostFolded = 512

// Join is the document text of a row.
func (j *Joiner) Join(cells []string) string {
	j.text = j.text[:0]
	j.add(cells)
	return string(j.text)
}

// JoinRows are the document texts of rows, which share their memory; cells gives those of a row, false for none.
func (j *Joiner) JoinRows(rows int, cells func(row int) ([]string, bool)) []string {
	j.text = j.text[:0]
	ends := make([]int, rows)
	for i := range ends {
		if row, ok := cells(i); ok {
			j.add(row)
		}
		ends[i] = len(j.text)
	}
	all, start := string(j.text), 0
	texts := make([]string, rows)
	for i, end := range ends {
		texts[i], start = all[start:end], end
	}
	return texts
}

// add puts a row's cells behind what is there.
func (j *Joiner) add(cells []string) {
	for _, cell := range cells {
		j.text = append(j.text, separator...)
		if !isASCII(cell) {
			j.text = append(j.text, j.fold(cell)...)
			continue
		}
		for i := range len(cell) {
			b := cell[i]
			switch {
			case 'A' <= b && b <= 'Z':
				b += 'a' - 'A'
			case b == separator[0]:
				b = ' '
			}
			j.text = append(j.text, b)
		}
	}
}

func (j *Joiner) fold(cell string) string {
	folded, known := j.folded[cell]
	if known {
		return folded
	}
	folded = Fold(strings.ReplaceAll(cell, separator, " "))
	if j.folded == nil {
		j.folded = map[string]string{}
	} else if len(j.folded) >= mostFolded {
		clear(j.folded)
	}
	j.folded[cell] = folded
	return folded
}

// Cell returns a column's folded text out of a document text made by Join, "" if it has no such column.
func Cell(all string, column int) string {
	for ; column >= 0 && all != ""; column-- {
		var cell string
		if cell, all = cutCell(all); column == 0 {
			return cell
		}
	}
	return ""
}

// cutCell takes the first cell off a document text.
func cutCell(all string) (cell, rest string) {
	all = all[len(separator):]
	if i := strings.IndexByte(all, separator[0]); i >= 0 {
		return all[:i], all[i:]
	}
	return all, ""
}
