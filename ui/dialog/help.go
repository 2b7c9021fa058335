package dialog

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/filter"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// help lists the keys that work where it was opened, and why some don't right now. What is typed searches it.
type help struct {
	host.OverlayBase
	field  form.LineInput
	keys   *keymap.Map
	theme  *theme.Theme
	scopes []helpedScope
	top    int
	over   bool
	body   []string
	w, h   int // the width it was built for, the rows in view
	most   int // the rows of all of it: it keeps its height while it is searched
	kept   *KeptHelp
}

// KeptHelp is what the help said when it was opened last, and how it was drawn: mostly the next one says the same.
type KeptHelp struct {
	scopes []helpedScope
	whole  []string // all of it, in this theme and width
	theme  *theme.Theme
	w      int
}

// HelpedPane tells what bindings do where the help was opened.
type HelpedPane struct {
	Works func(keymap.ID) bool                // bindings that do something
	Dead  func(id keymap.ID, key string) bool // keys of them that don't
	Words func(keymap.Binding) string         // what they do
}

// helpedScope are the bindings of a scope that work where the help was opened.
type helpedScope struct {
	title    string
	bindings []*helped
}

// helped is a binding with what the help says of it.
type helped struct {
	keys, text string
	role       theme.Role
	said       []string   // what is looked in for what is typed
	doc        filter.Doc // the same, once something is
	drawn      []string   // in this theme and in so many cells
	theme      *theme.Theme
	width      int
}

// New makes the help. What it says is what is so now: nothing changes while it has the keys.
func (k *KeptHelp) New(scopes []keymap.Scope, offers []host.Offer, here HelpedPane, keys *keymap.Map, th *theme.Theme) *help {
	why := make(map[keymap.ID]action.Why, len(offers))
	for _, o := range offers {
		why[o.ID] = o.Why
	}
	field := form.NewLineInput()
	field.Focus()
	h := &help{field: field, keys: keys, theme: th, kept: k, scopes: make([]helpedScope, 0, len(scopes))}
	seen := make(map[string]bool, 128)
	same := len(k.scopes) == len(scopes)
	for i, scope := range scopes {
		var last helpedScope
		if i < len(k.scopes) {
			last = k.scopes[i]
		}
		in := keys.In(scope)
		of, still := last.anew(scope.Title(), in, here, seen, why)
		for _, b := range in {
			for _, key := range b.Keys {
				seen[key] = true
			}
		}
		same = same && still
		h.scopes = append(h.scopes, of)
	}
	if k.scopes = h.scopes; !same {
		k.whole = nil
	}
	return h
}

// anew is what the help says of a scope now, and whether that is what it said before: then it is the same one.
func (s helpedScope) anew(title string, in []keymap.Binding, here HelpedPane, seen map[string]bool, why map[keymap.ID]action.Why) (
	helpedScope, bool) {
	of, still := helpedScope{title: title}, s.title == title
	var room [4]string
	at := 0
	for _, b := range in {
		free := here.free(room[:0], b, seen)
		if len(free) == 0 || !here.Works(b.ID) {
			continue
		}
		words := here.Words(b)
		if still && at < len(s.bindings) && s.bindings[at].says(b, free, words, why[b.ID]) {
			at++
			continue
		}
		if still {
			of.bindings, still = slices.Clone(s.bindings[:at]), false
		}
		of.bindings = append(of.bindings, newHelped(b, strings.Join(free, ", "), words, title, why[b.ID]))
	}
	if still && at == len(s.bindings) {
		return s, true
	}
	if still {
		of.bindings = slices.Clone(s.bindings[:at])
	}
	return of, false
}

// says reports whether that is what it says.
func (b *helped) says(of keymap.Binding, keys []string, words string, why action.Why) bool {
	rest, is := b.keys, true
	for i, key := range keys {
		if i > 0 && is {
			rest, is = strings.CutPrefix(rest, ", ")
		}
		if is {
			rest, is = strings.CutPrefix(rest, key)
		}
	}
	text, role := saying(words, why)
	return is && rest == "" && b.said[0] == words && b.said[1] == of.Title && b.role == role && b.text == text
}

// saying is what the help says of a binding, and in what role.
func saying(words string, why action.Why) (string, theme.Role) {
	if why.None() {
		return words, theme.Text
	}
	return words + " Not now: " + why.String() + ".", theme.Dim
}

func newHelped(b keymap.Binding, keys, words, scope string, why action.Why) *helped {
	is := &helped{keys: keys, said: []string{words, b.Title, keys, scope}}
	is.text, is.role = saying(words, why)
	return is
}

// holds reports whether the words are found in it.
func (b *helped) holds(match func(filter.Doc) (int, bool)) bool {
	if b.doc.All == "" {
		b.doc.All = filter.Join(b.said)
	}
	_, holds := match(b.doc)
	return holds
}

// free appends the keys of a binding that work: no inner scope has taken them, and the pane lets them through.
func (p HelpedPane) free(free []string, b keymap.Binding, seen map[string]bool) []string {
	for _, k := range b.Keys {
		if !seen[k] && !p.Dead(b.ID, k) {
			free = append(free, k)
		}
	}
	return free
}

func (h *help) Title() string { return "Keys that work here" }

func (h *help) Scrolled() widget.Scroll {
	return widget.Scroll{Top: h.top, Rows: h.h, All: len(h.body)}
}

func (h *help) Role() theme.Role { return theme.BorderFocus }

func (h *help) Closed() bool { return h.over }

func (h *help) Scope() keymap.Scope { return keymap.ScopePicker }

func (h *help) Restyle(th *theme.Theme) {
	h.theme, h.w = th, 0
}

func (h *help) Hints() []keymap.ID {
	return []keymap.ID{"picker.down", "picker.page.down", "picker.close"}
}

// Term is what scrolling and closing are called here.
func (h *help) Term(id keymap.ID) string {
	return map[keymap.ID]string{"picker.down": "scroll", "picker.page.down": "next page", "picker.close": "back"}[id]
}

// TypingText reports that printable keys search.
func (h *help) TypingText() bool { return true }

// Untouched is what all of its keys leave the pane behind it.
func (h *help) Untouched() bool { return true }

// Cursor is in the line that searches.
func (h *help) Cursor() *tea.Cursor {
	at := h.field.Cursor()
	if at != nil {
		at.Position.X += 2
	}
	return at
}

func (h *help) Update(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		id, _ := host.BindingForKey(h.keys, keymap.Chain(keymap.ScopePicker), press)
		by, moves := map[keymap.ID]int{"picker.down": 1, "picker.up": -1, "picker.page.down": h.h, "picker.page.up": -h.h}[id]
		again, _ := host.BindingForKey(h.keys, keymap.Chain(keymap.ScopeGlobal), press)
		switch {
		case moves:
			h.top = max(0, min(h.top+by, len(h.body)-h.h))
			return nil
		case id == "picker.close" || h.field.Value() == "" && again == "help":
			h.over = true
			return nil
		}
	}
	before := h.field.Value()
	cmd := TypeIn(&h.field, msg)
	if h.field.Value() != before {
		h.top, h.body = 0, h.build(h.w, h.field.Value())
	}
	return cmd
}

func (h *help) Lines() []string {
	h.field.SetWidth(max(1, h.w-4))
	lines := []string{h.theme.Paint(theme.InputPrompt, "/ ") + draw.Block([]string{h.field.View()}, max(1, h.w-2), 1)[0]}
	if h.field.Value() == "" {
		lines[0] = h.theme.Paint(theme.InputPrompt, "/ ") + " " + h.theme.Paint(theme.InputPlaceholder,
			draw.Truncate("type to search", max(0, h.w-3)))
	}
	if len(h.body) == 0 {
		lines = append(lines, noMatches("No key that works here matches.", h.keys.Label("picker.close")+" goes back.", h.w, h.h, h.theme)...)
		return draw.Block(lines, h.w, h.h+1)
	}
	lines = append(draw.Block(lines, h.w, 1), h.body[h.top:min(len(h.body), h.top+h.h)]...)
	for len(lines) < h.h+1 {
		lines = append(lines, draw.Spaces(h.w))
	}
	return lines
}

func (h *help) Layout(w, rows int) {
	w = min(w, 180)
	if w != h.w {
		h.w, h.body = w, h.build(w, h.field.Value())
		if h.most = len(h.body); h.field.Value() != "" {
			h.most = len(h.build(w, ""))
		}
	}
	h.h = max(1, min(rows-1, max(h.most, 1)))
	h.top = max(0, min(h.top, len(h.body)-h.h))
}

// The columns of the help: two or three where they have room, one for what was searched for.
const (
	helpColumn = 54
	helpGap    = 3
)

// build draws what holds the words that are typed, all of it where there are none.
func (h *help) build(w int, typed string) []string {
	k := h.kept
	if typed != "" {
		return h.drawn(w, typed)
	}
	if k.whole == nil || k.theme != h.theme || k.w != w {
		k.whole, k.theme, k.w = h.drawn(w, ""), h.theme, w
	}
	return k.whole
}

func (h *help) drawn(w int, typed string) []string {
	columns := max(1, min(3, (w+helpGap)/(helpColumn+helpGap)))
	if typed != "" {
		columns = 1
	}
	width := (w+helpGap)/columns - helpGap
	lines := flow(h.groups(typed, width), columns, width)
	return draw.Block(lines, w, len(lines))
}

// flow sets groups of entries in columns of about one height. A heading stays with its first entry, no entry is parted, and a group that
// goes on in the next column has its heading there again.
func flow(groups [][][]string, columns, width int) []string {
	all := 0
	for i, g := range groups {
		for _, entry := range g {
			all += len(entry)
		}
		all += min(i, 1)
	}
	most := (all + columns - 1) / columns
	sides := make([][]string, 1, columns)
	for _, g := range groups {
		for i, entry := range g {
			at := len(sides) - 1
			lines := len(sides[at])
			switch {
			case lines > 0 && lines+len(entry) > most && len(sides) < columns:
				sides = append(sides, nil)
				at++
				if i > 0 {
					sides[at] = append(sides[at], g[0][0])
				}
			case i == 0 && lines > 0:
				sides[at] = append(sides[at], "")
			}
			sides[at] = append(sides[at], entry...)
		}
	}
	height := 0
	for _, side := range sides {
		height = max(height, len(side))
	}
	blocks := make([][]string, 0, 2*columns)
	for i, side := range sides {
		if i > 0 {
			blocks = append(blocks, draw.Block(nil, helpGap, height))
		}
		blocks = append(blocks, draw.Block(side, width, height))
	}
	return draw.Beside(blocks...)
}

// groups are the entries of each scope that hold what is typed, the first with its heading.
func (h *help) groups(typed string, w int) (groups [][][]string) {
	words, err := AsWords(typed)
	if err != nil {
		return nil
	}
	match := words.Matcher()
	for _, scope := range h.scopes {
		var group [][]string
		for _, b := range scope.bindings {
			if typed != "" && !b.holds(match) {
				continue
			}
			entry := b.lines(w, h.theme)
			if len(group) == 0 {
				entry = append([]string{h.theme.Paint(theme.Title, draw.Truncate(scope.title, w))}, entry...)
			}
			group = append(group, entry)
		}
		if len(group) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

// lines draws a binding in w cells.
func (b *helped) lines(w int, th *theme.Theme) []string {
	if b.drawn != nil && b.width == w && b.theme == th {
		return b.drawn
	}
	column := min(16, max(8, w/3))
	b.drawn, b.width, b.theme = nil, w, th
	for i, line := range draw.Wrap(b.text, max(1, w-column-1)) {
		head := strings.Repeat(" ", column+1)
		if i == 0 {
			head = th.Paint(theme.Key, draw.Fit(b.keys, column, draw.Left)) + " "
		}
		b.drawn = append(b.drawn, head+th.Paint(b.role, line))
	}
	return b.drawn
}
