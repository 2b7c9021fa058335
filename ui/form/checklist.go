package form

import (
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// Fact is what is known of a choice of a checklist.
type Fact struct {
	Text string
	Role theme.Role
}

const (
	checkBox  = 4  // cells of "[x] "
	checkName = 16 // cells that the title of a choice keeps
	factGap   = 2
)

// checked is a choice of a checklist: a line with its facts in columns. The last of them go where there is no room.
func (f *Form) checked(fd *field, focused bool, most int) block {
	mark := ""
	if fd.changed() && !f.spec.fresh() {
		mark = "•"
	}
	box, role := "[ ] ", theme.Dim
	if fd.now == "true" {
		box, role = "[x] ", theme.Value
	}
	name, facts := f.checkColumns()
	l := append(f.prefix(focused, mark), text(role, box), text(role, draw.Fit(fd.Title, name, draw.Left)))
	for i, w := range facts {
		fact := Fact{}
		if i < len(fd.Facts) {
			fact = fd.Facts[i]
		}
		l = append(l, text(theme.Text, draw.Spaces(factGap)), text(fact.Role, draw.Fit(fact.Text, w, draw.Left)))
	}
	if focused {
		l = onGround(theme.FieldFocus, []line{l}, f.w)[0]
	}
	b := block{lines: []line{l}}
	b.lines = append(b.lines, f.shift(focused, f.notes(fd, focused, most))...)
	return b
}

// checkColumns are how many cells the titles and the facts of the choices take.
func (f *Form) checkColumns() (name int, facts []int) {
	for _, fd := range f.fields {
		if fd.Facts == nil {
			continue
		}
		name = max(name, draw.Width(draw.Clean(fd.Title)))
		for i, fact := range fd.Facts {
			if i == len(facts) {
				facts = append(facts, 0)
			}
			facts[i] = max(facts[i], draw.Width(draw.Clean(fact.Text)))
		}
	}
	room := f.room() - checkBox
	taken := 0
	for i, w := range facts {
		if taken+factGap+w > room-min(name, checkName) {
			facts = facts[:i]
			break
		}
		taken += factGap + w
	}
	return max(1, min(name, room-taken)), facts
}

// listed reports whether a field and the one after it are lines of the same checklist.
func (f *Form) listed(i int) bool {
	return i+1 < len(f.fields) && f.fields[i].Facts != nil && f.fields[i+1].Facts != nil
}
