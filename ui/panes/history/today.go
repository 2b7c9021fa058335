package history

import (
	"slices"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
)

// today is what of the resource servers may need somebody now: those that were changed within seven days. Who did it, their history tells.
func today(e *host.Env, l host.Host) host.Topic {
	return watch.List[serverKey, api.ResourceServer]{Resource: servers(e, l), Rows: 100, Lines: []watch.Line[api.ResourceServer]{{
		TodayLine: host.TodayLine{Name: "history.changed", One: "server changed this week",
			Many: "servers changed this week", None: "No server changed this week", Role: theme.Info},
		Title: "Resource servers changed this week",
		Is:    func(s api.ResourceServer, now time.Time) bool { return host.ThisWeek(s.UpdatedAt, now) },
		Open: func(rows []api.ResourceServer) host.Pane {
			w := newWalk(rows, newKnown())
			w.week = e.Clock
			return newTimeline("Changes this week", w, e, l)
		},
		Item: func(s api.ResourceServer, e *host.Env) host.TodayItem {
			return host.TodayItem{Why: host.TodayAgo(s.UpdatedAt, e), Name: s.DisplayName}
		},
		Sort: func(rows []api.ResourceServer, _ *host.Env) {
			slices.SortStableFunc(rows, func(a, b api.ResourceServer) int { return b.UpdatedAt.Compare(a.UpdatedAt.Time) })
		},
	}}}.Topic(e, l)
}
