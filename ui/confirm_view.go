package ui

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// draw draws everything or says that it doesn't fit; what a dialog doesn't show it doesn't do.
func (c *confirm) draw(w, h int) []string {
	c.terse = false
	lines := c.question(w, h)
	if !c.fits && len(c.ask.tells) > 0 {
		c.terse = true
		lines = c.question(w, h)
	}
	if c.showing {
		return c.request.lines(w, h, c.theme)
	}
	return c.noted(lines, w, h)
}

// noted says above the buttons why confirming did nothing. It takes the place of a line where there is no room for another.
func (c *confirm) noted(lines []string, w, h int) []string {
	note := ""
	switch {
	case c.wrong:
		note = "That doesn't match; type it exactly."
	case c.tried && c.fits && c.whyNot() != c.changedLine():
		note = c.whyNot()
	}
	at := len(lines) - len(c.buttons(w))
	if note == "" || at < 1 {
		return lines
	}
	kept := lines[:at]
	if len(lines) >= h {
		kept = lines[:at-1]
	}
	return slices.Concat(kept, []string{c.theme.Paint(theme.Warn, draw.Truncate(note, w))}, lines[at:])
}

func (c *confirm) question(w, h int) []string {
	body, buttons := c.body(w), c.buttons(w)
	rows := 0
	if n := len(c.ask.plan.Steps); n > 1 {
		rows = min(n, 12, max(3, h-len(body)-len(buttons)-2))
	}
	if rows == 0 && len(body)+1+len(buttons) > h {
		body = slices.DeleteFunc(body, func(line string) bool { return line == "" })
		if len(body)+len(buttons) <= h && w >= 24 {
			c.fits = true
			return append(body, buttons...)
		}
		return c.scrolled(body, buttons, w, h)
	}
	c.fits = len(body)+1+rows+len(buttons) <= h && w >= 24
	if !c.fits {
		body = slices.DeleteFunc(body, func(line string) bool { return line == "" })
		return c.scrolled(append(body, c.firstNames(w)...), buttons, w, h)
	}
	body = append(append(body, ""), c.names(min(w, 84), rows)...)
	if rows > 0 && len(body)+1+len(buttons) <= h {
		body = append(body, "")
	}
	return append(body, buttons...)
}

func (c *confirm) tooSmall(body []string, w, h int) []string {
	note := draw.Wrap("Too small to confirm: this needs a larger window. esc cancels.", w)
	return append(body[:max(0, min(len(body), h-len(note)))], paintAll(c.theme, theme.Bad, note)...)
}

// scrolled shows the question through a window. It can be confirmed once its end was seen.
func (c *confirm) scrolled(body, buttons []string, w, h int) []string {
	room := h - len(buttons) - 1
	if c.fits = false; room < 3 || w < 24 {
		return c.tooSmall(body, w, h)
	}
	c.top = min(c.top, len(body)-room)
	down, up := c.keys.Label("dialog.down"), c.keys.Label("dialog.up")
	if c.typed != nil {
		down, up = c.keys.Label("confirm.down"), c.keys.Label("confirm.up")
	}
	more := "There is more: " + down + " shows it."
	if c.top+room == len(body) {
		c.seen, more = len(body), up+" shows the beginning."
	}
	c.fits = c.seen == len(body)
	role := theme.Info
	if c.tried && !c.fits {
		role, more = theme.Warn, "Scroll down to read all, then enter."
	}
	lines := append(slices.Clone(body[c.top:c.top+room]), c.theme.Paint(role, draw.Truncate(more, w)))
	return append(lines, buttons...)
}

func (c *confirm) body(w int) []string {
	th, plan := c.theme, c.ask.plan
	w = min(w, 84)
	var lines []string
	add := func(role theme.Role, text string) {
		lines = append(lines, paintAll(th, role, draw.Wrap(text, w))...)
	}
	if c.ask.intro != "" {
		add(theme.Warn, c.ask.intro)
		lines = append(lines, "")
	}
	if len(plan.Steps) == 1 {
		target := plan.Steps[0].Target
		add(theme.Value, targetName(target))
		if target.ID != "" && target.Name != "" {
			add(theme.Dim, "id "+target.ID)
		}
	} else {
		add(theme.Value, count(int64(len(plan.Steps)), plan.Steps[0].Target.Kind))
	}
	add(theme.Text, "on tenant "+c.tenant)
	for _, s := range c.ask.tells {
		if !c.terse {
			add(theme.Text, s)
		}
	}
	for _, s := range plan.Left {
		add(theme.Dim, s)
	}
	for _, s := range c.losses() {
		lines = append(lines, "")
		add(theme.Bad, s)
	}
	if why := unseenBefore(plan); why != "" {
		lines = append(lines, "")
		add(theme.Warn, why)
	}
	if c.ask.learns != nil {
		told, ready := c.ask.learns()
		for _, s := range told {
			add(theme.Bad, s)
		}
		if !ready {
			add(theme.Dim, "Asking the tenant what else would be lost; it can be confirmed after that.")
		}
	}
	if why := c.changedLine(); why != "" {
		lines = append(lines, "")
		add(theme.Warn, why)
	}
	return lines
}

// unseenBefore says that what nobody could read can't be put back, "" where that isn't so or is said as a loss.
func unseenBefore(plan *action.Plan) string {
	blind := func(s action.Step) bool { return s.Blind && !s.Removes }
	switch {
	case len(plan.Loses) > 0 || !slices.ContainsFunc(plan.Steps, blind):
		return ""
	case len(plan.Steps) > 1:
		return "What can't be read can't be taken back from here."
	}
	return "What it was before isn't known, so this can't be taken back from here."
}

// losses are what can't be brought back; a batch says it once for all that lose something.
func (c *confirm) losses() []string {
	plan := c.ask.plan
	if len(plan.Steps) == 1 || len(plan.Loses) == 0 {
		return plan.Loses
	}
	const forGood = "This can't be undone"
	whole, first := forGood+".", strings.TrimSuffix(plan.Loses[0], " "+forGood+".")
	if n := len(plan.Loses); n < len(plan.Steps) {
		whole = fmt.Sprintf("%s for %s of them.", forGood, draw.Count(int64(n)))
	}
	if slices.ContainsFunc(plan.Loses, func(s string) bool { return s != plan.Loses[0] }) {
		first = "The first: " + first
	}
	return []string{whole + " " + first}
}

// names is the window on the targets of a batch, h lines of it; it scrolls.
func (c *confirm) names(w, h int) []string {
	steps := c.ask.plan.Steps
	if len(steps) == 1 || h <= 0 {
		return nil
	}
	c.top = max(0, min(c.top, len(steps)-h))
	var lines []string
	for i := c.top; i < min(len(steps), c.top+h); i++ {
		t := steps[i].Target
		beside, role := draw.FitMiddle(t.ID, min(27, w/3)), theme.Dim
		if i < len(c.ask.notes) {
			beside, role = draw.Truncate(c.ask.notes[i], min(w/2, 40)), theme.Warn
		}
		name := draw.Fit(firstOf(t.Name, t.ID), max(1, w-draw.Width(beside)-1), draw.Left)
		lines = append(lines, c.theme.Paint(theme.Text, name)+" "+c.theme.Paint(role, beside))
	}
	if below := len(steps) - c.top - h; below > 0 {
		lines[len(lines)-1] = c.theme.Paint(theme.Dim, draw.Fit(fmt.Sprintf("… %s more, down scrolls", draw.Count(int64(below+1))), w, draw.Left))
	}
	return lines
}

// firstNames are the first targets of a batch, and how many more there are.
func (c *confirm) firstNames(w int) []string {
	const most = 3
	var lines []string
	for i, s := range c.ask.plan.Steps {
		if i == most {
			return append(lines, c.theme.Paint(theme.Dim, fmt.Sprintf("and %s more", draw.Count(int64(len(c.ask.plan.Steps)-most)))))
		}
		name := firstOf(s.Target.Name, s.Target.ID)
		if i < len(c.ask.notes) {
			name += ": " + c.ask.notes[i]
		}
		lines = append(lines, c.theme.Paint(theme.Text, draw.Truncate(name, w)))
	}
	return lines
}

func (c *confirm) changedLine() string {
	if c.ask.changed == nil {
		return ""
	}
	return c.ask.changed()
}

func (c *confirm) buttons(w int) []string {
	if c.typed != nil && draw.Width(c.ask.plan.Word)+40 > w {
		lines := paintAll(c.theme, theme.Text, draw.Wrap("Type "+c.ask.plan.Word+" to confirm:", w))
		return append(lines, c.typed.View(max(1, min(w, 60))))
	}
	if c.typed != nil {
		line := c.theme.Paint(theme.Text, "Type ") + c.theme.Paint(theme.Value, draw.Truncate(c.ask.plan.Word, max(1, w-20))) +
			c.theme.Paint(theme.Text, " to confirm: ") + c.typed.View(max(1, min(30, w-20)))
		return []string{line}
	}
	cancel, yes := theme.ButtonFocus, theme.Button
	if c.onYes {
		cancel, yes = theme.Button, theme.DangerTitle
	}
	return []string{c.theme.Paint(cancel, button(firstOf(c.ask.no, "Cancel"), !c.onYes)) + "  " + c.theme.Paint(yes, button(firstOf(c.ask.yes, c.ask.plan.Title), c.onYes))}
}

// button marks the focus by sign, so that it shows without colour.
func button(title string, focused bool) string {
	if focused {
		return "▸ " + title + " ◂"
	}
	return "  " + title + "  "
}

func paintAll(th *theme.Theme, role theme.Role, lines []string) []string {
	painted := make([]string, len(lines))
	for i, line := range lines {
		painted[i] = th.Paint(role, line)
	}
	return painted
}
