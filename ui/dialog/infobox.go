package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// infoBox is a box with sentences to read and nothing to choose.
type infoBox struct {
	host.OverlayBase
	heading string
	text    widget.Scroller
	env     *host.Env
	drawn   []string
	over    bool
}

func NewInfoBox(heading string, said []string, e *host.Env) *infoBox {
	return &infoBox{heading: heading, text: widget.Scroller{Text: strings.Join(said, "\n")}, env: e}
}

func (r *infoBox) Title() string { return r.heading }

func (r *infoBox) Role() theme.Role { return theme.BorderFocus }

func (r *infoBox) Closed() bool { return r.over }

func (r *infoBox) Scope() keymap.Scope { return keymap.ScopeDetail }

func (r *infoBox) Lines() []string { return r.drawn }

func (r *infoBox) Hints() []keymap.ID { return []keymap.ID{"back"} }

func (r *infoBox) Term(keymap.ID) string { return "close" }

func (r *infoBox) Layout(w, h int) { r.drawn = r.text.Lines(min(w, 78), h, r.env.Theme) }

func (r *infoBox) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || r.text.Press(press) {
		return nil
	}
	id, _ := host.BindingForKey(r.env.Keys, keymap.Chain(keymap.ScopeDetail), press)
	switch id {
	case "detail.down":
		r.text.Top++
	case "detail.up":
		r.text.Top = max(0, r.text.Top-1)
	case "back", "detail.leave", "tenants", keymap.Quit:
		r.over = true
	}
	return nil
}
