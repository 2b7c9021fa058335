package tenant

import (
	"slices"
	"time"

	"gatehouse/tenant/world"
)

// miningTime is how long an analysis takes; the suggestions it brings are there when it ends.
const miningTime = 20 * time.Second

// runTook is how long a weekly analysis took.
const runTook = 11 * time.Minute

// runBrings is how many suggestions an analysis that is started here brings.
const runBrings = 4

// miningRun is an analysis that was started here.
type miningRun struct {
	number  int
	started time.Time
	done    time.Time
	brought bool // its suggestions are there
	count   int  // so many
}

func (t *Tenant) runID(n int) string { return t.id(kindRun, 0, n, t.pastRun(n)) }

// pastRun is when the n-th weekly analysis before the start began, at night; 0 is the last.
func (t *Tenant) pastRun(n int) time.Time {
	last := t.start.Truncate(24 * time.Hour).Add(2*time.Hour + 10*time.Minute)
	if t.start.Sub(last) < time.Hour {
		last = last.AddDate(0, 0, -1)
	}
	return last.AddDate(0, 0, -7*n)
}

// cohortCount is how many cohorts an analysis looks at.
func (t *Tenant) cohortCount() int { return len(t.world.Cohorts(0)) * t.world.Divisions() }

// pastRunRecord is a weekly analysis of the past.
func (t *Tenant) pastRunRecord(n int) object {
	began := t.pastRun(n)
	ended := stamp(began.Add(runTook))
	_, count := t.suggestible.OfRun(n)
	return object{
		"id": t.runID(n), "status": "RUN_STATUS_COMPLETED", "triggerType": "TRIGGER_TYPE_SCHEDULED", "triggerDetail": "weekly",
		"totalUsers": t.users.size, "cohortsAnalyzed": t.cohortCount(), "suggestionsGenerated": count, "errorMessage": "",
		"createdAt": stamp(began), "completedAt": ended, "updatedAt": ended,
	}
}

func (t *Tenant) ownRunID(r *miningRun) string { return t.id(kindRun, 0, -r.number, r.started) }

// ownRunRecord is an analysis that was started here, as it is now.
func (t *Tenant) ownRunRecord(r *miningRun) object {
	rec := t.pastRunRecord(0)
	rec["id"], rec["triggerType"], rec["triggerDetail"] = t.ownRunID(r), "TRIGGER_TYPE_MANUAL", t.userID(callerIndex)
	rec["createdAt"], rec["completedAt"], rec["updatedAt"] = stamp(r.started), stamp(r.done), stamp(r.done)
	total := runBrings
	if r.brought {
		total = r.count
	}
	rec["suggestionsGenerated"] = total
	if now := t.now(); now.Before(r.done) {
		share := float64(now.Sub(r.started)) / float64(miningTime)
		rec["status"], rec["completedAt"], rec["updatedAt"] = "RUN_STATUS_RUNNING", nil, stamp(now)
		rec["cohortsAnalyzed"], rec["suggestionsGenerated"] = int(share*float64(t.cohortCount())), int(share*float64(total))
	}
	return rec
}

// run is the n-th analysis, the newest first.
func (t *Tenant) run(n int) object {
	if n < len(t.runs) {
		return t.ownRunRecord(t.runs[len(t.runs)-1-n])
	}
	return t.pastRunRecord(n - len(t.runs))
}

// latestRun is GET /api/v1/role-mining/runs/latest.
func (t *Tenant) latestRun(*call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return object{"run": t.run(0)}, nil
}

// listRuns is GET /api/v1/role-mining/runs, newest first.
func (t *Tenant) listRuns(c *call) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return p.cut("list", len(t.runs)+world.Runs, t.run), nil
}

// triggerMining is POST /api/v1/role-mining/trigger.
func (t *Tenant) triggerMining(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if len(t.runs) > 0 && now.Before(t.runs[len(t.runs)-1].done) {
		return nil, conflict("an analysis is already running")
	}
	next := &miningRun{number: len(t.runs) + 1, started: now, done: now.Add(miningTime)}
	if !c.lie {
		t.runs = append(t.runs, next)
		t.nextDue()
		c.note("Create", "role mining analysis", t.ownRunID(next), "")
	}
	return object{"runId": t.ownRunID(next)}, nil
}

// FinishRun ends an analysis that is under way, now.
func (t *Tenant) FinishRun() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.runs); n > 0 && t.now().Before(t.runs[n-1].done) {
		done := *t.runs[n-1]
		done.done = t.now()
		t.runs[n-1] = &done
		t.nextDue()
	}
}

// finishRuns lets an analysis whose time has come bring its suggestions.
func (t *Tenant) finishRuns() {
	due := t.due.Load()
	if due == 0 || t.now().UnixNano() < due {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.runs {
		if !r.brought && !t.now().Before(r.done) {
			r.brought = true
			t.bring(r)
		}
	}
	for _, a := range t.analyses {
		if !a.brought && !t.now().Before(a.done) {
			a.brought = true
			t.bringOwn(a)
		}
	}
	t.nextDue()
}

// nextDue looks up when the next analysis ends. The caller holds the lock.
func (t *Tenant) nextDue() {
	var due int64
	for _, r := range t.runs {
		if at := r.done.UnixNano(); !r.brought && (due == 0 || at < due) {
			due = at
		}
	}
	for _, a := range t.analyses {
		if at := a.done.UnixNano(); !a.brought && (due == 0 || at < due) {
			due = at
		}
	}
	t.due.Store(due)
}

// bring makes the suggestions of an analysis, within its settings.
func (t *Tenant) bring(r *miningRun) {
	least, most := 1, runBrings
	if t.config != nil {
		wanted, _, _ := t.config.number("maxSuggestions")
		least, _, _ = t.config.number("minCohortSize")
		most = min(most, wanted)
	}
	for tries := 0; most > 0 && tries < 50; tries++ {
		pos := t.suggestions.reserve()
		if t.cohortOf(pos).Members.Len() < least { // the place stays empty
			continue
		}
		rec := t.suggestionRecord(pos)
		at := stamp(r.done)
		rec["id"], rec["runId"], rec["suggestionState"] = t.id(kindSuggestion, 0, pos, r.done), t.ownRunID(r), "SUGGESTION_STATE_NEW"
		rec["createdAt"], rec["updatedAt"], rec["lastGeneratedAt"], rec["createdCatalogId"] = at, at, at, ""
		t.suggestions.put(pos, rec, Lag{}, r.done)
		r.count++
		most--
	}
}

// The settings of role mining as they were made, and what they can be.
const (
	cohortLeast, cohortLeastMax       = 5, 1000
	suggestionsMost, suggestionsLimit = 500, 5000
)

func (t *Tenant) miningConfig() object {
	if t.config != nil {
		return t.config
	}
	return object{"cohortHints": []object{}, "minCohortSize": cohortLeast, "maxSuggestions": suggestionsMost}
}

// getMiningConfig is GET /api/v1/role-mining/config.
func (t *Tenant) getMiningConfig(*call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return object{"config": t.miningConfig()}, nil
}

// updateMiningConfig is POST /api/v1/role-mining/config: the whole settings. A number that isn't set is the usual one.
func (t *Tenant) updateMiningConfig(c *call) (any, error) {
	after := object{"cohortHints": []object{}}
	if hints := c.in.objects("cohortHints"); hints != nil {
		after["cohortHints"] = hints
	}
	for i, hint := range c.in.objects("cohortHints") {
		if !slices.Contains(profileAttributes, hint.text("attribute")) {
			return nil, invalid("cohortHints[%d].attribute: %q is not an attribute of users", i, hint.text("attribute"))
		}
	}
	for name, limit := range map[string][2]int{"minCohortSize": {cohortLeast, cohortLeastMax},
		"maxSuggestions": {suggestionsMost, suggestionsLimit}} {
		n, _, _ := c.in.number(name)
		if n < 0 || n > limit[1] {
			return nil, invalid("%s must be 1 to %d", name, limit[1])
		}
		if n == 0 {
			n = limit[0]
		}
		after[name] = n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !c.lie {
		t.config = after
		c.note("Update", "role mining settings", "", "")
	}
	return object{"config": t.miningConfig()}, nil
}
