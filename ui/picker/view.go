package picker

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

func (p *picker) Scrolled() widget.Scroll {
	top, rows, all := p.grid.InView()
	return widget.Scroll{Top: top, Rows: rows, All: all}
}

func (p *picker) Layout(w, h int) { p.drawn = p.draw(min(w, 100), h) }

func (p *picker) draw(w, h int) []string {
	if w < 4 || h < 1 {
		return nil
	}
	th := p.env.Theme
	p.Field.SetWidth(max(1, w-4))
	lines := []string{th.Paint(theme.InputPrompt, "> ") + draw.Block([]string{p.Field.View()}, w-2, 1)[0]}
	said := p.say(w, max(1, min(6, h-4)))
	if len(said) > h-1 {
		said = said[:h-1]
	}
	p.rows = max(0, min(h-1-len(said), 14))
	if p.grid.Shown() > 0 && p.rows > 0 {
		p.grid.SetSize(w, min(p.rows, p.grid.Shown()+1))
		lines = append(lines, p.grid.View(p.env, th, true)...)
	}
	return append(lines, said...)
}

// say is what stands below the rows: how many there are, or why there are none and what to do.
func (p *picker) say(w, rows int) []string {
	role, text := p.State()
	if p.nothing {
		role, text = theme.Bad, "There is nothing to choose yet. "+text
	}
	wrapped := draw.Wrap(text, w)
	if len(wrapped) > rows {
		wrapped = wrapped[:rows]
		wrapped[rows-1] = draw.Truncate(wrapped[rows-1]+" …", w)
	}
	return widget.PaintAll(p.env.Theme, role, wrapped)
}

func (p *picker) State() (theme.Role, string) {
	many := strings.ToLower(p.Resource.Title)
	enter := p.env.Keys.Label("picker.choose")
	take, anyway := enter+" takes it as it is.", enter+" asks whether to use it anyway."
	switch {
	case p.loading && p.text() == p.asked && p.wait.Waited(p.env.Clock()) >= host.WaitIsLong:
		return theme.Info, p.env.WaitingWords(p.wait.Waited(p.env.Clock())) + "; " + p.env.Keys.Label("picker.close") + " closes this."
	case p.loading || p.text() != p.asked:
		return theme.Info, "Asking the tenant…"
	case p.Unnamed != nil && p.grid.Len() == 0 && host.CheckSeen(p.asked) != nil:
		return theme.Warn, "What you typed " + host.CheckSeen(p.asked).Error() + "."
	case p.err != nil && p.ByID != nil && api.KindOf(p.err) == api.KindNotFound:
		return theme.Warn, "The tenant has no " + p.One + " with this id. " + widget.IfText(p.canTakeID(), anyway)
	case p.err != nil && p.canTakeID():
		return theme.Warn, "The name can't be looked up here: " + widget.LowerFirst(whyNoName(p.err)) + " If “" + p.asked + "” is an id, " +
			take
	case p.err != nil:
		return theme.Warn, whyNoName(p.err) + " Type or paste the id of the " + p.One + " instead."
	case p.grid.Len() == 0 && p.Fetch == nil && p.asked == "":
		return theme.Dim, host.Capital(many) + " can't be listed. Type or paste the id of the " + p.One + "."
	case p.grid.Len() == 0 && p.canTakeID():
		return theme.Warn, "The tenant has no " + p.One + " with this id. " + anyway
	case p.grid.Len() == 0 && p.asked == "":
		return theme.Dim, "The tenant shows no " + many + "."
	case p.grid.Len() == 0:
		return theme.Dim, "The tenant found no " + p.One + " for “" + p.asked + "”."
	}
	found := draw.Count(int64(p.grid.Len())) + " found"
	if p.token != "" {
		found += ", more below"
	}
	if p.incomplete != "" {
		return theme.Warn, found + " · " + p.incomplete
	}
	if p.Fetch == nil {
		return theme.Dim, found + ". Others can't be listed: type or paste the id."
	}
	return theme.Dim, found + ". Type to search" + widget.IfText(p.ByID != nil, ", or paste an id") + "."
}

// whyNoName says why the tenant couldn't be asked for names.
func whyNoName(err error) string {
	if api.KindOf(err) == api.KindUnsupported {
		return "This tenant doesn't offer this search."
	}
	what, _ := host.Explain(err)
	return what
}

func (p *picker) Cursor() *tea.Cursor {
	at := p.Field.Cursor()
	if at != nil {
		at.Position.X += 2
	}
	return at
}
