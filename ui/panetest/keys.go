package panetest

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/keymap/keytest"
	"gatehouse/tenant"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/picker"
)

// Keys presses keys: "j", "<enter>", "<ctrl+s>"; other text is typed rune by rune. The clock moves on with each.
func (f *Frame) Keys(script ...string) {
	f.t.Helper()
	for _, s := range script {
		if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			f.press(keytest.Press(s[1 : len(s)-1]))
			continue
		}
		for _, r := range s {
			code := r
			if r == ' ' {
				code = tea.KeySpace
			}
			f.press(tea.KeyPressMsg{Code: code, Text: string(r)})
		}
	}
}

// press gives a key to what stands over the pane, to a field that is typed in, or to the binding that it has in the pane.
func (f *Frame) press(key tea.KeyPressMsg) {
	f.t.Helper()
	f.clock.advance(300 * time.Millisecond)
	if o := f.overlay(); o != nil {
		f.follow(o.Update(key))
		return
	}
	if f.Pane().Typing() {
		f.follow(f.Pane().Input(key))
		return
	}
	if id, ok := host.BindingForKey(f.Env.Keys, f.Pane().Scopes(), key); ok && !f.goTo(id) {
		f.Do(id)
	}
}

// Do carries out a binding of the pane.
func (f *Frame) Do(id keymap.ID) {
	f.t.Helper()
	cmd, ok := f.Pane().Do(id)
	if !ok && id == "back" {
		cmd = f.back()
	}
	f.follow(cmd)
}

// Paste pastes into what is typed in.
func (f *Frame) Paste(text string) {
	f.t.Helper()
	if o := f.overlay(); o != nil {
		f.follow(o.Update(tea.PasteMsg{Content: text}))
		return
	}
	f.follow(f.Pane().Input(tea.PasteMsg{Content: text}))
}

// Send hands the pane a message, as a command of it would.
func (f *Frame) Send(msg any) {
	f.t.Helper()
	f.follow(f.Pane().Receive(msg))
}

// Late runs a command of the pane, so that the tenant is asked now; what it brings comes when arrive is called.
func (f *Frame) Late(cmd tea.Cmd) (arrive func()) {
	f.t.Helper()
	var brought []tea.Msg
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		next := queue[0]
		if queue = queue[1:]; next == nil {
			continue
		}
		msg := next()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		brought = append(brought, msg)
	}
	return func() {
		f.t.Helper()
		for _, msg := range brought {
			f.follow(func() tea.Msg { return msg })
		}
	}
}

// Fire lets the timers run that were asked for with that wait.
func (f *Frame) Fire(wait time.Duration) {
	f.t.Helper()
	var due []timer
	f.ticks = slices.DeleteFunc(f.ticks, func(t timer) bool {
		if t.wait == wait {
			due = append(due, t)
		}
		return t.wait == wait
	})
	f.clock.advance(wait)
	for _, t := range due {
		f.follow(t.msg)
	}
}

// Advance moves the clock.
func (f *Frame) Advance(d time.Duration) { f.clock.advance(d) }

// Fault puts a rule of the tenant in force.
func (f *Frame) Fault(r tenant.Rule) (remove func()) { return f.Tenant.Faults().Add(r) }

// Sees fails the test unless each text is drawn.
func (f *Frame) Sees(texts ...string) {
	f.t.Helper()
	screen := f.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			f.t.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
}

// SeesNot fails the test if one of the texts is drawn.
func (f *Frame) SeesNot(texts ...string) {
	f.t.Helper()
	screen := f.Screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			f.t.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
}

// Tells fails the test unless each text is told, as running text: by what stands over the pane, or else by the pane, or by what was
// said last.
func (f *Frame) Tells(texts ...string) {
	f.t.Helper()
	told := f.told()
	for _, text := range texts {
		if !strings.Contains(told, text) {
			f.t.Errorf("%q is not told:\n%s", text, f.Screen())
		}
	}
}

// TellsNot fails the test if one of the texts is told.
func (f *Frame) TellsNot(texts ...string) {
	f.t.Helper()
	told := f.told()
	for _, text := range texts {
		if strings.Contains(told, text) {
			f.t.Errorf("%q is told:\n%s", text, f.Screen())
		}
	}
}

func (f *Frame) told() string {
	lines := f.Pane().View()
	if o := f.overlay(); o != nil {
		lines = o.Lines()
	}
	text := strings.Join(lines, "\n")
	if n := len(f.Notices); n > 0 {
		text += "\n" + f.Notices[n-1].Text
	}
	return strings.Join(strings.Fields(ansi.Strip(text)), " ")
}

// Line is the first line of the screen that holds the text.
func (f *Frame) Line(text string) string {
	f.t.Helper()
	for line := range strings.SplitSeq(f.Screen(), "\n") {
		if strings.Contains(line, text) {
			return line
		}
	}
	f.t.Fatalf("%q is not on the screen:\n%s", text, f.Screen())
	return ""
}

// Click clicks on the first cell of a text that the pane shows.
func (f *Frame) Click(text string) {
	f.t.Helper()
	for y, line := range f.Pane().View() {
		if before, _, has := strings.Cut(ansi.Strip(line), text); has {
			f.follow(f.Pane().Click(draw.Width(before), y))
			return
		}
	}
	f.t.Fatalf("%q is not in the pane:\n%s", text, f.Screen())
}

// Selected is the line with the cursor's sign.
func (f *Frame) Selected() string { f.t.Helper(); return f.Line("▌") }

// Resize gives the terminal another size.
func (f *Frame) Resize(w, h int) {
	f.t.Helper()
	f.w, f.h = w, h-around
	f.Pane().Resize(f.w, f.h)
	f.follow(f.Pane().Receive(host.Resized{}))
}

// Bodies are those of the requests for an operation, "POST /api/v1/iam/roles/{}".
func (f *Frame) Bodies(operation string) (bodies []string) {
	for _, r := range f.Tenant.Requests() {
		if r.Route == operation {
			bodies = append(bodies, string(r.Body))
		}
	}
	return bodies
}

// Asked are the bodies of the requests to a path, "POST /api/v1/search/hooks".
func (f *Frame) Asked(route string) (bodies []string) {
	for _, r := range f.Tenant.Requests() {
		if r.Method+" "+r.Path == route {
			bodies = append(bodies, string(r.Body))
		}
	}
	return bodies
}

// Sent fails the test unless these, "DELETE /api/v1/llm-gateway/keys/k1", are all that was sent and isn't a read.
func (f *Frame) Sent(want ...string) {
	f.t.Helper()
	if sent := f.Mutations(); !slices.Equal(sent, want) {
		f.t.Fatalf("the tenant got %q, want %q\n%s", sent, want, f.Screen())
	}
}

// Mutations are the requests that reached the tenant and were not reads.
func (f *Frame) Mutations() (sent []string) {
	for _, r := range f.Tenant.Requests() {
		if (api.Request{Method: r.Method, Path: r.Path}).Mutates() && r.Path != "/auth/v1/token" {
			sent = append(sent, r.Method+" "+r.Path)
		}
	}
	return sent
}

// Timers counts the timers that are under way with that wait.
func (f *Frame) Timers(wait time.Duration) (n int) {
	for _, t := range f.ticks {
		if t.wait == wait {
			n++
		}
	}
	return n
}

// Pick takes an id in the picker that is open.
func (f *Frame) Pick(id string) {
	f.t.Helper()
	f.Paste(id)
	f.Fire(picker.Pause)
	f.Keys("<enter>")
}
