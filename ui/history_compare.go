package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// pair is what is to be compared: the two marked versions, or the marked one and the one under the cursor.
func pair(p *list) (a, b api.HistoryEntry, why string) {
	marked := typedRows[api.HistoryEntry](p.grid.Marked())
	here, ok := cursorOf[api.HistoryEntry](p)
	space := p.label("mark.row")
	switch {
	case len(marked) > 2:
		return a, b, fmt.Sprintf("%d versions are marked; it takes two", len(marked))
	case len(marked) == 2:
		return marked[0], marked[1], ""
	case !ok:
		return a, b, "there is no version here"
	case len(marked) == 0:
		return a, b, "no version is marked; " + space + " marks this one, then go to another"
	case p.key(marked[0]) == p.key(here):
		return a, b, "only this version is marked; go to another, or mark a second one with " + space
	}
	return marked[0], here, ""
}

// compareVersions shows the difference between any two versions, the older one first.
func compareVersions(p *list) tea.Cmd {
	a, b, _ := pair(p)
	old, now := olderFirst(a, b, typedRows[api.HistoryEntry](p.grid.Rows()))
	return p.link.open(newSheet(between(old, now), comparison(old, now, p.env), p.env))
}

// olderFirst goes by the dates; where those are the same, by the tenant's order, which is newest first.
func olderFirst(a, b api.HistoryEntry, rows []api.HistoryEntry) (old, now api.HistoryEntry) {
	place := func(h api.HistoryEntry) int {
		return slices.IndexFunc(rows, func(r api.HistoryEntry) bool { return r.Metadata.ID == h.Metadata.ID })
	}
	at := 0
	if a.Metadata.CreatedAt.Known() && b.Metadata.CreatedAt.Known() {
		at = a.Metadata.CreatedAt.Compare(b.Metadata.CreatedAt.Time)
	}
	if at < 0 || at == 0 && place(a) > place(b) {
		return a, b
	}
	return b, a
}

// between is the title of a comparison: both dates, to the second where they fall into the same minute.
func between(old, now api.HistoryEntry) string {
	const minute, second = "2006-01-02 15:04", "2006-01-02 15:04:05"
	if !old.Metadata.CreatedAt.Known() || !now.Metadata.CreatedAt.Known() {
		return dateTime(old.Metadata.CreatedAt) + " → " + dateTime(now.Metadata.CreatedAt) + " UTC"
	}
	from, to := old.Metadata.CreatedAt.UTC(), now.Metadata.CreatedAt.UTC()
	layout := minute
	if from.Format(minute) == to.Format(minute) {
		layout = second
	}
	return from.Format(layout) + " → " + to.Format(layout) + " UTC"
}

func comparison(old, now api.HistoryEntry, e *env) []section {
	who := func(h api.HistoryEntry) field {
		m := h.Metadata
		when := ifText(!m.CreatedAt.IsZero(), "Unreadable date")
		if m.CreatedAt.Known() {
			when = capital(ago(m.CreatedAt.Time, e.now()))
		}
		f := field{label: firstOf(when, "No date"), value: m.ChangeKind.Words() + ", by " + actorName(m.Actor, e),
			note: firstOf(draw.Exact(m.CreatedAt.Time, e.location), m.CreatedAt.Stamp())}
		if unknownActor(m.Actor) {
			f.value = m.ChangeKind.Words() + ", by an unknown user"
		}
		if why := reason(h); why != "" {
			f.value += " · " + why
		}
		return f
	}
	about := section{title: firstOf(now.Snapshot.DisplayName, old.Snapshot.DisplayName), fields: []field{who(old), who(now)}}
	difference := compare("What is different", old, now)
	if old.NoSnapshot || now.NoSnapshot {
		return []section{about, difference}
	}
	before, after := serverFields(old.Snapshot), serverFields(now.Snapshot)
	same := 0
	for i := range after {
		if before[i].value == after[i].value {
			same++
		}
	}
	difference.fields = append(difference.fields, field{value: count(int64(same), "field") + " the same in both.", role: theme.Dim})
	return []section{about, difference}
}
