package ui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
)

// isChanged reports whether nothing was sent, because somebody else has changed the record since it was read.
func isChanged(r action.Result) bool {
	return r.Outcome == action.NotSent && errors.Is(r.Err, action.ErrChangedSince)
}

// keptBack reports whether nothing was sent because of what looking at the record has brought.
func keptBack(r action.Result) bool { return isChanged(r) || notSent(r) != "" }

// changedWords say what somebody else has made of a record, as far as a person decides by it.
func changedWords(r action.Result) string {
	if r.Gone {
		return "The tenant doesn't find it by its id: it was deleted, or this tenant can't read one by its id."
	}
	var said []string
	were, are := r.Step.Moved(r.Step.Before, r.Now)
	for i, is := range are {
		if change := listChange(were[i], is); change != "" {
			said = append(said, change)
			continue
		}
		said = append(said, fmt.Sprintf("%s is %s now, it was %s", is.Name, quotedValue(is.Is), quotedValue(were[i].Is)))
	}
	text := "Somebody else has changed it since you saw it"
	if len(said) > 0 {
		return text + ": " + strings.Join(said, "; ") + "."
	}
	return text + "."
}

// changedWhen says when the tenant says that a record was changed last.
func changedWhen(r action.Result, e *env) string {
	if r.Now == nil {
		return ""
	}
	switch at := r.Step.UpdatedAt(r.Now); {
	case at.IsZero():
		return " The tenant doesn't say when or by whom."
	case !at.Known():
		return " The tenant says that it was changed at " + at.Stamp() + ", and doesn't say by whom."
	default:
		return fmt.Sprintf(" It was changed %s (%s); the tenant doesn't say by whom.", ago(at.Time, e.now()), draw.Exact(at.Time, e.location))
	}
}

// askAnew asks about a step that was not sent, because somebody else has changed its record or it couldn't be read: the person sees how it
// is now, and chooses anew. In triage the card says it; a form that shows the record asks by itself.
func (m *Model) askAnew(s running, r action.Result) tea.Cmd {
	if s.taking != nil || s.own || s.returns {
		return nil
	}
	plan, why, err := r.Step.Again(r.Now)
	switch {
	case err != nil || plan == nil && why == "":
		return nil
	case plan == nil:
		return m.sayOf(r.Step.Target, notice{toneUnknown, capital(targetName(r.Step.Target)) + ": nothing was sent, because somebody else got there first: " + why + "."})
	}
	intro := "Nothing was sent. " + changedWords(r) + changedWhen(r, m.env)
	if why := notSent(r); why != "" {
		intro = why
		plan.Steps[0].Seen = r.Step.Seen
	}
	return m.start(running{started: started{pane: s.pane, plan: plan, title: plan.Title + " anyway", no: "Leave it", intro: intro,
		tells: s.tells, learns: s.learns, learned: s.learned, then: s.then}})
}

// askAboutUnread asks, after a batch, about the records for which nothing was sent because they couldn't be read or found. What somebody
// else has changed stays marked: it is looked at, and decided again.
func (m *Model) askAboutUnread(s running, results []action.Result) tea.Cmd {
	var plans []*action.Plan
	for _, r := range results {
		if api.KindOf(r.Err) == api.KindUnauthenticated { // it was no matter of the record
			return nil
		}
		if r.Gone && isChanged(r) || notSent(r) != "" {
			if plan, _, err := r.Step.Again(nil); err == nil && plan != nil {
				plans = append(plans, plan)
			}
		}
	}
	if len(plans) == 0 || m.leaving != nil {
		return nil
	}
	plan := action.Together(plans...)
	intro := "They couldn't be read or weren't found just before, so nothing was sent: somebody else may have changed them."
	no := "Leave them"
	if len(plans) == 1 {
		intro, no = "It couldn't be read or wasn't found just before, so nothing was sent: somebody else may have changed it.", "Leave it"
	} else if plan.Danger == action.Type {
		plan.Word = fmt.Sprint(len(plans))
	}
	return m.start(running{started: started{pane: s.pane, plan: plan, title: plan.Title + " anyway", no: no, intro: intro, then: s.then}})
}
