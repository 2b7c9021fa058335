package list

import (
	"fmt"
	"strings"

	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// inPlaceOfRows is what is said when there is no row to show.
func (p *Pane) inPlaceOfRows() []string {
	l := &p.Load
	switch {
	case p.Grid.Shown() > 0:
		return nil
	case p.Lost() && p.openedByID.failed != nil:
		return p.openedByID.failed
	case p.Lost():
		return p.lostWords()
	case l.Err() != nil && p.Grid.Len() == 0:
		return p.Env.Trouble(l.Err(), "list the "+p.Plural(), "The "+p.Plural()+" could not be loaded.", p.openByIDWords())
	case p.Grid.Len() == 0 && (l.Loading() || !l.Started() || l.LetsWrites()):
		return []string{p.LoadingWords(p.Plural(), "stops it")}
	case p.found.Searching():
		return []string{"No match so far. The search of " + widget.Count(int64(p.Grid.Len()), p.One) + " goes on."}
	case p.Grid.Len() > 0:
		return widget.NonEmpty("No match in "+widget.Count(int64(p.Grid.Len()), p.One)+".", p.redirect(p.Find.Text), p.otherThanFilter())
	case l.InView().Incomplete() != "":
		return []string{"No " + p.Plural() + " so far. The list is " + l.InView().Incomplete() + ".", p.Label("refresh") + " refreshes."}
	case p.Query.Text != "":
		return widget.NonEmpty(fmt.Sprintf("The tenant found no %s for “%s”.", p.Plural(), p.Query.Text), p.redirect(p.Query.Text),
			p.Label("back")+" shows all again.")
	}
	if words := p.Query.NarrowedTo(); words != "" {
		return []string{fmt.Sprintf("The tenant has no %s for this choice: %s.", p.Plural(), words), p.Label("back") + " clears the last choice."}
	}
	return append(host.Sentences(p.Empty), p.nextSteps())
}

// otherThanFilter says what else finds rows than a filter that found none among those loaded.
func (p *Pane) otherThanFilter() string {
	if !p.Load.InView().More() {
		return p.wayBack()
	}
	if p.Find.Typing { // the other keys are text
		return widget.IfText(p.Searches != "", p.Label("filter.ask")+" asks the tenant, ") + p.Label("filter.keep") + " and then " +
			p.Label("load.all") + " loads the rest, " + p.wayBack()
	}
	ask := widget.IfText(p.Searches != "", p.Label("filter.open")+" and "+p.Label("filter.ask")+" ask the tenant, ")
	return p.Label("load.all") + " loads the rest, " + ask + p.wayBack()
}

// wayBack is what esc does about a filter that finds nothing.
func (p *Pane) wayBack() string {
	if p.Find.Typing {
		return p.Label("filter.cancel") + " goes back to what was shown."
	}
	return p.Label("back") + " clears the filter."
}

// redirect says what to do with a text that isn't to be searched for, "" for another text.
func (p *Pane) redirect(text string) string {
	if p.Redirect == nil || text == "" {
		return ""
	}
	return p.Redirect(text)
}

// nextSteps says what to do about a list without rows.
func (p *Pane) nextSteps() string {
	var steps []string
	for _, s := range p.Next {
		if p.Label(s.ID) != "" && p.canDo(s.ID) {
			steps = append(steps, p.Label(s.ID)+" "+s.Does)
		}
	}
	switch {
	case len(steps) > 0:
		return strings.Join(steps, ", ") + "."
	case p.ChoiceKey != "" && p.Query.Choice != p.Choices[0].Name:
		return p.Label(p.ChoiceKey) + " lists " + p.Choices[0].Title + "."
	case p.Like != "": // it was gone into
		return p.Label("back") + " goes back, " + p.Label("refresh") + " looks again."
	}
	return p.Label("refresh") + " looks again."
}

// canDo reports whether a binding does something in this list now.
func (p *Pane) canDo(id keymap.ID) bool {
	for _, o := range p.Offers() {
		if o.ID == id {
			return o.Able && !p.Env.Lacking[string(id)]
		}
	}
	return p.Knows(id)
}
