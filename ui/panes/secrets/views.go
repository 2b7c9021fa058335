package secrets

import (
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// nearLimit is the share of its views from which a secret is near its limit.
const nearLimit = 0.8

// viewsUsed is which share of its views a secret has had; false: there is no limit.
func viewsUsed(s api.Secret) (float64, bool) {
	if s.MaxViews <= 0 {
		return 0, false
	}
	return float64(s.CurrentViews) / float64(s.MaxViews), true
}

// Views are those that a secret has had, out of those that it may have.
func Views(s api.Secret) string {
	if s.MaxViews <= 0 {
		return draw.Count(s.CurrentViews) + "/∞"
	}
	return draw.Count(s.CurrentViews) + "/" + draw.Count(s.MaxViews)
}

const (
	viewsBar   = 3 // cells of the bar before the number, fewer where that is long
	viewsBared = 9 // cells that the number has beside the bar
	viewsCells = viewsBar + 1 + viewsBared
)

// viewsColumn draws the views as a bar, and warns where they come to an end.
func viewsColumn() grid.Column[api.Secret] {
	return grid.Column[api.Secret]{Name: "views", Title: "Views", Min: viewsCells, Max: viewsCells, Priority: 2, Align: draw.Right,
		Text: func(s api.Secret, e grid.Env) string {
			used, limited := viewsUsed(s)
			text := Views(s)
			bar := min(viewsBar, viewsCells-1-len(text))
			if !limited || bar < 1 {
				return text
			}
			sign := " "
			if endsSoon(s, e) {
				sign = "!"
			}
			return draw.Bar(used, bar) + sign + draw.Fit(text, viewsCells-1-bar, draw.Right)
		},
		Search: Views,
		Export: func(s api.Secret, _ grid.Env) string { return Views(s) },
		Role: func(s api.Secret, e grid.Env) theme.Role {
			if endsSoon(s, e) {
				return theme.Warn
			}
			return theme.Text
		},
		Number: func(s api.Secret) (float64, bool) { return float64(s.CurrentViews), true }}
}

// endsSoon reports whether an active secret has few views left.
func endsSoon(s api.Secret, e grid.Env) bool {
	used, limited := viewsUsed(s)
	return limited && used >= nearLimit && api.SecretStateOf(s, e.Now()) == api.SecretActive
}

// usedColumn is the share of its views, for filters; there is room for it last of all.
func usedColumn() grid.Column[api.Secret] {
	return grid.Column[api.Secret]{Name: "used", Title: "Used", Min: 5, Max: 5, Priority: 9, Align: draw.Right, Named: true,
		Text: func(s api.Secret, _ grid.Env) string {
			if used, limited := viewsUsed(s); limited {
				return draw.Percent(used)
			}
			return "–"
		},
		Role:   func(api.Secret, grid.Env) theme.Role { return theme.Dim },
		Number: viewsUsed}
}
