package triage

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/ui/draw"
	"gatehouse/ui/families"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// kin are the families of a pile, while it has one card a family: that of its best.
type kin struct {
	on     bool
	serial uint64 // of the grouping asked for last
	busy   bool   // it is under way
	best   map[host.AnyKey]host.AnyKey
	rest   map[host.AnyKey][]host.AnyKey // by the best
	closed map[host.AnyKey]bool          // the family was judged
}

func (k *kin) clear() {
	k.serial++
	k.busy = false
	k.best, k.rest, k.closed = map[host.AnyKey]host.AnyKey{}, map[host.AnyKey][]host.AnyKey{}, map[host.AnyKey]bool{}
}

// heads reports whether a card stands for a family, if it has nobody else.
func (k *kin) heads(key host.AnyKey) bool { _, ok := k.rest[key]; return ok }

// knows reports whether something was grouped already.
func (k *kin) knows(key host.AnyKey) bool {
	_, member := k.best[key]
	return member || k.heads(key) || k.closed[key]
}

// markJudged notes that a family was judged, or that it is to be judged after all.
func (k *kin) markJudged(best host.AnyKey, judged bool) {
	for _, key := range append([]host.AnyKey{best}, k.rest[best]...) {
		if judged {
			k.closed[key] = true
		} else {
			delete(k.closed, key)
		}
	}
}

// grouped brings families, each with its best first.
type grouped struct {
	serial uint64
	all    [][]host.AnyKey
}

// toggleFamilies makes a pile with one card a family, or one with a card for each.
func (t *Pane) toggleFamilies() tea.Cmd {
	if t.card.Kin == nil {
		return t.List.Word("These don't come in families.")
	}
	t.List.Host.Unsay(t.List.One)
	t.setFamilies(!t.kin.on)
	return t.Sync()
}

// setFamilies begins a pile of the other kind.
func (t *Pane) setFamilies(on bool) {
	t.kin.on = on
	t.restart(t.made)
	if on {
		t.wanted = nil // its family may have another card
	}
}

// group looks for families among what the list shows and hasn't been judged, beside the update loop. Cards that were shown stay the best of
// theirs, whatever has come since.
func (t *Pane) group() tea.Cmd {
	if !t.kin.on || t.kin.busy {
		return nil
	}
	rows, shown := t.undecided()
	if len(rows) == 0 {
		return nil
	}
	t.kin.serial++
	t.kin.busy = true
	serial, find := t.kin.serial, t.finding(rows, shown)
	return func() tea.Msg {
		return host.Addressed{Session: t.List.Host.Session(), Pane: t.Name(), Msg: grouped{serial: serial, all: find()}}
	}
}

// undecided are the rows that the list shows and nobody has judged, and the places of those among them that had a card in this pile.
func (t *Pane) undecided() (rows []host.AnyRow, shown map[host.AnyKey]int) {
	shown = map[host.AnyKey]int{}
	for i, key := range t.Pile.cards[:min(len(t.Pile.cards), t.Pile.At+1)] {
		shown[key] = i + 1
	}
	for row := range t.List.Grid.EachShown() {
		if key := t.List.Key(row); t.card.Pending(row) && !t.kin.closed[key] && !t.List.Grid.Similar() {
			rows = append(rows, row)
		}
	}
	return rows, shown
}

// finding looks for the families among rows, each with its best first. It may run beside the update loop, and sorts the rows.
func (t *Pane) finding(rows []host.AnyRow, shown map[host.AnyKey]int) func() [][]host.AnyKey {
	key, declared, least := t.List.Key, t.card.Kin, t.overlap()
	return func() (all [][]host.AnyKey) {
		slices.SortStableFunc(rows, func(a, b host.AnyRow) int {
			first, second := shown[key(a)], shown[key(b)]
			switch {
			case first > 0 && second > 0:
				return first - second
			case first > 0:
				return -1
			case second > 0:
				return 1
			}
			return declared.Better(a, b)
		})
		items := make([]families.Item, len(rows))
		for i, row := range rows {
			items[i] = declared.Of(row)
		}
		for _, f := range families.Group(items, least) {
			keys := []host.AnyKey{key(rows[f.Best])}
			for _, i := range f.Rest {
				keys = append(keys, key(rows[i]))
			}
			all = append(all, keys)
		}
		return all
	}
}

// overlap is how much two have to overlap to be of a family.
func (t *Pane) overlap() float64 { return float64(t.List.Env.FamilyOverlap) / 100 }

// handleGroups takes the families. Cards to come that have got a better one leave the pile.
func (t *Pane) handleGroups(msg grouped) tea.Cmd {
	if msg.serial != t.kin.serial || !t.kin.on {
		return nil
	}
	t.kin.busy = false
	kept := map[host.AnyKey][]host.AnyKey{}
	for key, rest := range t.kin.rest {
		if t.kin.closed[key] {
			kept[key] = rest
		}
	}
	t.kin.rest = kept
	clear(t.kin.best)
	for _, keys := range msg.all {
		if t.kin.closed[keys[0]] {
			continue // it was judged while they were looked for
		}
		t.kin.rest[keys[0]] = slices.DeleteFunc(keys[1:], func(key host.AnyKey) bool { return t.kin.closed[key] })
		for _, key := range keys[1:] {
			t.kin.best[key] = keys[0]
		}
	}
	for i := len(t.Pile.cards) - 1; i > t.Pile.At; i-- {
		if key := t.Pile.cards[i]; !t.kin.heads(key) && !t.Pile.comesAgain(key) {
			t.Pile.cards = slices.Delete(t.Pile.cards, i, i+1)
			delete(t.seen, key)
		}
	}
	t.looked = glance{}
	return t.Sync()
}

// restOf are the others of a card's family that are still to be judged.
func (t *Pane) restOf(best host.AnyKey) (rows []host.AnyRow) {
	for _, key := range t.kin.rest[best] {
		if row, ok := t.List.Grid.Row(key); ok && t.card.Pending(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// family puts what a family shares and where it differs below the head of its card.
func (t *Pane) family(row host.AnyRow, sections []widget.Section) []widget.Section {
	if !t.kin.on || len(sections) == 0 {
		return sections
	}
	rest := t.restOf(t.List.Key(row))
	if len(rest) == 0 {
		return sections
	}
	return slices.Insert(slices.Clone(sections), 1, t.card.Kin.Draw(row, rest, t.List.Env)...)
}

// offerRest asks whether the others of a family are to be dismissed, too. It can be confirmed once it is known that the best was judged.
func (t *Pane) offerRest(best host.AnyRow) tea.Cmd {
	key := t.List.Key(best)
	if !t.kin.on || t.kin.closed[key] {
		return nil
	}
	rest := t.restOf(key)
	t.kin.markJudged(key, true)
	v, has := t.List.Verb(t.card.Kin.Rest)
	if !has || !t.visible {
		return nil
	}
	spec := t.List.SpecOf(v)
	rest = slices.DeleteFunc(rest, func(row host.AnyRow) bool { return t.List.Pending(row) || !t.List.WhyNotOne(v, spec, row, true).None() })
	if len(rest) == 0 {
		return nil
	}
	plan, err := action.Bind(spec, t.List.Target, action.Draft{}, rest...)
	if err != nil {
		return t.List.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(host.SayPlainly(err).Error()) + "."})
	}
	plan.Danger = max(plan.Danger, action.Confirm)
	keys := map[string]host.AnyKey{}
	for i, row := range rest {
		keys[plan.Steps[i].Target.ID] = t.List.Key(row)
		plan.Steps[i].Seen = t.List.ReadAt[t.List.Key(row)]
	}
	return t.List.Host.Start(host.Request{Pane: t.List.Resource.Name, Plan: plan, Unmarked: true, Returns: true,
		Title:   fmt.Sprintf("%s the other %s of the family", spec.Title, others(len(rest))),
		Intro:   fmt.Sprintf("They overlap with “%s” by %d%% or more.", t.nameOf(best), t.List.Env.FamilyOverlap),
		Changed: func() string { return t.whyNotYet(key, best) },
		Begun: func() {
			for _, row := range rest {
				t.Pile.judged[t.List.Key(row)] = judged{done: spec.Done}
			}
		},
		Then: func(r action.Result) tea.Cmd {
			key := keys[r.Step.Target.ID]
			if outcomeOf(r) != carriedOut {
				t.kin.rest[key] = nil // it has a card of its own now
			}
			return t.Handle(key, spec, r)
		}})
}

func others(n int) string {
	if n == 1 {
		return "one"
	}
	return draw.Count(int64(n))
}

// whyNotYet is why the rest of a family can't be dismissed: nobody knows that its best was judged.
func (t *Pane) whyNotYet(key host.AnyKey, best host.AnyRow) string {
	switch j, decided := t.Pile.judged[key]; {
	case !decided || j.came == carriedOut:
		return ""
	case j.came == onTheWay:
		return "“" + t.nameOf(best) + "” has no answer yet; wait for that first."
	}
	return "“" + t.nameOf(best) + "” was not judged after all, so the rest of its family stays."
}
