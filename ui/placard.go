package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
)

// placard is a box with sentences to read and nothing to choose.
type placard struct {
	heading string
	text    scroller
	env     *env
	drawn   []string
	over    bool
}

func newPlacard(heading string, said []string, e *env) *placard {
	return &placard{heading: heading, text: scroller{text: strings.Join(said, "\n")}, env: e}
}

func (r *placard) title() string        { return r.heading }
func (r *placard) role() theme.Role     { return theme.BorderFocus }
func (r *placard) closed() bool         { return r.over }
func (r *placard) scope() keymap.Scope  { return keymap.ScopeDetail }
func (r *placard) restyle(*theme.Theme) {}
func (r *placard) cursor() *tea.Cursor  { return nil }
func (r *placard) lines() []string      { return r.drawn }
func (r *placard) hints() []keymap.ID   { return []keymap.ID{"back"} }

func (r *placard) term(keymap.ID) string { return "close" }

func (r *placard) layout(w, h int) { r.drawn = r.text.lines(min(w, 78), h, r.env.theme) }

func (r *placard) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || r.text.press(press) {
		return nil
	}
	id, _ := lookup(r.env.keys, keymap.Chain(keymap.ScopeDetail), press)
	switch id {
	case "detail.down":
		r.text.top++
	case "detail.up":
		r.text.top = max(0, r.text.top-1)
	case "back", "detail.leave", "tenants", keymap.Quit:
		r.over = true
	}
	return nil
}
