package form

// Rebase takes the values of a record that was read again. Fields that nobody has changed show them; what was typed stays and is
// compared with them from now on. It gives the titles of the fields whose value had changed, and of those among them that keep what was
// typed.
func (f *Form) Rebase(fields []Field) (moved, kept []string) {
	for _, now := range fields {
		fd := f.find(now.Name)
		if fd == nil || fd.Unknown || fd.sameValue(now.Value) && fd.Locked == now.Locked {
			continue
		}
		moved = append(moved, fd.Title)
		if fd.rebase(now) {
			kept = append(kept, fd.Title)
		}
	}
	f.recheck()
	return moved, kept
}

// rebase makes now what the field is compared with, and reports whether what was typed stays.
func (f *field) rebase(now Field) (kept bool) {
	kept = f.changed()
	typed, label, touched := f.text(), f.label, f.touched
	f.Field, f.taken, f.refusal = now, "", ""
	f.put(now.Value)
	f.start = f.text()
	if kept {
		f.put(typed)
		if f.edit == nil && label != "" {
			f.label = label
		}
	}
	f.touched = kept && touched
	f.judge()
	return kept
}

// sameValue compares a value with the one at the start; a list is the same in any order.
func (f *field) sameValue(value string) bool {
	if f.Kind != Lines {
		return f.Value == value
	}
	return sameEntries(f.Value, value)
}

// SetNews says what became of the record since the form was opened. It stays until the next news, "" takes it away. It has to be seen
// before the form is submitted.
func (f *Form) SetNews(sentence string) {
	f.news = sentence
	f.tell()
}
