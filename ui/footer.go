package ui

import (
	"slices"
	"strings"

	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// hintGap is how many cells stand between two keys of the footer.
const hintGap = 2

// named is a key of the footer as it is drawn.
type named struct {
	key, word string
	off       bool
	width     int
}

func (n named) draw(th *theme.Theme) string {
	role, wordRole := theme.Key, theme.KeyHelp
	if n.off {
		role, wordRole = theme.KeyOff, theme.KeyOff
	}
	if n.key == "" {
		return draw.Spaces(n.width)
	}
	text := th.Paint(role, n.key)
	if n.word != "" {
		text += " " + th.Paint(wordRole, n.word)
	}
	return text + draw.Spaces(n.width-draw.Width(n.key)-draw.Width(" "+n.word))
}

// footer names the keys, each at one place as long as the view is the same: one that can do nothing now is dim. What doesn't fit is in the
// help. Undo and what works everywhere stand at the right end, over what there is no room for then.
func (m *Model) footer() string {
	if m.pasting {
		return m.pastingLine()
	}
	var hints []host.Hint
	var ends []named
	if top := m.overlay(); top != nil {
		hints = host.HintsOf(top.Hints()...)
	} else {
		hints, ends = m.pane().Hints(), m.footerEnd()
	}
	room := m.w
	for _, n := range ends {
		room -= hintGap + n.width
	}
	back := slices.IndexFunc(hints, func(h host.Hint) bool { return h.Back })
	if back >= 0 {
		if n, ok := m.named(hints[back]); ok && hintGap+n.width <= room {
			ends = slices.Insert(ends, 0, n)
			room -= hintGap + n.width
		} else {
			back = -1
		}
	}
	room = max(0, room)
	var space [32]named
	shown := space[:0]
	for i, h := range hints {
		if slices.ContainsFunc(hints[:i], func(before host.Hint) bool { return before.ID == h.ID }) {
			continue
		}
		n, ok := m.named(h)
		if i == back {
			b, _ := m.env.Keys.Binding(h.ID)
			n = named{width: draw.Width(m.env.Keys.Label(h.ID)) + 1 + draw.Width(b.Title)}
		}
		if !ok || slices.ContainsFunc(ends, func(e named) bool { return e.key == n.key }) {
			continue
		}
		if n.width > room {
			break
		}
		shown = append(shown, n)
		room = max(0, room-n.width-hintGap)
	}
	return m.keptFooters.drawn(shown, ends, m.w, m.env.Theme)
}

// keptFooters are the footers that were drawn last: of the pane and of what opens over it, in turn.
type keptFooters struct{ last, before keptFooter }

// keptFooter is the footer as it was drawn, and what it was drawn of.
type keptFooter struct {
	shown, ends []named
	w           int
	theme       *theme.Theme
	line        string
}

func (k *keptFooter) is(shown, ends []named, w int, th *theme.Theme) bool {
	return k.theme == th && k.w == w && slices.Equal(k.shown, shown) && slices.Equal(k.ends, ends)
}

func (k *keptFooters) drawn(shown, ends []named, w int, th *theme.Theme) string {
	if k.last.is(shown, ends, w, th) {
		return k.last.line
	}
	k.last, k.before = k.before, k.last
	if !k.last.is(shown, ends, w, th) {
		k.last = keptFooter{slices.Clone(shown), slices.Clone(ends), w, th, drawFooter(shown, ends, w, th)}
	}
	return k.last.line
}

// drawFooter puts keys at the left end and at the right one. They fit.
func drawFooter(shown, ends []named, w int, th *theme.Theme) string {
	var line, end strings.Builder
	room := w
	for _, n := range ends {
		end.WriteString(draw.Spaces(hintGap) + n.draw(th))
		room -= hintGap + n.width
	}
	room = max(0, room)
	for _, n := range shown {
		line.WriteString(n.draw(th))
		room -= n.width
		gap := min(hintGap, room)
		line.WriteString(draw.Spaces(gap))
		room -= gap
	}
	return line.String() + draw.Spaces(room) + end.String()
}

// named is a key with its word. It takes as many cells as it does under its name in the key map, whatever it is called right now.
func (m *Model) named(h host.Hint) (named, bool) {
	b, ok := m.env.Keys.Binding(h.ID)
	n := named{key: m.env.Keys.Label(h.ID), off: h.Off}
	does := m.actionOf(h.ID)
	if !ok || n.key == "" || m.env.Lacking[does] {
		return named{}, false
	}
	n.word = host.FirstOf(m.wordNow(h.ID), b.Title)
	if m.env.Refused[does] { // it can be tried again
		n.word, n.off = n.word+" (refused)", true
	}
	n.width = draw.Width(n.key) + 1 + draw.Width(n.word)
	if m.overlay() == nil { // there the words change with the row
		n.width = max(n.width, draw.Width(n.key)+1+draw.Width(b.Title))
	}
	if other, has := m.env.Keys.Binding(h.For); has {
		n.width = max(n.width, draw.Width(m.env.Keys.Label(h.For))+1+draw.Width(other.Title))
	}
	return n, true
}

// The widths from which the footer names what is said nowhere else.
const (
	namesQuitFrom    = 100
	namesPaletteFrom = 140
)

// footerEnd are the keys at the right end: undo when there is something to undo, and what works in every pane.
func (m *Model) footerEnd() []named {
	if m.pane().Typing() {
		return nil
	}
	var ids []keymap.ID
	if m.w >= namesPaletteFrom {
		ids = append(ids, "palette")
	}
	ids = append(ids, "help")
	if m.w >= namesQuitFrom {
		ids = append(ids, keymap.Quit)
	}
	var ends []named
	if m.changes.UndoTitle() != "" && m.changes.UndoOffer().Able {
		if undo, ok := m.named(host.Hint{ID: "undo"}); ok {
			if b, _ := m.env.Keys.Binding("undo"); undo.width > m.w/4 { // the help and the palette say what
				undo.word, undo.width = b.Title, draw.Width(undo.key+" "+b.Title)
			}
			ends = append(ends, undo)
		}
	}
	for _, id := range ids {
		if n, ok := m.named(host.Hint{ID: id}); ok {
			ends = append(ends, n)
		}
	}
	return ends
}

// actionOf is the name of the action that a binding does right now, "" under what stands over the panes.
func (m *Model) actionOf(id keymap.ID) string {
	if m.overlay() != nil {
		return ""
	}
	return string(m.pane().Action(id))
}

// wordNow is what a binding is called right now by what stands in front, "" for the key map's word.
func (m *Model) wordNow(id keymap.ID) string {
	if top := m.overlay(); top != nil {
		return top.Term(id)
	}
	if id == "undo" {
		return m.changes.UndoTitle()
	}
	return m.pane().Term(id)
}
