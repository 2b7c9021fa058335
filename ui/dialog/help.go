package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// help lists the keys that work where it was opened, and why some don't right now.
type help struct {
	host.OverlayBase
	keys   *keymap.Map
	theme  *theme.Theme
	scopes []keymap.Scope
	why    map[keymap.ID]string // actions that can't run now
	here   HelpedPane
	top    int
	over   bool
	body   []string
	w, h   int // the width it was built for, the rows in view
}

// HelpedPane tells what bindings do where the help was opened.
type HelpedPane struct {
	Works func(keymap.ID) bool                // bindings that do something
	Dead  func(id keymap.ID, key string) bool // keys of them that don't
	Words func(keymap.Binding) string         // what they do
}

func NewHelp(scopes []keymap.Scope, offers []host.Offer, here HelpedPane, keys *keymap.Map, th *theme.Theme) *help {
	why := map[keymap.ID]string{}
	for _, o := range offers {
		why[o.ID] = o.Why
	}
	return &help{keys: keys, theme: th, scopes: scopes, why: why, here: here}
}

func (h *help) Title() string { return "Keys that work here" }

func (h *help) Scrolled() widget.Scroll {
	return widget.Scroll{Top: h.top, Rows: h.h, All: len(h.body)}
}

func (h *help) Role() theme.Role { return theme.BorderFocus }

func (h *help) Closed() bool { return h.over }

func (h *help) Scope() keymap.Scope { return keymap.ScopeDetail }

func (h *help) Restyle(th *theme.Theme) { h.theme, h.w = th, 0 }

func (h *help) Hints() []keymap.ID { return []keymap.ID{"detail.down", "detail.page.down", "back"} }

func (h *help) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	id, _ := host.Lookup(h.keys, keymap.Chain(keymap.ScopeDetail), press)
	moves := map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": h.h, "detail.page.up": -h.h,
		"detail.half.down": h.h / 2, "detail.half.up": -h.h / 2, "detail.top": -len(h.body), "detail.bottom": len(h.body)}
	if n, ok := moves[id]; ok {
		h.top = max(0, min(h.top+n, len(h.body)-h.h))
		return nil
	}
	h.over = id == "back" || id == "help" || id == keymap.Quit
	return nil
}

func (h *help) Lines() []string {
	return h.body[h.top:min(len(h.body), h.top+h.h)]
}

func (h *help) Layout(w, rows int) {
	w = min(w, 96)
	if w != h.w {
		h.w, h.body = w, h.build(w)
	}
	h.h = max(1, rows)
	h.top = max(0, min(h.top, len(h.body)-h.h))
}

func (h *help) build(w int) []string {
	var lines []string
	seen := map[string]bool{}
	for _, scope := range h.scopes {
		var part []string
		for _, b := range h.keys.In(scope) {
			free := h.free(b, seen)
			if len(free) == 0 || !h.here.Works(b.ID) {
				continue
			}
			part = append(part, h.entry(b, strings.Join(free, ", "), w)...)
		}
		for _, b := range h.keys.In(scope) {
			for _, k := range b.Keys {
				seen[k] = true
			}
		}
		if len(part) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, h.theme.Paint(theme.Title, draw.Truncate(scope.Title(), w))), part...)
	}
	return lines
}

// free are the keys of a binding that work: no inner scope has taken them, and the pane lets them through.
func (h *help) free(b keymap.Binding, seen map[string]bool) []string {
	var free []string
	for _, k := range b.Keys {
		if !seen[k] && !h.here.Dead(b.ID, k) {
			free = append(free, k)
		}
	}
	return free
}

func (h *help) entry(b keymap.Binding, keys string, w int) []string {
	const column = 16
	text := h.here.Words(b)
	role := theme.Text
	if why := h.why[b.ID]; why != "" {
		text += " Not now: " + why + "."
		role = theme.Dim
	}
	var lines []string
	for i, line := range draw.Wrap(text, max(1, w-column-1)) {
		head := strings.Repeat(" ", column+1)
		if i == 0 {
			head = h.theme.Paint(theme.Key, draw.Fit(keys, column, draw.Left)) + " "
		}
		lines = append(lines, head+h.theme.Paint(role, line))
	}
	return lines
}
