package form

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
)

// pace tells keys that a hand presses from those of a paste that comes as keys, and from a key that is held.
type pace struct {
	now    func() time.Time
	last   time.Time
	since  time.Duration // from the key before to this one
	burst  int           // how many keys came in a burst up to this one
	enters int           // how many enters came without another key between, with this one
}

const (
	// burst is how soon keys follow each other that no hand presses.
	burst = 15 * time.Millisecond
	// pastedKeys is how many keys in a burst make a paste: two or three also come at once when the program was busy for a moment.
	pastedKeys = 4
	// held is longer than a key is held before terminals repeat it, and repeated longer than they wait from one repetition to the next.
	held     = 700 * time.Millisecond
	repeated = 250 * time.Millisecond
)

// press notes a key.
func (p *pace) press(enter bool) {
	p.since = time.Hour
	if p.now != nil {
		now := p.now()
		p.since, p.last = now.Sub(p.last), now
	}
	if p.since < burst {
		p.burst++
	} else {
		p.burst = 0
	}
	if enter {
		p.enters++
	} else {
		p.enters = 0
	}
}

func (p *pace) quick() bool  { return p.burst > 0 }
func (p *pace) pasted() bool { return p.burst >= pastedKeys }

// meant reports whether an enter was pressed for what has the focus now: not as part of a paste, nor as a repetition of the enter that
// brought the focus there.
func (p *pace) meant() bool {
	switch {
	case p.quick():
		return false
	case p.enters <= 1:
		return true
	case p.enters == 2:
		return p.since >= held
	}
	return p.since >= repeated
}

// enterOn goes on from a field of one line. Text that follows at once shows that the enter was the line break of a paste: then it goes
// back, and the break becomes a space, as in any paste.
func (f *Form) enterOn(id keymap.ID, msg tea.KeyPressMsg) (handled bool) {
	from := f.entered
	f.entered = nil
	if from != nil && f.pace.quick() && (id == "form.enter" || msg.Text != "") {
		if id == "form.enter" {
			f.entered = from
			return true
		}
		f.focus = slices.Index(f.fields, from)
		from.edit.broke = true
		return false
	}
	fd := f.current()
	if id != "form.enter" || fd == nil || fd.Kind != Line || !fd.editable() || f.pace.pasted() {
		return false
	}
	f.move(1)
	f.entered = fd
	return true
}
