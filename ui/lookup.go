package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
)

// byID declares how a record is opened whose ids somebody types. Where the tenant can't read it, the record stands in the list
// with its ids alone: it is unseen, and its actions are sent blind.
type byID[T any] struct {
	ids   []idField
	of    func(T) []string                                 // the record's ids, in the order of ids
	blank func(ids []string, name string) T                // the record of which only that is known; it has no raw JSON
	read  func(context.Context, *api.Client, T) (T, error) // nil: as the resource does
}

// idField is one of the ids that make out a record.
type idField struct {
	name  string // as the interface calls it: "appId"
	title string // "App id"
	help  string
	check func(string) error // nil: checkID
}

// valid refuses what can't be this id.
func (f idField) valid(text string) error {
	if f.check != nil {
		return f.check(text)
	}
	return checkID(text)
}

// byHand is what a list knows of the records that were opened by their ids.
type byHand struct {
	rows   []anyRow         // opened in this session, the latest last
	typed  []string         // what was typed when it led nowhere
	asked  map[anyKey]bool  // unseen records that were asked for since the list was read
	unread map[anyKey]error // why a record can't be read
	warned bool             // that nothing can be remembered
	ctx    context.Context
	cancel context.CancelFunc
}

// asides is the context of reads beside the list's pages: they end when the pane is left.
func (h *byHand) asides() context.Context {
	if h.ctx == nil {
		h.ctx, h.cancel = context.WithCancel(context.Background())
	}
	return h.ctx
}

func (h *byHand) stop() {
	if h.cancel != nil {
		h.cancel()
	}
	h.ctx, h.cancel = nil, nil
	h.asked = nil
}

// lookedUp brings the record of typed or remembered ids, or why it could not be had.
type lookedUp struct {
	blank anyRow // with its ids alone
	now   anyRow
	err   error
	at    time.Time
	typed bool // somebody waits for it
}

// unseen reports whether nothing but the ids of a record are known.
func (p *list) unseen(row anyRow) bool { return p.byID != nil && len(p.raw(row)) == 0 }

// specOf is the action of a verb, told which records are unseen.
func (p *list) specOf(v verb[anyRow]) *action.Spec[anyRow] {
	spec := v.spec(p.env)
	if p.byID != nil && !v.creates && spec.Unseen == nil {
		spec.Unseen = p.unseen
	}
	return spec
}

// whyNotUnseen is why nothing can be done to an unseen record yet, "" when it can be acted on blind.
func (p *list) whyNotUnseen(row anyRow) string {
	if !p.unseen(row) || !p.canRead() {
		return ""
	}
	err, known := p.hand.unread[p.key(row)]
	switch {
	case !known:
		return "it is still being read; wait a moment"
	case !p.actsBlind(err):
		return "it could not be read; " + p.label("open") + " tries again"
	}
	return ""
}

// askForID opens the form for the ids of a record.
func (p *list) askForID() tea.Cmd {
	spec := form.Spec{Title: "Open " + article(p.one) + " by its " + p.idWord(), Submit: "Open", New: true, Quick: true}
	for i, f := range p.byID.ids {
		field := form.Field{Name: f.name, Title: f.title, Help: f.help, Kind: form.Line, Required: true, Validate: f.valid}
		if i < len(p.hand.typed) {
			field.Value = p.hand.typed[i]
		}
		spec.Fields = append(spec.Fields, field)
	}
	return p.link.form(formRequest{pane: p.resource.name, spec: spec, keep: func(d action.Draft) tea.Cmd {
		var ids []string
		for _, f := range p.byID.ids {
			ids = append(ids, strings.TrimSpace(d.Values[f.name]))
		}
		return p.after(p.lookUp(ids))
	}})
}

// idWord is "id", or "ids" where a record has several.
func (p *list) idWord() string {
	if len(p.byID.ids) > 1 {
		return "ids"
	}
	return "id"
}

// openedBlind says what it means that nothing but the ids of a record are known.
func (p *list) openedBlind() string {
	alone := "The " + p.one + " is opened by its " + p.idWord() + " alone"
	if len(p.verbs) == 0 {
		return alone + "."
	}
	return alone + ": what you do to it is sent, but not compared with what is there."
}

// checkID refuses what can't be an id: it would lead to another path. A share code opens a secret, so it isn't sent as anything else.
func checkID(text string) error {
	id := strings.TrimSpace(text)
	if err := checkSeen(id); err != nil {
		return err
	}
	switch {
	case strings.ContainsAny(id, " \t/\\?#%"):
		return errors.New("an id has no spaces, slashes or other signs of an address")
	case id == "." || id == "..":
		return errors.New("this is not an id")
	case api.HideShareCodes(id) != id:
		return errors.New("this looks like a share code, not like an id")
	}
	return nil
}

// checkSeen refuses what can't be seen in an id or an address.
func checkSeen(text string) error {
	if u, any := draw.FirstUnseen(text); any {
		return errors.New("has " + u.Words(text) + ", which can't be seen; take it out")
	}
	return nil
}

// lookUp reads the record with these ids and selects it.
func (p *list) lookUp(ids []string) tea.Cmd {
	p.hand.typed = ids
	blank := p.byID.blank(ids, "")
	if row, ok := p.grid.Row(p.key(blank)); ok && !p.unseen(row) {
		p.hand.typed = nil
		return tea.Batch(p.bringToFront(row), p.remember(row), p.readRecord(), p.sayOpened(row))
	}
	if !p.canRead() {
		return p.tookLookup(lookedUp{blank: blank, err: errNoRead, typed: true})
	}
	return p.readByID(blank, true)
}

// errNoRead says that no operation of the interface reads one record of the kind.
var errNoRead = errors.New("there is no operation that reads one of these by its id")

func (p *list) canRead() bool { return p.get != nil || p.byID.read != nil }

func (p *list) readByID(blank anyRow, typed bool) tea.Cmd {
	ctx, client, read := p.hand.asides(), p.env.client, p.byID.read
	if read == nil {
		read = p.get
	}
	if p.hand.asked == nil {
		p.hand.asked = map[anyKey]bool{}
	}
	p.hand.asked[p.key(blank)] = true
	at := p.env.Now()
	reading := func() tea.Msg {
		if typed {
			ctx = api.AtOnce(ctx)
		}
		now, err := read(ctx, client, blank)
		return p.address(lookedUp{blank: blank, now: now, err: err, at: at, typed: typed})
	}
	if !typed {
		return reading
	}
	return tea.Batch(p.link.say(notice{toneInfo, "Looking for the " + p.one + " " + p.target(blank).ID + "…"}), reading)
}

// readUnseen reads what the cursor stands on, once, when only its ids are known.
func (p *list) readUnseen() tea.Cmd {
	row, ok := p.grid.Cursor()
	if p.byID == nil || !ok || !p.visible || !p.unseen(row) || p.hand.asked[p.key(row)] || !p.canRead() {
		return nil
	}
	return p.readByID(row, false)
}

func (p *list) tookLookup(msg lookedUp) tea.Cmd {
	key := p.key(msg.blank)
	if msg.err != nil && errors.Is(msg.err, context.Canceled) {
		delete(p.hand.asked, key)
		return nil
	}
	p.detail.dirty = true
	if msg.err == nil {
		delete(p.hand.unread, key)
		return p.foundByID(msg)
	}
	if p.hand.unread == nil {
		p.hand.unread = map[anyKey]error{}
	}
	if !msg.typed {
		p.hand.unread[key] = msg.err
		return nil
	}
	if p.actsBlind(msg.err) {
		p.hand.unread[key] = msg.err
		p.hand.typed = nil
		why, _ := p.whyUnread(msg.err)
		return tea.Batch(p.adopt(msg.blank), p.link.say(notice{toneInfo, why + " " + p.openedBlind()}))
	}
	if api.KindOf(msg.err) == api.KindNotFound {
		return p.link.say(notice{toneBad, fmt.Sprintf("The tenant has no %s with the id %s. %s lets you correct it.", p.one, p.target(msg.blank).ID, p.label("lookup"))})
	}
	what, _ := explain(msg.err)
	return p.link.say(notice{toneBad, fmt.Sprintf("The %s could not be read. %s %s lets you try again.", p.one, what, p.label("lookup"))})
}

// foundByID takes a record that was read. The answer must be the record that was asked for.
func (p *list) foundByID(msg lookedUp) tea.Cmd {
	if p.key(msg.now) != p.key(msg.blank) {
		return p.link.say(notice{toneBad, "The tenant answered with another " + p.one + " than the one asked for, so it isn't shown."})
	}
	p.noteRead(msg.at, msg.now)
	if !msg.typed {
		p.keepOpened(msg.now)
		if p.target(msg.now).Name == p.target(msg.blank).Name {
			return p.put(msg.now)
		}
		return tea.Batch(p.put(msg.now), p.remember(msg.now))
	}
	p.hand.typed = nil
	return tea.Batch(p.adopt(msg.now), p.sayOpened(msg.now))
}

func (p *list) sayOpened(row anyRow) tea.Cmd {
	return p.link.say(notice{toneGood, "Opened the " + targetName(p.target(row)) + "."})
}

// actsBlind reports whether a record that could not be read may be acted on by its ids alone: it can't be read, or nobody can tell
// whether it is there.
func (p *list) actsBlind(err error) bool {
	switch api.KindOf(err) {
	case api.KindUnsupported, api.KindForbidden:
		return true
	case api.KindNotFound:
		return p.lost()
	}
	return errors.Is(err, errNoRead)
}

// adopt puts a record that was opened by its ids into the list and selects it.
func (p *list) adopt(row anyRow) tea.Cmd {
	p.keepOpened(row)
	return tea.Batch(p.bringToFront(row), p.remember(row))
}

// bringToFront selects a record, whatever a filter hides, and goes into it where there is something to go into.
func (p *list) bringToFront(row anyRow) tea.Cmd {
	if p.find.active() {
		p.find.set("")
	}
	arranged := p.arrangeNow()
	if !p.grid.Put(row) {
		p.grid.Append([]anyRow{row})
	}
	p.grid.Select(p.key(row))
	p.detail.dirty = true
	if p.resource.open != nil && p.visible {
		return tea.Batch(arranged, p.arrange(), p.link.push(p.resource.open(row)))
	}
	return tea.Batch(arranged, p.arrange())
}

// learntByHand keeps what the answer to an action told about a record that was opened by its ids.
func (p *list) learntByHand(before, now anyRow) tea.Cmd {
	if p.byID == nil || !p.unseen(before) || p.key(before) != p.key(now) {
		return nil
	}
	p.keepOpened(now)
	return p.remember(now)
}

// keepOpened notes a record that was opened by its ids, so that a list that doesn't reach as far keeps it.
func (p *list) keepOpened(row anyRow) {
	p.dropOpened(p.key(row))
	p.hand.rows = append(p.hand.rows, row)
}

func (p *list) dropOpened(key anyKey) {
	kept := p.hand.rows[:0]
	for _, r := range p.hand.rows {
		if p.key(r) != key {
			kept = append(kept, r)
		}
	}
	p.hand.rows = kept
}

// putBack appends the records that were opened by their ids after the rows were read again, as far as the rows don't tell about them.
func (p *list) putBack() {
	if p.load.more || p.lost() {
		p.appendMissing(p.hand.rows)
	}
}

func (p *list) appendMissing(rows []anyRow) {
	for _, row := range rows {
		if _, ok := p.grid.Row(p.key(row)); !ok {
			p.grid.Append([]anyRow{row})
		}
	}
}
