package suggestions

import (
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

func suggestionColumns(d *decided) []grid.Column[api.Suggestion] {
	return []grid.Column[api.Suggestion]{
		{Name: "state", Title: "State", Min: 11, Max: 11, Signed: true, Middle: true,
			Text: func(s api.Suggestion, _ grid.Env) string {
				return stateSign(s) + " " + s.StateWords()
			},
			Role: func(s api.Suggestion, _ grid.Env) theme.Role { return stateRole(s) }},
		{Name: "name", Title: "Name", Min: 28, Want: 31, Max: 56, Weight: 3, Text: func(s api.Suggestion,
			_ grid.Env) string {
			return s.SuggestedName
		}},
		column.FractionColumn("confidence", "Confidence", 1, func(s api.Suggestion) float64 { return s.Confidence }),
		riskColumn(),
		column.FractionColumn("coverage", "Coverage", 3, func(s api.Suggestion) float64 { return s.AvgCoverage }),
		column.Number("cohort", "Cohort", 2, func(s api.Suggestion) int64 { return s.CohortSize }),
		{Name: "all", Title: "Hold all", Min: 8, Spare: 8, Max: 8, Priority: 5, Align: draw.Right,
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
		column.Once("Grants", column.Short("Ents", column.Number("entitlements", "Entitlements", 3,
			func(s api.Suggestion) int64 { return int64(len(s.Entitlements)) }))),
		{Name: "match", Title: "Profile", Min: 11, Max: 14, Priority: 4, Middle: true,
			Text: func(s api.Suggestion, _ grid.Env) string { return bestMatch(s) }},
		{Name: "who", Title: "Cohort is", Min: 16, Spare: 12, Weight: 2, Priority: 6,
			Text: func(s api.Suggestion, e grid.Env) string { return cohort(s, e) },
			Role: func(api.Suggestion, grid.Env) theme.Role { return theme.Dim }},
		column.Once("Made", column.Time("generated", "Generated", 7, func(s api.Suggestion) api.Time { return s.LastGeneratedAt })),
		decidedColumn(d),
		column.ID(8, func(s api.Suggestion) string { return s.ID }),
	}
}
