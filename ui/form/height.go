package form

// tall is how tall the form wants to be in the room it has. It doesn't change while somebody types or goes from field to field.
type tall struct {
	w, most int // the room
	fields  int // rows that the fields want, with what may be said of them
}

const (
	textRows = 4 // of a text of several lines, so that there is room to type
	sayRows  = 1 // for what is said above the fields or at the bottom
	noteRows = 3 // for what is said of fields, one row each: rarely of all of them at once
)

// Height is how many rows of w cells the form wants, of so many at most: more where it was told something or its changes are read.
func (f *Form) Height(w, most int) int {
	if w <= 0 || most <= roomyHeight {
		return most
	}
	defer func(w, h int) { f.w, f.h = w, h }(f.w, f.h)
	f.w, f.h = w, most
	if f.tall.w != w || f.tall.most != most {
		f.tall = tall{w, most, f.fieldRows()}
	}
	height := f.tall.fields + f.aroundRows() + max(sayRows, len(f.said(uncut)))
	if f.unread || f.reading {
		body, _ := f.body(rows{f.leastRows().value, uncut})
		height = max(height, len(body)+f.aroundRows()+len(f.said(uncut)))
	}
	if f.reading {
		height = max(height, len(f.pageLines())+1)
	}
	return max(roomyHeight, min(height, most))
}

// aroundRows is what stands around the fields, without what was said.
func (f *Form) aroundRows() int {
	return len(f.top()) - len(f.said(f.saidRows())) + 1 + f.helpRows() + 1
}

// fieldRows is what the fields want as they are, with room to type and for what is said of them.
func (f *Form) fieldRows() int {
	least := f.leastRows()
	sum, notes := len(f.before())+len(f.button().lines), 0
	for i, fd := range f.fields {
		values := f.unfocusedRows(fd, least)
		sum += values.all
		if f.spaced(i) {
			sum++
		}
		if !fd.editable() {
			continue
		}
		notes++
		if fd.Kind == Text || fd.Kind == Lines {
			sum += max(0, textRows-values.value)
		}
	}
	return sum + min(notes, noteRows)
}

// fieldHeight is how many rows a field has in all, and its value.
type fieldHeight struct{ all, value int }

// unfocusedRows is that of a field without the focus. Nothing is drawn for it.
func (f *Form) unfocusedRows(fd *field, most rows) fieldHeight {
	notes := len(f.notes(fd, false, most.note))
	if fd.Facts != nil {
		return fieldHeight{all: 1 + notes}
	}
	value := len(f.values(fd, false, most.value, &block{}))
	return fieldHeight{all: 1 + value + notes, value: value}
}
