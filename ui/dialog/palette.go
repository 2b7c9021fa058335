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
	later   []Later     // of the items, until they are asked for
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

// Later is items that are made when they are looked through or come into view: what is seen first is a few of many.
type Later struct {
	N        int // how many they are
	KeyWidth int // that of the widest of their keys, as far as that is known
	Items    func() []host.MenuItem
}

// AddLater puts more items behind those that are there.
func (p *palette) AddLater(later ...Later) {
	p.later = later
	p.showAll()
}

// count is how many items there are.
func (p *palette) count() int {
	n := len(p.items)
	for _, more := range p.later {
		n += more.N
	}
	return n
}

// needs has the items made up to a number of them.
func (p *palette) needs(n int) {
	said, listed := p.count(), len(p.shown)
	for len(p.items) < n && len(p.later) > 0 {
		p.items, p.later = append(p.items, p.later[0].Items()...), p.later[1:]
	}
	if p.count() != said && listed == said { // there are others by now
		p.showAll()
		p.cursorY = max(0, min(p.cursorY, len(p.shown)-1))
	}
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
		if cmd, is := p.obey(id); is {
			return cmd
		}
	}
	before := p.field.Value()
	cmd := TypeIn(&p.field, msg)
	if p.field.Value() != before {
		p.Search()
	}
	return cmd
}

// obey does what a binding says. Whatever it is, a request that is shown goes.
func (p *palette) obey(id keymap.ID) (cmd tea.Cmd, is bool) {
	shown := p.preview
	p.preview = nil
	switch id {
	case "picker.choose":
		return p.choose(), true
	case "picker.request":
		p.preview = shown
		p.togglePreview()
	case "picker.close":
		p.over = true
	case "picker.down":
		p.moveBy(1)
	case "picker.up":
		p.moveBy(-1)
	case "picker.page.down":
		p.moveBy(10)
	case "picker.page.up":
		p.moveBy(-10)
	default:
		p.preview = shown
		return nil, false
	}
	return nil, true
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
		p.showAll()
		return
	}
	p.needs(p.count())
	if p.rank(parsed) == nil {
		p.showLast()
	}
}

// showAll shows all items, and those last that stay there.
func (p *palette) showAll() {
	p.shown = slices.Grow(p.shown[:0], p.count())
	for i := range p.count() {
		if i >= len(p.items) || !p.items[i].StaysLast() {
			p.shown = append(p.shown, i)
		}
	}
	p.showLast()
}

func (p *palette) showLast() {
	for i := range p.items {
		if p.items[i].StaysLast() {
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
	p.needs(p.shown[y] + 1)
	return p.items[p.shown[min(y, len(p.shown)-1)]]
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
