package ui

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// cornerView is a view of the tenant's own corner.
type cornerView struct {
	id    keymap.ID
	title string
	is    string // what it is for, in a sentence
	make  func(*env, *link) pane
}

func cornerViews() []cornerView {
	return []cornerView{
		{"tenant.contacts", "Contacts", "Who the vendor writes to about billing, operations and security.", newContacts},
		{"tenant.notifications", "My notification settings", "What you are notified about by e-mail, Slack and Teams, and your digests.", newNotifications},
		{"tenant.cel", "CEL bench", "Try a provisioning expression on the tenant and see its type and value.", newBench},
		{"tenant.bindings", "Conflict monitor bindings", "Put an entitlement on side A or B of a monitor for the separation of duties.", newBindings},
		{"tenant.owners", "Entitlement owners", "See who owns an entitlement; add and remove owners.", newOwners},
	}
}

// corner is the menu of the tenant's own corner. The views that were gone into keep what was done in them.
type corner struct {
	plainPane
	views []cornerView
	open  map[keymap.ID]pane
	at    int
}

func newCorner(e *env, l *link) pane {
	return &corner{plainPane: plainPane{env: e, link: l, id: "tenant", heading: "Tenant", in: keymap.ScopeTenant},
		views: cornerViews(), open: map[keymap.ID]pane{}}
}

func (c *corner) do(id keymap.ID) (tea.Cmd, bool) {
	moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.top": -len(c.views), "cursor.bottom": len(c.views),
		"cursor.page.down": len(c.views), "cursor.page.up": -len(c.views)}
	if n, ok := moves[id]; ok {
		c.move(n)
		return nil, true
	}
	if id == "open" {
		return c.goTo(c.views[c.at].id), true
	}
	return c.named(id)
}

func (c *corner) move(n int) { c.at = max(0, min(c.at+n, len(c.views)-1)) }

// named goes to the view with that binding.
func (c *corner) named(id keymap.ID) (tea.Cmd, bool) {
	for i, v := range c.views {
		if v.id == id {
			c.at = i
			return c.goTo(id), true
		}
	}
	return nil, false
}

// goTo goes into a view, as it was left.
func (c *corner) goTo(id keymap.ID) tea.Cmd {
	view, ok := c.open[id]
	if !ok {
		for _, v := range c.views {
			if v.id == id {
				view = inCorner{v.make(c.env, c.link), c}
				c.open[id] = view
			}
		}
	}
	return c.link.push(view)
}

func (c *corner) knows(id keymap.ID) bool {
	switch id {
	case "open", "cursor.down", "cursor.up", "cursor.top", "cursor.bottom":
		return true
	}
	return c.isView(id)
}

func (c *corner) isView(id keymap.ID) bool {
	for _, v := range c.views {
		if v.id == id {
			return true
		}
	}
	return false
}

// unsent names what was left in the views, whether they are on the screen or not.
func (c *corner) unsent() []string {
	var all []string
	for _, v := range c.views {
		if d, ok := as[drafter](c.open[v.id]); ok {
			all = append(all, d.unsent()...)
		}
	}
	return all
}

func (c *corner) hints() []keymap.ID {
	return []keymap.ID{"open", "cursor.down", "cursor.up", "palette"}
}

func (c *corner) offers() []offer {
	var offers []offer
	for _, v := range c.views {
		offers = append(offers, offer{id: v.id, title: "Go to " + v.title, able: true})
	}
	return offers
}

func (c *corner) click(_, y int) tea.Cmd {
	for i, at := range c.places() {
		if y >= at && (i+1 == len(c.views) || y < c.places()[i+1]) {
			c.at = i
		}
	}
	return nil
}

func (c *corner) wheel(delta int) tea.Cmd {
	c.move(delta)
	return nil
}

// spacing is how many lines each view takes: its title, its sentence where there is room, an empty line where there is more.
func (c *corner) spacing() int {
	for _, v := range c.views {
		if draw.Width(v.is) > c.w-4-c.keyWidth() {
			return 1
		}
	}
	return max(1, min(3, (c.h-1)/len(c.views)))
}

// places are the lines at which the views begin.
func (c *corner) places() []int {
	places := make([]int, len(c.views))
	for i := range places {
		places[i] = 1 + i*c.spacing()
	}
	return places
}

func (c *corner) view() []string {
	if c.w <= 0 || c.h <= 0 {
		return nil
	}
	lines := []string{drawPieces([]piece{{theme.Title, "Tenant"}, {theme.Dim, "what belongs to the tenant as a whole, and to you"}}, nil, c.w, c.env.theme)}
	spacing := c.spacing()
	top := 0
	if spacing == 1 {
		top = max(0, c.at-max(0, c.h-3))
	}
	for i := top; i < len(c.views); i++ {
		lines = append(lines, c.entry(i, spacing)...)
	}
	if spacing > 1 {
		return draw.Block(lines, c.w, c.h)
	}
	sentence := draw.Wrap(c.views[c.at].is, max(1, c.w-2))
	room := max(0, min(len(sentence), c.h-1-(len(lines)-1)))
	if room > 0 && room < len(sentence) {
		sentence[room-1] = draw.Truncate(sentence[room-1]+" …", c.w-2)
	}
	lines = draw.Block(lines, c.w, c.h)
	for i := range room {
		lines[c.h-room+i] = "  " + c.env.theme.Paint(theme.Dim, draw.Fit(sentence[i], c.w-2, draw.Left))
	}
	return lines
}

func (c *corner) entry(i, spacing int) []string {
	v, th := c.views[i], c.env.theme
	indent := 2 + c.keyWidth() + 2
	key := draw.Fit(c.env.keys.Label(v.id), indent-2, draw.Left)
	title := draw.Fit(v.title, max(1, c.w-indent), draw.Left)
	line := "  " + th.Paint(theme.Key, key) + th.Paint(theme.Value, title)
	if i == c.at {
		line = th.PaintOn(theme.Accent, theme.Selected, "▌ ") + th.PaintOn(theme.Key, theme.Selected, key) + th.PaintOn(theme.Value, theme.Selected, title)
	}
	lines := []string{line}
	if spacing > 1 {
		lines = append(lines, strings.Repeat(" ", indent)+th.Paint(theme.Dim, draw.Truncate(v.is, c.w-indent)))
	}
	for len(lines) < spacing {
		lines = append(lines, "")
	}
	return lines
}

// keyWidth is the room for the views' keys.
func (c *corner) keyWidth() int {
	most := 1
	for _, v := range c.views {
		most = max(most, draw.Width(c.env.keys.Label(v.id)))
	}
	return most
}

// inCorner is a view of the corner: the other views can be gone to directly from it.
type inCorner struct {
	pane
	corner *corner
}

func (v inCorner) do(id keymap.ID) (tea.Cmd, bool) {
	if cmd, ok := v.pane.do(id); ok {
		return cmd, true
	}
	if !v.corner.isView(id) {
		return nil, false
	}
	if v.corner.open[id] == v {
		return nil, true
	}
	back := v.corner.link.back()
	cmd, _ := v.corner.named(id)
	return tea.Batch(back, cmd), true
}

func (v inCorner) inner() pane { return v.pane }

func (v inCorner) knows(id keymap.ID) bool { return v.pane.knows(id) || v.corner.isView(id) }

func (v inCorner) offers() []offer {
	offers := v.pane.offers()
	for _, o := range v.corner.offers() {
		if v.corner.open[o.id] != v {
			offers = append(offers, o)
		}
	}
	return offers
}

// plainPane is what the panes have in common that are no lists.
type plainPane struct {
	env     *env
	link    *link
	id      string // messages are addressed to it
	heading string
	in      keymap.Scope
	w, h    int
	visible bool
}

func (p *plainPane) name() string           { return p.id }
func (p *plainPane) title() string          { return p.heading }
func (p *plainPane) holds(string) bool      { return false }
func (p *plainPane) count() string          { return "" }
func (p *plainPane) enter() tea.Cmd         { p.visible = true; return nil }
func (p *plainPane) leave()                 { p.visible = false }
func (p *plainPane) receive(any) tea.Cmd    { return nil }
func (p *plainPane) input(tea.Msg) tea.Cmd  { return nil }
func (p *plainPane) typing() bool           { return false }
func (p *plainPane) scopes() []keymap.Scope { return keymap.Chain(p.in) }
func (p *plainPane) explains(id keymap.ID) string {
	return ifText(id == "cursor.bottom", "Go to the last row.") // there is nothing to load
}
func (p *plainPane) preview(keymap.ID) (string, error) {
	return "", errors.New("there is no request to show")
}
func (p *plainPane) resize(w, h int)        { p.w, p.h = w, h }
func (p *plainPane) redraw()                {}
func (p *plainPane) cursor() *tea.Cursor    { return nil }
func (p *plainPane) click(int, int) tea.Cmd { return nil }
func (p *plainPane) trouble() string        { return "" }

func (p *plainPane) address(msg any) tea.Msg {
	return addressed{session: p.link.session(), pane: p.id, msg: msg}
}

func (p *plainPane) label(id keymap.ID) string { return p.env.keys.Label(id) }

// notThereYet says in a sentence what stands in place of a record that isn't there; nil when it is.
func notThereYet[T any](r *reading[T], e *env, what string) []string {
	switch {
	case r.known:
		return nil
	case r.err != nil && !r.loading:
		said, next := e.explain(r.err)
		said = strings.Replace(said, "this list", "this", 1)
		return []string{capital(what) + " could not be read.", said, next}
	case r.waited(e.now()) >= waitIsLong:
		return []string{e.waitingWords(r.waited(e.now())) + "; " + e.keys.Label("back") + " stops it."}
	}
	return []string{"Reading " + what + "…"}
}
