package ui

import (
	"slices"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// shortestName is the least of a pane's name that still says something: three letters and the sign of the cut.
const shortestName = 4

// tabsLine is the row of panes with what each has loaded. Names shrink before panes vanish, and the pane on the screen is always
// named.
func (m *Model) tabsLine() string {
	var line strings.Builder
	used := 0
	for _, t := range m.tabTexts() {
		line.WriteString(m.env.theme.Paint(t.role, t.text))
		used += t.width
	}
	return line.String() + draw.Spaces(max(0, m.w-used))
}

// tabText is a tab as it is drawn.
type tabText struct {
	text  string
	width int
	role  theme.Role
}

// tabTexts are the tabs in the fullest form that fits: with what each has loaded, with names, with names cut, with keys alone.
func (m *Model) tabTexts() []tabText {
	title := func(t tab) string { return t.stack[0].title() }
	counted := func(t tab) string { return strings.TrimSpace(title(t) + " " + t.stack[0].count()) }
	activeOnly := func(t tab) string {
		if m.isActive(t) {
			return counted(t)
		}
		return title(t)
	}
	for _, word := range []func(tab) string{counted, activeOnly, title} {
		if texts := m.tabsWith(word, 2); totalWidth(texts) <= m.w {
			return texts
		}
	}
	for most := m.longestName(); most >= shortestName; most-- {
		texts := m.tabsWith(m.cutTo(most, title), 1)
		if totalWidth(texts) <= m.w {
			return texts
		}
	}
	return m.keysAlone(title)
}

func (m *Model) isActive(t tab) bool { return t.key == m.tabs[m.active].key }

func (m *Model) longestName() int {
	longest := 0
	for _, t := range m.tabs {
		longest = max(longest, draw.Width(t.stack[0].title()))
	}
	return longest
}

// cutTo cuts every name but the active pane's to so many cells.
func (m *Model) cutTo(most int, title func(tab) string) func(tab) string {
	return func(t tab) string {
		if m.isActive(t) {
			return title(t)
		}
		return draw.Truncate(title(t), most)
	}
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

// tabsWith draws every tab with its key and a word. gap is how many cells stand between two tabs; the active one has its brackets in
// them.
func (m *Model) tabsWith(word func(tab) string, gap int) []tabText {
	var texts []tabText
	for i, t := range m.tabs {
		text := strings.TrimSpace(m.env.keys.Label(t.key) + " " + word(t))
		role, before, after := theme.Tab, " ", ""
		if gap > 1 {
			after = " "
		}
		switch {
		case i == m.active:
			role, before, after = theme.TabActive, "[", "]"
		case gap == 1 && i == m.active+1:
			before = "" // the bracket stands there
		}
		text = before + text + after
		texts = append(texts, tabText{text: text, width: draw.Width(text), role: role})
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
