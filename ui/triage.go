package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
)

// card declares how records of a list are judged one at a time.
type card[T any] struct {
	open    keymap.ID               // the binding that opens the view
	pending func(T) bool            // still to be judged
	stands  func(T) string          // what was decided about one that isn't pending, in a word
	draw    func(T, *env) []section // drawn to be judged in two seconds
	verbs   map[keymap.ID]keymap.ID // what a key of the view does: the pane's action
	orders  []order[T]              // ways to sort the pile; the list's own order comes first
}

// order is a way to sort a pile.
type order[T any] struct {
	title   string
	compare func(e *env, a, b T) int
}

// judged is what was decided about a card.
type judged struct {
	done   string // the action's word: "Accepted"
	ended  bool
	worked bool
	shown  bool   // the list has shown it so
	why    string // why it failed
}

// triage shows one card of a list at a time. The list under it keeps loading; decisions run behind the next card.
type triage[K comparable, T any] struct {
	list    *list[K, T]
	card    card[T]
	pile    []K
	seen    map[K]T // the cards as the list showed them last: a refreshed list may not have all of them loaded
	at      int
	inView  K // the card that was shown last: whatever the tenant says of it, it stays until the person goes on
	judged  map[K]judged
	skipped map[K]bool
	gone    map[K]bool // the tenant doesn't have it any more
	passed  map[K]bool // not shown because somebody decided about them elsewhere
	order   int        // 0: the list's own
	query   query
	filter  string // what the list was narrowed to when the pile was made
	began   time.Time
	body    detail
	w, h    int
}

// openTriage comes back to the pile where it was left, or makes it.
func (p *list[K, T]) openTriage() tea.Cmd {
	if p.triage == nil {
		p.triage = &triage[K, T]{list: p, card: *p.cards, seen: map[K]T{}, judged: map[K]judged{},
			skipped: map[K]bool{}, gone: map[K]bool{}, passed: map[K]bool{}, began: p.env.Now()}
	}
	return p.link.push(p.triage)
}

func (t *triage[K, T]) name() string            { return t.list.resource.name + "/triage" }
func (t *triage[K, T]) title() string           { return "Triage" }
func (t *triage[K, T]) holds(string) bool       { return false }
func (t *triage[K, T]) count() string           { return "" }
func (t *triage[K, T]) typing() bool            { return false }
func (t *triage[K, T]) input(tea.Msg) tea.Cmd   { return nil }
func (t *triage[K, T]) cursor() *tea.Cursor     { return nil }
func (t *triage[K, T]) click(int, int) tea.Cmd  { return nil }
func (t *triage[K, T]) trouble() string         { return t.list.trouble() }
func (t *triage[K, T]) receive(msg any) tea.Cmd { return t.list.receive(msg) }
func (t *triage[K, T]) scopes() []keymap.Scope  { return keymap.Chain(keymap.ScopeTriage) }
func (t *triage[K, T]) wheel(delta int) tea.Cmd { t.body.scroll(3 * delta); return nil }

// enter lets the list load on: its pages are the pile.
func (t *triage[K, T]) enter() tea.Cmd {
	t.list.visible = true
	if !t.query.same(t.list.query) || t.filter != t.list.find.text {
		t.restart()
	}
	t.collect()
	t.settle()
	return tea.Batch(t.list.more(), t.feed())
}

func (t *triage[K, T]) leave() { t.list.leave() }

// keepsOnBack: what is said of a card doesn't cost the pile.
func (t *triage[K, T]) keepsOnBack() bool { return true }

func (t *triage[K, T]) do(id keymap.ID) (tea.Cmd, bool) {
	if verb, ok := t.card.verbs[id]; ok {
		return t.judge(verb), true
	}
	switch id {
	case "triage.skip":
		return t.skip(), true
	case "triage.back":
		return t.stepBack(), true
	case "triage.sort":
		return t.nextOrder(), true
	case "back", "detail.leave":
		return t.list.link.back(), true
	case "copy.id":
		if row, ok := t.current(); ok {
			return t.list.link.copy("the id", t.list.target(row).ID), true
		}
		return nil, true
	}
	return t.scrollBy(id)
}

func (t *triage[K, T]) scrollBy(id keymap.ID) (tea.Cmd, bool) {
	page := max(1, t.body.h-1)
	by := map[keymap.ID]int{"detail.down": 1, "detail.up": -1, "detail.page.down": page, "detail.page.up": -page,
		"detail.half.down": page / 2, "detail.half.up": -page / 2, "detail.top": -len(t.body.lines), "detail.bottom": len(t.body.lines)}
	n, ok := by[id]
	if ok {
		t.body.scroll(n)
	}
	return nil, ok
}

// judge runs an action on the card in view. One that asks for nothing runs behind the next card, which is drawn at once.
func (t *triage[K, T]) judge(id keymap.ID) tea.Cmd {
	row, ok := t.current()
	v, has := t.list.verb(id)
	if !ok || !has {
		return nil
	}
	spec := t.list.specOf(v)
	if why := t.closedWords(row); why != "" {
		return t.list.link.say(notice{toneInfo, why})
	}
	if why := t.list.whyNotOne(v, spec, row, true); why != "" {
		return t.list.link.say(notice{toneInfo, spec.Title + " is not possible: " + why + "."})
	}
	key := t.list.key(row)
	ended := func(r action.Result) tea.Cmd { return t.took(key, spec.Title, r) }
	if v.document != nil {
		return t.list.runOn(v, spec, row, func(r action.Result) tea.Cmd { t.mark(key, spec.Done, r); return ended(r) })
	}
	plan, err := action.Bind(spec, t.list.target, action.Draft{}, row)
	if err != nil {
		return t.list.link.say(notice{toneBad, capital(sayPlainly(err).Error()) + "."})
	}
	s := started{pane: t.list.resource.name, plan: plan, quiet: true, then: ended}
	if plan.Danger != action.Free {
		s.then = func(r action.Result) tea.Cmd { t.mark(key, spec.Done, r); return ended(r) }
		return t.list.link.start(s)
	}
	t.judged[key] = judged{done: spec.Done}
	delete(t.skipped, key)
	t.at++
	t.settle()
	return tea.Batch(t.list.link.start(s), t.feed())
}

func (t *triage[K, T]) mark(key K, done string, r action.Result) {
	if r.Outcome == action.Worked || r.Outcome == action.Accepted {
		t.judged[key] = judged{done: done}
	}
}

// took notes what came of a decision; a card whose action failed comes back at the end, with the reason.
func (t *triage[K, T]) took(key K, title string, r action.Result) tea.Cmd {
	j := t.judged[key]
	j.ended, j.worked = true, r.Outcome == action.Worked || r.Outcome == action.Accepted
	if j.worked {
		t.judged[key] = j
		t.noteShown(key)
		t.settle()
		return nil
	}
	j.why = resultNotice(&action.Plan{Title: title, Done: j.done}, r).text
	t.judged[key] = j
	if i := slices.Index(t.pile, key); i >= 0 {
		t.pile = slices.Delete(t.pile, i, i+1)
		if i < t.at {
			t.at--
		}
	}
	t.pile = append(t.pile, key)
	t.settle()
	return nil
}

func (t *triage[K, T]) skip() tea.Cmd {
	if t.at >= len(t.pile) {
		return nil
	}
	t.skipped[t.pile[t.at]] = true
	t.at++
	t.settle()
	return t.feed()
}

// stepBack shows the card before this one that is not judged.
func (t *triage[K, T]) stepBack() tea.Cmd {
	for i := min(t.at, len(t.pile)) - 1; i >= 0; i-- {
		if key := t.pile[i]; !t.isJudged(key) && t.isOpen(key) {
			t.at = i
			t.settle()
			return nil
		}
	}
	return t.list.link.say(notice{toneInfo, "Everything before this card is judged; " + t.list.label("undo") + " takes the last decision back."})
}

func (t *triage[K, T]) nextOrder() tea.Cmd {
	t.order = (t.order + 1) % (len(t.card.orders) + 1)
	word := "as the list is"
	if t.order > 0 {
		word = "by " + t.card.orders[t.order-1].title
	}
	t.sortRest()
	t.settle()
	return t.list.link.say(notice{toneInfo, "The cards to come are sorted " + word + "."})
}

func (t *triage[K, T]) hints() []keymap.ID {
	var ids []keymap.ID
	for _, id := range []keymap.ID{"triage.accept", "triage.dismiss", "triage.reject", "triage.match", "triage.create"} {
		if verb, ok := t.card.verbs[id]; ok {
			if _, has := t.list.verb(verb); has && !t.list.env.client.ReadOnly() {
				ids = append(ids, id)
			}
		}
	}
	return append(ids, "triage.skip", "triage.back", "triage.sort", "back")
}

func (t *triage[K, T]) offers() []offer { return t.list.offers() }

func (t *triage[K, T]) knows(id keymap.ID) bool {
	if verb, ok := t.card.verbs[id]; ok {
		_, has := t.list.verb(verb)
		return has
	}
	switch id {
	case "triage.skip", "triage.back", "triage.sort", "back", "detail.leave", "copy.id":
		return true
	}
	_, scrolls := t.scrollBy(id)
	return scrolls
}

func (t *triage[K, T]) preview(id keymap.ID) (string, error) { return t.list.preview(id) }
