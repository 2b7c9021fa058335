package today

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
)

// atOnce is how many topics are read at a time. One that takes long doesn't count any more: it holds no other back.
const atOnce = 4

// writesFirst is after how long it is looked again whether the changes under way have ended: they go before these readings.
const writesFirst = 250 * time.Millisecond

// topic is a pane's part, and where its reading stands.
type topic struct {
	host.Topic
	state      state
	generation uint64 // of the reading whose answer counts
	found      []host.Found
	err        error
	asked      host.Moment // when it was asked for last
	known      host.Moment // when what is known was asked for, unless it could not be had since
	read       time.Time   // zero: never
	backOff    refresh.BackOff
}

// state is where the reading of a topic stands.
type state int

const (
	idle    state = iota // nothing is asked for: found, err and read say what is known
	queued               // it is read when others have ended
	reading              // it has been asked for
)

// worthAnotherTry reports whether the reading failed in a way that may be another the next time.
func (t *topic) worthAnotherTry() bool {
	return t.err != nil && t.state == idle && api.KindOf(t.err) != api.KindUnsupported
}

// answer brings what was read for a topic.
type answer struct {
	topic      int
	generation uint64
	found      []host.Found
	err        error
	read       time.Time
}

// goOn is the time to look whether topics that wait can be read.
type goOn struct{}

// readAll queues the topics for which that is due.
func (p *Pane) readAll(due func(*topic) bool) tea.Cmd {
	for _, t := range p.topics {
		if t.state == idle && due(t) {
			t.state = queued
		}
	}
	if p.wait.Since.IsZero() {
		p.wait.Since = p.Env.Clock()
	}
	return p.next()
}

// next asks for topics that wait, a few at a time and none before a change that is under way.
func (p *Pane) next() tea.Cmd {
	p.Redraw()
	if !p.Visible || p.count(queued)+p.count(reading) == 0 {
		p.wait.Since = time.Time{}
		return nil
	}
	if p.ctx == nil {
		p.ctx, p.cancel = context.WithCancel(p.Env.Life)
	}
	commands := []tea.Cmd{p.wait.Tick(p.Env, p.Host, p.Address(host.WaitGoesOn{}))}
	if p.Env.UnderWay.Count() > 0 {
		return tea.Batch(append(commands, p.later())...)
	}
	for i, t := range p.topics {
		if t.state == queued && p.prompt() < atOnce {
			commands = append(commands, p.read(i))
		}
	}
	return tea.Batch(commands...)
}

func (p *Pane) count(s state) (n int) {
	for _, t := range p.topics {
		if t.state == s {
			n++
		}
	}
	return n
}

// prompt is how many of the readings under way haven't taken long yet.
func (p *Pane) prompt() (n int) {
	for _, t := range p.topics {
		if t.state == reading && p.Env.Clock().Sub(t.asked.At) < host.WaitIsLong {
			n++
		}
	}
	return n
}

func (p *Pane) later() tea.Cmd {
	if p.due {
		return nil
	}
	p.due = true
	msg := p.Address(goOn{})
	return p.Host.Tick(writesFirst, func(time.Time) tea.Msg { return msg })
}

func (p *Pane) read(at int) tea.Cmd {
	t := p.topics[at]
	t.state, t.asked = reading, p.Env.Moment()
	t.generation++
	generation, ctx, client, frozen := t.generation, api.InBackground(p.ctx), p.Env.Client, p.Env.Frozen()
	return func() tea.Msg {
		found, err := t.Read(ctx, client, frozen)
		return p.Address(answer{topic: at, generation: generation, found: found, err: err, read: frozen.Now()})
	}
}
