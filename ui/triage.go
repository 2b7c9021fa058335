package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
)

// triage shows one card of a list at a time. The list under it keeps loading, and its cursor goes along; decisions run behind the next
// card.
type triage struct {
	list    *list
	card    card[anyRow]
	pile    pile[anyKey]
	seen    map[anyKey]anyRow // the cards as the list showed them last: a refreshed list may not have all of them loaded
	gone    map[anyKey]bool   // the tenant doesn't have it any more
	passed  map[anyKey]bool   // not shown because somebody decided about them elsewhere
	leftOut []anyKey          // those of them that nothing was said about yet
	inView  *anyKey           // the card that was shown last: whatever the tenant says of it, it stays until the person goes on
	asked   *anyKey           // the card in view, once it was read again because it was old
	wanted  *anyRow           // the card that was in view before the list was narrowed otherwise, until it is found again
	order   int               // 0: the list's own
	made    showing           // what the list was narrowed to when the pile was made
	looked  glance
	visible bool
	pace    pace
	body    detail
	w, h    int
}

// pace is how long the cards were looked at.
type pace struct {
	spent time.Duration
	since time.Time // zero while the cards are left
}

func (p *pace) begin(now time.Time) { p.since = now }

func (p *pace) pause(now time.Time) {
	p.spent, p.since = p.total(now), time.Time{}
}

func (p *pace) total(now time.Time) time.Duration {
	if p.since.IsZero() {
		return p.spent
	}
	return p.spent + now.Sub(p.since)
}

// newTriage makes the pile of a list that declares cards.
func newTriage(p *list) follower {
	return &triage{list: p, card: *p.cards, pile: newPile[anyKey](), seen: map[anyKey]anyRow{}, gone: map[anyKey]bool{}, passed: map[anyKey]bool{}}
}

func (t *triage) inFront() bool { return t.visible }

func (t *triage) left(key anyKey) { t.gone[key] = true }

func (t *triage) name() string            { return t.list.resource.name + "/triage" }
func (t *triage) title() string           { return "Triage" }
func (t *triage) holds(string) bool       { return false }
func (t *triage) count() string           { return "" }
func (t *triage) typing() bool            { return false }
func (t *triage) input(tea.Msg) tea.Cmd   { return nil }
func (t *triage) cursor() *tea.Cursor     { return nil }
func (t *triage) click(int, int) tea.Cmd  { return nil }
func (t *triage) walking() bool           { return t.list.walking() }
func (t *triage) trouble() string         { return t.list.trouble() }
func (t *triage) receive(msg any) tea.Cmd { return t.list.receive(msg) }
func (t *triage) scopes() []keymap.Scope  { return keymap.Chain(keymap.ScopeTriage) }
func (t *triage) wheel(delta int) tea.Cmd { t.body.scroll(3 * delta); return nil }

func (t *triage) inner() pane { return t.list }

// enter lets the list load on: its pages are the pile.
func (t *triage) enter() tea.Cmd {
	t.visible, t.list.visible = true, true
	t.pace.begin(t.list.env.Now())
	return t.begin()
}

// begin makes the pile of what the list shows now, and asks for more of what is to be judged.
func (t *triage) begin() tea.Cmd {
	if now := (showing{t.list.query, t.list.find.text, t.list.grid.Sort()}); !t.made.same(now) {
		t.restart(now)
	}
	return tea.Batch(t.list.lookAhead(), t.sync(), t.list.more())
}

// openView makes another pile, of what a view of the list shows.
func (t *triage) openView(v view) tea.Cmd { return tea.Batch(t.list.openView(v), t.begin()) }

func (t *triage) views() []view { return t.list.views() }

func (t *triage) leave() {
	t.visible = false
	t.pace.pause(t.list.env.Now())
	t.list.leave()
}

// keepsOnBack: trouble has to be read before the pile is left; whatever else is said goes with it.
func (t *triage) keepsOnBack(grave bool) bool { return grave }

// judge runs an action on the card in view. One that asks for nothing runs behind the next card, which is drawn at once.
func (t *triage) judge(id keymap.ID) tea.Cmd {
	v, has := t.list.verb(id)
	row, ok := t.current()
	if !has || !ok {
		return t.list.word("There is no card to decide. " + t.list.label("back") + " goes back to the list.")
	}
	spec := t.list.specOf(v)
	if why := t.closedWords(row); why != "" {
		return t.list.word(why + " " + t.list.label("triage.skip") + " goes on.")
	}
	if why := t.list.whyNotOne(v, spec, row, true); why != "" {
		return t.list.refuse(why)
	}
	if n := t.unread(row); n > 0 && t.card.weighty[id] {
		return t.list.word(fmt.Sprintf("Not done yet: %s to read below first. %s shows more.", count(int64(n), "line"), t.list.label("detail.page.down")))
	}
	t.list.link.unsay(t.list.one)
	key := t.list.key(row)
	ended := func(r action.Result) tea.Cmd { return t.took(key, spec, r) }
	if v.document != nil {
		return t.list.runOn(v, spec, row, ended)
	}
	plan, err := action.Bind(spec, t.list.target, action.Draft{}, row)
	if err != nil {
		return t.list.link.say(notice{toneBad, capital(sayPlainly(err).Error()) + "."})
	}
	plan.Steps[0].Seen, plan.Steps[0].Anyway = t.list.readAt[key], t.pile.judged[key].unread
	s := started{pane: t.list.resource.name, plan: plan, quiet: true, returns: true, then: ended}
	if plan.Danger != action.Free {
		return t.list.link.start(s)
	}
	t.pile.judged[key] = judged{done: spec.Done}
	delete(t.pile.skipped, key)
	next := t.goOn()
	return tea.Batch(t.list.link.start(s), next)
}

// decidedElsewhere takes a decision back that was not sent, because somebody else was faster.
func (t *triage) decidedElsewhere(key anyKey, row anyRow) tea.Cmd {
	delete(t.pile.judged, key)
	t.passed[key] = true
	t.seen[key] = row
	t.looked = glance{}
	return t.sync()
}

// goOn shows the next card.
func (t *triage) goOn() tea.Cmd {
	t.pile.at++
	t.wanted = nil
	t.settle()
	return tea.Batch(t.sayLeftOut(), t.feed(), t.look())
}

// took notes what came of a decision. A card whose action didn't work comes back at the end, with the reason.
func (t *triage) took(key anyKey, spec *action.Spec[anyRow], r action.Result) tea.Cmd {
	came := outcomeOf(r)
	if _, decided := t.pile.judged[key]; !decided && (came == refused || came == notSentAtAll) {
		return nil // it was asked about or filled in with the card in view, and still is
	}
	row, there := t.list.grid.Row(key)
	if isChanged(r) && (r.Gone || there && !t.card.pending(row)) {
		return t.decidedElsewhere(key, row)
	}
	j := judged{done: spec.Done, came: came, step: r.Step, shown: there && !t.card.pending(row)}
	if came != carriedOut {
		j.why = resultWords(&action.Plan{Title: spec.Title, Done: spec.Done}, r, lookedAgain(r, "")).text
		if j.unread = notSent(r) != ""; j.unread {
			j.why = notSent(r) + " What you decide now is sent anyway."
		}
	}
	t.pile.judged[key] = j
	if came != carriedOut {
		t.pile.comeAgain(key)
	}
	t.looked = glance{}
	return t.sync()
}
