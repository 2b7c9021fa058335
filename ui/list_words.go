package ui

import (
	"fmt"
	"strings"

	"gatehouse/keymap"
	"gatehouse/ui/draw"
)

// inPlaceOfRows is what is said when there is no row to show.
func (p *list) inPlaceOfRows() []string {
	l := &p.load
	switch {
	case p.grid.Shown() > 0:
		return nil
	case p.lost():
		return p.lostWords()
	case l.err != nil && p.grid.Len() == 0:
		what, next := p.env.explain(l.err)
		words := []string{"The " + p.plural() + " could not be loaded.", what, next}
		if p.byID != nil {
			words = append(words, p.openByIDWords())
		}
		return words
	case p.grid.Len() == 0 && (l.loading || !l.started):
		return []string{p.loadingWords(p.plural(), "stops it")}
	case p.grid.Len() > 0 && l.inView().more:
		return nonEmpty("No matches among the "+draw.Count(int64(p.grid.Len()))+" loaded.", p.leadsOn(p.find.text), p.otherThanFilter())
	case p.grid.Len() > 0:
		return nonEmpty("No matches among all "+draw.Count(int64(p.grid.Len()))+".", p.leadsOn(p.find.text), p.wayBack())
	case l.inView().incomplete != "":
		return []string{"No " + p.plural() + " so far. The list is " + l.inView().incomplete + ".", p.label("refresh") + " refreshes."}
	case p.query.text != "":
		return nonEmpty(fmt.Sprintf("The tenant found no %s for “%s”.", p.plural(), p.query.text), p.leadsOn(p.query.text), p.label("back")+" shows all again.")
	}
	if words := p.query.narrowedTo(); words != "" {
		return []string{fmt.Sprintf("The tenant has no %s for this choice: %s.", p.plural(), words), p.label("back") + " clears the last choice."}
	}
	return append(sentences(p.empty), p.nextSteps())
}

// otherThanFilter says what else finds rows than a filter that found none among those loaded.
func (p *list) otherThanFilter() string {
	if p.find.typing { // the other keys are text
		return ifText(p.searches != "", p.label("filter.ask")+" asks the tenant, ") + p.label("filter.keep") + " goes to the rows; then " +
			p.label("load.all") + " loads the rest. " + p.wayBack()
	}
	ask := ifText(p.searches != "", p.label("filter.open")+" and "+p.label("filter.ask")+" ask the tenant, ")
	return p.label("load.all") + " loads the rest, " + ask + p.wayBack()
}

// wayBack is what esc does about a filter that finds nothing.
func (p *list) wayBack() string {
	if p.find.typing {
		return p.label("filter.cancel") + " goes back to what was shown."
	}
	return p.label("back") + " clears the filter."
}

// leadsOn says what to do with a text that isn't to be searched for, "" for another text.
func (p *list) leadsOn(text string) string {
	if p.leads == nil || text == "" {
		return ""
	}
	return p.leads(text)
}

// nextSteps says what to do about a list without rows.
func (p *list) nextSteps() string {
	var steps []string
	for _, s := range p.next {
		if p.label(s.id) != "" && p.canDo(s.id) {
			steps = append(steps, p.label(s.id)+" "+s.does)
		}
	}
	switch {
	case len(steps) > 0:
		return strings.Join(steps, ", ") + "."
	case p.choiceKey != "" && p.query.choice != p.choices[0].name:
		return p.label(p.choiceKey) + " lists " + p.choices[0].title + "."
	case p.like != "": // it was gone into
		return p.label("back") + " goes back, " + p.label("refresh") + " looks again."
	}
	return p.label("refresh") + " looks again."
}

// canDo reports whether a binding does something in this list now.
func (p *list) canDo(id keymap.ID) bool {
	for _, o := range p.offers() {
		if o.id == id {
			return o.able && !p.env.lacking[string(id)]
		}
	}
	return p.knows(id)
}

// sentences cuts a text behind its full stops.
func sentences(text string) []string {
	words := strings.SplitAfter(text, ". ")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return words
}
