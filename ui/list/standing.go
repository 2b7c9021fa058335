package list

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// Standing is how something stands that concerns the list as a whole: the latest analysis of the suggestions.
type Standing struct {
	Words func(now time.Time) (string, theme.Role)
	Busy  bool        // it goes on: it is read again until it has ended, and the rows after that
	Ended host.Notice // said when it has ended
}

// StandingEvery is how often what goes on is looked at while the pane is open.
const StandingEvery = 5 * time.Second

// standingTime is how long the tenant may take to say how it stands.
const standingTime = 30 * time.Second

// stands is what a list knows of its standing.
type stands struct {
	now        Standing
	reading    bool
	due        bool // a tick is under way
	failed     bool // it could not be had last time
	backOff    refresh.BackOff
	generation uint64
	cancel     context.CancelFunc
}

// standingMsg brings the standing, or why it could not be had.
type standingMsg struct {
	generation uint64
	standing   Standing
	err        error
}

// standingDue is the time to look again.
type standingDue struct{}

func (s *stands) Stop() {
	if s.cancel != nil {
		s.cancel()
	}
	s.generation++
	s.reading, s.cancel = false, nil
}

func (p *Pane) readStanding() tea.Cmd {
	read := p.Resource.Standing
	if read == nil || p.stands.reading {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), standingTime)
	p.stands.reading, p.stands.cancel = true, cancel
	client, generation := p.Env.Client, p.stands.generation
	return func() tea.Msg {
		defer cancel()
		now, err := read(ctx, client)
		return p.Address(standingMsg{generation: generation, standing: now, err: err})
	}
}

// handleStanding keeps the former standing while the tenant can't be asked, and nothing where it has no such thing.
func (p *Pane) handleStanding(msg standingMsg) tea.Cmd {
	if msg.generation != p.stands.generation {
		return nil
	}
	p.stands.reading, p.stands.failed = false, msg.err != nil
	before := p.stands.now
	switch api.KindOf(msg.err) {
	case api.KindForbidden, api.KindUnsupported, api.KindNotFound:
		p.stands.now = Standing{}
	default:
		if msg.err == nil {
			p.stands.now = msg.standing
		}
	}
	if p.stands.now.Busy {
		return p.watchStanding()
	}
	if before.Busy && p.stands.now.Words != nil {
		return tea.Batch(p.Host.Say(p.stands.now.Ended), p.RefreshRows())
	}
	return nil
}

func (p *Pane) watchStanding() tea.Cmd {
	if p.stands.due || !p.Visible {
		return nil
	}
	p.stands.due = true
	return p.Host.Tick(StandingEvery, func(time.Time) tea.Msg { return p.Address(standingDue{}) })
}

func (p *Pane) standingFallsDue() tea.Cmd {
	p.stands.due = false
	if !p.Visible {
		return nil
	}
	return p.standAgain()
}

// standAgain looks again by itself: less and less often while it fails.
func (p *Pane) standAgain() tea.Cmd {
	if p.stands.backOff.Due(p.stands.failed) {
		return p.readStanding()
	}
	if p.stands.now.Busy {
		return p.watchStanding()
	}
	return nil
}

// standingPieces say in the headline how it stands.
func (p *Pane) standingPieces() []widget.Piece {
	if p.stands.now.Words == nil {
		return nil
	}
	text, role := p.stands.now.Words(p.Env.Now())
	return []widget.Piece{{Role: role, Text: text}}
}
