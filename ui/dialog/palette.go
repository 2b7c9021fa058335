package dialog

import (
	"cmp"
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// palette is a list of things to do, found by typing: the command palette and every menu.
type palette struct {
	heading string
	items   []host.MenuItem
	docs    filter.Docs // of the items, from the first search on
	shown   []int
	cursorY int
	top     int
	rows    int // as last drawn
	field   form.LineInput
	keys    *keymap.Map
	theme   *theme.Theme
	over    bool
	chosen  bool             // something was, which may have done anything
	preview *widget.Scroller // the request of the item under the cursor, while it is shown
	// Typed gives the only line for a text that isn't a search, and from where the text is hidden; nil: every text is one.
	Typed  func(text string) (only host.MenuItem, from int, ok bool)
	only   *host.MenuItem
	hidden int             // from which byte what is typed is hidden; -1: nothing is
	About  widget.Scroller // sentences that stand below the items
	why    string          // why the item that was chosen last can't be, until the next key
	drawn  []string
}

func NewPalette(heading string, items []host.MenuItem, keys *keymap.Map, th *theme.Theme) *palette {
	field := form.NewLineInput()
	field.Focus()
	p := &palette{heading: heading, items: items, field: field, keys: keys, theme: th}
	p.Search()
	return p
}

func (p *palette) Title() string { return p.heading }

func (p *palette) Scrolled() widget.Scroll {
	if p.preview != nil {
		return p.preview.Scrolled()
	}
	return widget.Scroll{Top: p.top, Rows: p.rows, All: len(p.shown)}
}

func (p *palette) Role() theme.Role { return theme.BorderFocus }

// Untouched reports whether nothing was chosen.
func (p *palette) Untouched() bool { return !p.chosen }

func (p *palette) Closed() bool { return p.over }

func (p *palette) Scope() keymap.Scope { return keymap.ScopePicker }

func (p *palette) Restyle(th *theme.Theme) { p.theme = th }

func (p *palette) Hints() []keymap.ID {
	if p.preview != nil {
		return []keymap.ID{"picker.close"}
	}
	return []keymap.ID{"picker.choose", "picker.close"}
}

func (p *palette) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		p.why = ""
		id, _ := host.BindingForKey(p.keys, keymap.Chain(keymap.ScopePicker), press)
		if p.preview != nil && p.preview.Cut && p.preview.Press(press) {
			return nil
		}
		if id == "picker.close" && p.preview != nil { // back to the items
			p.preview = nil
			return nil
		}
		if run, ok := p.moves()[id]; ok {
			if id != "picker.request" {
				p.preview = nil
			}
			return run()
		}
	}
	before := p.field.Value()
	cmd := TypeIn(&p.field, msg)
	if p.field.Value() != before {
		p.Search()
	}
	return cmd
}

func (p *palette) moves() map[keymap.ID]func() tea.Cmd {
	by := func(n int) func() tea.Cmd {
		return func() tea.Cmd {
			p.moveBy(n)
			return nil
		}
	}
	return map[keymap.ID]func() tea.Cmd{
		"picker.choose":    p.choose,
		"picker.request":   func() tea.Cmd { p.togglePreview(); return nil },
		"picker.close":     func() tea.Cmd { p.over = true; return nil },
		"picker.down":      by(1),
		"picker.up":        by(-1),
		"picker.page.down": by(10),
		"picker.page.up":   by(-10),
	}
}

// moveBy moves the cursor; behind the last item, the sentences below scroll, and go back before the cursor does.
func (p *palette) moveBy(n int) {
	last := max(0, len(p.shown)-1)
	if p.cursorY == last && (n > 0 || p.About.Top > 0) {
		p.About.Top = max(0, p.About.Top+max(-p.About.Rows, min(n, p.About.Rows)))
		return
	}
	p.cursorY = max(0, min(p.cursorY+n, last))
}

func (p *palette) choose() tea.Cmd {
	if p.cursorY >= len(p.shown) {
		return nil
	}
	item := p.item(p.cursorY)
	if item.Off {
		p.why = "“" + item.Title + "” can't be chosen now" + widget.IfText(item.Note != "", ": "+item.Note) + "."
		return nil
	}
	if item.Run == nil && item.Last == nil {
		return nil
	}
	p.over, p.chosen = true, true
	if item.Last != nil {
		return item.Last(p.beside(item))
	}
	return item.Run()
}

// beside is what is typed, unless it is the item itself that was typed.
func (p *palette) beside(item host.MenuItem) string {
	typed := strings.TrimSpace(p.field.Value())
	if p.finds(item, typed) {
		return ""
	}
	return typed
}

func (p *palette) finds(item host.MenuItem, typed string) bool {
	parsed, err := AsWords(typed)
	if err != nil {
		return false
	}
	found, err := filter.Run(context.Background(), parsed, filter.Docs{itemDoc(item)})
	return err == nil && len(found) > 0
}

func itemDoc(item host.MenuItem) filter.Doc {
	return filter.Doc{All: filter.Join(append([]string{draw.Clean(item.Title), draw.Clean(item.Note)}, item.Also...))}
}

func (p *palette) togglePreview() {
	if p.preview != nil || p.cursorY >= len(p.shown) {
		p.preview = nil
		return
	}
	item := p.item(p.cursorY)
	if item.Preview == nil {
		p.preview = &widget.Scroller{Text: "This sends no request that changes anything."}
		return
	}
	text, err := item.Preview()
	if err != nil {
		text = host.Capital(err.Error()) + "."
	}
	p.preview = &widget.Scroller{Text: text}
}

// AsWords takes what is typed as words, never as the filter language.
func AsWords(typed string) (*filter.Filter, error) {
	words, err := filter.Parse(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"!/:\\", r) {
			return ' '
		}
		return r
	}, typed), nil)
	return words.Similar(), err
}

// Search ranks the items, best first.
func (p *palette) Search() {
	p.cursorY, p.top, p.preview = 0, 0, nil
	p.shown = p.shown[:0]
	if p.only, p.hidden = nil, -1; p.Typed != nil {
		if only, from, ok := p.Typed(p.field.Value()); ok {
			p.only, p.hidden, p.shown = &only, from, append(p.shown, 0)
			return
		}
	}
	parsed, err := AsWords(p.field.Value())
	if err != nil {
		return
	}
	if parsed.Empty() {
		for i, item := range p.items {
			if !item.StaysLast() {
				p.shown = append(p.shown, i)
			}
		}
	} else if err := p.rank(parsed); err != nil {
		return
	}
	for i, item := range p.items {
		if item.StaysLast() {
			p.shown = append(p.shown, i)
		}
	}
}

// rank puts what matches in the order of how well it does. What the items are found by is made when they are first looked for.
func (p *palette) rank(words *filter.Filter) error {
	for _, item := range p.items[len(p.docs):] {
		p.docs = append(p.docs, itemDoc(item))
	}
	found, err := filter.Run(context.Background(), words, p.docs)
	if err != nil {
		return err
	}
	for _, i := range found {
		if !p.items[i].StaysLast() {
			p.shown = append(p.shown, int(i))
		}
	}
	p.sinkOff(words.Matcher())
	return nil
}

// sinkOff puts what can't be chosen behind what matches as well and can.
func (p *palette) sinkOff(match func(filter.Doc) (int, bool)) {
	scores := make([]int, len(p.items))
	for _, i := range p.shown {
		scores[i], _ = match(p.docs[i])
	}
	slices.SortStableFunc(p.shown, func(a, b int) int {
		switch {
		case scores[a] != scores[b] || p.items[a].Off == p.items[b].Off:
			return cmp.Compare(scores[b], scores[a])
		case p.items[a].Off:
			return 1
		}
		return -1
	})
}

// item is the line at a place of those shown.
func (p *palette) item(y int) host.MenuItem {
	if p.only != nil {
		return *p.only
	}
	return p.items[p.shown[y]]
}

func (p *palette) Lines() []string { return p.drawn }

func (p *palette) Layout(w, h int) { p.drawn = p.draw(w, h) }

func (p *palette) draw(w, h int) []string {
	w = min(w, 78)
	p.field.SetWidth(max(1, w-4))
	p.field.HideFrom(p.hidden)
	lines := []string{p.theme.Paint(theme.InputPrompt, "> ") + draw.Block([]string{p.field.View()}, max(1, w-2), 1)[0]}
	if p.preview != nil {
		return append(lines, p.preview.Lines(w, max(0, h-1), p.theme)...)
	}
	about := p.aboutLines(w, h-1)
	why := draw.Wrap(draw.Clean(p.why), w)
	if p.why == "" {
		why = nil
	}
	about = append(widget.PaintAll(p.theme, theme.Warn, why[:min(len(why), max(0, h-2))]), about[:min(len(about), max(0, h-2-len(why)))]...)
	rows := max(0, min(h-1-len(about), 16))
	p.rows = rows
	p.top = min(max(p.top, p.cursorY-rows+1), p.cursorY)
	keys := p.keyWidth(w)
	for y := p.top; y < min(len(p.shown), p.top+rows); y++ {
		lines = append(lines, menuRow(p.theme, p.item(y), y == p.cursorY, w, keys))
	}
	if len(p.shown) == 0 && len(p.items) > 0 {
		lines = append(lines, noMatches("No matches.", "Type something else; "+p.keys.Label("picker.close")+" closes this.", w, rows, p.theme)...)
	}
	for len(lines) < 1+min(rows, len(p.items)) { // the box keeps its height while it is searched
		lines = append(lines, "")
	}
	return append(lines, about...)
}

// noMatches says, in at most h lines, that nothing matches what is typed, and what to do. What is typed may be a secret: it isn't repeated.
func noMatches(headline, does string, w, h int, th *theme.Theme) []string {
	const airy = 6
	var lines []string
	if h <= 0 {
		return nil
	}
	if h >= airy {
		lines = append(lines, draw.Spaces(w))
	}
	said := host.MessageLines([]string{headline, does}, w, h-len(lines), th)
	return append(lines, draw.Block(said, w, len(said))...)
}

// aboutLines draws the sentences below the items, in at most h lines; the items keep two of them.
func (p *palette) aboutLines(w, h int) []string {
	if p.About.Text == "" {
		return nil
	}
	return p.About.Lines(w, max(0, h-min(2, len(p.items))), p.theme)
}

// menuRow draws an item of a menu in w cells, of which keyWidth are for its key.
func menuRow(th *theme.Theme, item host.MenuItem, selected bool, w, keyWidth int) string {
	sign, background := "  ", theme.Text
	if selected {
		sign, background = "▌ ", theme.Selected
	}
	role := theme.Text
	if item.Off {
		role = theme.Dim
	}
	room := max(1, w-3-keyWidth)
	noteWidth := min(draw.Width(draw.Clean(item.Note)), w/2, room-2-draw.Width(draw.Clean(item.Title)))
	if noteWidth < 8 { // too little of it to be read
		noteWidth = 0
	}
	title := draw.Fit(item.Title, room-noteWidth, draw.Left)
	note, hint := draw.Fit(item.Note, noteWidth, draw.Right), draw.Fit(item.Hint, keyWidth, draw.Right)
	if !selected {
		return sign + th.Paint(role, title) + th.Paint(theme.Dim, note) + " " + th.Paint(theme.Key, hint)
	}
	return th.PaintOn(theme.Accent, background, sign) + th.PaintOn(role, background, title) +
		th.PaintOn(theme.Dim, background, note+" ") + th.PaintOn(theme.Key, background, hint)
}

// keyWidth is the width of the column of keys: as wide as the keys shown, up to a limit.
func (p *palette) keyWidth(w int) int {
	widest := 0
	for y := range p.shown {
		widest = max(widest, draw.Width(draw.Clean(p.item(y).Hint)))
	}
	return min(widest, max(1, w/4))
}

func (p *palette) Cursor() *tea.Cursor {
	at := p.field.Cursor()
	if at == nil {
		return nil
	}
	at.Position.X += 2
	return at
}

// Term calls the key that closes “back” while a request is shown: it goes back to the items.
func (p *palette) Term(id keymap.ID) string {
	return widget.IfText(id == "picker.close" && p.preview != nil, "back")
}
