package history

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/dialog"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// pair is what is to be compared: the two marked versions, or the marked one and the one under the cursor.
func pair(p *list.Pane) (a, b api.HistoryEntry, why action.Why) {
	marked := list.TypedRows[api.HistoryEntry](p.Grid.Marked())
	here, ok := list.CursorOf[api.HistoryEntry](p)
	space := p.Label("mark.row")
	switch {
	case len(marked) > 2:
		return a, b, action.Because(fmt.Sprintf("%d versions are marked; it takes two", len(marked)))
	case len(marked) == 2:
		return marked[0], marked[1], why
	case !ok:
		return a, b, action.Because("there is no version here")
	case len(marked) == 0:
		return a, b, action.Because("no version is marked; " + space + " marks this one, then go to another")
	case p.Key(marked[0]) == p.Key(here):
		return a, b, action.Because("only this version is marked; go to another, or mark a second one with " + space)
	}
	return marked[0], here, why
}

// compareVersions shows the difference between any two versions, the older one first.
func compareVersions(p *list.Pane) tea.Cmd {
	a, b, _ := pair(p)
	old, now := OlderFirst(a, b, list.TypedRows[api.HistoryEntry](p.Grid.Rows()))
	return p.Host.Open(dialog.NewSheet(Between(old, now, p.Env), Comparison(old, now, p.Env), p.Env))
}

// OlderFirst goes by the dates; where those are the same, by the tenant's order, which is newest first.
func OlderFirst(a, b api.HistoryEntry, rows []api.HistoryEntry) (old, now api.HistoryEntry) {
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

// Between is the title of a comparison: both dates as the list has them, with the times where these are the same.
func Between(old, now api.HistoryEntry, e *host.Env) string {
	a, b := old.Metadata.CreatedAt, now.Metadata.CreatedAt
	from, to := column.When(a, e.Now()), column.When(b, e.Now())
	if from == to && a.Known() && b.Known() && !a.IsZero() && !b.IsZero() {
		zone := e.Now().Location()
		from, to = a.In(zone).Format(time.DateTime), b.In(zone).Format(time.DateTime)
	}
	return from + " → " + to
}

func Comparison(old, now api.HistoryEntry, e *host.Env) []widget.Section {
	who := func(h api.HistoryEntry) widget.Field {
		m := h.Metadata
		when := widget.IfText(!m.CreatedAt.IsZero(), "Unreadable date")
		if m.CreatedAt.Known() {
			when = host.Capital(host.Ago(m.CreatedAt.Time, e.Clock()))
		}
		f := widget.Field{Label: host.FirstOf(when, "No date"), Value: m.ChangeKind.Words() + ", by " + actorName(m.Actor, e),
			Note: host.FirstOf(draw.Exact(m.CreatedAt.Time, e.Location), m.CreatedAt.Stamp())}
		if unknownActor(m.Actor) {
			f.Value = m.ChangeKind.Words() + ", by an unknown user"
		}
		if why := reason(h); why != "" {
			f.Value += " · " + why
		}
		return f
	}
	about := widget.Section{Title: host.FirstOf(now.Snapshot.DisplayName, old.Snapshot.DisplayName),
		Fields: []widget.Field{who(old), who(now)}}
	difference := compare("What is different", old, now)
	if old.NoSnapshot || now.NoSnapshot {
		return []widget.Section{about, difference}
	}
	before, after := versionFields(old), versionFields(now)
	same := 0
	for i := range after {
		if before[i].Value == after[i].Value {
			same++
		}
	}
	difference.Fields = append(difference.Fields,
		widget.Field{Value: widget.Count(int64(same), "field") + " the same in both.", Role: theme.Dim})
	return []widget.Section{about, difference}
}

func noSnapshotOf(old, now api.HistoryEntry) string {
	switch {
	case old.NoSnapshot && now.NoSnapshot:
		return "either version"
	case old.NoSnapshot:
		return "the older version"
	}
	return "the newer version"
}

// compare is the difference between two versions, old and new, field by field.
func compare(title string, old, now api.HistoryEntry) widget.Section {
	s := widget.Section{Title: title}
	if old.NoSnapshot || now.NoSnapshot {
		s.Fields = []widget.Field{{Value: "There is no snapshot of " + noSnapshotOf(old, now) + ", so nothing can be compared.",
			Role: theme.Warn}}
		return s
	}
	before, after := versionFields(old), versionFields(now)
	for i, f := range after {
		if !f.Same(before[i]) {
			s.Fields = append(s.Fields, f.differs(before[i])...)
		}
	}
	if deleted := now.Snapshot.DeletedAt; !deleted.IsZero() && old.Snapshot.DeletedAt.IsZero() {
		s.Fields = append(s.Fields, widget.Field{Label: "Deleted", Value: deleted.Stamp(), Sign: "+ ", Role: theme.DiffAdded})
	}
	if len(s.Fields) == 0 {
		s.Fields = []widget.Field{{Value: "No field differs.", Role: theme.Dim}}
	}
	return s
}
