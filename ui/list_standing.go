package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
)

// standing is how something stands that concerns the list as a whole: the latest analysis of the suggestions.
type standing struct {
	words func(now time.Time) (string, theme.Role)
	busy  bool   // it goes on: it is read again until it has ended, and the rows after that
	ended notice // said when it has ended
}

// standingEvery is how often what goes on is looked at while the pane is open.
const standingEvery = 5 * time.Second

// standingTime is how long the tenant may take to say how it stands.
const standingTime = 30 * time.Second

// stands is what a list knows of its standing.
type stands struct {
	now        standing
	reading    bool
	due        bool // a tick is under way
	failed     bool // it could not be had last time
	backOff    backOff
	generation uint64
	cancel     context.CancelFunc
}

// standingMsg brings the standing, or why it could not be had.
type standingMsg struct {
	generation uint64
	standing   standing
	err        error
}

// standingDue is the time to look again.
type standingDue struct{}

func (s *stands) stop() {
	if s.cancel != nil {
		s.cancel()
	}
	s.generation++
	s.reading, s.cancel = false, nil
}

func (p *list) readStanding() tea.Cmd {
	read := p.resource.standing
	if read == nil || p.stands.reading {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), standingTime)
	p.stands.reading, p.stands.cancel = true, cancel
	client, generation := p.env.client, p.stands.generation
	return func() tea.Msg {
		defer cancel()
		now, err := read(ctx, client)
		return p.address(standingMsg{generation: generation, standing: now, err: err})
	}
}

// tookStanding keeps the former standing while the tenant can't be asked, and nothing where it has no such thing.
func (p *list) tookStanding(msg standingMsg) tea.Cmd {
	if msg.generation != p.stands.generation {
		return nil
	}
	p.stands.reading, p.stands.failed = false, msg.err != nil
	before := p.stands.now
	switch api.KindOf(msg.err) {
	case api.KindForbidden, api.KindUnsupported, api.KindNotFound:
		p.stands.now = standing{}
	default:
		if msg.err == nil {
			p.stands.now = msg.standing
		}
	}
	if p.stands.now.busy {
		return p.watchStanding()
	}
	if before.busy && p.stands.now.words != nil {
		return tea.Batch(p.link.say(p.stands.now.ended), p.refreshRows())
	}
	return nil
}

func (p *list) watchStanding() tea.Cmd {
	if p.stands.due || !p.visible {
		return nil
	}
	p.stands.due = true
	return p.link.tick(standingEvery, func(time.Time) tea.Msg { return p.address(standingDue{}) })
}

func (p *list) standingFallsDue() tea.Cmd {
	p.stands.due = false
	if !p.visible {
		return nil
	}
	return p.standAgain()
}

// standAgain looks again by itself: less and less often while it fails.
func (p *list) standAgain() tea.Cmd {
	if p.stands.backOff.due(p.stands.failed) {
		return p.readStanding()
	}
	if p.stands.now.busy {
		return p.watchStanding()
	}
	return nil
}

// standingPieces say in the headline how it stands.
func (p *list) standingPieces() []piece {
	if p.stands.now.words == nil {
		return nil
	}
	text, role := p.stands.now.words(p.env.Now())
	return []piece{{role, text}}
}
