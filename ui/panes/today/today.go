package today

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
)

// byUrgency are the roles of lines that come before others.
var byUrgency = [...]theme.Role{theme.Bad, theme.Warn}

// Pane is the first screen. Every topic of it is read by itself: one that fails loses only its own lines.
type Pane struct {
	host.PlainPane
	topics []*topic
	lines  []line // all lines of all topics
	at     int    // the line under the cursor
	top    int    // the first line in view

	ctx    context.Context // of the readings under way
	cancel context.CancelFunc
	due    bool // a tick that goes on with the readings will come
	wait   host.Patient
	said   []said     // what the lines say
	drawn  [][]string // the lines as they are drawn where the cursor isn't
	rows   []string   // what is drawn below the headline

	numberWidth, whyWidth, nameWidth int // of the columns in which records stand
}

// line is one line of a topic.
type line struct {
	host.TodayLine
	of *topic
	at int // its place among those of the topic
}

// found is what is known about the line; nil: nothing yet.
func (l line) found() *host.Found {
	if l.at >= len(l.of.found) {
		return nil
	}
	return &l.of.found[l.at]
}

// Declaration is the pane in the registry; its lines are those of the other panes, the most urgent first, then in their order.
func Declaration(others ...host.Declaration) host.Declaration {
	d := host.Declaration{
		Name: "today", Title: "Today", Key: "`", Help: "Go to what needs somebody now.", Scope: keymap.PaneScope("today", "Today"),
	}
	d.New = func(e *host.Env, l host.Host) host.Pane {
		var topics []host.Topic
		for _, other := range others {
			if other.Today != nil {
				topics = append(topics, other.Today(e, l))
			}
		}
		return New(d, topics, e, l)
	}
	return d
}

// New makes the pane of some topics.
func New(d host.Declaration, topics []host.Topic, e *host.Env, l host.Host) *Pane {
	p := &Pane{PlainPane: host.PlainPane{Env: e, Host: l, ID: d.Name, Heading: d.Title, In: d.Scope}}
	topics = slices.Clone(topics)
	slices.SortStableFunc(topics, func(a, b host.Topic) int { return cmp.Compare(urgency(a), urgency(b)) })
	for _, each := range topics {
		t := &topic{Topic: each}
		p.topics = append(p.topics, t)
		for i, declared := range each.Lines {
			p.lines = append(p.lines, line{TodayLine: declared, of: t, at: i})
		}
	}
	return p
}

// urgency is the place of a topic among others, by the most urgent of its lines: what has failed, then what is risky, then news. It doesn't
// depend on what is found: a line has one place.
func urgency(t host.Topic) int {
	least := len(byUrgency)
	for _, l := range t.Lines {
		if at := slices.Index(byUrgency[:], l.Role); at >= 0 {
			least = min(least, at)
		}
	}
	return least
}

// Enter reads again what wasn't read just now: what was done meanwhile in other panes has changed the numbers.
func (p *Pane) Enter() tea.Cmd {
	p.Visible = true
	due := func(t *topic) bool { return !p.Env.JustRead(t.known) }
	if p.Scene == p.Env.Scene() && !slices.ContainsFunc(p.topics, due) {
		return nil // the lines stand as they were drawn
	}
	return p.readAll(due)
}

// Leave cancels what is under way.
func (p *Pane) Leave() {
	p.Visible = false
	p.stop()
}

func (p *Pane) stop() {
	if p.cancel != nil {
		p.cancel()
	}
	p.ctx, p.cancel, p.wait.Since = nil, nil, time.Time{}
	for _, t := range p.topics {
		if t.state != idle { // its lines say so
			p.Scene = host.Scene{}
		}
		t.state = idle
		t.generation++
	}
}

// Receive takes what was read, and goes on.
func (p *Pane) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case answer:
		return p.handleAnswer(msg)
	case goOn:
		p.due = false
		return p.next()
	case host.WaitGoesOn:
		p.wait.Due = false
		return p.next()
	case refresh.Due:
		if p.Visible {
			return p.readAll(func(t *topic) bool { return t.backOff.Due(t.err != nil) })
		}
	case host.NamesKnown, host.Resized:
		p.Redraw()
	}
	return nil
}

func (p *Pane) handleAnswer(msg answer) tea.Cmd {
	t := p.topics[msg.topic]
	if msg.generation != t.generation {
		return nil
	}
	t.state, t.err, t.known = idle, msg.err, host.Moment{}
	if msg.err == nil {
		t.found, t.read, t.known = msg.found, msg.read, t.asked
	}
	return tea.Batch(p.wantNames(t), p.next())
}

// wantNames has the ids looked up that are among what is said.
func (p *Pane) wantNames(t *topic) tea.Cmd {
	for _, f := range t.found {
		p.Env.Names.Want(f.Refs)
	}
	if !p.Env.Names.Waiting() {
		return nil
	}
	return func() tea.Msg { return host.ResolveNames{} }
}

// Do carries out the bindings of the pane.
func (p *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	page := max(1, p.shown())
	moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.top": -len(p.lines), "cursor.bottom": len(p.lines),
		"cursor.page.down": page, "cursor.page.up": -page, "cursor.half.down": max(1, page/2), "cursor.half.up": -max(1, page/2)}
	if n, ok := moves[id]; ok {
		p.move(n)
		return nil, true
	}
	switch id {
	case "open":
		return p.open(), true
	case "refresh":
		return p.readAll(func(*topic) bool { return true }), true
	case "back":
		if p.wait.Waited(p.Env.Clock()) >= host.WaitIsLong {
			p.stopWaiting()
			return nil, true
		}
	}
	return nil, false
}

// stopWaiting gives up what takes long; the lines say so.
func (p *Pane) stopWaiting() {
	for _, t := range p.topics {
		if t.state != idle && t.read.IsZero() {
			t.err = host.ErrStopped
		}
	}
	p.stop()
	p.Redraw()
}

func (p *Pane) move(n int) {
	p.at = max(0, min(p.at+n, len(p.lines)-1))
	p.draw()
}

// open shows the rows behind the line, or reads again what could not be read.
func (p *Pane) open() tea.Cmd {
	if len(p.lines) == 0 {
		return nil
	}
	l := p.lines[p.at]
	f := l.found()
	switch {
	case f != nil && (f.Count > 0 || f.More): // there may be some among the rest
		return p.Host.Push(f.Open(l.of.read))
	case f != nil:
		return p.SayWhile(func() bool { now := l.found(); return now != nil && now.Count == 0 }, l.None+".")
	case p.inPlaceOfLines() != nil:
		return p.readAll(func(*topic) bool { return true })
	case l.of.worthAnotherTry() && p.showsWhy(l):
		return p.readAll(func(t *topic) bool { return t == l.of })
	case l.of.worthAnotherTry():
		return tea.Batch(p.sayWhy(l), p.readAll(func(t *topic) bool { return t == l.of }))
	case l.of.err != nil && l.of.state == idle:
		return p.sayWhy(l)
	}
	return p.SayWhile(func() bool { return l.found() == nil && l.of.state != idle }, "It is being read; the number comes in a moment.")
}

// sayWhy says why nothing is known about a line, as long as that is so.
func (p *Pane) sayWhy(l line) tea.Cmd {
	why, _ := p.Env.Explain(l.of.err)
	return p.SayWhile(func() bool { return l.of.err != nil }, why)
}

// Hints are the keys that the footer names.
func (p *Pane) Hints() []host.Hint {
	if p.inPlaceOfLines() != nil {
		return host.HintsOf("refresh", "palette")
	}
	return []host.Hint{host.HintIf(p.opens(), "open"), {ID: "refresh"}, host.HintIf(p.at+1 < len(p.lines), "cursor.down"),
		host.HintIf(p.at > 0, "cursor.up"), {ID: "palette"}}
}

// opens reports whether there is something behind the line: rows, or another try.
func (p *Pane) opens() bool {
	if len(p.lines) == 0 {
		return false
	}
	l := p.lines[p.at]
	if f := l.found(); f != nil {
		return f.Count > 0 || f.More
	}
	return l.of.worthAnotherTry()
}

// Offers are none: what can be done to a record is done where it is listed.
func (p *Pane) Offers() []host.Offer { return nil }

// Knows reports whether the pane carries out a binding.
func (p *Pane) Knows(id keymap.ID) bool {
	switch id {
	case "open", "refresh", "cursor.down", "cursor.up", "cursor.top", "cursor.bottom", "cursor.page.down", "cursor.page.up",
		"cursor.half.down", "cursor.half.up":
		return true
	}
	return false
}

// Term is what the keys do here.
func (p *Pane) Term(id keymap.ID) string {
	switch {
	case id != "open":
		return ""
	case len(p.lines) > 0 && p.lines[p.at].found() == nil && p.lines[p.at].of.worthAnotherTry():
		return "try again"
	}
	return "show rows"
}

// Explains says it for the help.
func (p *Pane) Explains(id keymap.ID) string {
	switch id {
	case "open":
		return "Show the rows behind the line."
	case "cursor.bottom":
		return "Go to the last line."
	}
	return ""
}

// Wheel moves the cursor.
func (p *Pane) Wheel(delta int) tea.Cmd {
	p.move(delta)
	return nil
}

// Click takes the line under the pointer.
func (p *Pane) Click(_, y int) tea.Cmd {
	if at := p.top + (y-1-p.above())/p.spacing(); y > p.above() && at < len(p.lines) {
		p.at = at
		p.Redraw()
	}
	return nil
}

// Resize gives the pane its cells.
func (p *Pane) Resize(w, h int) {
	wasW, wasH := p.W, p.H
	if p.PlainPane.Resize(w, h); p.W != wasW || p.H != wasH {
		p.Redraw()
	}
}
