package ui

import (
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

func suggestionColumns() []grid.Column[api.Suggestion] {
	return []grid.Column[api.Suggestion]{
		{Name: "state", Title: "State", Min: 11, Max: 11, Signed: true,
			Text: func(s api.Suggestion, _ grid.Env) string {
				return stateSign(s) + " " + s.StateWords()
			},
			Role: func(s api.Suggestion, _ grid.Env) theme.Role { return stateRole(s) }},
		{Name: "name", Title: "Name", Min: 28, Max: 56, Weight: 3, Text: func(s api.Suggestion,
			_ grid.Env) string {
			return s.SuggestedName
		}},
		fractionColumn("confidence", "Confidence", 1, func(s api.Suggestion) float64 { return s.Confidence }),
		riskColumn(),
		fractionColumn("coverage", "Coverage", 3, func(s api.Suggestion) float64 { return s.AvgCoverage }),
		numberColumn("cohort", "Cohort", 2, func(s api.Suggestion) int64 { return s.CohortSize }),
		{Name: "all", Title: "Hold all", Min: 8, Max: 8, Priority: 5, Align: draw.Right,
			Text: func(s api.Suggestion, _ grid.Env) string {
				if s.UsersWithAll == nil {
					return "?"
				}
				return draw.Count(*s.UsersWithAll)
			},
			Number: func(s api.Suggestion) (float64, bool) {
				if s.UsersWithAll == nil {
					return 0, false
				}
				return float64(*s.UsersWithAll), true
			}},
		once("Grants", numberColumn("entitlements", "Entitlements", 3, func(s api.Suggestion) int64 { return int64(len(s.Entitlements)) })),
		{Name: "match", Title: "Profile", Min: 13, Max: 14, Priority: 4,
			Text: func(s api.Suggestion, _ grid.Env) string { return bestMatch(s) }},
		{Name: "who", Title: "Cohort is", Min: 16, Weight: 2, Priority: 6,
			Text: func(s api.Suggestion, _ grid.Env) string { return cohort(s) },
			Role: func(api.Suggestion, grid.Env) theme.Role { return theme.Dim }},
		once("Made", timeColumn("generated", "Generated", 7, func(s api.Suggestion) api.Time { return s.LastGeneratedAt })),
		idColumn(8, func(s api.Suggestion) string { return s.ID }),
	}
}

// once is a column that had another header once: filters that were kept name it so.
func once[T any](title string, c grid.Column[T]) grid.Column[T] {
	c.Was = title
	return c
}

func fractionColumn[T any](name, title string, priority int, of func(T) float64) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: 10, Max: 10, Priority: priority,
		Text: func(row T, _ grid.Env) string {
			return draw.Bar(of(row), 5) + " " + draw.Fit(draw.Percent(of(row)), 4, draw.Right)
		},
		Search: func(row T) string { return draw.Percent(of(row)) },
		Role:   func(T, grid.Env) theme.Role { return theme.BarFull },
		Number: func(row T) (float64, bool) { return of(row), true }}
}

func numberColumn[T any](name, title string, priority int, of func(T) int64) grid.Column[T] {
	return grid.Column[T]{Name: name, Title: title, Min: 6, Max: 8, Priority: priority, Align: draw.Right,
		Text:   func(row T, _ grid.Env) string { return draw.Count(of(row)) },
		Number: func(row T) (float64, bool) { return float64(of(row)), true }}
}
