package today_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/panes/today"
	"gatehouse/ui/panetest"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// rooms are topics of one line each, "7 lamps are on in room 1", that note how often they were read.
type rooms struct {
	reads int
	facts int // how often what sums a line up was asked for
	fails map[int]error
	roles []theme.Role // of the lines; news where there are none
	more  int          // lamps that are on beside the seven
}

func (r *rooms) open(t *testing.T, n int, env func(*host.Env)) *panetest.Frame {
	t.Helper()
	var topics []host.Topic
	for i := range n {
		role := theme.Info
		if i < len(r.roles) {
			role = r.roles[i]
		}
		topics = append(topics, host.Topic{
			Lines: []host.TodayLine{{Name: fmt.Sprint(i), Many: fmt.Sprintf("lamps are on in room %d", i), Title: fmt.Sprintf("Room %d", i),
				Role: role}},
			Read: func(context.Context, *api.Client, host.Frozen) ([]host.Found, error) {
				r.reads++
				sum := func(*host.Env) []widget.Piece { r.facts++; return nil }
				return []host.Found{{Count: 7 + r.more, Of: 7 + r.more, Facts: sum}}, r.fails[i]
			},
		})
	}
	d := host.Declaration{Name: "today", Title: "Today", Scope: keymap.PaneScope("today", "Today")}
	d.New = func(e *host.Env, h host.Host) host.Pane { return today.New(d, topics, e, h) }
	return panetest.Open(t, d, panetest.Options{W: 120, H: 40, Env: env})
}

func TestOnlyAFewTopicsAreReadAtOnce(t *testing.T) {
	r := &rooms{}
	f := r.open(t, 6, nil)
	if r.reads != 6 {
		t.Fatalf("%d of 6 topics were read", r.reads)
	}
	r.reads = 0
	cmd, _ := f.Pane().Do("refresh")
	arrive := f.Late(cmd)
	if r.reads != 4 {
		t.Errorf("%d topics are read at once, want 4", r.reads)
	}
	arrive()
	if r.reads != 6 {
		t.Errorf("%d of 6 topics were read again", r.reads)
	}
}

// Lines stand as they were drawn where it is left and comes again before anything else came.
func TestLinesAreDrawnAgainOnceSomethingCame(t *testing.T) {
	var env *host.Env
	r := &rooms{}
	f := r.open(t, 2, func(e *host.Env) { env = e })
	for _, c := range []struct {
		between func()
		want    int
	}{{func() {}, 0}, {env.Told, 2}, {func() {}, 0}, {func() { f.Late(f.Pane().(*today.Pane).Receive(refresh.Due{})) }, 2}} {
		c.between()
		r.facts = 0
		f.Pane().Leave()
		if f.Pane().Enter(); r.facts != c.want {
			t.Errorf("what sums lines up was asked for %d times, want %d", r.facts, c.want)
		}
	}
}

// Readings that hang hold no others back.
func TestWhatTakesLongHoldsNothingBack(t *testing.T) {
	r := &rooms{}
	f := r.open(t, 7, nil)
	r.reads = 0
	cmd, _ := f.Pane().Do("refresh")
	arrive := f.Late(cmd)
	if r.reads != 4 {
		t.Errorf("%d topics are read at once, want 4", r.reads)
	}
	f.Fire(host.WaitIsLong)
	if r.reads != 7 {
		t.Errorf("%d of 7 topics were asked for while four hang", r.reads)
	}
	arrive()
	f.Sees("read just now")
}

// What has failed comes first, then what is risky, then news; within that the order of the tabs.
func TestWhatIsMostUrgentComesFirst(t *testing.T) {
	r := &rooms{roles: []theme.Role{theme.Info, theme.Warn, theme.Info, theme.Bad, theme.Warn}}
	f := r.open(t, 5, nil)
	at := -1
	for _, room := range []int{3, 1, 4, 0, 2} {
		next := strings.Index(f.Screen(), fmt.Sprintf("in room %d", room))
		if next < at {
			t.Errorf("room %d stands above:\n%s", room, f.Screen())
		}
		at = next
	}
}

// A line that stays as it was isn't drawn again, but where anything is another that it shows.
func TestLinesAreDrawnAsTheyAreNow(t *testing.T) {
	light, err := theme.New(theme.Options{Name: "light"})
	if err != nil {
		t.Fatal(err)
	}
	r := &rooms{}
	shown := r.open(t, 4, nil)
	for what, change := range map[string]func(*panetest.Frame){
		"the cursor": func(f *panetest.Frame) { f.Do("cursor.down") },
		"the theme":  func(f *panetest.Frame) { f.Env.Theme = light; f.Pane().Redraw() },
		"the width":  func(f *panetest.Frame) { f.Pane().Resize(100, 40) },
		"the height": func(f *panetest.Frame) { f.Pane().Resize(100, 12) },
		"the number": func(f *panetest.Frame) { r.more++; f.Do("refresh") },
	} {
		before := strings.Join(shown.Pane().View(), "\n")
		change(shown)
		got := strings.Join(shown.Pane().View(), "\n")
		if got == before {
			t.Errorf("%s is another, and the lines are not", what)
		}
		shown.Do("cursor.down")
		shown.Do("cursor.up") // the line that the cursor has left
		shown.Pane().Redraw()
		if again := strings.Join(shown.Pane().View(), "\n"); again != got {
			t.Errorf("%s is another: the lines are\n%s\nand drawn anew\n%s", what, got, again)
		}
	}
}

func TestStoppingToWaitCostsOnlyWhatIsNotKnownYet(t *testing.T) {
	r := &rooms{fails: map[int]error{1: errors.New("no answer")}}
	f := r.open(t, 2, nil)
	f.Sees("7 lamps are on in room 0", "Room 1: unknown")
	cmd, _ := f.Pane().Do("refresh")
	arrive := f.Late(cmd)
	f.Advance(host.WaitIsLong)
	f.Do("back")
	why, _ := f.Env.Explain(host.ErrStopped)
	if f.Sees("7 lamps are on in room 0"); why == "" {
		t.Fatal("nothing says that it was stopped")
	}
	f.Tells("Room 1: unknown", why)
	f.TellsNot("not read again")
	r.fails = nil
	arrive() // what comes late changes nothing
	f.Sees("Room 1: unknown")
}

// Readings that nobody asked for wait for the changes under way.
func TestChangesUnderWayGoFirst(t *testing.T) {
	r := &rooms{}
	target := action.Target{Kind: "hook", ID: "h1"}
	f := r.open(t, 2, func(e *host.Env) { e.UnderWay[target] = []string{"Turning on"} })
	const soon = 250 * time.Millisecond
	f.Fire(soon)
	if r.reads != 0 || f.Timers(soon) != 1 {
		t.Fatalf("%d topics are read while a change is under way, and %d timers wait", r.reads, f.Timers(soon))
	}
	delete(f.Env.UnderWay, target)
	f.Fire(soon)
	f.Sees("7 lamps are on in room 0", "7 lamps are on in room 1")
}

// Whom is waited for, and what stops it, is said at every width.
func TestHowToStopWaitingIsSaidAtEveryWidth(t *testing.T) {
	r := &rooms{}
	f := r.open(t, 9, nil)
	cmd, _ := f.Pane().Do("refresh")
	arrive := f.Late(cmd)
	f.Advance(host.WaitIsLong)
	for _, w := range []int{160, 80, 60, 40, 30} {
		f.Resize(w, 8)
		f.Sees(" s", "esc stops")
	}
	arrive()
}

// Where there is no room for the reason beside a line, enter says it.
func TestTheReasonOfALineIsToldAtEverySize(t *testing.T) {
	const why = "the lamp is broken, and nobody is there who could mend it before the end of the week after next"
	r := &rooms{fails: map[int]error{1: errors.New(why)}}
	f := r.open(t, 2, nil)
	for _, size := range [][2]int{{160, 40}, {100, 30}, {80, 24}, {40, 4}} {
		f.Resize(size[0], size[1])
		f.Keys("j", "<enter>")
		f.Tells(host.Capital(why) + ".")
	}
}
