package changes

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
)

// withheld reports whether nothing was sent because of what looking at the record has brought.
func withheld(r action.Result) bool { return host.IsChanged(r) || host.NotSent(r) != "" }

// changedWhen says when the tenant says that a record was changed last.
func changedWhen(r action.Result, e *host.Env) string {
	if r.Now == nil {
		return ""
	}
	switch at := r.Step.UpdatedAt(r.Now); {
	case at.IsZero():
		return " The tenant doesn't say when or by whom."
	case !at.Known():
		return " The tenant says that it was changed at " + at.Stamp() + ", and doesn't say by whom."
	default:
		return fmt.Sprintf(" It was changed %s (%s); the tenant doesn't say by whom.", host.Ago(at.Time, e.Clock()),
			draw.Exact(at.Time, e.Location))
	}
}

// askAgain asks about a step that was not sent, because somebody else has changed its record or it couldn't be read: the person sees how it
// is now, and chooses anew. In triage the card says it; a form that shows the record asks by itself.
func (c *Changes) askAgain(s running, r action.Result) tea.Cmd {
	if s.undoing != nil || s.Own || s.Returns {
		return nil
	}
	plan, why, err := r.Step.Again(r.Now)
	switch {
	case err != nil || plan == nil && why == "":
		return nil
	case plan == nil:
		return c.notices.SayOf(r.Step.Target, host.Notice{Tone: host.ToneWarning, Text: host.Capital(host.TargetName(r.Step.Target)) +
			": nothing was sent, because somebody else got there first: " + why + "."})
	}
	intro := "Nothing was sent. " + host.ChangedWords(r) + changedWhen(r, c.env)
	if why := host.NotSent(r); why != "" {
		intro = why
		plan.Steps[0].Seen = r.Step.Seen
	}
	return c.start(running{Request: host.Request{Pane: s.Pane, Plan: plan, Title: plan.Title + " anyway", No: "Leave it", Intro: intro,
		Facts: s.Facts, Losses: s.Losses, LossesListed: s.LossesListed, Then: s.Then}})
}

// askAboutUnread asks, after a batch, about the records for which nothing was sent because they couldn't be read or found. What somebody
// else has changed stays marked: it is looked at, and decided again.
func (c *Changes) askAboutUnread(s running, results []action.Result) tea.Cmd {
	var plans []*action.Plan
	for _, r := range results {
		if api.KindOf(r.Err) == api.KindUnauthenticated { // it was no matter of the record
			return nil
		}
		if r.Gone && host.IsChanged(r) || host.NotSent(r) != "" {
			if plan, _, err := r.Step.Again(nil); err == nil && plan != nil {
				plans = append(plans, plan)
			}
		}
	}
	if len(plans) == 0 || c.frame.Leaving() {
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
	return c.start(running{Request: host.Request{Pane: s.Pane, Plan: plan, Title: plan.Title + " anyway", No: no, Intro: intro, Then: s.Then,
		Unmarked: s.Unmarked}})
}
