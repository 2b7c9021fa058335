package hooks

import (
	"slices"
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
	"gatehouse/ui/widget"
)

// today is what of the hooks needs somebody now: those that are off guard nothing.
func today(e *host.Env, l host.Host) host.Topic {
	return watch.List[string, api.Hook]{Resource: hooks(), Rows: 100, Lines: []watch.Line[api.Hook]{{
		TodayLine: host.TodayLine{Name: "hooks.off", One: "hook is off", Many: "hooks are off", None: "No hook is off", Role: theme.Warn},
		Title:     "Hooks that are off",
		Is:        func(h api.Hook, _ time.Time) bool { return api.HookStateOf(h) == api.SwitchedOff },
		Item: func(h api.Hook, e *host.Env) host.TodayItem {
			return host.TodayItem{Why: host.TodayAgo(h.UpdatedAt, e), Name: h.DisplayName,
				Facts: []widget.Piece{{Role: theme.Dim, Text: h.Event.Words()}}}
		},
		Sort: func(rows []api.Hook, _ *host.Env) {
			slices.SortStableFunc(rows, func(a, b api.Hook) int { return b.UpdatedAt.Compare(a.UpdatedAt.Time) })
		},
	}}}.Topic(e, l)
}
