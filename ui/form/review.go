package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
)

// review is the page that has in full what the form has only a few rows for: what was said, and what the person changes. It scrolls.
type review struct {
	reading bool // the page stands in place of the form
	unread  bool // something was said whose end nobody has seen: until then it is not sent
	from    int  // the first line of the page in view
	length  int  // of the page as it was drawn last, and the lines that were in view
	shown   int
	cut     bool // the form has no room for all that is said of its fields
}

// Reading reports whether the page of what was said stands in place of the fields.
func (f *Form) Reading() bool { return f.reading }

// Unread reports whether something was said whose end nobody has seen: the form isn't submitted before that.
func (f *Form) Unread() bool { return f.unread }

// tell makes sure that what was said just now is read before the form is submitted.
func (f *Form) tell() { f.review = review{unread: true, cut: f.cut} }

// showUnread turns to the page when something was said that the form hasn't room for.
func (f *Form) showUnread() {
	switch {
	case !f.unread || f.reading || f.state != Editing || f.busy:
	case f.allInView():
		f.unread = false
	default:
		f.reading, f.from = true, 0
	}
}

// allInView reports whether the form itself shows all that was said and, after news, all that it changes.
func (f *Form) allInView() bool {
	if f.h < compactHeight || len(f.said(f.saidRows())) < len(f.said(uncut)) {
		return false
	}
	most, height := f.leastRows(), f.h-len(f.top())-len(f.bottom())
	most.note = uncut
	if f.news == "" {
		return len(f.blockAt(f.focus, most).lines) <= height
	}
	lines, _ := f.body(most)
	return len(lines) <= height
}

// pageLines is the whole page.
func (f *Form) pageLines() []line {
	lines := f.said(uncut)
	for _, fd := range f.fields {
		changed := fd.changed() && !f.spec.fresh()
		if !changed && fd.refusal == "" {
			continue
		}
		if len(lines) > 0 && f.h >= roomyHeight {
			lines = append(lines, nil)
		}
		lines = append(lines, line{text(theme.Title, fd.Title)})
		if changed && fd.Kind != Lines {
			lines = append(lines, paragraph(theme.Value, "now: "+orEmpty(fd.words(fd.text())), f.room(), uncut)...)
		}
		lines = append(lines, f.notes(fd, false, uncut)...)
	}
	if len(lines) == 0 {
		lines = paragraph(theme.Dim, "Nothing is changed yet.", f.w, uncut)
	}
	return lines
}

// page draws the part of the page that is in view, and notes when its end was.
func (f *Form) page() screen {
	all := f.pageLines()
	bottom := f.message(1)
	if f.h == 1 {
		bottom = nil
	}
	f.shown, f.length = f.h-len(bottom), len(all)
	f.from = max(0, min(f.from, f.length-f.shown))
	if f.from+f.shown >= f.length {
		f.unread = false
		bottom = f.message(len(bottom))
	}
	s := screen{lines: append([]line{}, all[f.from:min(f.length, f.from+f.shown)]...)}
	for len(s.lines) < f.shown {
		s.lines = append(s.lines, nil)
	}
	return screen{lines: append(s.lines, bottom...)}
}

// reviewKey handles a key while the page stands; what it doesn't handle goes to the form, which stands there again.
func (f *Form) reviewKey(id keymap.ID, msg tea.KeyPressMsg) (handled bool) {
	switch name := msg.String(); {
	case id == "form.review" || id == "form.submit" && f.unread:
		f.from += max(1, f.shown-1)
		return true
	case name == "pgup":
		f.from -= max(1, f.shown-1)
		return true
	case name == "down":
		f.from++
		return true
	case name == "up":
		f.from--
		return true
	}
	f.reading = false
	return id == "form.cancel" || id == "form.enter" || id == "form.next" || id == "form.previous"
}

// reviewHints are the keys of the page.
func (f *Form) reviewHints() []hint {
	back := hint{f.keys.Label("form.cancel"), "back to the form"}
	if f.from+f.shown < f.length {
		return []hint{{f.keys.Label("form.review"), "more"}, back}
	}
	return []hint{{f.keys.Label("form.submit"), strings.ToLower(f.spec.Submit)}, back}
}
