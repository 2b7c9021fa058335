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

// mostRows is how many rows of a picker stand on the screen.
const mostRows = 14

func (p *picker) draw(w, h int) []string {
	if w < 4 || h < 1 {
		return nil
	}
	th := p.env.Theme
	p.Field.SetWidth(max(1, w-4))
	lines := []string{th.Paint(theme.InputPrompt, "> ") + draw.Block([]string{p.Field.View()}, w-2, 1)[0]}
	if words := p.inPlaceOfRows(); words != nil {
		if h > 8 {
			lines = append(lines, "")
		}
		said := host.MessageLines(words, w, h-len(lines), th)
		return append(lines, draw.Block(said, w, len(said))...)
	}
	said := p.say(w, max(1, min(6, h-4)))
	if len(said) > h-1 {
		said = said[:h-1]
	}
	p.rows = max(0, min(h-1-len(said), mostRows))
	if came := p.env.Names.Changes(); came != p.named {
		p.named = came
		p.grid.Redraw()
	}
	if p.grid.Shown() > 0 && p.rows > 0 {
		p.grid.SetSize(w, min(p.rows, p.grid.Shown()+1))
		lines = append(lines, p.grid.View(p.env, th, true)...)
	}
	return append(lines, said...)
}

// say is what stands below the rows: how many there are, or that they are being asked for.
func (p *picker) say(w, rows int) []string {
	role, text := p.State()
	wrapped := draw.Wrap(text, w)
	if len(wrapped) > rows {
		wrapped = wrapped[:rows]
		wrapped[rows-1] = draw.Truncate(wrapped[rows-1]+" …", w)
	}
	return widget.PaintAll(p.env.Theme, role, wrapped)
}

// inPlaceOfRows is what is said when there is nothing to choose: a headline, why, and what to do; nil while there are rows, or while the
// tenant is asked.
func (p *picker) inPlaceOfRows() []string {
	if p.loading || p.text() != p.asked || p.grid.Len() > 0 {
		return nil
	}
	words := p.noneWords()
	if last := len(words) - 1; p.nothing { // one headline is enough
		words = []string{"There is nothing to choose yet.", strings.Join(words[:last], " "), words[last]}
	}
	return words
}

// noneWords say why there is nothing to choose, and what to do.
func (p *picker) noneWords() []string {
	many, enter := strings.ToLower(p.Resource.Title), p.env.Keys.Label("picker.choose")
	closes := p.env.Keys.Label("picker.close") + " closes this."
	anyway := closes
	if p.canTakeID() {
		anyway = enter + " asks whether to use it anyway."
	}
	switch {
	case p.Unnamed != nil && host.CheckSeen(p.asked) != nil:
		return []string{"This is no id.", "What you typed " + host.CheckSeen(p.asked).Error() + ".",
			"Type or paste the id of the " + p.One + "."}
	case p.err != nil && p.ByID != nil && api.KindOf(p.err) == api.KindNotFound:
		return []string{"The tenant has no " + p.One + " with this id.", anyway}
	case p.err != nil && p.canTakeID():
		return []string{"The name can't be looked up here.", whyNoName(p.err),
			"If “" + p.asked + "” is an id, " + enter + " takes it as it is."}
	case p.err != nil:
		instead := "Type or paste the id of the " + p.One + " instead."
		if api.KindOf(p.err) == api.KindUnsupported {
			return []string{"The " + many + " could not be listed.", whyNoName(p.err), instead}
		}
		words := p.env.Trouble(p.err, "list the "+many, "The "+many+" could not be listed.")
		return append(words[:len(words)-1], instead)
	case p.Fetch == nil && p.asked == "":
		return []string{host.Capital(many) + " can't be listed.", "Type or paste the id of the " + p.One + "."}
	case p.canTakeID():
		return []string{"The tenant has no " + p.One + " with this id.", anyway}
	case p.asked == "":
		return []string{"The tenant shows no " + many + ".", closes}
	}
	return []string{"The tenant found no " + p.One + " for “" + p.asked + "”.", "Type something else; " + closes}
}

// State is the line below the rows, and its role.
func (p *picker) State() (theme.Role, string) {
	switch {
	case p.loading && p.text() == p.asked && p.wait.Waited(p.env.Clock()) >= host.WaitIsLong:
		return theme.Info, p.env.WaitingWords(p.wait.Waited(p.env.Clock())) + "; " + p.env.Keys.Label("picker.close") + " closes this."
	case p.loading || p.text() != p.asked:
		return theme.Info, "Asking the tenant…"
	case p.err != nil:
		return theme.Warn, "The rest could not be listed. " + whyNoName(p.err)
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
