package tenant

import (
	"fmt"
	"strings"
)

// change is what a version changed in a resource server.
type change int

const (
	changeURIs change = iota
	changeLifetime
	changeDisabled
	changeHook
	changeText
	changeProof
	changeAlgorithm
	changeName
	changeSector
)

// changeCycle is the order in which changes come; each version makes the next one. Off and on again are close together.
var changeCycle = []change{changeURIs, changeLifetime, changeHook, changeText, changeDisabled, changeDisabled, changeURIs, changeAlgorithm,
	changeProof, changeHook, changeName, changeURIs, changeLifetime, changeSector}

// changes counts how often something was changed up to and with version v, in time that does not grow with v.
func (t *Tenant) changes(i, v int, what change) int {
	turns, rest := v/len(changeCycle), v%len(changeCycle)
	n := 0
	place := i % len(changeCycle)
	for k := range len(changeCycle) {
		now := changeCycle[place]
		if place++; place == len(changeCycle) {
			place = 0
		}
		if now != what {
			continue
		}
		n += turns
		if k < rest {
			n++
		}
	}
	if what == changeText { // some versions touch the description too
		n += v / 5
	}
	return n
}

func (t *Tenant) versionName(i, v int) string {
	name := t.serverName(i)
	if n := t.changes(i, v, changeName); n%2 == 1 {
		return name + " (v2)"
	}
	return name
}

var serverTexts = []string{"Fronts the %s for other apps.", "Fronts the %s. Owner: platform team.",
	"Fronts the %s. Owner: platform team. On call: see the incident bridge.",
	"The %s, for apps that act on behalf of people.", "The %s. Tokens are short-lived on purpose; ask before raising the limit.", ""}

func (t *Tenant) versionText(i, v int) string {
	n := t.changes(i, v, changeText) + max(0, t.changes(i, v, changeSector)-1) // a sector is set once: later turns touch the text
	text := serverTexts[(n+i)%len(serverTexts)]
	return strings.Replace(text, "%s", strings.ToLower(serverNames[i%len(serverNames)]), 1)
}

func (t *Tenant) versionAlgorithm(i, v int) string {
	names := []string{"XAA_SIGNING_ALGORITHM_EDDSA", "XAA_SIGNING_ALGORITHM_RS256", "XAA_SIGNING_ALGORITHM_ES256",
		"XAA_SIGNING_ALGORITHM_UNSPECIFIED"}
	if i == 10 && v%3 == 2 {
		return "XAA_SIGNING_ALGORITHM_MLDSA65" // newer than any client
	}
	return names[(t.changes(i, v, changeAlgorithm)+i)%len(names)]
}

var grantLifetimes = []string{"", "3600s", "28800s", "86400s", "604800s", "900s", "5400.5s"}

// versionURIs grow, shrink and sometimes are gone, one step at a time.
func (t *Tenant) versionURIs(i, v int) []string {
	n := t.changes(i, v, changeURIs) + i
	base := t.serverAudience(i)
	paths := []string{"/v1", "/v1/reports", "/v2", "/internal", "/events", "/v2/exports"}
	count := [...]int{1, 2, 3, 2, 4, 5, 3, 0}[n%8]
	out := make([]string, 0, count)
	for k := range count {
		out = append(out, base+paths[(k+n/8)%len(paths)])
	}
	return out
}

func (t *Tenant) versionHook(i, v int) any {
	n := t.changes(i, v, changeHook) + i
	if n%4 == 0 {
		return nil
	}
	d := t.dice(kindServer, i, uint64(100+n/4))
	fn := t.functionBefore(&d, t.versionTime(i, 0))
	commits := t.commits(fn)
	commit := d.n(len(commits) - 1)
	if n%4 > 1 { // the same function, a later commit; then it is switched off
		commit++
	}
	return object{"functionId": t.functionID(fn), "commitId": commits[commit], "disabled": n%4 == 3}
}

// snapshot is a resource server as it was at a version.
func (t *Tenant) snapshot(i, v int) object {
	app := t.serverApp(i)
	d := t.dice(kindServer, i, 3)
	at := t.versionTime(i, v)
	snap := object{
		"id": t.serverID(i), "appId": t.appID(app), "displayName": t.versionName(i, v), "description": t.versionText(i, v),
		"disabled":           t.changes(i, v, changeDisabled)%2 == 1,
		"maxGrantLifetime":   grantLifetimes[(t.changes(i, v, changeLifetime)+i)%len(grantLifetimes)],
		"normalizedAudience": t.serverAudience(i), "requireProofOfPossession": (t.changes(i, v, changeProof)+i)%2 == 1,
		"resourceUris": t.versionURIs(i, v), "sectorId": t.sector(i, v),
		"signingAlgorithm": t.versionAlgorithm(i, v), "modifyClaimsHook": t.versionHook(i, v),
		"createdAt": stamp(t.versionTime(i, 0)), "updatedAt": stamp(at), "deletedAt": nil,
	}
	if t.removedAt(i, v) {
		snap["deletedAt"] = stamp(at)
	}
	if d.chance(12) && v == 0 { // the first entry may come from before a field existed
		delete(snap, "requireProofOfPossession")
		snap["modifyClaimsHook"] = nil
	}
	return snap
}

// sector is the sector of a resource server: none at first, then one for good.
func (t *Tenant) sector(i, v int) string {
	if t.changes(i, v, changeSector) == 0 {
		return ""
	}
	return t.id(kindSector, i, 1, t.versionTime(i, 0))
}

// removedAt says whether a version of a resource server is its deletion: the last one of some, and one that was taken back.
func (t *Tenant) removedAt(i, v int) bool {
	return i%12 == 9 && v == t.versionCount(i)-1 || i == 10 && v == 1
}

// historyEntry is one entry of operation 10 (interface.md 2.10).
func (t *Tenant) historyEntry(i, v int) object {
	at := t.versionTime(i, v)
	kindOf := "CHANGE_KIND_PUT"
	switch {
	case v == 0:
		kindOf = "CHANGE_KIND_CREATE"
	case t.removedAt(i, v):
		kindOf = "CHANGE_KIND_HARD_DELETE"
	case i == 10 && v == 2:
		kindOf = "CHANGE_KIND_RESTORE" // newer than any client
	}
	return object{
		"metadata": object{
			"id": t.id(kindHistory, i, v, at), "syslogEventId": t.id(kindEvent, i, v, at), "traceId": t.traceID(i, v), "createdAt": stamp(at),
			"changeKind": kindOf, "actor": t.actor(i, v), "annotations": t.annotations(i, v),
		},
		"snapshot": t.snapshot(i, v),
	}
}

// actor is who made a version; only API and SUPPORT carry a user.
func (t *Tenant) actor(i, v int) any {
	kinds := []string{"API", "API", "WORKFLOW", "API", "SLACK", "SUPPORT", "API", "JIRA_CLOUD", "INTERNAL", "MSTEAMS", "API", "PIPELINE"}
	d := t.dice(kindHistory, i<<20^v, 4)
	kindOf := kinds[(v*5+i)%len(kinds)]
	if kindOf == "PIPELINE" && d.chance(50) {
		return nil
	}
	who := object{"kind": "ACTOR_KIND_" + kindOf, "userId": ""}
	if kindOf == "API" || kindOf == "SUPPORT" {
		who["userId"] = t.userID(d.n(min(t.users.size, 60)))
	}
	return who
}

// annotations say why a version was made: 0 to 3 of every kind, tickets with their links.
func (t *Tenant) annotations(i, v int) any {
	if v%11 == 10 {
		return nil
	}
	d := t.dice(kindHistory, i<<20^v, 5)
	out := make([]object, 0, 3)
	for k := range (v + 2) % 4 {
		out = append(out, t.annotation((v+k*3+i)%7, &d))
	}
	if odd := t.hostileAt(v, 4, 12); odd != "" && i == 8 {
		out = append(out, object{"key": "note", "kind": "ANNOTATION_KIND_GENERIC", "displayLabel": odd, "displayUrl": "javascript:alert(1)",
			"displayValue": odd, "rawValue": odd})
	}
	return out
}

var changeReasons = []string{"Partner launch moved up", "Quarterly access review", "Token was refused since Tuesday", "Audit finding 14",
	"Rotation after incident",
	"Cleanup of unused paths", "Requested by the app owner"}

func (t *Tenant) annotation(sort int, d *dice) object {
	number := d.between(1000, 9999)
	batch := d.hex(12)
	switch sort {
	case 0:
		ticket := fmt.Sprintf("%s-%d", d.pick([]string{"SEC", "PLAT", "CHG"}), number)
		return annotationOf("ticket", "TICKET", "Ticket", "https://tickets.example.com/browse/"+ticket, ticket, ticket)
	case 1:
		reason := d.pick(changeReasons)
		return annotationOf("reason", "REASON", "Reason", "", reason, reason)
	case 2:
		return annotationOf("workflow_execution_id", "WORKFLOW", "Workflow", fmt.Sprintf("https://workflows.example.com/runs/%d", number),
			"Nightly policy run", fmt.Sprint(number))
	case 3:
		return annotationOf("batch_id", "BATCH", "Batch", "", "Batch "+batch[:6], batch)
	case 4:
		return annotationOf("correlation_id", "CORRELATION", "Correlation", "", batch, batch)
	case 5:
		return annotationOf("automation", "AUTOMATION", "Automation", "https://automation.example.com/rules/"+batch[:4], "Close stale audiences",
			batch[:4])
	}
	return annotationOf("note", "GENERIC", "", "", "checked with the app owner", "checked with the app owner")
}

func annotationOf(key, sort, label, link, value, rawValue string) object {
	return object{"key": key, "kind": "ANNOTATION_KIND_" + sort, "displayLabel": label, "displayUrl": link, "displayValue": value,
		"rawValue": rawValue}
}
