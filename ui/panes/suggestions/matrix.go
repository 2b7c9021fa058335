package suggestions

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/matrix"
	"gatehouse/ui/widget"
)

// openMatrix shows who of the cohort of the suggestion under the cursor holds what.
func openMatrix(p *list.Pane) tea.Cmd {
	s, _ := list.CursorOf[api.Suggestion](p)
	opens := func() host.Pane { return newMatrix(p, s) }
	return p.Host.GoInto(host.Opening{Name: matrix.NameOf(s.ID), Of: s.Raw, Make: opens, Ready: matrix.GoOn})
}

func newMatrix(p *list.Pane, s api.Suggestion) host.Pane {
	e := p.Env
	return matrix.New(matrix.Of{ID: s.ID, Name: s.SuggestedName, People: s.CohortSize, Entitlements: byRisk(s.Entitlements, e),
		Risk: func(x api.SuggestionEntitlement) (string, theme.Role) {
			return riskWords(e, x), riskRole(e, riskRankOf(e, x))
		},
		Create: func(without []api.EntitlementRef) tea.Cmd {
			return createWithout(p, s, without)
		},
		Why: func() action.Why {
			v, row := creating(p, s)
			return p.WhyNotOne(v, v.Outline(p.Env), row, true)
		},
	}, e, p.Host)
}

// creating is the action that makes an access profile, and the suggestion as the list has it now.
func creating(p *list.Pane, s api.Suggestion) (list.Verb[host.AnyRow], host.AnyRow) {
	v, _ := p.Verb("suggestions.create")
	if row, ok := p.Grid.Row(s.ID); ok {
		return v, row
	}
	return v, s
}

// createWithout opens the form for an access profile with some of the entitlements turned off.
func createWithout(p *list.Pane, s api.Suggestion, without []api.EntitlementRef) tea.Cmd {
	v, row := creating(p, s)
	full := v.Document
	v.Document = func(row host.AnyRow, e *host.Env) form.Spec { return turnOff(full(row, e), without) }
	return p.RunOn(v, p.SpecOf(v), row, nil)
}

// turnOff is the form with the toggles of some entitlements off.
func turnOff(spec form.Spec, without []api.EntitlementRef) form.Spec {
	var names []string
	for i, f := range spec.Fields {
		if slices.ContainsFunc(without, func(r api.EntitlementRef) bool {
			return f.Name == entitlementToggle(api.SuggestionEntitlement{AppID: r.AppID, EntitlementID: r.EntitlementID})
		}) {
			spec.Fields[i].Value = "false"
			names = append(names, f.Title)
		}
	}
	switch len(names) {
	case 0:
	case 1:
		spec.Intro = fmt.Sprintf("This accepts the suggestion, and can't be undone from here. “%s” is left out.", draw.Truncate(names[0], 60))
	default:
		spec.Intro = "This accepts the suggestion, and can't be undone from here. " + widget.Count(int64(len(names)), "entitlement") +
			" are left out."
	}
	return spec
}
