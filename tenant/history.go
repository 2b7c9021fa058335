package tenant

import "strings"

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

// step is how many changes were made to a resource server up to and with a version: deleting and restoring it changes nothing else.
func (t *Tenant) step(i, v int) int {
	switch {
	case i == restored && v > 0:
		return max(0, v-2)
	case t.removedAt(i, v):
		return v - 1
	}
	return v
}

// changes counts how often something was changed up to and with version v, in time that does not grow with v.
func (t *Tenant) changes(i, v int, what change) int {
	v = t.step(i, v)
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

// renamed are what servers' names got added by those who renamed them.
var renamed = []string{"core", "for partners", "gateway", "internal", "public", "hub", "for apps"}

func (t *Tenant) versionName(i, v int) string {
	name := t.serverName(i)
	if n := t.changes(i, v, changeName); n%2 == 1 {
		return name + " " + renamed[(3*i+1)%len(renamed)]
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
	if i == restored && t.changes(i, v, changeAlgorithm)%2 == 0 {
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
	if d.chance(12) && v == 0 && !t.removedAt(i, 1) { // the first entry may come from before a field existed; a deletion adds none
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

// restored is the resource server that was deleted and restored, soon after it was made.
const restored = 10

// removedAt says whether a version of a resource server is its deletion: the last one of some, and one that was undone.
func (t *Tenant) removedAt(i, v int) bool {
	return i%12 == 9 && v == t.versionCount(i)-1 || i == restored && v == 1
}

// historyEntry is one entry of operation 10 (interface.md 2.10).
func (t *Tenant) historyEntry(i, v int) object {
	at := t.versionTime(i, v)
	return object{
		"metadata": object{
			"id": t.id(kindHistory, i, v, at), "syslogEventId": t.id(kindEvent, i, v, at), "traceId": t.traceID(i, v), "createdAt": stamp(at),
			"changeKind": t.versionKind(i, v), "actor": t.actor(i, v), "annotations": t.annotations(i, v),
		},
		"snapshot": t.snapshot(i, v),
	}
}

// versionKind is what sort of change made a version.
func (t *Tenant) versionKind(i, v int) string {
	switch {
	case v == 0:
		return "CHANGE_KIND_CREATE"
	case t.removedAt(i, v):
		return "CHANGE_KIND_HARD_DELETE"
	case i == restored && v == 2:
		return "CHANGE_KIND_RESTORE" // newer than any client
	}
	return "CHANGE_KIND_PUT"
}

// backOn says whether a version undoes the one before it, soon after it: a server that was switched off, or deleted.
func (t *Tenant) backOn(i, v int) bool {
	if i == restored && v == 2 {
		return true
	}
	at := func(step int) change { return changeCycle[(i+step-1)%len(changeCycle)] }
	step := t.step(i, v)
	return step > 1 && t.step(i, v-1) == step-1 && at(step) == changeDisabled && at(step-1) == changeDisabled
}
