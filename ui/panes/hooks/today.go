package hooks

import (
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
		Facts: func(rows []api.Hook, _ *host.Env) []widget.Piece {
			return watch.NamesAmong(rows, func(h api.Hook) string { return h.DisplayName })
		},
	}}}.Topic(e, l)
}
