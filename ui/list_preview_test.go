package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// shownBeside is the title of the record beside the list.
func (d *driver) shownBeside() string {
	for _, line := range strings.Split(d.screen(), "\n") {
		if _, beside, ok := strings.Cut(line, "╮╭ "); ok {
			return strings.Trim(beside, "─╮ ")
		}
	}
	return ""
}

func TestThePreviewWaitsWhileAKeyIsHeld(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3")
	var names []string
	for i := range 8 {
		record, _ := d.tenant.Record("suggestions", d.tenant.SuggestionID(i))
		names = append(names, record["suggestedName"].(string))
	}
	shows := func(when string, i int) {
		t.Helper()
		if got := d.shownBeside(); got != names[i] {
			t.Errorf("%s: %q is beside the list, want %q", when, got, names[i])
		}
	}
	d.keys("j")
	shows("the first move", 1)
	for range 3 {
		d.clock.advance(30 * time.Millisecond)
		d.rush("j")
		shows("held", 1)
	}
	_, rested := d.model.Wakes()
	d.clock.advance(host.Resting - time.Millisecond)
	d.send(rested)
	shows("told too early", 1)
	d.rest()
	shows("at rest", 4)

	d.clock.advance(host.Resting)
	d.rush("j")
	shows("the first move again", 5)
	d.rush("j")
	shows("held again", 5)
	d.rush("v") // any other key is about the record under the cursor
	if at := d.shownBeside(); at != names[6] {
		t.Errorf("beside another key %q is shown, want %q", at, names[6])
	}
	d.keys("v", "k")
	shows("after a rest", 5)
	d.rush("k")
	d.keys("2", "3")
	shows("after another pane", 4)
	if n := len(d.mutations()); n > 0 {
		t.Errorf("%d changes were sent", n)
	}
}

// Names, rows and answers that come while a key is held bring the rows up to date, and no record beside them: that one flies by. It follows
// at once where what stands there could not stay.
func TestThePreviewWaitsWhateverComesWhileAKeyIsHeld(t *testing.T) {
	for _, at := range []struct {
		what    string
		comes   func(*driver)
		follows bool
	}{
		{"names", func(d *driver) {
			d.send(host.Addressed{Session: d.model.session, Pane: "suggestions", Msg: host.NamesKnown{}})
		}, false},
		{"a page", func(d *driver) {
			d.Waiting(func() { d.queue = append(d.queue, d.model.pane().(*list.Pane).Reload()) })
			d.settle()
		}, false},
		{"the minute", func(d *driver) { d.model.pane().Redraw() }, true},
		{"another size", func(d *driver) { d.Resize(150, 45) }, true},
	} {
		d := newDriver(t, driverOptions{})
		d.keys("3", "j")
		d.rush("j")
		before := d.shownBeside()
		at.comes(d)
		if got := d.shownBeside(); (got != before) != at.follows {
			t.Errorf("%s: %q is beside the list, %q before", at.what, got, before)
		}
		if at.follows {
			continue
		}
		d.rest()
		row, _ := d.model.pane().(*list.Pane).Grid.Cursor()
		if got, want := d.shownBeside(), d.model.pane().(*list.Pane).Target(row).Name; got != want {
			t.Errorf("%s: at rest %q is beside the list, want %q", at.what, got, want)
		}
	}
}

// Also where the clock was set back meanwhile.
func TestThePreviewFollowsWithinTheTimeOfARest(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("1", "j")
	d.rush("j")
	d.clock.advance(-time.Hour)
	d.rest()
	list := d.model.pane().(*list.Pane)
	at, _ := list.Grid.Cursor()
	if got, want := d.shownBeside(), list.Target(at).Name; got != want {
		t.Errorf("at rest %q is shown, want %q", got, want)
	}
}

func TestThePreviewWaitsWhileAWordIsTypedIntoTheFilter(t *testing.T) {
	for when, ends := range map[string]func(*driver){
		"at rest": (*driver).rest, "once a key moves in the text alone": func(d *driver) { d.rush("left") },
	} {
		d := newDriver(t, driverOptions{})
		d.keys("1", "/")
		d.rush("p") // a letter after a rest takes the preview along
		first := d.shownBeside()
		for _, letter := range []string{"a", "y"} {
			d.rush(letter)
		}
		if got := d.shownBeside(); got != first {
			t.Errorf("while a word is typed %q is shown, want %q as before", got, first)
		}
		ends(d)
		row := d.model.pane().(*list.Pane)
		at, _ := row.Grid.Cursor()
		if got, want := d.shownBeside(), row.Target(at).Name; got != want || got == first {
			t.Errorf("%s %q is shown, want %q", when, got, want)
		}
	}
}

// rest lets keys come to rest.
func (d *driver) rest() {
	d.t.Helper()
	in, msg := d.model.Wakes()
	if msg == nil || in > host.Resting {
		d.t.Fatalf("waits %v for keys to come to rest, to be told %v", in, msg)
	}
	d.clock.advance(in)
	d.send(msg)
	if _, msg := d.model.Wakes(); msg != nil {
		d.t.Fatal("something waits for keys to come to rest although they have")
	}
}

func TestADetailThatIsOpenedAgainAndAgainIsReadAtRest(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("1")
	reads := func() int { return d.tenant.Count("GET /api/v1/hooks/{}") }
	d.keys("<enter>")
	if n := reads(); n != 1 {
		t.Fatalf("the record was read %d times when it was opened, want once", n)
	}
	d.model.env.Changing() // what was read just now doesn't count any more
	for range 4 {
		d.rush("esc")
		d.rush("enter")
	}
	if n := reads(); n != 1 {
		t.Errorf("opened again and again it was read %d times, want once", n)
	}
	d.rest()
	if n := reads(); n != 2 {
		t.Errorf("at rest it was read %d times in all, want twice", n)
	}
	d.rush("esc")
	d.rush("enter")
	d.rush("esc")
	if _, msg := d.model.Wakes(); msg != nil {
		t.Error("it is to be read although nobody looks")
	}
}

func TestThePreviewSaysWhatIsDoneToItsOwnRecordWhileItWaits(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("3", "j", "j", "j")
	d.Waiting(func() { d.keys("a") }) // the record is accepted all along
	d.sees("◌ accepting…")
	d.Waiting(func() {
		d.keys("k")
		d.seesNot("─ ◌ accepting…")
		d.rush("j")
		d.seesNot("─ ◌ accepting…")
		d.rest()
		d.sees("◌ accepting…")
	})
	d.settle()
}
