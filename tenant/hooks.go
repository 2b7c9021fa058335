package tenant

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
)

func (t *Tenant) hookBorn(i int) time.Time { return t.born(t.hooks, i, 410) }

// hookName and hookDescription are apart from the record, so that a search over 100,000 hooks makes nothing else.
func (t *Tenant) hookName(i int) string {
	if odd := t.hostileAt(i, 39, 2); odd != "" {
		return odd
	}
	name := hookNames[i%len(hookNames)]
	if turn := i / len(hookNames); turn > 0 {
		return name + " for " + t.audience(i)
	}
	return name
}

// audience names the part of the organization that a repeated record is for.
func (t *Tenant) audience(i int) string {
	d := t.dice(kindHook, i, 4)
	return departments[d.n(len(departments))] + " in " + locations[d.n(len(locations))]
}

func (t *Tenant) hookDescription(i int) string {
	if i%19 == 18 {
		return ""
	}
	return hookTexts[i%len(hookTexts)]
}

func (t *Tenant) hookPeek(i int, field string) any {
	switch field {
	case "displayName":
		return t.hookName(i)
	case "description":
		return t.hookDescription(i)
	}
	return nil
}

// hookRecord makes a Hook (interface.md 2.7).
func (t *Tenant) hookRecord(i int) object {
	born := t.hookBorn(i)
	d := t.dice(kindHook, i, 2)
	rec := t.hookTemplate(i%len(hookNames), &d, born)
	rec["id"] = t.id(kindHook, 0, i, born)
	rec["displayName"], rec["description"] = t.hookName(i), t.hookDescription(i)
	rec["enabled"] = i%6 != 4
	rec["priority"] = d.n(40)*25 + d.n(3)
	rec["managedByGuardrails"] = i%5 == 2
	rec["createdAt"], rec["updatedAt"] = stamp(born), stamp(t.touched(kindHook, i, born))
	switch {
	case i%41 == 36:
		rec["event"] = "HOOK_EVENT_TYPE_ON_SCHEDULE" // newer than any client
	case i%41 == 38:
		delete(rec, "description")
		rec["updatedAt"] = nil
	case i%41 == 30:
		rec["filter"] = nil
	}
	return rec
}

// searchHooks is operation 6.
func (t *Tenant) searchHooks(c *call) (any, error) {
	query := c.query()
	return c.search(t.hooks, "list", c.places(t.hooks, "id"), func(r *row) bool { return r.matches(query) }, nil)
}

func (t *Tenant) listHooks(c *call) (any, error) { return c.search(t.hooks, "list", nil, nil, nil) }

func (t *Tenant) getHook(c *call) (any, error) { return c.get(t.hooks, "hook") }

func (t *Tenant) deleteHook(c *call) (any, error) { return c.remove(t.hooks) }

// createHook is POST /api/v1/hooks.
func (t *Tenant) createHook(c *call) (any, error) {
	now := t.now()
	rec := object{"displayName": "", "description": "", "event": "HOOK_EVENT_TYPE_UNSPECIFIED", "priority": 0, "enabled": false,
		"managedByGuardrails": false, "filter": object{"celExpression": ""}}.with(c.in)
	rec["createdAt"], rec["updatedAt"] = stamp(now), stamp(now)
	if err := t.checkHook(nil, rec, nil); err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	pos := -t.hooks.created - 1
	rec["id"] = t.id(kindHook, 0, pos, now)
	if !c.lie {
		pos = t.hooks.reserve()
		c.commit(t.hooks, pos, nil, rec)
	}
	return object{"hook": rec}, nil
}

// updateHook is POST /api/v1/hooks/{id}.
func (t *Tenant) updateHook(c *call) (any, error) {
	return c.update(t.hooks, "hook", editable{
		paths: []string{"displayName", "description", "enabled", "priority", "event", "filter", "filter.celExpression", "managedByGuardrails",
			"function", "function.functionId", "function.commitId", "jsonPatch", "jsonPatch.celExpression", "jsonPatch.staticOverlay",
			"builtinPattern", "builtinPattern.**"},
		check: t.checkHook,
	})
}

// checkHook refuses a hook that breaks the rules of companion.md 9.3; one sort of work replaces another.
func (t *Tenant) checkHook(_, after object, paths []string) error {
	if err := checkName(after.text("displayName")); err != nil {
		return err
	}
	if utf8.RuneCountInString(after.text("description")) > 2048 {
		return invalid("description must be at most 2048 characters")
	}
	if n, _, err := after.number("priority"); err != nil || n < 0 || n > 1000 {
		return invalid("priority must be 0 to 1000")
	}
	if event := after.text("event"); event == "" || event == "HOOK_EVENT_TYPE_UNSPECIFIED" {
		return invalid("event is required")
	}
	if err := checkHookWork(after, paths); err != nil {
		return err
	}
	if touched(paths, "function") {
		if err := t.checkFunction("function", after.child("function")); err != nil {
			return err
		}
	}
	if touched(paths, "filter") {
		if err := t.bench.checkHookExpression("filter.celExpression", after.child("filter").text("celExpression"), cel.BoolKind); err != nil {
			return err
		}
	}
	if touched(paths, "builtinPattern") {
		if err := checkPattern(after.child("builtinPattern")); err != nil {
			return err
		}
	}
	if patch := after.child("jsonPatch"); touched(paths, "jsonPatch") {
		return t.bench.checkHookExpression("jsonPatch.celExpression", patch.text("celExpression"), cel.MapKind, cel.ListKind)
	}
	return nil
}

// touched says whether an update writes a member of a record; one that is being made is written whole.
func touched(paths []string, member string) bool {
	return paths == nil || slices.ContainsFunc(paths, func(path string) bool {
		head, _, _ := strings.Cut(path, ".")
		return head == member
	})
}

// checkFunction refuses a reference to a function or a commit that isn't there. Without a commit the newest one runs.
func (t *Tenant) checkFunction(at string, ref object) error {
	if ref == nil {
		return nil
	}
	n, ok := t.functionNumber(ref.text("functionId"))
	switch commit := ref.text("commitId"); {
	case ref.text("functionId") == "":
		return invalid("%s.functionId is required", at)
	case !ok:
		return invalid("%s.functionId: there is no such function", at)
	case commit != "" && !slices.Contains(t.commits(n), commit):
		return invalid("%s.commitId: the function has no such commit", at)
	}
	return nil
}

// checkHookWork keeps a hook at one sort of work, a pattern and a patch at one member; what the mask names wins over what was there.
func checkHookWork(after object, paths []string) error {
	sorts := []string{"function", "jsonPatch", "builtinPattern"}
	held, chosen := 0, ""
	for _, path := range paths {
		head, inner, _ := strings.Cut(path, ".")
		if member, _, _ := strings.Cut(inner, "."); member != "" && head != "filter" && head != "function" {
			after[head] = object{member: after.child(head)[member]} // setting one member of a oneof clears the others
		}
		for _, each := range sorts {
			if head == each && after.child(each) != nil {
				chosen = each
			}
		}
	}
	for _, each := range sorts {
		if chosen != "" && each != chosen {
			delete(after, each)
		}
		if after.child(each) != nil {
			held++
		}
	}
	if held != 1 {
		return invalid("a hook holds exactly one of function, jsonPatch and builtinPattern")
	}
	if patch := after.child("jsonPatch"); len(patch) > 1 {
		return invalid("jsonPatch holds one of celExpression and staticOverlay")
	}
	pattern := after.child("builtinPattern")
	if pattern != nil && len(pattern) != 1 {
		return invalid("builtinPattern holds exactly one pattern")
	}
	return checkHours(pattern.child("writeAuthorization").child("businessHours"))
}

// clockTime is a time of the day in 24 hours, as hours of business have it.
var clockTime = pattern(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// checkHours refuses hours of business that nobody can keep.
func checkHours(hours object) error {
	if hours == nil {
		return nil
	}
	days, _ := hours["days"].([]any)
	for _, day := range days {
		if n, ok := day.(int); !ok || n < 0 || n > 6 {
			return invalid("businessHours.days: %v is not a day from 0 (Sunday) to 6 (Saturday)", day)
		}
	}
	for _, name := range []string{"start", "end"} {
		if text := hours.text(name); text != "" && !clockTime().MatchString(text) {
			return invalid("businessHours.%s: %q is not a time such as 08:00", name, text)
		}
	}
	if zone := hours.text("timezone"); !isZone(zone) {
		return invalid("businessHours.timezone: %q is not a time zone such as Europe/Lisbon", zone)
	}
	return nil
}

// isZone says whether a text names a time zone, as far as this machine knows any; none at all is UTC.
func isZone(name string) bool {
	if name == "Local" { // not a zone, but this machine's
		return false
	}
	if _, err := time.LoadLocation(name); err == nil {
		return true
	}
	_, err := time.LoadLocation("Europe/Lisbon")
	return err != nil
}

// checkName holds names to 1 to 100 characters.
func checkName(name string) error {
	if n := utf8.RuneCountInString(strings.TrimSpace(name)); n < 1 || n > 100 {
		return invalid("displayName must have 1 to 100 characters")
	}
	return nil
}

// get answers with one record of a collection, as it truly is.
func (c *call) get(coll *collection, member string) (any, error) {
	c.t.mu.RLock()
	defer c.t.mu.RUnlock()
	pos, ok := c.t.place(coll, c.params[0])
	if !ok {
		return nil, notFound(coll.what)
	}
	return object{member: coll.at(pos)}, nil
}

// remove takes a record away for good.
func (c *call) remove(coll *collection) (any, error) {
	c.t.mu.Lock()
	defer c.t.mu.Unlock()
	pos, ok := c.t.place(coll, c.params[0])
	if !ok {
		return nil, notFound(coll.what)
	}
	c.commit(coll, pos, coll.at(pos), nil)
	return object{}, nil
}

// commit stores what an action made of a record and returns what the answer shows: usually just that.
func (c *call) commit(coll *collection, pos int, before, after object) object {
	if c.lie {
		return before
	}
	coll.put(pos, after, c.lag, c.t.now())
	c.noteRecord(coll, pos, before, after)
	if c.stale && before != nil {
		return before
	}
	return after
}
