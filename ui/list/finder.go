package list

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/host"
	"gatehouse/ui/search"
)

// InlineRows is how many rows are arranged at once.
const InlineRows = search.InlineRows

// Arrange brings filter and sort up to date: at once, or in steps that the next key stops.
func (p *Pane) Arrange() tea.Cmd { return p.toEnd(p.found.Arrange(p.Find.Filter)) }

// arrangeNow arranges without a command: what comes next depends on which rows are shown.
func (p *Pane) arrangeNow() { p.toEnd(nil, p.found.Finish(p.Find.Filter)) }

// arranged makes sure that the rows shown are those that the filter finds now, all of them.
func (p *Pane) arranged() {
	if p.Grid.Stale() || p.Grid.Filter().Text() != p.Find.Filter.Text() {
		p.arrangeNow()
	}
}

func (p *Pane) handleFound(msg search.Stepped) tea.Cmd {
	return p.toEnd(p.found.Take(msg, p.Find.Filter))
}

// toEnd takes the cursor along to the last of the rows, once they are arranged, and hands on the command of what arranges them.
func (p *Pane) toEnd(cmd tea.Cmd, arranged bool) tea.Cmd {
	if arranged && p.Load.ToEnd {
		p.Grid.Bottom()
		p.Load.ToEnd = p.Load.Walking
	}
	return cmd
}

// Input takes keys and pastes while the filter line is open.
func (p *Pane) Input(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		id, bound := host.BindingForKey(p.Env.Keys, keymap.Chain(keymap.ScopeFilter), press)
		if bound {
			p.CatchUp()
		}
		switch id {
		case "filter.ask":
			return p.After(p.ask())
		case "filter.keep":
			return p.After(p.keepFilter())
		case "filter.cancel":
			p.closeFilter()
			p.Find.Set(p.Find.Before)
			return p.After(p.Arrange())
		}
	}
	before := p.Find.Value()
	cmd := dialog.TypeIn(p.Find.Field(), msg)
	if p.Find.Value() == before { // it moves no row to the cursor
		p.CatchUp()
		return cmd
	}
	p.moved()
	p.walkWaits()
	p.Find.Parse()
	return p.After(tea.Batch(cmd, p.Arrange()))
}

// walkWaits has a walk wait until letters have come to rest.
func (p *Pane) walkWaits() {
	if p.Load.Walking {
		p.typing.Begin(p.Env.Now(), host.LongRest)
	}
}

// closeFilter gives the filter's line back to the rows.
func (p *Pane) closeFilter() {
	p.Find.Close()
	p.typing.Waits = false
	p.Layout()
}

// rearrange finds the rows again: words look at the columns that there is room for.
func (p *Pane) rearrange() tea.Cmd {
	if !p.Find.Active() {
		return nil
	}
	return p.Arrange()
}

// keepFilter leaves the line with the filter that stands in it. One that can't be read stays there with its mistake. The words of the
// tenant's search, which the line was opened with, are no filter unless they were changed; without them, the search is over.
func (p *Pane) keepFilter() tea.Cmd {
	if p.Find.Err != nil {
		return nil
	}
	p.closeFilter()
	if p.Query.Text == "" || p.Find.Before != "" {
		return nil
	}
	switch strings.TrimSpace(p.Find.Value()) {
	case p.Query.Text:
		p.Find.Set("")
		return p.Arrange()
	case "":
		p.Query.Text = ""
		return p.narrow()
	}
	return nil
}

// ask turns the filter into a search on the tenant, where the tenant can search for it.
func (p *Pane) ask() tea.Cmd {
	if p.Find.Err != nil {
		return nil
	}
	p.closeFilter()
	p.Find.Parse() // the line may have been opened with the words of the last search
	text := p.Find.Text
	plain, isPlain := text, true
	if p.Find.Filter != nil {
		plain, isPlain = p.Find.Filter.Plain()
	}
	switch {
	case text == "" && p.Query.Text != "":
		p.Query.Text = ""
		return p.narrow()
	case text == "":
		return nil
	case p.Searches == "" && p.Local:
		return p.Word("Everything is here already; the filter looks through all of it.")
	case p.Searches == "":
		return p.wordOnFilter(fmt.Sprintf("The tenant can't search %s; the filter looks through what is loaded.", p.Plural()))
	case !isPlain:
		return p.wordOnFilter("The tenant searches plain words only; this filter looks through what is loaded.")
	}
	p.Query.Text = plain
	p.Find.Set("")
	return p.narrow()
}

// wordOnFilter says what is true until another filter is set, or more rows are loaded.
func (p *Pane) wordOnFilter(text string) tea.Cmd {
	filter, loaded := p.Find.Text, p.Grid.Len()
	return p.WordWhile(func() bool { return p.Find.Text == filter && p.Grid.Len() == loaded }, text)
}

// Word says a line about the list itself.
func (p *Pane) Word(text string) tea.Cmd {
	return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: text})
}

// WordWhile says what goes as soon as it isn't so any more.
func (p *Pane) WordWhile(so func() bool, text string) tea.Cmd {
	return p.Host.SayAsLong(so, host.Notice{Tone: host.ToneInfo, Text: text})
}

func (p *Pane) cancelRange() bool {
	_, ranging := p.Grid.InRange()
	p.Grid.CancelRange()
	return ranging
}

// Plural are the records in a sentence: "secrets", "changes of “Payments API”".
func (p *Pane) Plural() string { return host.FirstOf(p.Many, strings.ToLower(p.Resource.Title)) }

// KeepsOnBack reports whether going a step back would take marks, a filter or a search away.
func (p *Pane) KeepsOnBack(bool) bool {
	_, ranging := p.Grid.InRange()
	return !p.onDetail && !ranging && (p.Grid.MarkCount() > 0 && !p.marks.mentioned || p.Find.Active() || p.Query.Text != "" ||
		len(p.Query.Narrow) > 0)
}

// stepBack undoes one thing: a wait that has become long, a walk, then the raw view, the detail, the filter, the search on the tenant, a
// mark, the pane. Several marks are the work of a while: they are left to the key that takes them away.
func (p *Pane) stepBack() tea.Cmd {
	switch {
	case p.WaitsLong() || p.Load.LetsWrites():
		p.Load.GiveUp()
	case p.Load.Walking:
		p.StopLoading()
	case p.showsRaw():
		p.closeRaw()
	case p.zoomed:
		return p.zoom()
	case p.onDetail:
		return p.leaveDetail()
	case p.cancelRange():
	case p.Find.Active():
		p.Find.Set("")
		return p.Arrange()
	case p.Query.Text != "":
		p.Query.Text = ""
		return p.narrow()
	case len(p.Query.Narrow) > 0:
		cmd, _ := p.widen()
		return cmd
	case p.Grid.MarkCount() == 1:
		return p.takeMarks()
	case p.Grid.MarkCount() > 1 && !p.marks.mentioned:
		p.marks.mentioned = true
		return p.wordOnMarks(fmt.Sprintf("%s marked; %s clears the marks.", host.AreMarked(p.Grid.MarkCount()), p.Label("mark.clear")))
	default:
		return p.Host.Back()
	}
	return nil
}

// FilterBy has the list show the rows that a filter finds, "" for all; one that can't be read changes nothing.
func (p *Pane) FilterBy(text string) tea.Cmd {
	p.closeFilter()
	p.Find.Set(text)
	return p.After(p.Arrange())
}
