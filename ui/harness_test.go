package ui

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/tenant"
	"gatehouse/ui/host"
)

// actsOnTerminal names what in a drawn line is neither text nor one of our styles, "" for nothing.
func actsOnTerminal(line string) string {
	for i := 0; i < len(line); {
		if line[i] == 0x1b {
			n := styleLength(line[i:])
			if n == 0 {
				return "an escape sequence that is no style"
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return "a broken character"
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			return fmt.Sprintf("the control character U+%04X", r)
		case r == 0x061c || r == 0x200e || r == 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			return fmt.Sprintf("the bidi control U+%04X", r)
		case r == 0x2028 || r == 0x2029:
			return "a line break"
		}
		i += n
	}
	return ""
}

// styleLength is the length of the style sequence that s starts with, 0 if it starts with another.
func styleLength(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	end := 2 + len(s[2:]) - len(strings.TrimLeft(s[2:], "0123456789;:"))
	if end >= len(s) || s[end] != 'm' {
		return 0
	}
	return end + 1
}

// held are the messages that commands have brought and that were not delivered yet.
type held struct {
	d    *driver
	msgs []tea.Msg
}

// carry runs every command that is waiting and keeps what they bring, so that a test can deliver it late or out of order.
func (d *driver) carry() *held {
	d.t.Helper()
	h := &held{d: d}
	for len(d.queue) > 0 {
		cmd := d.queue[0]
		d.queue = d.queue[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			d.queue = append(d.queue, msg...)
		default:
			h.msgs = append(h.msgs, msg)
		}
	}
	return h
}

// deliver hands the messages over, in the order in which they were brought.
func (h *held) deliver() {
	h.d.t.Helper()
	for _, msg := range h.msgs {
		h.d.send(msg)
	}
	h.msgs = nil
}

// holding keeps commands from running while f runs; what they bring is returned.
func (d *driver) holding(f func()) *held {
	d.t.Helper()
	d.hold = true
	f()
	h := d.carry()
	d.hold = false
	return h
}

// Waiting keeps commands from running while f runs, and leaves them in the queue for settle.
func (d *driver) Waiting(f func()) {
	d.t.Helper()
	d.hold = true
	f()
	d.hold = false
}

// background runs what the queue holds in a goroutine, for commands that don't return before the test does something; the function
// returned waits for them and delivers what they brought.
func (d *driver) background() (finish func()) {
	d.t.Helper()
	queue := d.queue
	d.queue = nil
	brought := make(chan []tea.Msg, 1)
	go func() {
		var msgs []tea.Msg
		for len(queue) > 0 {
			cmd := queue[0]
			queue = queue[1:]
			if cmd == nil {
				continue
			}
			switch msg := cmd().(type) {
			case nil:
			case tea.BatchMsg:
				queue = append(queue, msg...)
			default:
				msgs = append(msgs, msg)
			}
		}
		brought <- msgs
	}()
	return func() {
		d.t.Helper()
		select {
		case msgs := <-brought:
			(&held{d, msgs}).deliver()
		case <-time.After(20 * time.Second):
			d.t.Fatal("the commands never return")
		}
	}
}

// until waits for a condition that another goroutine brings about.
func (d *driver) until(what string, cond func() bool) {
	d.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !cond() {
		if time.Now().After(deadline) {
			d.t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// fire lets the timers run that were asked for with that wait.
func (d *driver) fire(wait time.Duration) {
	d.t.Helper()
	var due []timer
	d.ticks = slices.DeleteFunc(d.ticks, func(t timer) bool {
		if t.wait == wait {
			due = append(due, t)
			return true
		}
		return false
	})
	d.clock.advance(wait)
	for _, t := range due {
		d.send(t.msg())
	}
}

// timers counts the timers that are under way with that wait.
func (d *driver) timers(wait time.Duration) (n int) {
	for _, t := range d.ticks {
		if t.wait == wait {
			n++
		}
	}
	return n
}

// offline takes the tenant off the network; the function returned brings it back at the same address.
func (d *driver) offline() (online func()) {
	d.t.Helper()
	address := d.server.Listener.Addr().String()
	d.server.CloseClientConnections()
	d.server.Close()
	return func() {
		d.t.Helper()
		var listener net.Listener
		d.until("the tenant's address", func() (ok bool) {
			var err error
			listener, err = net.Listen("tcp", address)
			return err == nil
		})
		d.server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: d.tenant.Handler()}}
		d.server.Start()
	}
}

func (d *driver) Resize(w, h int) {
	d.t.Helper()
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
}

func (d *driver) paste(text string) {
	d.t.Helper()
	d.send(tea.PasteMsg{Content: text})
}

// fault puts a rule in force.
func (d *driver) fault(r tenant.Rule) (remove func()) { return d.tenant.Faults().Add(r) }

// asked are the paths of the requests since the log was last emptied, of the kind "POST /api/v1/search/hooks".
func (d *driver) asked(route string) (bodies []string) {
	for _, r := range d.tenant.Requests() {
		if r.Method+" "+r.Path == route {
			bodies = append(bodies, string(r.Body))
		}
	}
	return bodies
}

// line is the first line of the screen that holds the text.
func (d *driver) line(text string) string {
	d.t.Helper()
	for _, line := range strings.Split(d.screen(), "\n") {
		if strings.Contains(line, text) {
			return line
		}
	}
	d.t.Fatalf("%q is not on the screen:\n%s", text, d.screen())
	return ""
}

// selected is the line with the cursor's sign.
func (d *driver) selected() string { d.t.Helper(); return d.line("▌") }

// selectedIs checks that the line with the cursor's sign has a text.
func (d *driver) selectedIs(text string) {
	d.t.Helper()
	if !strings.Contains(d.selected(), text) {
		d.t.Errorf("%q is not in the line of the cursor:\n%s", text, d.screen())
	}
}

// At is the pane on top of a tab.
func (d *driver) At(i int) host.Pane { return d.model.tabs[i+1].top() }

func (d *driver) wantMutations(want ...string) {
	d.t.Helper()
	if got := d.mutations(); !slices.Equal(got, want) {
		d.t.Fatalf("the tenant got %q, want %q\n%s", got, want, d.screen())
	}
}

// opens reports whether a style sequence other than the reset is in force at the end of the line.
func opens(line string) bool {
	open := false
	for i := 0; i < len(line); {
		if n := styleLength(line[i:]); n > 0 {
			open = line[i:i+n] != "\x1b[m" && line[i:i+n] != "\x1b[0m"
			i += n
			continue
		}
		i++
	}
	return open
}

func TestNoStyleReachesTheNextLine(t *testing.T) {
	d := newDriver(t, driverOptions{})
	for i, line := range strings.Split(d.model.View().Content, "\n") {
		if opens(line) {
			t.Errorf("line %d leaves a style open: %q", i, ansi.Strip(line))
		}
	}
}

// goldenSizes are the screens that everything has to fit.
var goldenSizes = [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 10}}

// recordOf is what the tenant holds of a record.
func recordOf[T any](d *driver, list, id string) (record T) {
	d.t.Helper()
	held, ok := d.tenant.Record(list, id)
	if !ok {
		d.t.Fatalf("there is no %s among the %s", id, list)
	}
	text, err := json.Marshal(held)
	if err == nil {
		err = json.Unmarshal(text, &record)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return record
}

// testClock is the time of a test: it moves when the test says so. The tenant reads it from its own goroutines.
type testClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *testClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *testClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// said is what the console says right now, as running text: what stands over the panes and what was said below them, or else all.
func (d *driver) said() string {
	d.t.Helper()
	text := ""
	if top := d.model.overlay(); top != nil {
		text = strings.Join(top.Lines(), "\n")
	} else {
		text = d.model.View().Content
	}
	for _, n := range []*host.Notice{d.model.notices.Trouble(), d.model.notices.Notice()} {
		if n != nil {
			text += "\n" + n.Text
		}
	}
	return unboxed(ansi.Strip(text))
}

// unboxed is what stands on a screen as running text, without the lines of its boxes.
func unboxed(screen string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(screen)), " ")
}

func (d *driver) tells(texts ...string) {
	d.t.Helper()
	said := d.said()
	for _, text := range texts {
		if !strings.Contains(said, text) {
			d.t.Errorf("%q is not said:\n%s", text, d.screen())
		}
	}
}

func (d *driver) tellsNot(texts ...string) {
	d.t.Helper()
	said := d.said()
	for _, text := range texts {
		if strings.Contains(said, text) {
			d.t.Errorf("%q is said:\n%s", text, d.screen())
		}
	}
}
