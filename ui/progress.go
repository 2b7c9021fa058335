package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// progressEvery is how often a progress is drawn again while nothing else happens.
const progressEvery = 100 * time.Millisecond

// progress stands over everything while something takes its time, and can be stopped.
type progress struct {
	heading string
	hint    string // what stopping does: "stops; what is loaded so far can be written then"
	// state is how far it is; a fraction below zero when nobody knows the whole.
	state func() (fraction float64, words string)
	stop  func() tea.Cmd

	env      *env
	link     *link
	pulse    int
	stopping bool
	drawn    []string
	over     bool
}

func (p *progress) title() string        { return p.heading }
func (p *progress) role() theme.Role     { return theme.DialogBorder }
func (p *progress) closed() bool         { return p.over }
func (p *progress) scope() keymap.Scope  { return keymap.ScopeProgress }
func (p *progress) hints() []keymap.ID   { return []keymap.ID{"progress.stop"} }
func (p *progress) restyle(*theme.Theme) {}
func (p *progress) cursor() *tea.Cursor  { return nil }
func (p *progress) lines() []string      { return p.drawn }

// progressDue is the time to draw a progress again.
type progressDue struct{}

func (p *progress) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case opened, progressDue:
		if p.over {
			return nil
		}
		p.pulse++
		return p.link.tick(progressEvery, func(time.Time) tea.Msg { return forOverlay{p, progressDue{}} })
	case tea.KeyPressMsg:
		id, _ := lookup(p.env.keys, keymap.Chain(keymap.ScopeProgress), msg)
		if id == "progress.stop" && !p.stopping {
			p.stopping = true
			return p.stop()
		}
	}
	return nil
}

func (p *progress) layout(w, h int) {
	th := p.env.theme
	w = min(w, 70)
	fraction, words := p.state()
	bar := drawPulse(p.pulse, w, th)
	if fraction >= 0 {
		bar = drawBar(fraction, max(1, w-6), th) + " " + th.Paint(theme.Text, draw.Fit(draw.Percent(fraction), 5, draw.Right))
	}
	hint := p.env.keys.Label("progress.stop") + " " + p.hint + "."
	if p.stopping {
		hint = "Stopping…"
	}
	lines := append([]string{bar}, paintAll(th, theme.Text, draw.Wrap(words, w))...)
	lines = append(lines, paintAll(th, theme.Dim, draw.Wrap(hint, w))...)
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
