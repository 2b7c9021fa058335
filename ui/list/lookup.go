package list

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// ByID declares how a record is opened whose ids somebody types. Where the tenant can't read it, the record stands in the list
// with its ids alone: it is unseen, and its actions are sent blind.
type ByID[T any] struct {
	Ids   []IDField
	Of    func(T) []string                                 // the record's ids, in the order of ids
	Blank func(ids []string, name string) T                // the record of which only that is known; it has no raw JSON
	Read  func(context.Context, *api.Client, T) (T, error) // nil: as the resource does
}

// IDField is one of the ids that make out a record.
type IDField struct {
	Name  string // as the interface calls it: "appId"
	Title string // "App id"
	Help  string
	Check func(string) error // nil: checkID
}

// valid refuses what can't be this id.
func (f IDField) valid(text string) error {
	if f.Check != nil {
		return f.Check(text)
	}
	return host.CheckID(text)
}

// openedByID is what a list knows of the records that were opened by their ids.
type openedByID struct {
	rows   []host.AnyRow         // opened in this session, the latest last
	typed  []string              // what was typed when it led nowhere
	looks  int                   // how many that somebody waits for are being looked for
	asked  map[host.AnyKey]bool  // unseen records that were asked for since the list was read
	unread map[host.AnyKey]error // why a record can't be read
	warned bool                  // that nothing can be remembered
	failed []string              // what is said in place of the rows of a list without any, when opening one led nowhere
	ctx    context.Context
	cancel context.CancelFunc
}

// asides is the context of reads beside the list's pages: they end when the pane is left.
func (h *openedByID) asides(life context.Context) context.Context {
	if h.ctx == nil {
		h.ctx, h.cancel = context.WithCancel(life)
	}
	return h.ctx
}

func (h *openedByID) Stop() {
	if h.cancel != nil {
		h.cancel()
	}
	h.ctx, h.cancel = nil, nil
	h.asked = nil
}

// lookedUp brings the record of typed or remembered ids, or why it could not be had.
type lookedUp struct {
	blank host.AnyRow // with its ids alone
	now   host.AnyRow
	err   error
	at    time.Time
	typed bool // somebody waits for it
}

// SpecOf is the action of a verb, told which records are unseen.
func (p *Pane) SpecOf(v Verb[host.AnyRow]) *action.Spec[host.AnyRow] {
	spec := v.Spec(p.Env)
	if p.ByID != nil && !v.Creates && spec.Unseen == nil {
		spec.Unseen = p.unseen
	}
	return spec
}

// whyNotUnseen is why nothing can be done to an unseen record yet that can't be acted on blind.
func (p *Pane) whyNotUnseen(row host.AnyRow) action.Why {
	if !p.unseen(row) || !p.canRead() {
		return action.Why{}
	}
	err, known := p.openedByID.unread[p.Key(row)]
	switch {
	case !known:
		return action.WhyIt("is still being read; wait a moment")
	case !p.actsBlind(err):
		return action.WhyIt("could not be read; " + p.Label("open") + " tries again")
	}
	return action.Why{}
}

// AskForID opens the form for the ids of a record.
func (p *Pane) AskForID() tea.Cmd {
	spec := form.Spec{Title: "Open " + widget.Article(p.One) + " by its " + p.IDWord(), Submit: "Open", New: true, Quick: true}
	for i, f := range p.ByID.Ids {
		field := form.Field{Name: f.Name, Title: f.Title, Help: f.Help, Kind: form.Line, Required: true, Validate: f.valid}
		if i < len(p.openedByID.typed) {
			field.Value = p.openedByID.typed[i]
		}
		spec.Fields = append(spec.Fields, field)
	}
	return p.Host.Form(host.FormRequest{Pane: p.Resource.Name, Spec: spec, Keep: func(d action.Draft) tea.Cmd {
		var ids []string
		for _, f := range p.ByID.Ids {
			ids = append(ids, strings.TrimSpace(d.Values[f.Name]))
		}
		return p.After(p.lookUp(ids))
	}})
}

// IDWord is "id", or "ids" where a record has several.
func (p *Pane) IDWord() string {
	if len(p.ByID.Ids) > 1 {
		return "ids"
	}
	return "id"
}

// openedBlind says what it means that nothing but the ids of a record are known.
func (p *Pane) openedBlind() string {
	alone := "The " + p.One + " is opened by its " + p.IDWord() + " alone"
	if len(p.Verbs) == 0 {
		return alone + "."
	}
	return alone + ": what you do to it is sent, but not compared with what is there."
}

// lookUp reads the record with these ids and selects it.
func (p *Pane) lookUp(ids []string) tea.Cmd {
	p.openedByID.typed, p.openedByID.failed = ids, nil
	blank := p.ByID.Blank(ids, "")
	if row, ok := p.Grid.Row(p.Key(blank)); ok && !p.unseen(row) {
		p.openedByID.typed = nil
		return tea.Batch(p.bringToFront(row), p.remember(row), p.readRecord(), p.sayOpened(row))
	}
	if !p.canRead() {
		return p.handleLookup(lookedUp{blank: blank, err: errNoRead, typed: true})
	}
	return p.readByID(blank, true)
}

// errNoRead says that no operation of the interface reads one record of the kind.
var errNoRead = errors.New("there is no operation that reads one of these by its id")

func (p *Pane) canRead() bool { return p.Get != nil || p.ByID.Read != nil }

func (p *Pane) readByID(blank host.AnyRow, typed bool) tea.Cmd {
	ctx, client, read := p.openedByID.asides(p.Env.Life), p.Env.Client, p.ByID.Read
	if read == nil {
		read = p.Get
	}
	if p.openedByID.asked == nil {
		p.openedByID.asked = map[host.AnyKey]bool{}
	}
	p.openedByID.asked[p.Key(blank)] = true
	at := p.Env.Now()
	reading := func() tea.Msg {
		if typed {
			ctx = api.AtOnce(ctx)
		}
		now, err := read(ctx, client, blank)
		return p.Address(lookedUp{blank: blank, now: now, err: err, at: at, typed: typed})
	}
	if !typed {
		return reading
	}
	p.openedByID.looks++
	looking := func() bool { return p.openedByID.looks > 0 }
	return tea.Batch(p.WordWhile(looking, "Looking for the "+p.One+" "+p.Target(blank).ID+"…"), reading)
}

// readUnseen reads what the cursor stands on, once, when only its ids are known.
func (p *Pane) readUnseen() tea.Cmd {
	row, ok := p.Grid.Cursor()
	if p.ByID == nil || !ok || !p.Visible || !p.unseen(row) || p.openedByID.asked[p.Key(row)] || !p.canRead() {
		return nil
	}
	return p.readByID(row, false)
}

func (p *Pane) handleLookup(msg lookedUp) tea.Cmd {
	key := p.Key(msg.blank)
	if msg.typed {
		p.openedByID.looks = max(0, p.openedByID.looks-1)
	}
	if msg.err != nil && errors.Is(msg.err, context.Canceled) {
		delete(p.openedByID.asked, key)
		return nil
	}
	p.Detail.Dirty = true
	if msg.err == nil {
		delete(p.openedByID.unread, key)
		return p.foundByID(msg)
	}
	if p.openedByID.unread == nil {
		p.openedByID.unread = map[host.AnyKey]error{}
	}
	if !msg.typed {
		p.openedByID.unread[key] = msg.err
		return nil
	}
	if p.actsBlind(msg.err) {
		p.openedByID.unread[key] = msg.err
		p.openedByID.typed = nil
		why, _ := p.whyUnread(msg.err)
		return tea.Batch(p.adopt(msg.blank), p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: why + " " + p.openedBlind()}))
	}
	words := p.notOpened(msg)
	if p.Lost() && p.Grid.Len() == 0 {
		p.openedByID.failed = words
		return nil
	}
	return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: strings.Join(words, " ")})
}

// notOpened says why a record isn't opened by its id, and what to do.
func (p *Pane) notOpened(msg lookedUp) []string {
	again := p.Label("lookup")
	if api.KindOf(msg.err) == api.KindNotFound {
		return []string{fmt.Sprintf("The tenant has no %s with the id %s.", p.One, p.Target(msg.blank).ID), again + " lets you correct it."}
	}
	what, _ := host.Explain(msg.err)
	return []string{"The " + p.One + " could not be read.", what, again + " lets you try again."}
}

// foundByID takes a record that was read. The answer must be the record that was asked for.
func (p *Pane) foundByID(msg lookedUp) tea.Cmd {
	if p.Key(msg.now) != p.Key(msg.blank) {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: "The tenant answered with another " + p.One +
			" than the one asked for, so it isn't shown."})
	}
	p.noteRead(msg.at, msg.now)
	if !msg.typed {
		p.keepOpened(msg.now)
		if p.Target(msg.now).Name == p.Target(msg.blank).Name {
			return p.Put(msg.now)
		}
		return tea.Batch(p.Put(msg.now), p.remember(msg.now))
	}
	p.openedByID.typed = nil
	return tea.Batch(p.adopt(msg.now), p.sayOpened(msg.now))
}

func (p *Pane) sayOpened(row host.AnyRow) tea.Cmd {
	return p.Host.Say(host.Notice{Tone: host.ToneGood, Text: "Opened the " + host.TargetName(p.Target(row)) + "."})
}

// actsBlind reports whether a record that could not be read may be acted on by its ids alone: it can't be read, or nobody can tell
// whether it is there.
func (p *Pane) actsBlind(err error) bool {
	switch api.KindOf(err) {
	case api.KindUnsupported, api.KindForbidden:
		return true
	case api.KindNotFound:
		return p.Lost()
	}
	return errors.Is(err, errNoRead)
}

// adopt puts a record that was opened by its ids into the list and selects it.
func (p *Pane) adopt(row host.AnyRow) tea.Cmd {
	p.keepOpened(row)
	return tea.Batch(p.bringToFront(row), p.remember(row))
}

// bringToFront selects a record, whatever a filter hides, and goes into it where there is something to go into.
func (p *Pane) bringToFront(row host.AnyRow) tea.Cmd {
	if p.Find.Active() {
		p.Find.Set("")
	}
	p.arrangeNow()
	if !p.Grid.Put(row) {
		p.Grid.Append([]host.AnyRow{row})
	}
	p.Grid.Select(p.Key(row))
	p.Detail.Dirty = true
	if p.Resource.Open != nil && p.Visible {
		return tea.Batch(p.Arrange(), p.Host.GoInto(p.Resource.Open(row)))
	}
	return p.Arrange()
}

// keepFromResult keeps what the answer to an action said about a record that was opened by its ids.
func (p *Pane) keepFromResult(before, now host.AnyRow) tea.Cmd {
	if p.ByID == nil || !p.unseen(before) || p.Key(before) != p.Key(now) {
		return nil
	}
	p.keepOpened(now)
	return p.remember(now)
}

// keepOpened notes a record that was opened by its ids, so that a list that doesn't reach as far keeps it.
func (p *Pane) keepOpened(row host.AnyRow) {
	p.dropOpened(p.Key(row))
	p.openedByID.rows = append(p.openedByID.rows, row)
}

func (p *Pane) dropOpened(key host.AnyKey) {
	kept := p.openedByID.rows[:0]
	for _, r := range p.openedByID.rows {
		if p.Key(r) != key {
			kept = append(kept, r)
		}
	}
	p.openedByID.rows = kept
}

// putBack appends the records that were opened by their ids after the rows were read again, as far as the rows don't tell about them.
func (p *Pane) putBack() {
	if p.Load.More() || p.Lost() {
		p.appendMissing(p.openedByID.rows)
	}
}

func (p *Pane) appendMissing(rows []host.AnyRow) {
	for _, row := range rows {
		if _, ok := p.Grid.Row(p.Key(row)); !ok {
			p.Grid.Append([]host.AnyRow{row})
		}
	}
}
