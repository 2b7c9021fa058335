package suggestions

import (
	"fmt"
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// The columns of the entitlements on a card.
const (
	colRisk = iota
	colEntitlement
	colWhere
	colHeld
	colMissed
)

// entitlementTable has entitlements of a suggestion that are sorted by risk: how risky, which, where, who holds it, and whether the best
// existing profile has it.
func entitlementTable(s api.Suggestion, sorted []api.SuggestionEntitlement, e *host.Env) *widget.Table {
	t := &widget.Table{Columns: []widget.TableColumn{
		colRisk:        {Title: "RISK", Max: 12},
		colEntitlement: {Title: "ENTITLEMENT", Min: 20, Max: 60, Gives: 2},
		colWhere:       {Title: "IN", Min: 12, Max: 40, Gives: 3, Drop: 1, Into: colEntitlement},
		colHeld:        {Title: "HOLD IT", Gives: 4},
	}}
	matches := BestFirst(s.ExistingProfileMatches)
	var misses map[string]bool
	if len(matches) > 0 {
		misses = map[string]bool{}
		for _, x := range matches[0].MissingEntitlements {
			misses[entitlementToggle(x)] = true
		}
		t.Columns = append(t.Columns, widget.TableColumn{Short: "PROFILE", Min: len(missesIt), Max: 40, Gives: 5, Drop: 2,
			Title: draw.Percent(matches[0].OverlapRatio) + " " + host.FirstOf(matches[0].CatalogDisplayName, matches[0].CatalogID)})
	}
	const columns = colMissed + 1
	cells, held := make([]widget.Cell, len(sorted)*columns), 0
	t.Rows = make([][]widget.Cell, len(sorted))
	for i, x := range sorted {
		row := cells[i*columns : i*columns+colMissed : (i+1)*columns]
		if i > 0 && x.RiskLevelValueID == sorted[i-1].RiskLevelValueID { // as most are
			row[colRisk] = t.Rows[i-1][colRisk]
		} else {
			row[colRisk] = riskCell(x, e)
		}
		row[colEntitlement].Text = host.FirstOf(x.EntitlementDisplayName, x.EntitlementID)
		row[colWhere] = widget.Cell{Text: whereOf(x), Role: theme.Dim}
		row[colHeld] = widget.Cell{Text: heldBy(x, s), Bar: column.Fraction(x.Coverage)}
		held = max(held, draw.Width(row[colHeld].Text))
		switch {
		case misses == nil:
		case misses[entitlementToggle(x)]:
			row = append(row, widget.Cell{Text: missesIt, Role: theme.Warn})
		default:
			row = append(row, widget.Cell{Text: "✓", Role: theme.Good})
		}
		t.Rows[i] = row
	}
	t.Columns[colHeld].Min = held + 5
	return t
}

// missesIt says that a profile doesn't have an entitlement.
const missesIt = "misses it"

func riskCell(x api.SuggestionEntitlement, e *host.Env) widget.Cell {
	level := levelOf(x, e)
	if level.word == "" {
		return widget.Cell{Text: "–", Role: theme.Dim}
	}
	return widget.Cell{Text: level.word, Role: level.role}
}

// whereOf is the app of an entitlement and, where the entitlement's name doesn't say it, the resource.
func whereOf(x api.SuggestionEntitlement) string {
	resource := x.AppResourceDisplayName
	if strings.Contains(x.EntitlementDisplayName, resource) {
		resource = ""
	}
	return strings.Join(widget.NonEmpty(host.FirstOf(x.AppDisplayName, x.AppID), resource), " › ")
}

// heldBy is how many of the cohort hold an entitlement, or how much of it where the numbers don't go together.
func heldBy(x api.SuggestionEntitlement, s api.Suggestion) string {
	if x.GrantedCount < 0 || x.GrantedCount > s.CohortSize || s.CohortSize == 0 || x.GrantedCount == 0 && x.Coverage > 0 {
		return draw.Percent(x.Coverage)
	}
	return draw.Count(x.GrantedCount) + "/" + draw.Count(s.CohortSize)
}

// heldWidth is how many cells the widest of them takes.
func heldWidth(s api.Suggestion) (w int) {
	for _, x := range s.Entitlements {
		w = max(w, draw.Width(heldBy(x, s)))
	}
	return w
}

// level is the entitlements of one level of risk.
type level struct {
	id    string
	word  string // "" for none
	role  theme.Role
	risky bool
	n     int64

	unnamed bool // there is one, and the tenant doesn't say what it is called
}

func (l level) words() string {
	if l.unnamed {
		return draw.Count(l.n) + " of unknown risk"
	}
	return draw.Count(l.n) + " " + host.FirstOf(l.word, "unrated")
}

func levelOf(x api.SuggestionEntitlement, e *host.Env) level {
	id := x.RiskLevelValueID
	if id == "" {
		return level{role: theme.Text}
	}
	word := e.Name("risk", id)
	if word == "" { // it may be the highest
		return level{id: "?", word: "unknown", role: theme.Warn, risky: true, unnamed: true}
	}
	return level{id: id, word: strings.ToLower(word), role: riskRole(e, riskRankOf(e, x)), risky: isRisky(e, x)}
}

// byLevel counts entitlements that are sorted by risk.
func byLevel(sorted []api.SuggestionEntitlement, e *host.Env) (levels []level) {
	const few = 6
	levels = make([]level, 0, few)
	at := 0
	for i, x := range sorted {
		if i == 0 || x.RiskLevelValueID != sorted[i-1].RiskLevelValueID {
			l := levelOf(x, e)
			if at = slices.IndexFunc(levels, func(known level) bool { return known.id == l.id }); at < 0 {
				at = len(levels)
				levels = append(levels, l)
			}
		}
		levels[at].n++
	}
	return levels
}

// cardHead is what a suggestion is: its name, for whom, how many entitlements of which risk, and how well it fits.
func cardHead(s api.Suggestion, e *host.Env) widget.Section {
	return widget.Section{Drawn: func(w int, th *theme.Theme) []string {
		lines := nameLines(s, e, w, th)
		lines = append(lines, riskChips(s, e, w, th))
		return append(lines, measures(s, w, th)...)
	}}
}

// nameLines have the name and, beside it where there is room, for whom it is.
func nameLines(s api.Suggestion, e *host.Env, w int, th *theme.Theme) []string {
	const gap = 3
	name, who := draw.Middle(host.FirstOf(s.SuggestedName, s.ID), w), draw.Clean(host.FirstOf(cohort(s, e), s.Description))
	title := th.Paint(theme.Title, name)
	switch {
	case who == "":
		return []string{title}
	case draw.Width(name)+gap+draw.Width(who) <= w:
		return []string{title + draw.Spaces(gap) + th.Paint(theme.Dim, who)}
	}
	if w < narrow {
		short := strings.Join(cohortValues(s, e), " · ")
		return []string{title, th.Paint(theme.Dim, draw.Truncate(host.FirstOf(short, who), w))}
	}
	const most = 3
	return append([]string{title}, widget.PaintAll(th, theme.Dim, draw.Wrap(draw.Middle(who, most*w-w/2), w))...)
}

// narrow is the width below which a card says no more than is needed.
const narrow = 60

// cohortValues are what the people of a suggestion have in common, without what it is called.
func cohortValues(s api.Suggestion, e *host.Env) (values []string) {
	for _, f := range s.CohortFilters {
		values = append(values, filterValues(f, e)...)
	}
	return values
}

// riskChips count the entitlements by risk, all levels where there is room.
func riskChips(s api.Suggestion, e *host.Env, w int, th *theme.Theme) string {
	sorted := byRisk(s.Entitlements, e)
	head := widget.Count(int64(len(sorted)), "entitlement")
	line, width := th.Paint(theme.Text, head), draw.Width(head)
	levels := byLevel(sorted, e)
	for _, shown := range []struct {
		sign string
		all  bool
	}{{"■ ", true}, {"", true}, {"", false}} {
		chips, more := "", 0
		for _, l := range levels {
			if !shown.all && !l.risky {
				continue
			}
			text := shown.sign + draw.Clean(l.words())
			chips += th.Paint(theme.Dim, " · ") + th.Paint(l.role, text)
			more += 3 + draw.Width(text)
		}
		if width+more <= w {
			return line + chips
		}
	}
	short := RisksInShort(s, e)
	return th.Paint(short.Role, draw.Truncate(short.Value, w))
}

// mostDots is the largest cohort that has a dot for each.
const mostDots = 20

// measureBar is how many cells the bar of a measure has.
const measureBar = 10

// measures are confidence, coverage, and how many of the cohort hold all; as many in a line as fit whole.
func measures(s api.Suggestion, w int, th *theme.Theme) (lines []string) {
	if w < narrow {
		all := "?"
		if s.UsersWithAll != nil {
			all = draw.Count(*s.UsersWithAll)
		}
		text := fmt.Sprintf("%s conf · %s cov · %s/%s hold all", draw.Percent(s.Confidence), draw.Percent(s.AvgCoverage), all,
			draw.Count(s.CohortSize))
		return []string{th.Paint(theme.Text, draw.Truncate(text, w))}
	}
	const gap = 3
	room := 0
	for _, m := range []measure{percentage("confidence", s.Confidence, th), percentage("coverage", s.AvgCoverage, th), holders(s, th)} {
		if len(lines) > 0 && m.width+gap <= room {
			lines[len(lines)-1] += draw.Spaces(gap) + m.drawn
			room -= m.width + gap
			continue
		}
		lines = append(lines, m.drawn)
		room = w - m.width
	}
	return lines
}

// measure is a piece of a line that isn't parted.
type measure struct {
	drawn string
	width int
}

func percentage(label string, fraction float64, th *theme.Theme) measure {
	text := " " + draw.Percent(fraction)
	return measure{th.Paint(theme.Label, label) + " " + widget.DrawBar(fraction, measureBar, th) + th.Paint(theme.Text, text),
		len(label) + 1 + measureBar + draw.Width(text)}
}

// holders are the people of the cohort, those first who hold all of it.
func holders(s api.Suggestion, th *theme.Theme) measure {
	people := widget.Count(s.CohortSize, "person")
	switch {
	case s.UsersWithAll == nil:
		text := people + ", unknown how many hold all"
		return measure{th.Paint(theme.Text, text), draw.Width(text)}
	case s.CohortSize <= 0:
		return measure{th.Paint(theme.Text, people), draw.Width(people)}
	}
	all := min(max(0, *s.UsersWithAll), s.CohortSize)
	drawn, width := widget.DrawBar(float64(all)/float64(s.CohortSize), measureBar, th), measureBar
	if s.CohortSize <= mostDots {
		width = int(s.CohortSize)
		drawn = th.Paint(theme.BarFull, strings.Repeat("●", int(all))) + th.Paint(theme.BarEmpty, strings.Repeat("○", width-int(all)))
	}
	text := fmt.Sprintf(" %s of %s hold all", draw.Count(*s.UsersWithAll), draw.Count(s.CohortSize))
	return measure{drawn + th.Paint(theme.Text, text), width + draw.Width(text)}
}
