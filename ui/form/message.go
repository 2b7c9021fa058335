package form

import (
	"strings"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// message is the line at the bottom: a question, what is going on, or the keys. It takes at most rows lines.
func (f *Form) message(rows int) []line {
	role, variants := f.say()
	for _, s := range variants {
		if len(draw.Wrap(s, f.w)) <= rows {
			return paragraph(role, s, f.w, rows)
		}
	}
	return []line{{text(role, draw.Truncate(variants[len(variants)-1], f.w))}}
}

// say is what the bottom line has to say, from the longest wording to the shortest.
func (f *Form) say() (theme.Role, []string) {
	cancel := f.label("form.cancel")
	switch {
	case f.asking && f.busy:
		return theme.Warn, []string{
			"Still being sent. " + cancel + " again closes this form; what was sent is not stopped.",
			cancel + " again closes", "close?",
		}
	case f.asking:
		return theme.Warn, []string{
			"Discard your changes? " + cancel + " again discards, any other key keeps editing.",
			"Discard? " + cancel + " again: yes, other: no.", cancel + ": discard", "discard?",
		}
	case f.busy:
		return theme.Info, []string{"Sending. What you typed is kept until there is an answer.", "Sending…"}
	case f.status != "":
		return theme.Warn, []string{f.status}
	case f.refusal != "" && f.h < compactHeight:
		return theme.Bad, []string{"✗ " + f.refusal}
	}
	return theme.KeyHelp, f.hints()
}

func (f *Form) label(id keymap.ID) string { return f.keys.Label(id) }

// saveHint is "ctrl+s saves" with the key and the word of this form.
func (f *Form) saveHint() string {
	return f.label("form.submit") + " is " + strings.ToLower(f.spec.Submit)
}

func (f *Form) hints() []string {
	save := f.label("form.submit") + " " + strings.ToLower(f.spec.Submit)
	next, cancel := f.label("form.next")+" next", f.label("form.cancel")+" cancel"
	basic := strings.Join([]string{save, next, cancel}, " · ")
	variants := []string{basic, save + " · " + cancel, save, f.label("form.submit")}
	if own := f.ownHint(); own != "" {
		variants = append([]string{own + " · " + basic}, variants...)
	}
	return variants
}

// ownHint is what a key does in the field with the focus, where that isn't plain.
func (f *Form) ownHint() string {
	fd := f.current()
	switch {
	case fd == nil:
		return f.label("form.enter") + " " + strings.ToLower(f.spec.Submit)
	case !fd.editable():
		return ""
	case fd.Kind == Toggle:
		return f.label("choice.toggle") + " on or off"
	case fd.Kind == Choice:
		return "← → change"
	case fd.Kind == Pick:
		return f.label("form.enter") + " choose"
	case fd.Kind == Text:
		return "enter new line"
	case fd.Kind == Lines:
		return "one on each line"
	}
	return ""
}
