package ui

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// tabsLine is the row of panes with what each has loaded. Where it is narrow, the panes around the one on the screen keep their names,
// and the others their keys.
func (m *Model) tabsLine() string {
	var line strings.Builder
	used := 0
	for _, t := range m.tabTexts() {
		line.WriteString(draw.Spaces(t.lead) + m.env.Theme.Paint(t.role, t.text) + draw.Spaces(t.tail))
		used += t.width
	}
	return line.String() + draw.Spaces(max(0, m.w-used))
}

// tabText is a tab as it is drawn.
type tabText struct {
	lead, tail int // free cells before and behind it
	text       string
	width      int // with those
	role       theme.Role
}

// tabTexts are the tabs in the fullest form that fits: with what each has loaded, with names, with some names, with keys alone.
func (m *Model) tabTexts() []tabText {
	title := func(t tab) string { return t.title() }
	counted := func(t tab) string { return strings.TrimSpace(t.title() + " " + t.count()) }
	activeOnly := func(t tab) string {
		if m.isActive(t) {
			return counted(t)
		}
		return title(t)
	}
	gap := 2
	if totalWidth(m.tabsWith(title, 3))+countRoom <= m.w {
		gap = 3
	}
	for _, word := range []func(tab) string{counted, activeOnly, title} {
		if texts := m.tabsWith(word, gap); totalWidth(texts) <= m.w {
			return texts
		}
	}
	if texts := m.namesAround(title); totalWidth(texts) <= m.w {
		return texts
	}
	return m.keysAlone(title)
}

// countRoom is what the active tab may take beside its name.
const countRoom = 8

func (m *Model) isActive(t tab) bool { return t.key == m.tabs[m.active].key }

// namesAround names as many panes on both sides of the active one as there is room for. A name is there as a whole or not at all.
func (m *Model) namesAround(title func(tab) string) []tabText {
	from, to := m.active, m.active
	with := func(from, to int) []tabText {
		named := m.tabs[from : to+1]
		return m.tabsWith(func(t tab) string {
			if slices.ContainsFunc(named, func(n tab) bool { return n.key == t.key }) {
				return title(t)
			}
			return ""
		}, 1)
	}
	for grown := true; grown; {
		grown = false
		if to+1 < len(m.tabs) && totalWidth(with(from, to+1)) <= m.w {
			to, grown = to+1, true
		}
		if from > 0 && totalWidth(with(from-1, to)) <= m.w {
			from, grown = from-1, true
		}
	}
	return with(from, to)
}

// keysAlone names the active pane only, as far as there is room for that; the panes farthest from it go when even their keys don't
// fit.
func (m *Model) keysAlone(title func(tab) string) []tabText {
	var texts []tabText
	for room := draw.Width(title(m.tabs[m.active])); room >= 0; room-- {
		texts = m.tabsWith(func(t tab) string {
			if m.isActive(t) {
				return draw.Truncate(title(t), room)
			}
			return ""
		}, 1)
		if totalWidth(texts) <= m.w {
			return texts
		}
	}
	for at := m.active; totalWidth(texts) > m.w && len(texts) > 1; {
		if at > len(texts)/2 {
			texts, at = texts[1:], at-1
		} else {
			texts = texts[:len(texts)-1]
		}
	}
	return texts
}

// The edges of the active tab, which has them where there is no colour, too.
const (
	leftEdge  = "▏"
	rightEdge = "▕"
)

// tabsWith draws every tab with its key and a word. gap is how many cells stand between two tabs; the active one has its edges in them.
func (m *Model) tabsWith(word func(tab) string, gap int) []tabText {
	var texts []tabText
	for i, t := range m.tabs {
		text := tabText{lead: 1, text: strings.TrimSpace(m.env.Keys.Label(t.key) + " " + word(t)), tail: gap - 1, role: theme.Tab}
		if i == m.active {
			text = tabText{lead: max(0, 2-gap), text: leftEdge + text.text + rightEdge, tail: max(0, gap-2), role: theme.TabActive}
		}
		text.width = text.lead + draw.Width(text.text) + text.tail
		texts = append(texts, text)
	}
	return texts
}

func totalWidth(texts []tabText) int {
	sum := 0
	for _, t := range texts {
		sum += t.width
	}
	return sum
}

// tabAt is the tab at a cell of the row.
func (m *Model) tabAt(x int) (int, bool) {
	texts := m.tabTexts()
	first := slices.IndexFunc(texts, func(t tabText) bool { return t.role == theme.TabActive })
	at := 0
	for i, t := range texts {
		if at += t.width; x < at {
			return m.active - first + i, true
		}
	}
	return 0, false
}
