package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// progressEvery is how often a progress is drawn again while nothing else happens.
const progressEvery = 100 * time.Millisecond

// Progress stands over everything while something takes its time, and can be stopped.
type Progress struct {
	host.OverlayBase
	Heading string
	Hint    string // what stopping does: "stops; what is loaded so far can be written then"
	// State is how far it is; a fraction below zero when nobody knows the whole.
	State func() (fraction float64, words string)
	Stop  func() tea.Cmd

	Env      *host.Env
	Host     host.Host
	pulse    int
	stopping bool
	drawn    []string
	Over     bool
}

func (p *Progress) Title() string { return p.Heading }

func (p *Progress) Role() theme.Role { return theme.DialogBorder }

func (p *Progress) Closed() bool { return p.Over }

func (p *Progress) Scope() keymap.Scope { return keymap.ScopeProgress }

func (p *Progress) Hints() []keymap.ID { return []keymap.ID{"progress.stop"} }

func (p *Progress) Lines() []string { return p.drawn }

// progressDue is the time to draw a progress again.
type progressDue struct{}

func (p *Progress) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case host.Opened, progressDue:
		if p.Over {
			return nil
		}
		p.pulse++
		return p.Host.Tick(progressEvery, func(time.Time) tea.Msg { return host.ForOverlay{To: p, Msg: progressDue{}} })
	case tea.KeyPressMsg:
		id, _ := host.BindingForKey(p.Env.Keys, keymap.Chain(keymap.ScopeProgress), msg)
		if id == "progress.stop" && !p.stopping {
			p.stopping = true
			return p.Stop()
		}
	}
	return nil
}

func (p *Progress) Layout(w, h int) {
	th := p.Env.Theme
	w = min(w, 70)
	fraction, words := p.State()
	bar := drawPulse(p.pulse, w, th)
	if fraction >= 0 {
		bar = widget.DrawBar(fraction, max(1, w-6), th) + " " + th.Paint(theme.Text, draw.Fit(draw.Percent(fraction), 5, draw.Right))
	}
	hint := p.Env.Keys.Label("progress.stop") + " " + p.Hint + "."
	if p.stopping {
		hint = "Stopping…"
	}
	lines := append([]string{bar}, widget.PaintAll(th, theme.Text, draw.Wrap(words, w))...)
	lines = append(lines, widget.PaintAll(th, theme.Dim, draw.Wrap(hint, w))...)
	p.drawn = lines[:min(len(lines), h)]
}

// drawPulse is the bar of something whose end nobody knows: a block that wanders.
func drawPulse(at, w int, th *theme.Theme) string {
	block := max(1, min(6, w/4))
	room := max(1, w-block)
	left := at % (2 * room)
	if left > room {
		left = 2*room - left
	}
	full, _ := draw.BarParts(1, block)
	_, before := draw.BarParts(0, left)
	_, after := draw.BarParts(0, max(0, w-left-block))
	return th.Paint(theme.BarEmpty, before) + th.Paint(theme.BarFull, full) + th.Paint(theme.BarEmpty, after)
}
