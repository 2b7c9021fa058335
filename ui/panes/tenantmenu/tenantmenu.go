package tenantmenu

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// menu is the list of the views inside Tenant. Those that were opened keep what was done in them.
type menu struct {
	host.PlainPane
	views []view
	open  map[keymap.ID]View
	at    int
}

// view is a view of the menu, with the binding that goes to it.
type view struct {
	host.Declaration
	ID keymap.ID
}

// Declaration is the pane in the registry, with the views inside of it.
func Declaration(views ...host.Declaration) host.Declaration {
	d := host.Declaration{
		Name: "tenant", Title: "Tenant", Key: "0", Help: helpFor(views),
		Scope: keymap.PaneScope("tenant", "Tenant"), Inner: views,
	}
	d.New = func(e *host.Env, h host.Host) host.Pane { return newMenu(d, e, h) }
	return d
}

// helpFor is the help's sentence for going to some views: "Go to contacts, monitors and owners."
func helpFor(views []host.Declaration) string {
	text := "Go to "
	for i, v := range views {
		switch i {
		case 0:
		case len(views) - 1:
			text += " and "
		default:
			text += ", "
		}
		text += host.FirstOf(v.Word, v.Title)
	}
	return text + "."
}

func newMenu(d host.Declaration, e *host.Env, h host.Host) host.Pane {
	c := &menu{PlainPane: host.PlainPane{Env: e, Host: h, ID: d.Name, Heading: d.Title, In: d.Scope}, open: map[keymap.ID]View{}}
	for _, inner := range d.Inner {
		c.views = append(c.views, view{inner, d.GoToInner(inner).ID})
	}
	return c
}

func (c *menu) Do(id keymap.ID) (tea.Cmd, bool) {
	moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.top": -len(c.views), "cursor.bottom": len(c.views),
		"cursor.page.down": len(c.views), "cursor.page.up": -len(c.views)}
	if n, ok := moves[id]; ok {
		c.move(n)
		return nil, true
	}
	if id == "open" {
		return c.goTo(c.views[c.at].ID), true
	}
	return c.Named(id)
}

func (c *menu) move(n int) { c.at = max(0, min(c.at+n, len(c.views)-1)) }

// Named goes to the view with that binding.
func (c *menu) Named(id keymap.ID) (tea.Cmd, bool) {
	for i, v := range c.views {
		if v.ID == id {
			c.at = i
			return c.goTo(id), true
		}
	}
	return nil, false
}

// goTo goes into a view, as it was left.
func (c *menu) goTo(id keymap.ID) tea.Cmd {
	p, ok := c.open[id]
	if !ok {
		for _, v := range c.views {
			if v.ID == id {
				p = View{v.New(c.Env, c.Host), c}
				c.open[id] = p
			}
		}
	}
	return c.Host.Push(p)
}

func (c *menu) Knows(id keymap.ID) bool {
	switch id {
	case "open", "cursor.down", "cursor.up", "cursor.top", "cursor.bottom":
		return true
	}
	return c.isView(id)
}

func (c *menu) isView(id keymap.ID) bool {
	for _, v := range c.views {
		if v.ID == id {
			return true
		}
	}
	return false
}

// Unsent names what was left in the views, whether they are on the screen or not.
func (c *menu) Unsent() []string {
	var all []string
	for _, v := range c.views {
		if open, ok := c.open[v.ID]; ok {
			all = append(all, open.Pane.Unsent()...)
		}
	}
	return all
}

func (c *menu) Hints() []host.Hint {
	return host.HintsOf("open", "cursor.down", "cursor.up", "palette")
}

func (c *menu) Offers() []host.Offer {
	var offers []host.Offer
	for _, v := range c.views {
		offers = append(offers, host.Offer{ID: v.ID, Title: "Go to " + v.Title, Able: true})
	}
	return offers
}

func (c *menu) Click(_, y int) tea.Cmd {
	for i, at := range c.places() {
		if y >= at && (i+1 == len(c.views) || y < c.places()[i+1]) {
			c.at = i
		}
	}
	return nil
}

func (c *menu) Wheel(delta int) tea.Cmd {
	c.move(delta)
	return nil
}

// spacing is how many lines each view takes: its title, its sentence where there is room, an empty line where there is more.
func (c *menu) spacing() int {
	for _, v := range c.views {
		if draw.Width(v.About) > c.W-4-c.keyWidth() {
			return 1
		}
	}
	return max(1, min(3, (c.H-1)/len(c.views)))
}

// leastTitle is what stands before the menu's remark on the line above it: the name of the pane and the air around it.
const leastTitle = 10

// places are the lines at which the views begin.
func (c *menu) places() []int {
	places := make([]int, len(c.views))
	for i := range places {
		places[i] = 1 + i*c.spacing()
	}
	return places
}

func (c *menu) View() []string {
	if c.W <= 0 || c.H <= 0 {
		return nil
	}
	var lines []string
	about := widget.Fitting(c.W-leastTitle, "what belongs to the tenant as a whole, and to you", "the whole tenant's, and yours")
	b := widget.Box{Title: []widget.Piece{{Role: theme.Dim, Text: about}}}
	spacing := c.spacing()
	top := 0
	if spacing == 1 {
		top = max(0, c.at-max(0, c.H-3))
	}
	for i := top; i < len(c.views); i++ {
		lines = append(lines, c.entry(i, spacing)...)
	}
	if spacing > 1 {
		return c.Frame(lines, b)
	}
	inside, _ := b.Inside(c.W, c.H)
	w := max(1, inside-2)
	sentence := draw.Wrap(c.views[c.at].About, w)
	if brief := c.views[c.at].Brief; brief != "" && len(sentence) > c.H-1-len(lines) {
		sentence = draw.Wrap(brief, w)
	}
	room := max(0, min(len(sentence), c.H-1-len(lines)))
	if room > 0 && room < len(sentence) {
		sentence[room-1] = draw.Truncate(sentence[room-1]+" …", w)
	}
	lines = draw.Block(lines, c.W, c.H-1)
	for i := range room {
		lines[c.H-1-room+i] = "  " + c.Env.Theme.Paint(theme.Dim, draw.Fit(sentence[i], w, draw.Left))
	}
	b.Scroll = widget.Scroll{Top: top, Rows: c.H - 1 - room, All: len(c.views)}
	return c.Frame(lines, b)
}

func (c *menu) entry(i, spacing int) []string {
	v, th := c.views[i], c.Env.Theme
	indent := 2 + c.keyWidth() + 2
	key := draw.Fit(c.Env.Keys.Label(v.ID), indent-2, draw.Left)
	title := draw.Fit(v.Title, max(1, c.W-indent), draw.Left)
	line := "  " + th.Paint(theme.Key, key) + th.Paint(theme.Value, title)
	if i == c.at {
		line = th.PaintOn(theme.Accent, theme.Selected, "▌ ") + th.PaintOn(theme.Key, theme.Selected, key) +
			th.PaintOn(theme.Value, theme.Selected, title)
	}
	lines := []string{line}
	if spacing > 1 {
		lines = append(lines, strings.Repeat(" ", indent)+th.Paint(theme.Dim, draw.Truncate(v.About, c.W-indent)))
	}
	for len(lines) < spacing {
		lines = append(lines, "")
	}
	return lines
}

// keyWidth is the room for the views' keys.
func (c *menu) keyWidth() int {
	most := 1
	for _, v := range c.views {
		most = max(most, draw.Width(c.Env.Keys.Label(v.ID)))
	}
	return most
}

// View is a view of the menu: the keys of the other views work in it, too.
type View struct {
	host.Pane
	menu *menu
}

func (v View) Do(id keymap.ID) (tea.Cmd, bool) {
	if cmd, ok := v.Pane.Do(id); ok {
		return cmd, true
	}
	if !v.menu.isView(id) {
		return nil, false
	}
	if v.menu.open[id] == v {
		return nil, true
	}
	back := v.menu.Host.Back()
	cmd, _ := v.menu.Named(id)
	return tea.Batch(back, cmd), true
}

// Unsent is empty: the menu answers for its views, whether they are in front or not.
func (v View) Unsent() []string { return nil }

func (v View) Knows(id keymap.ID) bool { return v.Pane.Knows(id) || v.menu.isView(id) }

func (v View) Offers() []host.Offer {
	offers := v.Pane.Offers()
	for _, o := range v.menu.Offers() {
		if v.menu.open[o.ID] != v {
			offers = append(offers, o)
		}
	}
	return offers
}
