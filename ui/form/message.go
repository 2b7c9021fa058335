package form

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// message is what stands at the bottom: a question, what is going on, or the keys. It takes at most rows lines.
func (f *Form) message(rows int) []line {
	role, variants := f.say()
	if len(variants) == 0 {
		return []line{f.hints()}
	}
	for _, s := range variants {
		if len(draw.Wrap(s, f.w)) <= rows {
			return paragraph(role, s, f.w, rows)
		}
	}
	return paragraph(role, variants[len(variants)-1], f.w, rows)
}

// say is what there is to say instead of the keys, from the longest wording to the shortest.
func (f *Form) say() (theme.Role, []string) {
	cancel := f.keys.Label("form.cancel")
	switch {
	case f.asking && f.busy:
		return theme.Warn, []string{
			"Still being sent. " + cancel + " again closes this form; what was sent is not stopped.",
			cancel + " again closes", "close?",
		}
	case f.asking:
		return theme.Warn, []string{
			"Discard your changes? " + cancel + " again discards, any other key keeps editing.",
			"Discard? " + cancel + " again: yes, other: no.", cancel + " again discards", "discard?",
		}
	case f.busy && f.waiting != "":
		return theme.Info, []string{f.waiting + ". What you typed is kept until there is an answer.", f.waiting + ".", "Sending…"}
	case f.busy:
		return theme.Info, []string{"Sending. What you typed is kept until there is an answer.", "Sending…"}
	case f.status != "":
		return theme.Warn, []string{f.status}
	case f.refusal != "" && f.h < compactHeight:
		role, text := f.verdict()
		return role, []string{text}
	}
	return theme.KeyHelp, nil
}

// saveHint is "ctrl+s to save" with the key and the word of this form.
func (f *Form) saveHint() string {
	return f.keys.Label("form.submit") + " to " + strings.ToLower(f.spec.Submit)
}

// hint is a key and what it does.
type hint struct{ key, does string }

// hints is the line of keys, as many as fit.
func (f *Form) hints() line {
	switch {
	case f.framed && f.reading:
		return nil
	case f.framed:
		own := f.ownHints()
		return f.firstFitting(own, own[:min(1, len(own))])
	case f.reading:
		return f.firstFitting(f.reviewHints(), f.reviewHints()[:1])
	}
	save := hint{f.keys.Label("form.submit"), strings.ToLower(f.spec.Submit)}
	next, cancel := hint{f.keys.Label("form.next"), "next"}, hint{f.keys.Label("form.cancel"), "cancel"}
	basic := []hint{save, next, cancel}
	own := f.ownHints()
	first := own[:min(1, len(own))]
	variants := [][]hint{slices.Concat(own, basic), slices.Concat(first, basic)}
	if fd := f.current(); fd != nil && fd.edit == nil { // how to change the value is worth more than how to go on
		variants = append(variants, slices.Concat(first, []hint{save, cancel}))
	}
	return f.firstFitting(append(variants, basic, []hint{save, cancel}, []hint{save}, []hint{{key: save.key}})...)
}

// firstFitting is the first of the lines of keys that the form is wide enough for, or the last.
func (f *Form) firstFitting(variants ...[]hint) (l line) {
	for _, keys := range variants {
		if l = hintLine(keys); lineWidth(l) <= f.w {
			break
		}
	}
	return l
}

func hintLine(keys []hint) line {
	var l line
	for i, h := range keys {
		if i > 0 {
			l = append(l, text(theme.KeyHelp, " · "))
		}
		l = append(l, text(theme.Key, h.key), text(theme.KeyHelp, " "+h.does))
	}
	return l
}

func lineWidth(l line) int {
	sum := 0
	for _, s := range l {
		sum += draw.Width(s.text)
	}
	return sum
}

// ownHints are what keys do in the field with the focus, where that isn't plain.
func (f *Form) ownHints() []hint {
	fd := f.current()
	var own []hint
	if fd == nil {
		own = append(own, hint{f.keys.Label("form.enter"), strings.ToLower(f.spec.Submit)})
		return f.changesHint(own)
	}
	if !fd.editable() {
		return nil
	}
	switch fd.Kind {
	case Toggle:
		own = append(own, hint{f.keys.Label("choice.toggle"), "switch"})
	case Choice:
		own = append(own, hint{"← →", "change"})
	case Pick:
		own = append(own, hint{f.keys.Label("form.enter"), "choose"})
	case Text, Lines:
		own = append(own, hint{"enter", "new line"})
	case Line:
		if f.spec.oneLine() {
			own = append(own, hint{f.keys.Label("form.enter"), strings.ToLower(f.spec.Submit)})
		}
	}
	if fd.changed() {
		own = append(own, hint{putBack, "put back"})
	}
	return f.changesHint(own)
}

// changesHint adds the key that shows all changes, where the form has no room for them.
func (f *Form) changesHint(own []hint) []hint {
	if f.cut && !f.spec.fresh() && len(f.Changed()) > 0 {
		own = append(own, hint{f.keys.Label("form.review"), "all changes"})
	}
	return own
}
