package triage

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// Pane shows one card of a list at a time. The list under it keeps loading, and its cursor goes along; decisions run behind the next
// card.
type Pane struct {
	host.Base
	List    *list.Pane
	card    list.Card[host.AnyRow]
	Pile    pile[host.AnyKey]
	seen    map[host.AnyKey]host.AnyRow // the cards as the list showed them last: a refreshed list may not have all of them loaded
	gone    map[host.AnyKey]bool        // the tenant doesn't have it any more
	passed  map[host.AnyKey]bool        // not shown because somebody decided about them elsewhere
	leftOut []host.AnyKey               // those of them that nothing was said about yet
	inView  *host.AnyKey                // the card that was shown last: whatever the tenant says of it, it stays until the person goes on
	asked   *host.AnyKey                // the card in view, once it was read again because it was old
	wanted  *host.AnyRow                // the card that was in view before the list was narrowed otherwise, until it is found again
	chosen  bool                        // the pile was narrowed here: that a card has left it is no news
	order   int                         // 0: the list's own
	made    showing                     // what the list was narrowed to when the pile was made
	looked  glance
	visible bool
	begun   bool // its cards were shown
	ways    ways
	kin     kin
	// ungrouped: there is something that is in no family yet.
	ungrouped bool
	pace      pace
	strip     int // lines of the chart below the card
	body      widget.Detail
	laid      widget.Card // as the body shows it, without rows while that is raw
	w, h      int
	does      map[keymap.ID]func() tea.Cmd // bindings
}

// pace is how long the cards were looked at.
type pace struct {
	spent time.Duration
	since time.Time // zero while the cards are left
}

func (p *pace) Begin(now time.Time) { p.since = now }

func (p *pace) pause(now time.Time) {
	p.spent, p.since = p.total(now), time.Time{}
}

func (p *pace) total(now time.Time) time.Duration {
	if p.since.IsZero() {
		return p.spent
	}
	return p.spent + now.Sub(p.since)
}

// New makes the pile of a list that declares cards.
func New(p *list.Pane) list.Follower {
	t := &Pane{List: p, card: *p.Cards, Pile: newPile[host.AnyKey](), seen: map[host.AnyKey]host.AnyRow{}, gone: map[host.AnyKey]bool{},
		passed: map[host.AnyKey]bool{}}
	t.kin.clear()
	t.does = t.bindings()
	return t
}

func (t *Pane) InFront() bool { return t.visible }

func (t *Pane) Left(key host.AnyKey) { t.gone[key] = true }

func (t *Pane) Name() string { return t.List.Resource.Name + "/triage" }

func (t *Pane) Title() string { return "Triage" }

func (t *Pane) Holds(string) bool { return false }

func (t *Pane) Count() string { return "" }

func (t *Pane) Typing() bool { return false }

func (t *Pane) Input(tea.Msg) tea.Cmd { return nil }

func (t *Pane) Cursor() *tea.Cursor { return nil }

// Click chooses a bar of the chart, where there is one.
func (t *Pane) Click(x, y int) tea.Cmd {
	left, top := t.box().Origin()
	if y -= top; t.strip > 0 {
		y -= t.cardHeight()
	}
	t.List.ClickChart(x-left, y, t.strip)
	return nil
}

func (t *Pane) Stoppable() bool { return t.List.Stoppable() }

func (t *Pane) Trouble() string { return t.List.Trouble() }

func (t *Pane) Receive(msg any) tea.Cmd {
	if groups, ok := msg.(grouped); ok {
		return t.handleGroups(groups)
	}
	return t.List.Receive(msg)
}

func (t *Pane) Scopes() []keymap.Scope {
	if t.List.OnChart() {
		return t.List.Scopes()
	}
	return keymap.Chain(keymap.ScopeTriage)
}

func (t *Pane) Wheel(delta int) tea.Cmd { t.body.Scroll(3 * delta); return nil }

func (t *Pane) Explains(id keymap.ID) string { return t.List.Explains(id) }

// Enter lets the list load on: its pages are the pile.
func (t *Pane) Enter() tea.Cmd {
	t.visible, t.begun, t.List.Visible = true, true, true
	t.pace.Begin(t.List.Env.Now())
	return t.Begin()
}

// Begin makes the pile of what the list shows now, and asks for more of what is to be judged.
func (t *Pane) Begin() tea.Cmd {
	if now := (showing{t.List.Query, t.List.Find.Text, t.List.Grid.Sort()}); !t.made.Same(now) {
		t.restart(now)
	}
	return tea.Batch(t.List.LookAhead(), t.Sync(), t.List.More())
}

// OpenView makes another pile, of what a view of the list shows.
func (t *Pane) OpenView(v host.View) tea.Cmd { return tea.Batch(t.List.OpenView(v), t.Begin()) }

func (t *Pane) Views() []host.View { return t.List.Views() }

func (t *Pane) Leave() {
	t.visible = false
	t.pace.pause(t.List.Env.Now())
	t.List.Leave()
}

// KeepsOnBack reports whether esc only takes a notice away: trouble is read before the pile is left, anything else goes with it.
func (t *Pane) KeepsOnBack(trouble bool) bool { return trouble }

// refuse says why a decision isn't possible, as long as that is so of the card in view.
func (t *Pane) refuse(v list.Verb[host.AnyRow], why action.Why) tea.Cmd {
	same := t.sameCard()
	return t.List.WordWhile(func() bool {
		row, ok := t.Current()
		return same() && t.whyNot(v, row, ok) == why
	}, why.Of(t.List.One))
}

// judge runs an action on the card in view. One that asks for nothing runs behind the next card, which is drawn at once.
func (t *Pane) judge(id keymap.ID) tea.Cmd {
	v, has := t.List.Verb(id)
	row, ok := t.Current()
	if !has || !ok {
		return t.List.WordWhile(t.noCard, "There is no card to decide. "+t.List.Label("back")+" goes back to the list.")
	}
	spec := t.List.SpecOf(v)
	if why := t.closedWords(row); why != "" {
		return t.List.WordWhile(t.sameCard(), why+" "+t.List.Label("triage.skip")+" goes on.")
	}
	if why := t.List.WhyNotOne(v, spec, row, true); !why.None() {
		return t.refuse(v, why)
	}
	if t.card.Weighty[id] {
		if n := t.Unread(row); n > 0 {
			same := t.sameCard()
			return t.List.WordWhile(func() bool { return same() && t.Unread(row) == n }, fmt.Sprintf(
				"Not done yet: %s to read below first. %s shows more.", widget.Count(int64(n), "line"), t.List.Label("detail.page.down")))
		}
	}
	t.List.Host.Unsay(t.List.One)
	key := t.List.Key(row)
	ended := func(r action.Result) tea.Cmd { return t.Handle(key, spec, r) }
	if v.Document != nil {
		return t.List.RunOn(v, spec, row, ended)
	}
	plan, err := action.Bind(spec, t.List.Target, action.Draft{}, row)
	if err != nil {
		return t.List.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(host.SayPlainly(err).Error()) + "."})
	}
	plan.Steps[0].Seen, plan.Steps[0].Anyway = t.List.ReadAt[key], t.Pile.judged[key].unread
	s := host.Request{Pane: t.List.Resource.Name, Plan: plan, Quiet: true, Returns: true, Then: ended}
	if plan.Danger != action.Free {
		return t.List.Host.Start(s)
	}
	t.Pile.judged[key] = judged{done: spec.Done, grants: t.card.Weighty[id]}
	delete(t.Pile.skipped, key)
	next := t.goOn()
	return tea.Batch(t.List.Host.Start(s), next, t.offerRest(row))
}

// decidedElsewhere drops a decision that was not sent, because somebody else was faster.
func (t *Pane) decidedElsewhere(key host.AnyKey, row host.AnyRow) tea.Cmd {
	delete(t.Pile.judged, key)
	t.passed[key] = true
	t.seen[key] = row
	t.looked = glance{}
	return t.Sync()
}

// goOn shows the next card.
func (t *Pane) goOn() tea.Cmd {
	t.Pile.At++
	t.wanted = nil
	t.showNext()
	return tea.Batch(t.sayLeftOut(), t.feed(), t.Look())
}

// Handle notes what came of a decision. A card whose action didn't work comes back at the end, with the reason.
func (t *Pane) Handle(key host.AnyKey, spec *action.Spec[host.AnyRow], r action.Result) tea.Cmd {
	came := outcomeOf(r)
	if _, decided := t.Pile.judged[key]; !decided && (came == refused || came == notSentAtAll) {
		return nil // it was asked about or filled in with the card in view, and still is
	}
	row, there := t.List.Grid.Row(key)
	if host.IsChanged(r) && (r.Gone || there && !t.card.Pending(row)) {
		return t.decidedElsewhere(key, row)
	}
	j := judged{done: spec.Done, grants: t.card.Weighty[keymap.ID(spec.Name)], came: came, step: r.Step, shown: there && !t.card.Pending(row)}
	if came != carriedOut {
		j.why = host.ResultWords(&action.Plan{Title: spec.Title, Done: spec.Done}, r, host.LookedAgain(r, "")).Text
		if j.unread = host.NotSent(r) != ""; j.unread {
			j.why = host.NotSent(r) + " What you decide now is sent anyway."
		}
	}
	t.Pile.judged[key] = j
	if came != carriedOut {
		t.Pile.comeAgain(key)
		t.kin.markJudged(key, false)
	}
	t.looked = glance{}
	if best, shown := t.seen[key]; came == carriedOut && shown {
		return tea.Batch(t.Sync(), t.offerRest(best)) // it was asked about, or filled in
	}
	return t.Sync()
}
