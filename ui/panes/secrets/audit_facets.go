package secrets

import (
	"net/netip"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
)

// The axes along which the tenant narrows audit events (companion.md 7.2). Over all secrets it wants a person or an address.
const (
	auditPerson  = "person"
	auditAddress = "address"
	auditReach   = "secrets"
)

func auditFacets() []list.Facet {
	var people grid.Tally[host.AnyRow, auditActor]
	var addresses grid.Tally[host.AnyRow, string]
	return []list.Facet{
		{Name: auditPerson, Title: "Person", Values: func(p *list.Pane) []list.FacetValue { return auditPeople(p, &people) }, Parse: auditMail},
		{Name: auditAddress, Title: "IP address", Values: func(p *list.Pane) []list.FacetValue { return auditAddresses(p, &addresses) },
			Parse: auditIP},
		{Name: auditReach, Title: "Secrets", Beside: []string{auditPerson, auditAddress},
			Of: []list.FacetValue{{Value: "all", Title: "all, not only this one", Words: "over all secrets"}}},
	}
}

// auditMail is a person by e-mail address, auditUser one by user id: the value tells them apart.
func auditMail(text string) (list.FacetValue, bool) {
	text = strings.TrimSpace(text)
	name, domain, ok := strings.Cut(text, "@")
	if !ok || name == "" || domain == "" || host.CheckSeen(text) != nil || strings.ContainsAny(text, " \t") {
		return list.FacetValue{}, false
	}
	return list.FacetValue{Value: text, Title: text, Words: "by " + text}, true
}

func auditUser(id, name string) list.FacetValue {
	return list.FacetValue{Value: id, Title: name, Words: "by " + name}
}

func auditIP(text string) (list.FacetValue, bool) {
	ip, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil {
		return list.FacetValue{}, false
	}
	return list.FacetValue{Value: ip.String(), Title: ip.String(), Words: "from " + ip.String()}, true
}

// auditActor is who an event is by, and what that is called there.
type auditActor struct{ value, title string }

func actorsOf(row host.AnyRow, add func(auditActor)) {
	e := list.Typed[api.AuditEvent](row)
	if e.ActorUserID != "" {
		add(auditActor{e.ActorUserID, auditWho(e)})
	} else if v, ok := auditMail(e.ActorEmail); ok {
		add(auditActor{v.Value, v.Title})
	}
}

func addressOf(row host.AnyRow, add func(string)) {
	if v, ok := auditIP(list.Typed[api.AuditEvent](row).ClientIP); ok {
		add(v.Value)
	}
}

// auditPeople are those of the loaded events, and anybody else by search.
func auditPeople(p *list.Pane, met *grid.Tally[host.AnyRow, auditActor]) []list.FacetValue {
	var values []list.FacetValue
	there := map[string]bool{"": true}
	add := func(v list.FacetValue) {
		if !there[v.Value] {
			there[v.Value] = true
			values = append(values, v)
		}
	}
	for _, n := range p.Query.Narrow {
		if n.Facet == auditPerson {
			add(list.FacetValue{Value: n.Value, Title: strings.TrimPrefix(n.Words, "by "), Words: n.Words})
		}
	}
	for _, who := range met.Of(p.Grid.Stamp(), 0, p.Grid.EachLoaded(), actorsOf) {
		add(auditUser(who.Value.value, who.Value.title))
	}
	slices.SortFunc(values, byTitle)
	return append(values, list.FacetValue{Title: "somebody else…", Choose: func(typed string, take func(list.FacetValue) tea.Cmd) tea.Cmd {
		who := picker.Users()
		who.Chosen = func(u api.User) tea.Cmd { return take(auditUser(u.ID, host.FirstOf(host.UserName(u), u.ID))) }
		who.Unnamed = func(id string) tea.Cmd { return take(auditUser(id, id)) }
		picker := picker.New(who, p.Env, p.Host)
		picker.Field.SetValue(typed)
		return p.Host.Open(picker)
	}})
}

// auditAddresses are those of the loaded events; another is typed.
func auditAddresses(p *list.Pane, met *grid.Tally[host.AnyRow, string]) []list.FacetValue {
	var values []list.FacetValue
	there := map[string]bool{}
	for _, value := range p.Query.Values(auditAddress) {
		there[value] = true
		values = append(values, list.FacetValue{Value: value, Title: value, Words: "from " + value})
	}
	for _, each := range met.Of(p.Grid.Stamp(), 0, p.Grid.EachLoaded(), addressOf) {
		if ip := each.Value; !there[ip] {
			values = append(values, list.FacetValue{Value: ip, Title: ip, Words: "from " + ip})
		}
	}
	slices.SortFunc(values, byTitle)
	if len(values) == 0 {
		values = []list.FacetValue{{Title: "type one, such as 203.0.113.7", Off: "no event here tells one"}}
	}
	return values
}

// auditSearch is what the tenant is asked for about a secret, or with it chosen, about all of them.
func auditSearch(vaultID string, q host.Query) api.SecretAuditSearch {
	search := api.SecretAuditSearch{VaultID: vaultID, ClientIP: q.Value(auditAddress)}
	if who := q.Value(auditPerson); strings.Contains(who, "@") {
		search.ActorEmail = who
	} else {
		search.ActorUserID = who
	}
	if q.Value(auditReach) != "" {
		search.VaultID = ""
	}
	return search
}
