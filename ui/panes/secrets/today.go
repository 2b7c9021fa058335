package secrets

import (
	"time"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/watch"
	"gatehouse/ui/widget"
)

// today is what of the active secrets needs somebody now: those that end within the hour, and those that are shared outside.
func today(e *host.Env, l host.Host) host.Topic {
	ask := host.Query{Narrow: []host.Narrowing{{Facet: "status", Value: string(api.SecretStatusActive)},
		{Facet: host.OrderFacet, Value: string(api.SecretSortExpiresAsc)}}}
	return watch.List[string, api.Secret]{Resource: secrets(e, l), Ask: ask, Rows: 100, Lines: []watch.Line[api.Secret]{
		{
			TodayLine: host.TodayLine{Name: "secrets.expiring", One: "secret expires within the hour", Many: "secrets expire within the hour",
				None: "No secret expires within the hour", Role: theme.Warn},
			Title: "Secrets that expire within the hour",
			Is:    expiresWithinTheHour,
			Item:  secretItem,
		},
		{
			TodayLine: host.TodayLine{Name: "secrets.outside", One: "secret is shared outside", Many: "secrets are shared outside",
				None: "No secret is shared outside", Role: theme.Warn},
			Title: "Active secrets that are shared outside",
			Is: func(s api.Secret, now time.Time) bool {
				return api.SecretStateOf(s, now) == api.SecretActive && s.SharingMode == api.SharingModeExternal
			},
			Facts: outsideFacts,
			Item:  secretItem,
		},
	}}.Topic(e, l)
}

// secretItem is a secret by when it ends.
func secretItem(s api.Secret, e *host.Env) host.TodayItem {
	item := host.TodayItem{Name: s.DisplayName, Facts: []widget.Piece{{Role: theme.Dim, Text: sharedWith(s)},
		{Role: theme.Dim, Text: Views(s) + " views"}}}
	if at := s.ContentExpiresAt; at.Known() && !at.IsZero() {
		item.Why = widget.Piece{Role: theme.Dim, Text: draw.Until(at.Time, e.Clock())}
	}
	return item
}

func expiresWithinTheHour(s api.Secret, now time.Time) bool {
	at := s.ContentExpiresAt
	return api.SecretStateOf(s, now) == api.SecretActive && at.Known() && !at.IsZero() && at.Sub(now) <= time.Hour
}

// outsideFacts say with how many people, and how many of the secrets anybody may open as often as they like.
func outsideFacts(rows []api.Secret, _ *host.Env) []widget.Piece {
	people := map[string]bool{}
	unlimited := 0
	for _, s := range rows {
		for _, mail := range s.AllowedEmails {
			people[mail] = true
		}
		if s.MaxViews <= 0 {
			unlimited++
		}
	}
	facts := []widget.Piece{{Role: theme.Text, Text: "with " + widget.Count(int64(len(people)), "person")}}
	if unlimited > 0 {
		facts = append(facts, widget.Piece{Role: theme.Warn, Text: draw.Count(int64(unlimited)) + " without a view limit"})
	}
	return facts
}
