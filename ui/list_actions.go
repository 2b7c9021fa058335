package ui

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

func (p *list) verb(id keymap.ID) (verb[anyRow], bool) {
	for _, v := range p.verbs {
		if v.name == id {
			return v, true
		}
	}
	return verb[anyRow]{}, false
}

// offers tells which of the pane's actions can run now.
func (p *list) offers() []offer {
	row, ok := p.grid.Cursor()
	var offers []offer
	for _, v := range p.verbs {
		spec := v.spec(p.env)
		o := offer{id: keymap.ID(spec.Name), title: spec.Title, able: true}
		o.why = p.whyNot(v, spec, row, ok)
		if o.why == "" && ok && !v.creates && p.grid.MarkCount() == 0 && p.pending(row) {
			o.why = errUnderWay.Error()
		}
		o.able = o.why == ""
		if o.able {
			o.why = p.env.whyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return append(offers, p.commandOffers()...)
}

// doing says what is being done to a record, "" for nothing.
func (p *list) doing(row anyRow) string {
	if p.target == nil || len(p.env.underWay) == 0 {
		return ""
	}
	return p.env.underWay.words(p.target(row))
}

// underWaySections are what is said of that above a record.
func underWaySections(doing string) []section {
	if doing == "" {
		return nil
	}
	return []section{{fields: []field{{value: "◌ " + doing, role: theme.Info, note: "There is no answer yet."}}}}
}

// pending reports whether a change of a record is under way.
func (p *list) pending(row anyRow) bool {
	return p.target != nil && len(p.env.underWay) > 0 && p.env.underWay.has(p.target(row))
}

// whyNot is why an action can't run now, on what is marked or else on the record under the cursor; "" when it can.
func (p *list) whyNot(v verb[anyRow], spec *action.Spec[anyRow], row anyRow, has bool) string {
	n, _ := p.grid.InRange() // its rows are marked before anything is done
	n = max(n, p.grid.MarkCount())
	switch {
	case p.env.client.ReadOnly() || n == 0 || v.creates:
		return p.whyNotOne(v, spec, row, has)
	case spec.Many:
		return ""
	}
	return fmt.Sprintf("%s marked, but this works on one %s at a time; %s clears the marks", areMarked(n), p.one, p.label("mark.clear"))
}

// whyNotOne is why an action can't run on one record, "" when it can.
func (p *list) whyNotOne(v verb[anyRow], spec *action.Spec[anyRow], row anyRow, has bool) string {
	switch {
	case p.env.client.ReadOnly():
		return lockedWhy
	case v.creates:
		return ""
	case !has:
		return "there is no " + p.one + " under the cursor"
	case p.whyNotUnseen(row) != "":
		return p.whyNotUnseen(row)
	case spec.Applies != nil:
		if ok, why := spec.Applies(row); !ok {
			return why
		}
	}
	return ""
}

// act runs an action on the record under the cursor, as it is at this key press.
func (p *list) act(v verb[anyRow]) tea.Cmd {
	row, has := p.grid.Cursor()
	spec := p.specOf(v)
	if why := p.whyNot(v, spec, row, has); why != "" {
		return p.refuse(why)
	}
	if spec.Many && p.grid.MarkCount() > 0 {
		return p.actOnMarked(v, spec)
	}
	if v.creates {
		row = p.noRow
	}
	return p.runOn(v, spec, row, nil)
}

func areMarked(n int) string { return draw.Count(int64(n)) + " " + are(n) }

// are is the verb for so many.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// theyAre speaks of so many of them.
func theyAre(n int) string {
	if n == 1 {
		return "it is"
	}
	return "they are"
}

// refuse says why what was asked for can't be done.
func (p *list) refuse(why string) tea.Cmd {
	return p.link.say(notice{toneInfo, saidWhy(p.one, why)})
}

// saidWhy is the sentence for a why: the record is called by what it is.
func saidWhy(one, why string) string {
	if rest, ok := strings.CutPrefix(why, "it "); ok {
		return "This " + one + " " + rest + "."
	}
	return capital(why) + "."
}

// runOn runs an action on one record, through its form where it has one.
func (p *list) runOn(v verb[anyRow], spec *action.Spec[anyRow], row anyRow, then func(action.Result) tea.Cmd) tea.Cmd {
	bind := func(d action.Draft) (*action.Plan, error) {
		plan, err := action.Bind(spec, p.target, d, row)
		return plan, sayPlainly(err)
	}
	ask := asking{pane: p.resource.name, intro: p.blindIntro(v, row), bind: bind, changed: func() string { return p.changedSince(row, v.creates) }, tells: p.tells(v, row), listed: p.listed(v, row), then: p.following(v, then)}
	ask.rebase = func(now any) (ok bool) {
		if ok = p.is(now); ok {
			row = now
		}
		return ok
	}
	if v.ways != nil {
		return p.chooseWay(v, spec.Title, row, ask)
	}
	if v.document != nil {
		return p.openDocument(v, row, ask)
	}
	plan, err := bind(action.Draft{})
	if err != nil {
		return p.link.say(notice{toneBad, capital(err.Error()) + "."})
	}
	plan.Steps[0].Seen = p.readAt[p.key(row)]
	if plan.Danger == action.Free {
		return p.link.start(ask.start(plan))
	}
	asked, learn := p.learning(v, row, ask.start(plan))
	return tea.Batch(p.link.start(asked), learn, p.readRecord())
}

// actOnMarked runs an action on all marked records, also those that the filter hides; the dialog says so.
func (p *list) actOnMarked(v verb[anyRow], spec *action.Spec[anyRow]) tea.Cmd {
	var targets []anyRow
	var done []anyKey // what needs nothing done keeps no mark once the rest is under way
	var out []action.Result
	left := map[string]int{}
	leave := func(row anyRow, why string) {
		left[why]++
		out = append(out, action.Result{Step: action.Step{Target: p.target(row)}, Err: leftOut(why)})
	}
	for _, row := range p.grid.Marked() {
		if p.whyNotUnseen(row) != "" {
			leave(row, "it was not read yet")
			continue
		}
		if spec.Applies != nil {
			if ok, why := spec.Applies(row); !ok {
				leave(row, why)
				done = append(done, p.key(row))
				continue
			}
		}
		targets = append(targets, row)
	}
	if len(targets) == 0 {
		return p.word("Nothing to do for the marked " + p.plural() + ": " + eachOf(left) + ".")
	}
	plan, err := action.Bind(spec, p.target, action.Draft{}, targets...)
	if err != nil {
		return p.link.say(notice{toneBad, capital(sayPlainly(err).Error()) + "."})
	}
	for i, row := range targets {
		plan.Steps[i].Seen = p.readAt[p.key(row)]
	}
	for _, why := range slices.Sorted(maps.Keys(left)) {
		plan.Left = append(plan.Left, fmt.Sprintf("%s left out (%s).", count(int64(left[why]), p.one), ofEach(why, left[why])))
	}
	intro := strings.Join(nonEmpty(p.outOfView(), p.blindIntro(v, targets...), valuesNow(spec, targets)), " ")
	changed := func() string { return p.changedAmong(targets) }
	begun := func() {
		for _, key := range done {
			p.grid.Unmark(key)
		}
	}
	return p.link.start(started{pane: p.resource.name, plan: plan, intro: intro, changed: changed, begun: begun, leftOut: out})
}

// valuesNow counts what the records of a batch have now of what the action changes, where they differ: a decision that was made about some
// of them is seen before it is replaced. It is "" where all are the same, or nobody could read the counts.
func valuesNow(spec *action.Spec[anyRow], targets []anyRow) string {
	const most = 6 // values that are still a summary
	if spec.Sets == nil {
		return ""
	}
	counts := map[string]int{}
	name := ""
	for _, row := range targets {
		if values := spec.Sets(row, action.Draft{}); len(values) == 1 {
			name = values[0].Name
			counts[values[0].Is]++
		}
	}
	if len(counts) < 2 || len(counts) > most {
		return ""
	}
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = draw.Count(int64(counts[value])) + " " + value
	}
	return name + " now: " + strings.Join(parts, ", ") + "."
}

// outOfView tells how many of the marked records can't be seen, and why.
func (p *list) outOfView() string {
	var parts []string
	absent := p.grid.AbsentMarks()
	if n := p.grid.HiddenMarks() - absent; n > 0 {
		parts = append(parts, fmt.Sprintf("%s of the marked %s hidden by the filter; %s included.", draw.Count(int64(n)), p.plural()+" "+are(n), theyAre(n)))
	}
	if absent > 0 {
		parts = append(parts, fmt.Sprintf("%s of the marked %s not loaded at the moment; %s included.", draw.Count(int64(absent)), p.plural()+" "+are(absent), theyAre(absent)))
	}
	return strings.Join(parts, " ")
}

// ofEach makes what is said of one record a sentence about several: "it is dismissed" is "each is dismissed" then.
func ofEach(why string, n int) string {
	if rest, ok := strings.CutPrefix(why, "it "); ok && n > 1 {
		return "each " + rest
	}
	return why
}

// eachOf says why records are left out, with how many where the reasons differ.
func eachOf(reasons map[string]int) string {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		n := reasons[why]
		if len(reasons) == 1 {
			return ofEach(why, n)
		}
		parts = append(parts, fmt.Sprintf("of %s, %s", draw.Count(int64(n)), ofEach(why, n)))
	}
	return strings.Join(parts, "; ")
}

// changedAmong counts the records of a batch that are not what they were when the key was pressed.
func (p *list) changedAmong(targets []anyRow) string {
	n := 0
	for _, before := range targets {
		if now, ok := p.grid.Row(p.key(before)); ok && differs(p.raw(before), p.raw(now)) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s changed since you pressed the key. Close this and look again.", count(int64(n), p.one))
}

// preview is the request that an action would send for the record under the cursor.
func (p *list) preview(id keymap.ID) (string, error) {
	row, has := p.grid.Cursor()
	if v, ok := p.verb(id); ok {
		if why := p.whyNot(v, v.spec(p.env), row, has); why != "" {
			return "", errors.New(why)
		}
	}
	return p.previewOn(id, row, has)
}

// previewOn is the request that an action would send for a record.
func (p *list) previewOn(id keymap.ID, row anyRow, has bool) (string, error) {
	v, ok := p.verb(id)
	if !ok {
		return "", fmt.Errorf("there is no request to show")
	}
	spec := p.specOf(v)
	if why := p.whyNotOne(v, spec, row, has); why != "" {
		return "", errors.New(why)
	}
	if v.ways != nil {
		return "", fmt.Errorf("the request depends on what is chosen; %s in the menu shows it", p.label("picker.request"))
	}
	if v.document != nil {
		return "", fmt.Errorf("the request depends on the form; %s in the form shows it", p.label("form.request"))
	}
	plan, err := action.Bind(spec, p.target, action.Draft{}, row)
	if err != nil {
		return "", err
	}
	return requestText(p.env.client, plan.Steps[0].Request), nil
}

// changedSince tells what the list knows of a record that it didn't know when the key was pressed.
func (p *list) changedSince(before anyRow, creates bool) string {
	if creates {
		return ""
	}
	now, ok := p.grid.Row(p.key(before))
	if !ok {
		return "This " + p.one + " has gone from the list since you pressed the key."
	}
	if differs(p.raw(before), p.raw(now)) {
		return "This " + p.one + " has changed since you pressed the key. Close this and look again."
	}
	return ""
}

// tookResult paints what is true now; a failed action changes no row.
func (p *list) tookResult(r action.Result) tea.Cmd {
	before := r.Step.Before
	if !p.is(before) {
		return nil
	}
	if r.Gone {
		p.settle(before, before, true)
		p.grid.Remove(p.key(before))
		p.detail.dirty = true
		return tea.Batch(p.arrange(), p.forgetOpened(before))
	}
	now := r.Now
	if !p.is(now) {
		if worked(r) {
			p.grid.Unmark(p.key(before))
		}
		return nil
	}
	p.detail.dirty = true
	learnt := p.learntByHand(before, now)
	if isDone(r) {
		p.grid.Unmark(p.key(before))
	}
	p.settle(before, now, false)
	if p.grid.Put(now) {
		return tea.Batch(p.arrange(), learnt)
	}
	if r.Outcome == action.Worked && p.key(before) == p.noKey { // it was made by the action; another list must not grow by a record
		p.grid.Append([]anyRow{now})
		p.grid.Select(p.key(now))
		return p.arrange()
	}
	return learnt
}

// sayPlainly turns the errors that a person can cause into sentences.
func sayPlainly(err error) error {
	switch {
	case errors.Is(err, api.ErrNothingChanged):
		return err
	case errors.Is(err, api.ErrEmptyID):
		return fmt.Errorf("the record has no id, so nothing can be sent for it: %w", err)
	}
	return err
}
