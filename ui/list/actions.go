package list

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Freely is an action that undoes another one, without a question: doing that one again undoes it.
func Freely[T any](spec *action.Spec[T]) *action.Spec[T] {
	spec.Danger, spec.Loses = nil, nil
	return spec
}

func (p *Pane) Verb(id keymap.ID) (Verb[host.AnyRow], bool) {
	for _, v := range p.Verbs {
		if v.name == id {
			return v, true
		}
	}
	return Verb[host.AnyRow]{}, false
}

// Offers tells which of the pane's actions can run now.
func (p *Pane) Offers() []host.Offer {
	row, ok := p.Grid.Cursor()
	offers := make([]host.Offer, 0, len(p.Verbs)+len(p.Own))
	for _, v := range p.Verbs {
		spec := v.Outline(p.Env)
		o := host.Offer{ID: keymap.ID(spec.Name), Title: spec.Title, Why: p.whyNot(v, spec, row, ok)}
		if o.Why.None() && ok && !v.Creates && p.Grid.MarkCount() == 0 && p.Pending(row) {
			o.Why = action.Because(host.ErrUnderWay.Error())
		}
		if o.Able = o.Why.None(); o.Able {
			o.Why = p.Env.WhyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return p.withCommands(offers)
}

// Doing says what is being done to a record, "" for nothing.
func (p *Pane) Doing(row host.AnyRow) string {
	if p.Target == nil || len(p.Env.UnderWay) == 0 {
		return ""
	}
	return p.Env.UnderWay.Words(p.Target(row))
}

// Pending reports whether a change of a record is under way.
func (p *Pane) Pending(row host.AnyRow) bool {
	return p.Target != nil && len(p.Env.UnderWay) > 0 && p.Env.UnderWay.Has(p.Target(row))
}

// whyNot is why an action can't run now, on what is marked or else on the record under the cursor.
func (p *Pane) whyNot(v Verb[host.AnyRow], spec *action.Spec[host.AnyRow], row host.AnyRow, has bool) action.Why {
	n, _ := p.Grid.InRange() // its rows are marked before anything is done
	n = max(n, p.Grid.MarkCount())
	switch {
	case p.Env.Client.ReadOnly() || n == 0 || v.Creates:
		return p.WhyNotOne(v, spec, row, has)
	case spec.Many:
		return action.Why{}
	case n == 1 && p.Grid.HiddenMarks() == 0 && (p.onDetail || p.Grid.MarkCount() == 0 || p.Grid.MarkOnScreen()):
		row, has = p.subject(v, spec, row, has)
		return p.WhyNotOne(v, spec, row, has)
	case n == 1 && p.Grid.HiddenMarks() == 0:
		return action.Because(fmt.Sprintf("the marked %s isn't on the screen; %s clears the mark", p.One, p.Label("mark.clear")))
	}
	return action.Because(fmt.Sprintf("%s marked, but this works on one %s at a time; %s clears the marks", host.AreMarked(n), p.One,
		p.Label("mark.clear")))
}

// subject is the record that an action on one is about: the only one that is marked, where it is in view, or else that under the cursor.
func (p *Pane) subject(v Verb[host.AnyRow], spec *action.Spec[host.AnyRow], row host.AnyRow, has bool) (host.AnyRow, bool) {
	if spec.Many || v.Creates || p.onDetail || p.Grid.MarkCount() != 1 || p.Grid.HiddenMarks() > 0 {
		return row, has
	}
	return p.Grid.Marked()[0], true
}

// WhyNotOne is why an action can't run on one record.
func (p *Pane) WhyNotOne(v Verb[host.AnyRow], spec *action.Spec[host.AnyRow], row host.AnyRow, has bool) action.Why {
	switch {
	case p.Env.Client.ReadOnly():
		return action.ReadOnly()
	case v.Creates:
		return action.Why{}
	case !has:
		return noRecord(p.One)
	case !p.whyNotUnseen(row).None():
		return p.whyNotUnseen(row)
	case spec.Applies != nil:
		return spec.Applies(row)
	}
	return action.Why{}
}

// act runs an action on the record under the cursor, as it is at this key press.
func (p *Pane) act(v Verb[host.AnyRow]) tea.Cmd {
	row, has := p.Grid.Cursor()
	spec := p.SpecOf(v)
	if why := p.whyNot(v, spec, row, has); !why.None() {
		return p.Refuse(why, func() action.Why {
			row, has := p.Grid.Cursor()
			return p.whyNot(v, spec, row, has)
		})
	}
	if spec.Many && p.Grid.MarkCount() > 0 {
		return p.actOnMarked(v, spec)
	}
	row, _ = p.subject(v, spec, row, has)
	if v.Creates {
		row = p.NoRow
	}
	return p.RunOn(v, spec, row, nil)
}

// Refuse says why what was asked for can't be done. It goes as soon as it could be, or with the record: now tells why it can't be then.
func (p *Pane) Refuse(why action.Why, now func() action.Why) tea.Cmd {
	key, _ := p.Grid.CursorKey()
	return p.WordWhile(func() bool {
		at, _ := p.Grid.CursorKey()
		return at == key && now() == why
	}, why.Of(p.One))
}

// RunOn runs an action on one record, through its form where it has one.
func (p *Pane) RunOn(v Verb[host.AnyRow], spec *action.Spec[host.AnyRow], row host.AnyRow, then func(action.Result) tea.Cmd) tea.Cmd {
	bind := func(d action.Draft) (*action.Plan, error) {
		plan, err := action.Bind(spec, p.Target, d, row)
		return plan, host.SayPlainly(err)
	}
	ask := asking{pane: p.Resource.Name, intro: p.blindIntro(v, row), bind: bind,
		changed: func() string { return p.changedSince(row, v.Creates) }, facts: p.facts(v, row), listed: p.listed(v, row), then: p.following(v,
			then)}
	ask.rebase = func(now any) (ok bool) {
		if ok = p.is(now); ok {
			row = now
		}
		return ok
	}
	if v.Ways != nil {
		return p.chooseWay(v, spec.Title, row, ask)
	}
	if v.Document != nil {
		return p.openDocument(v, row, ask)
	}
	plan, err := bind(action.Draft{})
	if err != nil {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
	}
	plan.Steps[0].Seen = p.ReadAt[p.Key(row)]
	if plan.Danger == action.Free {
		return p.Host.Start(ask.start(plan))
	}
	asked, read := p.readLosses(v, row, ask.start(plan))
	return tea.Batch(p.Host.Start(asked), read, p.readRecord())
}

// actOnMarked runs an action on all marked records, also those that the filter hides; the dialog says so.
func (p *Pane) actOnMarked(v Verb[host.AnyRow], spec *action.Spec[host.AnyRow]) tea.Cmd {
	var targets []host.AnyRow
	var done []host.AnyKey // what needs nothing done keeps no mark once the rest is under way
	var out []action.Result
	left := map[action.Why]int{}
	leave := func(row host.AnyRow, why action.Why) {
		left[why]++
		out = append(out, action.Result{Step: action.Step{Target: p.Target(row)}, Err: host.LeftOut(why.String())})
	}
	for _, row := range p.Grid.Marked() {
		if !p.whyNotUnseen(row).None() {
			leave(row, action.WhyIt("was not read yet"))
			continue
		}
		if spec.Applies != nil {
			if why := spec.Applies(row); !why.None() {
				leave(row, why)
				done = append(done, p.Key(row))
				continue
			}
		}
		targets = append(targets, row)
	}
	if len(targets) == 0 {
		return p.Word("Nothing to do for the marked " + p.Plural() + ": " + host.EachOf(left) + ".")
	}
	plan, err := action.Bind(spec, p.Target, action.Draft{}, targets...)
	if err != nil {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(host.SayPlainly(err).Error()) + "."})
	}
	for i, row := range targets {
		plan.Steps[i].Seen = p.ReadAt[p.Key(row)]
	}
	for _, why := range host.InOrder(left) {
		plan.Left = append(plan.Left, fmt.Sprintf("%s left out (%s).", widget.Count(int64(left[why]), p.One), why.Each(left[why])))
	}
	if len(targets) == 1 && !p.Grid.Shows(p.Key(targets[0]), p.onDetail) { // whose record it is can't be seen but in a dialog
		plan.Danger = max(plan.Danger, action.Confirm)
	}
	absent := p.Grid.AbsentMarks()
	hidden := host.OutOfView(p.Grid.HiddenMarks()-absent, absent, p.Plural())
	intro := strings.Join(widget.NonEmpty(hidden, p.blindIntro(v, targets...), host.ValuesNow(spec, targets)), " ")
	changed := func() string { return p.changedAmong(targets) }
	begun := func() {
		for _, key := range done {
			p.Grid.Unmark(key)
		}
	}
	ask := host.Request{Pane: p.Resource.Name, Plan: plan, Intro: intro, Changed: changed, Begun: begun, LeftOut: out}
	if v.Sums != nil && len(targets) > 1 {
		ask.Sum = v.Sums(targets, p.Env)
	}
	return p.Host.Start(ask)
}

// changedAmong counts the records of a batch that are not what they were when the key was pressed.
func (p *Pane) changedAmong(targets []host.AnyRow) string {
	n := 0
	for _, before := range targets {
		if now, ok := p.Grid.Row(p.Key(before)); ok && widget.Differs(p.Raw(before), p.Raw(now)) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s changed since you pressed the key. Close this and look again.", widget.Count(int64(n), p.One))
}

// Preview is the request that an action would send for the record under the cursor.
func (p *Pane) Preview(id keymap.ID) (string, error) {
	row, has := p.Grid.Cursor()
	if v, ok := p.Verb(id); ok {
		if why := p.whyNot(v, v.Outline(p.Env), row, has); !why.None() {
			return "", errors.New(why.String())
		}
		row, has = p.subject(v, v.Outline(p.Env), row, has)
	}
	return p.PreviewOn(id, row, has)
}

// PreviewOn is the request that an action would send for a record.
func (p *Pane) PreviewOn(id keymap.ID, row host.AnyRow, has bool) (string, error) {
	v, ok := p.Verb(id)
	if !ok {
		return "", fmt.Errorf("there is no request to show")
	}
	spec := p.SpecOf(v)
	if why := p.WhyNotOne(v, spec, row, has); !why.None() {
		return "", errors.New(why.String())
	}
	if v.Ways != nil {
		return "", fmt.Errorf("the request depends on what is chosen; %s in the menu shows it", p.Label("picker.request"))
	}
	if v.Document != nil {
		return "", fmt.Errorf("the request depends on the form; %s in the form shows it", p.Label("form.request"))
	}
	plan, err := action.Bind(spec, p.Target, action.Draft{}, row)
	if err != nil {
		return "", err
	}
	return host.RequestText(p.Env.Client, plan.Steps[0].Request), nil
}

// changedSince tells what the list knows of a record that it didn't know when the key was pressed.
func (p *Pane) changedSince(before host.AnyRow, creates bool) string {
	if creates {
		return ""
	}
	now, ok := p.Grid.Row(p.Key(before))
	if !ok {
		return "This " + p.One + " has gone from the list since you pressed the key."
	}
	if widget.Differs(p.Raw(before), p.Raw(now)) {
		return "This " + p.One + " has changed since you pressed the key. Close this and look again."
	}
	return ""
}

// handleResult paints what is true now; a failed action changes no row.
func (p *Pane) handleResult(r action.Result) tea.Cmd {
	before := r.Step.Before
	if !p.is(before) {
		return nil
	}
	if r.Gone {
		p.noteReadAt(p.Changed.Keep(before, before, true))
		p.Grid.Remove(p.Key(before))
		p.Detail.Dirty = true
		return tea.Batch(p.Arrange(), p.forgetOpened(before))
	}
	now := r.Now
	if !p.is(now) {
		if host.Worked(r) {
			p.Grid.Unmark(p.Key(before))
		}
		return nil
	}
	p.Detail.Dirty = true
	learnt := p.keepFromResult(before, now)
	if host.IsDone(r) {
		p.Grid.Unmark(p.Key(before))
	}
	p.noteReadAt(p.Changed.Keep(before, now, false))
	if p.Grid.Put(now) {
		return tea.Batch(p.Arrange(), learnt)
	}
	if r.Outcome == action.Worked && p.Key(before) == p.NoKey { // it was made by the action; another list must not grow by a record
		p.Grid.Append([]host.AnyRow{now})
		p.Grid.Select(p.Key(now))
		return p.Arrange()
	}
	return learnt
}
