package gatewaykeys

import (
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
)

// today is what of the gateway keys may need somebody now: those of the last seven days.
func today(e *host.Env, l host.Host) host.Topic {
	return watch.List[string, api.GatewayKey]{Resource: gatewayKeys(), Rows: 100, Lines: []watch.Line[api.GatewayKey]{{
		TodayLine: host.TodayLine{Name: "keys.new", One: "key was made this week", Many: "keys were made this week",
			None: "No key was made this week", Role: theme.Info},
		Title: "Keys made this week",
		Is: func(k api.GatewayKey, now time.Time) bool {
			return api.GatewayKeyStateOf(k) == api.RecordLive && host.ThisWeek(k.CreatedAt, now)
		},
		Item: func(k api.GatewayKey, e *host.Env) host.TodayItem {
			return host.TodayItem{Why: host.TodayAgo(k.CreatedAt, e), Name: k.DisplayName}
		},
	}}}.Topic(e, l)
}
