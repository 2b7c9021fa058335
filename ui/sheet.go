package ui

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
)

// sheet is something to read over the panes: sections that scroll.
type sheet struct {
	heading  string
	sections []section
	keys     *keymap.Map
	theme    *theme.Theme
	body     detail
	over     bool
}

func newSheet(heading string, sections []section, e *env) *sheet {
	return &sheet{heading: heading, sections: sections, keys: e.keys, theme: e.theme}
}

func (s *sheet) title() string           { return spanned(s.heading, s.body.top, s.body.h, len(s.body.lines)) }
func (s *sheet) role() theme.Role        { return theme.BorderFocus }
func (s *sheet) closed() bool            { return s.over }
func (s *sheet) scope() keymap.Scope     { return keymap.ScopeDetail }
func (s *sheet) restyle(th *theme.Theme) { s.theme = th }
func (s *sheet) cursor() *tea.Cursor     { return nil }
func (s *sheet) lines() []string         { return s.body.view() }
func (s *sheet) hints() []keymap.ID      { return []keymap.ID{"detail.down", "detail.page.down", "back"} }

func (s *sheet) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	id, _ := lookup(s.keys, keymap.Chain(keymap.ScopeDetail), press)
	d := &s.body
	moves := map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": max(1, d.h-1), "detail.page.up": -max(1, d.h-1),
		"detail.half.down": d.h / 2, "detail.half.up": -d.h / 2, "detail.top": -len(d.lines), "detail.bottom": len(d.lines)}
	if n, ok := moves[id]; ok {
		d.scroll(n)
		return nil
	}
	s.over = id == "back" || id == "detail.leave" || id == keymap.Quit
	return nil
}

// layout draws the sections again only for another width; a theme that changes is rare enough to wait for that.
func (s *sheet) layout(w, h int) {
	w = min(w, 100)
	top := s.body.top
	s.body.w = w
	s.body.set(s, drawSections(s.sections, w, s.theme))
	s.body.h = min(h, len(s.body.lines))
	s.body.top = top
	s.body.scroll(0)
}
