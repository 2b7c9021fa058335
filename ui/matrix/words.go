package matrix

import (
	"fmt"
	"strings"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// legend lists the entitlements, those about the cursor where not all fit.
func (p *Pane) legend(rows int) []string {
	first := within(p.left, p.column, rows-1, len(p.columns))
	lines := []string{p.legendHead()}
	for at := first; at < min(len(p.columns), first+rows-1); at++ {
		lines = append(lines, p.legendLine(at))
	}
	return draw.Block(lines, p.shape.legend, rows)
}

func (p *Pane) legendHead() string {
	text := widget.Count(int64(len(p.columns)), "entitlement")
	if n := len(p.columns); n < p.all {
		text = fmt.Sprintf("the first %d of %d entitlements", n, p.all)
	}
	return p.Env.Theme.Paint(theme.Header, draw.Truncate(text, p.shape.legend))
}

// legendLine is an entitlement: its number, how risky it is, its name and where it is, and how many hold it.
func (p *Pane) legendLine(at int) string {
	x, th := p.of.Entitlements[p.columns[at]], p.Env.Theme
	risk, role := p.of.Risk(x)
	held := p.holders(p.columns[at])
	if held != "" {
		held = fmt.Sprintf(" %s/%d", held, len(p.table.people))
	}
	number := fmt.Sprintf("%*d ", digits(len(p.columns)), at+1)
	const riskWidth = 9
	room := max(1, p.shape.legend-len(number)-riskWidth-len(held))
	name := theme.Text
	sign := ""
	if p.table.without.has(p.columns[at]) {
		name, sign = theme.Dim, "✗ "
	}
	b := brush{th: th}
	ground := theme.Text
	if at == p.column {
		ground = theme.SelectedBlur
	}
	b.add(theme.Header, ground, number)
	b.add(role, ground, draw.Fit(strings.TrimSuffix(risk, " risk"), riskWidth-1, draw.Left)+" ")
	b.add(name, ground, draw.Fit(sign+strings.Join(widget.NonEmpty(p.names[p.columns[at]], x.AppDisplayName), " · "), room, draw.Left))
	b.add(theme.Value, ground, held)
	return b.text()
}

// words say what stands under the cursor: the person, and the entitlement.
func (p *Pane) words() []string {
	th := p.Env.Theme
	person, ok := p.person()
	column, has := p.entitlement()
	if !ok || !has {
		return []string{"", ""}
	}
	who := p.table.people[person]
	r := p.sum.Rows[person]
	said := fmt.Sprintf("%s holds %d of %d", strings.Join(widget.NonEmpty(who.Name, who.Job), ", "), r.Held, p.table.kept().size())
	switch r.Stand {
	case HasAll:
		said += ": has it all"
	case Outlier:
		said += fmt.Sprintf(", an outlier: would gain %d", r.Gained)
	case Gains:
		said += fmt.Sprintf(", would gain %d", r.Gained)
	}
	if r.Unknown > 0 {
		said += fmt.Sprintf("; %d unknown", r.Unknown)
	}
	return []string{th.Paint(theme.Text, draw.Truncate(said+".", p.W)), p.wordsOn(person, column)}
}

// wordsOn is the entitlement under the cursor, and whether the person holds it.
func (p *Pane) wordsOn(person, column int) string {
	x := p.of.Entitlements[column]
	risk, role := p.of.Risk(x)
	answer := p.table.At(person, column).words()
	if p.table.without.has(column) {
		answer += ", left out"
	}
	left := fmt.Sprintf("%d %s", p.column+1, answer)
	where := strings.Join(widget.NonEmpty(x.AppDisplayName, x.AppResourceDisplayName), " › ")
	rest := strings.Join(widget.NonEmpty(p.names[column], where), " · ")
	held := p.holders(column)
	if held != "" {
		held = widget.IfText(p.sum.Columns[column].Outlier, "an outlier, ") + fmt.Sprintf("held by %s of %d", held, len(p.table.people))
	}
	said := []widget.Piece{{Role: theme.Title, Text: left}, {Role: theme.Text}, {Role: role, Text: risk}, {Role: theme.Dim, Text: held}}
	said[1].Text = draw.Truncate(rest, max(10, p.W-widget.PiecesWidth(said)))
	return widget.DrawPieces(said, nil, p.W, p.Env.Theme)
}

// words say whether a person holds an entitlement.
func (c Cell) words() string {
	return [...]string{Unread: "not read yet", Unknown: "unknown whether held", Lacks: "would gain it", Holds: "holds it"}[c]
}

// refOf names an entitlement on the wire.
func refOf(x api.SuggestionEntitlement) api.EntitlementRef {
	return api.EntitlementRef{AppID: x.AppID, EntitlementID: x.EntitlementID}
}
