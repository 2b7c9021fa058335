package export

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// columnsBox chooses columns by name.
type columnsBox struct {
	host.OverlayBase
	names []string
	on    []bool
	set   func(value, label string)
	env   *host.Env
	at    int
	top   int
	none  bool // said that there must be one
	drawn []string
	over  bool
}

func newColumnsBox(names []string, chosen string, set func(value, label string), e *host.Env) *columnsBox {
	b := &columnsBox{names: names, on: make([]bool, len(names)), set: set, env: e}
	for i, name := range names {
		b.on[i] = slices.Contains(strings.Split(chosen, ","), name)
	}
	return b
}

func (b *columnsBox) Title() string { return "Columns" }

func (b *columnsBox) Role() theme.Role { return theme.BorderFocus }

func (b *columnsBox) Closed() bool { return b.over }

func (b *columnsBox) Scope() keymap.Scope { return keymap.ScopeChoice }

func (b *columnsBox) Lines() []string { return b.drawn }

func (b *columnsBox) Hints() []keymap.ID {
	return []keymap.ID{"choice.toggle", "choice.down", "choice.up", "form.cancel"}
}

func (b *columnsBox) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	b.none = false
	id, _ := host.BindingForKey(b.env.Keys, keymap.Chain(keymap.ScopeChoice), press)
	switch id {
	case "choice.down", "form.next":
		b.at = min(b.at+1, len(b.names)-1)
	case "choice.up", "form.previous":
		b.at = max(b.at-1, 0)
	case "choice.toggle":
		b.on[b.at] = !b.on[b.at]
	case "choice.next", "choice.previous":
		for i := range b.on {
			b.on[i] = id == "choice.next"
		}
	case "form.enter", "form.submit":
		b.Take()
	case "form.cancel":
		b.over = true
	}
	return nil
}

// Take hands the chosen columns to the form.
func (b *columnsBox) Take() {
	var chosen []string
	for i, name := range b.names {
		if b.on[i] {
			chosen = append(chosen, name)
		}
	}
	if b.none = len(chosen) == 0; b.none {
		return
	}
	label := fmt.Sprintf("%d of %d: %s", len(chosen), len(b.names), strings.Join(chosen, ", "))
	if len(chosen) == len(b.names) {
		label = fmt.Sprintf("all %d", len(chosen))
	}
	b.set(strings.Join(chosen, ","), label)
	b.over = true
}

func (b *columnsBox) Layout(w, h int) {
	th, k := b.env.Theme, b.env.Keys
	w = min(w, 70)
	words := fmt.Sprintf("%s turns one on or off, %s all on, %s all off. %s takes them, %s leaves them as they were.",
		k.Label("choice.toggle"), k.Label("choice.next"), k.Label("choice.previous"), k.Label("form.enter"), k.Label("form.cancel"))
	role := theme.Dim
	if b.none {
		words, role = "Choose at least one column.", theme.Bad
	}
	said := widget.PaintAll(th, role, draw.Wrap(words, w))
	rows := max(1, min(len(b.names), h-len(said)-1))
	b.top = max(0, min(max(b.top, b.at-rows+1), b.at))
	b.drawn = nil
	for i := b.top; i < min(len(b.names), b.top+rows); i++ {
		b.drawn = append(b.drawn, b.row(i, w))
	}
	b.drawn = append(append(b.drawn, ""), said...)
	b.drawn = b.drawn[:min(len(b.drawn), h)]
}

func (b *columnsBox) row(i, w int) string {
	mark := "[ ] "
	if b.on[i] {
		mark = "[x] "
	}
	text := draw.Fit(mark+b.names[i], w-2, draw.Left)
	if i == b.at {
		return b.env.Theme.PaintOn(theme.Accent, theme.Selected, "▌ ") + b.env.Theme.PaintOn(theme.Text, theme.Selected, text)
	}
	return "  " + b.env.Theme.Paint(theme.Text, text)
}
