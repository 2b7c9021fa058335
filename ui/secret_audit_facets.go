package ui

import (
	"net/netip"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
)

// The axes along which the tenant narrows audit events (companion.md 7.2). Over all secrets it wants a person or an address.
const (
	auditPerson  = "person"
	auditAddress = "address"
	auditReach   = "secrets"
)

func auditFacets() []facet {
	return []facet{
		{name: auditPerson, title: "Person", values: auditPeople, parse: auditMail},
		{name: auditAddress, title: "IP address", values: auditAddresses, parse: auditIP},
		{name: auditReach, title: "Secrets", beside: []string{auditPerson, auditAddress},
			of: []facetValue{{value: "all", title: "all, not only this one", words: "over all secrets"}}},
	}
}

// auditMail is a person by e-mail address, auditUser one by user id: the value tells them apart.
func auditMail(text string) (facetValue, bool) {
	text = strings.TrimSpace(text)
	name, domain, ok := strings.Cut(text, "@")
	if !ok || name == "" || domain == "" || checkSeen(text) != nil || strings.ContainsAny(text, " \t") {
		return facetValue{}, false
	}
	return facetValue{value: text, title: text, words: "by " + text}, true
}

func auditUser(id, name string) facetValue {
	return facetValue{value: id, title: name, words: "by " + name}
}

func auditIP(text string) (facetValue, bool) {
	ip, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil {
		return facetValue{}, false
	}
	return facetValue{value: ip.String(), title: ip.String(), words: "from " + ip.String()}, true
}

// auditPeople are those of the loaded events, and anybody else by search.
func auditPeople(p *list) []facetValue {
	var values []facetValue
	add := func(v facetValue) {
		if v.value != "" && !hasValue(values, v.value) {
			values = append(values, v)
		}
	}
	for _, n := range p.query.narrow {
		if n.facet == auditPerson {
			add(facetValue{value: n.value, title: strings.TrimPrefix(n.words, "by "), words: n.words})
		}
	}
	for _, row := range p.grid.Rows() {
		e := typed[api.AuditEvent](row)
		if e.ActorUserID != "" {
			add(auditUser(e.ActorUserID, auditWho(e)))
		} else if v, ok := auditMail(e.ActorEmail); ok {
			add(v)
		}
	}
	slices.SortStableFunc(values, func(a, b facetValue) int { return strings.Compare(strings.ToLower(a.title), strings.ToLower(b.title)) })
	return append(values, facetValue{title: "somebody else…", choose: func(typed string, take func(facetValue) tea.Cmd) tea.Cmd {
		who := users()
		who.chosen = func(u api.User) tea.Cmd { return take(auditUser(u.ID, firstOf(userName(u), u.ID))) }
		who.unnamed = func(id string) tea.Cmd { return take(auditUser(id, id)) }
		picker := newPicker(who, p.env, p.link)
		picker.field.SetValue(typed)
		return p.link.open(picker)
	}})
}

// auditAddresses are those of the loaded events; another is typed.
func auditAddresses(p *list) []facetValue {
	var values []facetValue
	for _, value := range p.query.values(auditAddress) {
		values = append(values, facetValue{value: value, title: value, words: "from " + value})
	}
	for _, row := range p.grid.Rows() {
		e := typed[api.AuditEvent](row)
		if v, ok := auditIP(e.ClientIP); ok && !hasValue(values, v.value) {
			values = append(values, v)
		}
	}
	slices.SortStableFunc(values, func(a, b facetValue) int { return strings.Compare(a.title, b.title) })
	if len(values) == 0 {
		values = []facetValue{{title: "type one, such as 203.0.113.7", off: "no event here tells one"}}
	}
	return values
}

// auditSearch is what the tenant is asked for about a secret, or with it chosen, about all of them.
func auditSearch(vaultID string, q query) api.SecretAuditSearch {
	search := api.SecretAuditSearch{VaultID: vaultID, ClientIP: q.value(auditAddress)}
	if who := q.value(auditPerson); strings.Contains(who, "@") {
		search.ActorEmail = who
	} else {
		search.ActorUserID = who
	}
	if q.value(auditReach) != "" {
		search.VaultID = ""
	}
	return search
}
