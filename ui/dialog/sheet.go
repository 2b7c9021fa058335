package dialog

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// sheet is something to read over the panes: sections that scroll.
type sheet struct {
	host.OverlayBase
	heading  string
	sections []widget.Section
	keys     *keymap.Map
	theme    *theme.Theme
	body     widget.Detail
	over     bool
}

func NewSheet(heading string, sections []widget.Section, e *host.Env) *sheet {
	return &sheet{heading: heading, sections: sections, keys: e.Keys, theme: e.Theme}
}

// KeptSheet is the sheet that was opened last. Of the same it is opened again as it was drawn, from its first line.
type KeptSheet struct {
	of   any
	last *sheet
}

// Open is the sheet of what can be compared, and says all that the sections are made of.
func (k *KeptSheet) Open(of any, heading string, sections func() []widget.Section, e *host.Env) *sheet {
	if k.last == nil || k.of != of {
		k.of, k.last = of, NewSheet(heading, sections(), e)
	}
	k.last.over, k.last.body.Top = false, 0
	if k.last.theme != e.Theme {
		k.last.Restyle(e.Theme)
	}
	return k.last
}

func (s *sheet) Title() string {
	return s.heading
}

func (s *sheet) Scrolled() widget.Scroll { return s.body.Scrolled() }

func (s *sheet) Role() theme.Role { return theme.BorderFocus }

func (s *sheet) Closed() bool { return s.over }

func (s *sheet) Scope() keymap.Scope { return keymap.ScopeDetail }

func (s *sheet) Restyle(th *theme.Theme) { s.theme, s.body.Dirty = th, true }

// Untouched is what all of its keys leave the pane behind it.
func (s *sheet) Untouched() bool { return true }

func (s *sheet) Lines() []string { return s.body.View() }

func (s *sheet) Hints() []keymap.ID { return []keymap.ID{"detail.down", "detail.page.down", "back"} }

func (s *sheet) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	id, _ := host.BindingForKey(s.keys, keymap.Chain(keymap.ScopeDetail), press)
	d := &s.body
	page := max(1, d.H-1)
	switch id {
	case "detail.down":
		d.Scroll(1)
	case "detail.up":
		d.Scroll(-1)
	case "detail.page.down":
		d.Scroll(page)
	case "detail.page.up":
		d.Scroll(-page)
	case "detail.half.down":
		d.Scroll(d.H / 2)
	case "detail.half.up":
		d.Scroll(-d.H / 2)
	case "detail.top":
		d.Scroll(-len(d.Lines))
	case "detail.bottom":
		d.Scroll(len(d.Lines))
	case "back", "detail.leave", keymap.Quit:
		s.over = true
	}
	return nil
}

// Layout draws the sections again only for another width or theme.
func (s *sheet) Layout(w, h int) {
	w = min(w, 100)
	top := s.body.Top
	if w != s.body.W || s.body.Dirty || s.body.Drawn == nil {
		s.body.W = w
		s.body.Set(s, widget.DrawSections(s.sections, w, s.theme))
	}
	s.body.H = min(h, len(s.body.Lines))
	s.body.Top = top
	s.body.Scroll(0)
}
