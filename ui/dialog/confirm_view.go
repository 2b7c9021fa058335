package dialog

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// draw draws everything or says how much of it wasn't seen; what a dialog doesn't show it doesn't do.
func (c *Confirm) draw(w, h int) []string {
	q := c.asked(w)
	keys := dialogKeys(c.keys)
	if c.typed != nil {
		keys = scrollKeys{c.keys.Label("confirm.down"), c.keys.Label("confirm.up"), c.keys.Label("confirm.cancel")}
	}
	lines, whole := c.whole(q, min(w, 84), h, c.theme, keys)
	if !whole && len(q.brief) < len(q.head) {
		q.head = q.brief
		lines, whole = c.whole(q, min(w, 84), h, c.theme, keys)
	}
	if !whole && len(c.Ask.Plan.Steps) == 1 && h-len(q.pins)-1-len(q.foot) >= easyRoom {
		q.head, q.must = nil, append(c.notInShort(min(w, 84)), q.must...)
	}
	if !whole {
		lines = c.through(q, min(w, 84), h, c.theme, keys, c.tried)
	}
	if c.showing {
		return c.request.Lines(w, h, c.theme)
	}
	return c.noted(lines, w, h)
}

// noted says above the buttons why confirming did nothing, where there is room for another line; where there is none the question says it.
func (c *Confirm) noted(lines []string, w, h int) []string {
	note := ""
	switch {
	case c.wrong:
		note = "That doesn't match; type it exactly."
	case c.tried && c.fits && c.whyNot() != c.changedLine():
		note = c.whyNot()
	}
	if note == "" || len(lines) >= h {
		return lines
	}
	at := len(lines) - len(c.buttons(w))
	if at < 1 {
		return lines
	}
	return slices.Concat(lines[:at], []string{c.theme.Paint(theme.Warn, draw.Truncate(note, w))}, lines[at:])
}

// asked is the question as it stands now.
func (c *Confirm) asked(w int) asked {
	q := asked{must: c.must(w), list: c.listing(), foot: c.buttons(w)}
	q.head, q.pins = c.head(min(w, 84), host.TargetName, c.Ask.Sum.Lines)
	q.brief, _ = c.head(min(w, 84), func(t action.Target) string { return inLines(host.TargetName(t), min(w, 84), NameLines) },
		c.Ask.Sum.Lines)
	return q
}

// NameLines is how many lines a name takes where every line counts.
const NameLines = 2

// inLines is a text that takes so many lines of w cells at most, cut in its middle where it is longer.
func inLines(text string, w, most int) string {
	for cells := most * w; cells > 0 && len(draw.Wrap(text, w)) > most; cells -= max(1, w/8) {
		text = draw.Middle(text, cells)
	}
	return text
}

// head is what it is done to, and on which tenant.
func (c *Confirm) head(w int, name func(action.Target) string, sum []string) (whole, short []string) {
	th, plan := c.theme, c.Ask.Plan
	add := func(role theme.Role, text string) {
		whole = append(whole, widget.PaintAll(th, role, draw.Wrap(text, w))...)
	}
	tenant := "on tenant " + c.tenant
	if len(plan.Steps) == 1 {
		target := plan.Steps[0].Target
		add(theme.Title, name(target))
		whole = append(whole, c.facts(w, tenant, c.idText())...)
		short = append(short, inShort(host.CalledName(target), widget.IfText(target.Name != "", target.ID), w, th))
		if target.Within != "" {
			short = append(short, th.Paint(theme.Text, draw.Middle(target.Within, w)))
		}
	} else {
		add(theme.Title, c.counted())
		short = slices.Clone(whole)
		if len(sum) > 0 {
			add(theme.Text, host.Capital(strings.Join(sum, "; "))+".")
		}
		add(theme.Text, tenant)
	}
	return whole, append(slices.Clone(short), th.Paint(theme.Text, draw.Middle(tenant, w)))
}

// notInShort is what the head in short, which stays in view, has cut of a name and an id. A name that takes many lines is whole in the
// request view only.
func (c *Confirm) notInShort(w int) []string {
	target := c.Ask.Plan.Steps[0].Target
	name := draw.Wrap(host.TargetName(target), w)
	if len(name) > NameLines || target.Within == "" && draw.Width(host.CalledName(target))+1+max(9, w/3) <= w {
		name = nil
	}
	lines := append(widget.PaintAll(c.theme, theme.Value, name), c.idLine(w)...)
	for _, text := range []string{widget.IfText(name == nil, target.Within), "on tenant " + c.tenant} {
		if draw.Width(draw.Clean(text)) > w {
			lines = append(lines, widget.PaintAll(c.theme, theme.Text, draw.Wrap(text, w))...)
		}
	}
	return lines
}

// counted is how many records it is done to.
func (c *Confirm) counted() string {
	steps := c.Ask.Plan.Steps
	return widget.Count(int64(len(steps)), strings.TrimSpace(c.Ask.Sum.What+" "+steps[0].Target.Kind))
}

// idText is the id of the one record that it is done to, where that has a name, too.
func (c *Confirm) idText() string {
	target := c.Ask.Plan.Steps[0].Target
	return widget.IfText(len(c.Ask.Plan.Steps) == 1 && target.ID != "" && target.Name != "", "id "+target.ID)
}

func (c *Confirm) idLine(w int) []string {
	if c.idText() == "" {
		return nil
	}
	return widget.PaintAll(c.theme, theme.Dim, draw.Wrap(c.idText(), w))
}

// betweenColumns is what parts two columns of facts.
const betweenColumns = 3

// facts are short sentences, two on a line where both have room in a half of it.
func (c *Confirm) facts(w int, texts ...string) (lines []string) {
	texts = widget.NonEmpty(texts...)
	half := (w - betweenColumns) / 2
	short := func(i int) bool { return i < len(texts) && draw.Width(draw.Clean(texts[i])) <= half }
	for i := 0; i < len(texts); i++ {
		if short(i) && short(i+1) {
			lines = append(lines, c.theme.Paint(theme.Text, draw.Fit(texts[i], half+betweenColumns, draw.Left)+draw.Clean(texts[i+1])))
			i++
			continue
		}
		lines = append(lines, widget.PaintAll(c.theme, theme.Text, draw.Wrap(texts[i], w))...)
	}
	return lines
}

// must is what has to be read beside that: why it is asked, what is told of the target, what is lost.
func (c *Confirm) must(w int) []string {
	th, plan := c.theme, c.Ask.Plan
	w = min(w, 84)
	var lines []string
	add := func(role theme.Role, text string) {
		lines = append(lines, widget.PaintAll(th, role, draw.Wrap(text, w))...)
	}
	if c.Ask.Intro != "" {
		add(theme.Warn, c.Ask.Intro)
	}
	lines = append(lines, c.facts(w, c.Ask.Facts...)...)
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
	if c.Ask.Losses != nil {
		losses, ready := c.Ask.Losses()
		for _, s := range losses {
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
		return "What can't be read can't be undone from here."
	}
	return "What it was before is unknown, so this can't be undone from here."
}

// losses are what can't be brought back; a batch says it once for all that lose something.
func (c *Confirm) losses() []string {
	plan := c.Ask.Plan
	if len(plan.Steps) == 1 || len(plan.Loses) == 0 {
		return plan.Loses
	}
	const forGood = "This can't be undone"
	each, whole, first := "Each: ", forGood+".", strings.TrimSuffix(plan.Loses[0], " "+forGood+".")
	if n := len(plan.Loses); n < len(plan.Steps) {
		whole, each = fmt.Sprintf("%s for %s of them.", forGood, draw.Count(int64(n))), "Each of those: "
	}
	if slices.ContainsFunc(plan.Loses, func(s string) bool { return s != plan.Loses[0] }) {
		each = "For example: "
	}
	first = each + strings.ToLower(first[:1]) + first[1:]
	return []string{whole + " " + first}
}

// listing are the targets of a batch, or the people that a sentence counts.
func (c *Confirm) listing() listing {
	steps := c.Ask.Plan.Steps
	if len(steps) == 1 {
		listed := c.Ask.Listed
		if c.Ask.LossesListed != nil {
			listed = slices.Concat(listed, c.Ask.LossesListed())
		}
		return listing{len(listed), func(i, w int) string { return c.theme.Paint(theme.Text, draw.Middle(listed[i], w)) }}
	}
	return listing{len(steps), c.target}
}

// target is one of the targets of a batch.
func (c *Confirm) target(i, w int) string {
	t := c.Ask.Plan.Steps[i].Target
	beside, role := draw.Middle(t.ID, min(27, w/3)), theme.Dim
	if i < len(c.Ask.Notes) {
		beside, role = draw.Truncate(c.Ask.Notes[i], min(w/2, 40)), theme.Warn
	}
	name := draw.FitMiddle(t.Words(), max(1, w-draw.Width(beside)-1))
	return c.theme.Paint(theme.Text, name) + " " + c.theme.Paint(role, beside)
}

func (c *Confirm) changedLine() string {
	if c.Ask.Changed == nil {
		return ""
	}
	return c.Ask.Changed()
}

func (c *Confirm) buttons(w int) []string {
	if c.typed != nil {
		return c.wordLines(w)
	}
	cancel, yes := buttonRoles(c.onYes, c.destroys())
	no := Button(host.FirstOf(c.Ask.No, "Cancel"), !c.onYes)
	do := Button(host.FirstOf(c.Ask.Yes, c.Ask.Plan.Title), c.onYes)
	if draw.Width(draw.Clean(no))+2+draw.Width(draw.Clean(do)) > w {
		return []string{c.theme.Paint(cancel, draw.Truncate(no, w)), c.theme.Paint(yes, draw.Truncate(do, w))}
	}
	return []string{c.theme.Paint(cancel, draw.Clean(no)) + "  " + c.theme.Paint(yes, draw.Clean(do))}
}

// wordLines ask for the word that confirms.
func (c *Confirm) wordLines(w int) []string {
	role, after := theme.Text, " to confirm:"
	if c.wrong {
		role, after = theme.Warn, " exactly:"
	}
	if draw.Width(draw.Clean(c.Ask.Plan.Word))+40 > w {
		lines := widget.PaintAll(c.theme, role, draw.Wrap("Type "+c.Ask.Plan.Word+after, w))
		return append(lines, c.typed.View(max(1, min(w, 60))))
	}
	return []string{c.theme.Paint(role, "Type ") + c.theme.Paint(theme.Value, draw.Clean(c.Ask.Plan.Word)) +
		c.theme.Paint(role, after+" ") + c.typed.View(max(1, min(30, w-20)))}
}

// buttonRoles are the looks of the safe answer and the other one, which is red where it destroys.
func buttonRoles(onYes, destroys bool) (no, yes theme.Role) {
	switch {
	case onYes && destroys:
		return theme.Button, theme.ButtonDanger
	case onYes:
		return theme.Button, theme.ButtonFocus
	case destroys:
		return theme.ButtonFocus, theme.DangerTitle
	}
	return theme.ButtonFocus, theme.Button
}

// Button marks the focus by sign, so that it shows without colour.
func Button(title string, focused bool) string {
	if focused {
		return "▸ " + title + " ◂"
	}
	return "  " + title + "  "
}
