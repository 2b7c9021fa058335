package batch

import (
	"errors"
	"fmt"
	"slices"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// group is a kind of ending, in the order in which people need to know of it.
type group struct {
	sign, word string
	role       theme.Role
	has        func(action.Result) bool
}

func groups() []group {
	of := func(sign string, role theme.Role, outcome action.Outcome) group {
		return group{sign, outcome.String(), role, func(r action.Result) bool {
			return r.Outcome == outcome && !isLeftOut(r) && !notStarted(r) && !host.IsChanged(r)
		}}
	}
	return []group{
		of("✗", theme.Bad, action.Refused),
		of("✗", theme.Bad, action.NotSent),
		of("?", theme.Warn, action.Unknown),
		{"!", "changed by somebody else", theme.Warn, host.IsChanged},
		{"·", action.NotSent.String(), theme.Dim, notStarted},
		{"–", "left out", theme.Dim, isLeftOut},
		of("–", theme.Dim, action.DoneAlready),
		of("✓", theme.Good, action.Worked),
	}
}

// notStarted reports whether nothing of a step was sent, because the batch was stopped or the session locked before its turn.
func notStarted(r action.Result) bool {
	return errors.Is(r.Err, action.ErrNotStarted) || api.KindOf(r.Err) == api.KindReadOnly
}

// isLeftOut reports whether a record was marked and nothing was to be done to it.
func isLeftOut(r action.Result) bool {
	why := host.LeftOut("")
	return errors.As(r.Err, &why)
}

// Entries list every target with what came of it, those first that need looking at. What ended for one reason stands under it.
func (b *Batch) Entries(w int) []string {
	th := b.Env.Theme
	alike := b.looksAlike(w)
	var lines []string
	for _, g := range groups() {
		for _, part := range b.byReason(g) {
			head := fmt.Sprintf("%s %s %s", g.sign, draw.Count(int64(len(part.results))), g.word)
			if part.why != "" {
				head += ": " + part.why
			}
			for i, line := range draw.Wrap(draw.Clean(head), max(1, w-2)) {
				lines = append(lines, th.Paint(g.role, draw.Spaces(min(i, 1)*2)+line))
			}
			for _, r := range part.results {
				lines = append(lines, b.entry(r, alike(r), w))
			}
		}
	}
	return lines
}

// entry is one target, by name with its end, and by id where others of the batch look the same; who asks the tenant's support about it
// needs the request's id.
func (b *Batch) entry(r action.Result, alike bool, w int) string {
	const indent = 2
	t, room := r.Step.Target, w-indent
	id, request := widget.IfText(alike && t.Name != "", t.ID), requestOf(r)
	if id != "" {
		id = " " + draw.Middle(id, max(9, room/3))
	}
	name := draw.Middle(t.Words(), max(1, room-draw.Width(id)))
	line := draw.Spaces(indent) + b.Env.Theme.Paint(theme.Text, name) + b.Env.Theme.Paint(theme.Dim, id)
	if left := w - draw.Width(line) - 2; request != "" && left >= 12 {
		line += "  " + b.Env.Theme.Paint(theme.Dim, draw.Fit(request, left, draw.Right))
	}
	return line
}

// looksAlike tells which targets look like another one in a line of w cells.
func (b *Batch) looksAlike(w int) func(action.Result) bool {
	seen := map[string]int{}
	look := func(r action.Result) string { return draw.Middle(r.Step.Target.Words(), max(1, w-2)) }
	for _, r := range slices.Concat(b.Results, b.LeftOut) {
		seen[look(r)]++
	}
	return func(r action.Result) bool { return seen[look(r)] > 1 }
}

// requestOf names the request that a result can be asked about at the tenant's support: the one that tells most of it.
func requestOf(r action.Result) string {
	var answer, reading *api.Error
	switch {
	case errors.As(r.Err, &answer) && answer.RequestID != "":
		return "request " + answer.RequestID
	case answer != nil && answer.EarlierID != "":
		return "earlier try: request " + answer.EarlierID
	case errors.As(r.Unread, &reading) && reading.RequestID != "":
		return "reading it: request " + reading.RequestID
	}
	return ""
}

// reasoned are results of one kind that ended for one reason, in a person's words.
type reasoned struct {
	why     string
	results []action.Result
}

// byReason parts those results of a kind that are to be shown.
func (b *Batch) byReason(g group) []reasoned {
	var parts []reasoned
	at := map[string]int{}
	for _, r := range slices.Concat(b.Results, b.LeftOut) {
		if !g.has(r) {
			continue
		}
		why := b.reason(r)
		if !b.List.shows(r, why) {
			continue
		}
		i, ok := at[why]
		if !ok {
			i = len(parts)
			at[why] = i
			parts = append(parts, reasoned{why: why})
		}
		parts[i].results = append(parts[i].results, r)
	}
	return parts
}

// reason is why a target ended as it did, with what else can be done where that is the same for all.
func (b *Batch) reason(r action.Result) string {
	why := host.ShortReason(r)
	switch {
	case api.KindOf(r.Err) == api.KindUnauthenticated:
		_, next := host.Explain(r.Err)
		return why + " " + next
	case !errors.Is(r.Err, action.ErrNotStarted):
		return why
	case b.stopped:
		return "You stopped the batch before."
	case b.SignedOut != nil:
		return "The batch ended when the credentials were not accepted."
	}
	return why
}
