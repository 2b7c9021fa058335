package ui

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
)

// pause is how long the picker waits for the next key before it asks the tenant.
const pause = 150 * time.Millisecond

// picking declares a picker: the resource that is chosen from, and what becomes of the choice.
type picking[K comparable, T any] struct {
	resource[K, T]
	// byID finds the record with exactly this id; the resource's fetch finds by words. nil fetch: the tenant can't search.
	byID func(context.Context, *api.Client, string) (T, error)
	// known are the rows to begin with where the tenant can't search.
	known []T
	// chosen takes the row that was picked, unnamed an id that the tenant couldn't tell the name of.
	chosen  func(T) tea.Cmd
	unnamed func(id string) tea.Cmd
}

// picker is a resource as an overlay: typing asks the tenant, enter takes the row under the cursor.
type picker struct {
	picking[anyKey, anyRow]
	env  *env
	link *link

	field      form.LineInput
	grid       *grid.Grid[anyKey, anyRow]
	generation uint64 // of the question that is typed
	asked      string // the text of that question, once it was sent
	nothing    bool   // enter found nothing to choose
	loading    bool   // an answer to it is still to come
	token      string // of the next page, "" for none
	trail      api.Trail
	err        error
	incomplete string
	cancel     context.CancelFunc
	wait       patient

	rows  int // of the grid, as last drawn
	drawn []string
	over  bool
}

// newPicker makes the overlay of a declared picker.
func newPicker[K comparable, T any](p picking[K, T], e *env, l *link) *picker {
	return newUntypedPicker(p.untyped(e), e, l)
}

func newUntypedPicker(p picking[anyKey, anyRow], e *env, l *link) *picker {
	field := form.NewLineInput()
	field.Focus()
	return &picker{picking: p, env: e, link: l, field: field, grid: grid.New(p.key, p.gridColumns())}
}

func (p *picker) title() string           { return "Choose " + article(p.one) }
func (p *picker) role() theme.Role        { return theme.BorderFocus }
func (p *picker) closed() bool            { return p.over }
func (p *picker) scope() keymap.Scope     { return keymap.ScopePicker }
func (p *picker) restyle(th *theme.Theme) {}
func (p *picker) lines() []string         { return p.drawn }
func (p *picker) hints() []keymap.ID {
	return []keymap.ID{"picker.choose", "picker.down", "picker.up", "picker.close"}
}

// article is "an app", "a user".
func article(one string) string {
	if strings.ContainsRune("aeio", rune(one[0])) {
		return "an " + one
	}
	return "a " + one
}

// askNow is due when nothing was typed for a while.
type askNow struct{ generation uint64 }

// pickerPage brings rows for a question, or why there are none.
type pickerPage struct {
	generation uint64
	token      string
	page       api.Page[anyRow]
	err        error
}

func (p *picker) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case opened:
		p.grid.Append(p.known)
		return p.ask()
	case askNow:
		if msg.generation == p.generation && !p.over {
			return p.ask()
		}
		return nil
	case waitGoesOn:
		return p.waitsOn()
	case pickerPage:
		return p.took(msg)
	case tea.KeyPressMsg:
		p.nothing = false
		id, _ := lookup(p.env.keys, keymap.Chain(keymap.ScopePicker), msg)
		if run, ok := p.moves()[id]; ok {
			return run()
		}
	}
	before := p.field.Value()
	cmd := typeIn(&p.field, msg)
	if p.field.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, p.typed())
}

func (p *picker) moves() map[keymap.ID]func() tea.Cmd {
	by := func(n func() int) func() tea.Cmd {
		return func() tea.Cmd { p.grid.Move(n()); return p.more() }
	}
	return map[keymap.ID]func() tea.Cmd{
		"picker.choose":    p.choose,
		"picker.close":     p.close,
		"picker.down":      by(func() int { return 1 }),
		"picker.up":        by(func() int { return -1 }),
		"picker.page.down": by(func() int { return max(1, p.rows) }),
		"picker.page.up":   by(func() int { return -max(1, p.rows) }),
		"picker.mark":      func() tea.Cmd { return nil },
	}
}

func (p *picker) close() tea.Cmd {
	p.stop()
	p.over = true
	return nil
}

// stop cancels the question under way and makes its answer stale.
func (p *picker) stop() {
	p.generation++
	p.loading = false
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

func (p *picker) text() string { return strings.TrimSpace(p.field.Value()) }

// typed makes what was asked stale at once, and asks when no further key comes.
func (p *picker) typed() tea.Cmd {
	p.stop()
	p.loading = true
	due := askNow{p.generation}
	return p.link.tick(pause, func(time.Time) tea.Msg { return forOverlay{p, due} })
}

// ask sends the question as it is typed now.
func (p *picker) ask() tea.Cmd {
	p.stop()
	p.asked, p.err, p.incomplete, p.token, p.trail = p.text(), nil, "", "", api.Trail{}
	if p.fetch == nil && p.asked == "" {
		p.grid.Replace(p.known)
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.wait.since = p.env.now()
	asked := p.fetchPage
	if p.byID != nil && (looksLikeID(p.asked) || p.fetch == nil) {
		asked = p.lookUp
	}
	return tea.Batch(asked(ctx), p.wait.tick(p.env, p.link, forOverlay{p, waitGoesOn{}}))
}

// waitsOn says anew whom it waits for, as long as it does.
func (p *picker) waitsOn() tea.Cmd {
	if p.wait.due = false; !p.loading || p.over {
		return nil
	}
	return p.wait.tick(p.env, p.link, forOverlay{p, waitGoesOn{}})
}

func (p *picker) lookUp(ctx context.Context) tea.Cmd {
	p.loading = true
	generation, id, client, byID := p.generation, p.asked, p.env.client, p.byID
	return func() tea.Msg {
		row, err := byID(ctx, client, id)
		page := api.Page[anyRow]{Rows: []anyRow{row}}
		if err != nil {
			page.Rows = nil
		}
		return forOverlay{p, pickerPage{generation: generation, page: page, err: err}}
	}
}

func (p *picker) fetchPage(ctx context.Context) tea.Cmd {
	p.loading = true
	generation, client, fetch := p.generation, p.env.client, p.fetch
	ask, request := query{text: p.asked}, api.PageRequest{Size: p.size, Token: p.token}
	return func() tea.Msg {
		page, err := fetch(ctx, client, ask, request)
		return forOverlay{p, pickerPage{generation: generation, token: request.Token, page: page, err: err}}
	}
}

func (p *picker) took(msg pickerPage) tea.Cmd {
	if msg.generation != p.generation || p.over {
		return nil
	}
	p.loading = false
	if msg.token == "" {
		p.grid.Replace(nil)
	}
	if msg.err != nil {
		p.err, p.token = msg.err, ""
		return nil
	}
	added := p.grid.Append(msg.page.Rows)
	if msg.token == "" {
		p.grid.Top()
	}
	p.token = msg.page.Next
	if err := p.trail.Admit(msg.token, msg.page.Next, added); err != nil {
		p.incomplete, p.token = err.Error(), ""
	}
	return tea.Batch(p.more(), p.wantNames())
}

// more fetches the next page before the cursor gets there.
func (p *picker) more() tea.Cmd {
	if p.loading || p.token == "" || p.err != nil || p.grid.RowsBelow() > p.rows || p.cancel == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel()
	p.cancel = cancel
	return p.fetchPage(ctx)
}

func (p *picker) wantNames() tea.Cmd {
	if p.refs == nil {
		return nil
	}
	for _, row := range p.grid.Rows() {
		p.env.names.want(p.refs(row))
	}
	return func() tea.Msg { return resolveNames{} }
}

// choose takes the row under the cursor. While an answer is still to come, the rows are those of an older question: none is taken.
func (p *picker) choose() tea.Cmd {
	if p.loading || p.text() != p.asked {
		return nil // the line below says that the tenant is being asked
	}
	if row, ok := p.grid.Cursor(); ok {
		p.close()
		return p.chosen(row)
	}
	switch id := p.asked; {
	case !p.canTakeID():
		p.nothing = true
		return nil
	case p.saysAbsent():
		p.env.names.absent[ref{p.one, id}] = true
		return p.askAnyway(id)
	default:
		p.close()
		return p.unnamed(id)
	}
}

// saysAbsent reports whether the tenant has answered that it knows nothing with the id that is typed.
func (p *picker) saysAbsent() bool {
	return p.err == nil || api.KindOf(p.err) == api.KindNotFound
}

// askAnyway asks whether an id is meant that the tenant doesn't know; what was typed stays otherwise.
func (p *picker) askAnyway(id string) tea.Cmd {
	return p.link.open(newQuestion(asks{title: "Use an unknown id?", no: "Back", yes: "Use it anyway",
		words: []string{"The tenant has no " + p.one + " with the id " + id + ". Use it anyway?"},
		doYes: func() tea.Cmd {
			p.close()
			return p.unnamed(id)
		}}, p.env))
}

// canTakeID reports whether what is typed may be used as an id without a name: the tenant was asked and couldn't tell one.
func (p *picker) canTakeID() bool {
	if p.loading || p.unnamed == nil || p.asked == "" || checkID(p.asked) != nil || p.grid.Len() > 0 {
		return false
	}
	return p.err != nil && !errors.Is(p.err, context.Canceled) || looksLikeID(p.asked)
}

// looksLikeID reports whether a text has the form of the tenant's ids: 27 letters and digits.
func looksLikeID(text string) bool {
	_, ok := madeAt(text)
	return ok
}

func (p *picker) layout(w, h int) { p.drawn = p.draw(min(w, 100), h) }

func (p *picker) draw(w, h int) []string {
	if w < 4 || h < 1 {
		return nil
	}
	th := p.env.theme
	p.field.SetWidth(max(1, w-4))
	lines := []string{th.Paint(theme.InputPrompt, "> ") + draw.Block([]string{p.field.View()}, w-2, 1)[0]}
	said := p.say(w, max(1, min(6, h-4)))
	if len(said) > h-1 {
		said = said[:h-1]
	}
	p.rows = max(0, min(h-1-len(said), 14))
	if p.grid.Shown() > 0 && p.rows > 0 {
		p.grid.SetSize(w, min(p.rows, p.grid.Shown()+1))
		lines = append(lines, p.grid.View(p.env, th, true)...)
	}
	return append(lines, said...)
}

// say is what stands below the rows: how many there are, or why there are none and what to do.
func (p *picker) say(w, rows int) []string {
	role, text := p.state()
	if p.nothing {
		role, text = theme.Bad, "There is nothing to choose yet. "+text
	}
	wrapped := draw.Wrap(text, w)
	if len(wrapped) > rows {
		wrapped = wrapped[:rows]
		wrapped[rows-1] = draw.Truncate(wrapped[rows-1]+" …", w)
	}
	return paintAll(p.env.theme, role, wrapped)
}

func (p *picker) state() (theme.Role, string) {
	many := strings.ToLower(p.resource.title)
	enter := p.env.keys.Label("picker.choose")
	take, anyway := enter+" takes it as it is.", enter+" asks whether to use it anyway."
	switch {
	case p.loading && p.text() == p.asked && p.wait.waited(p.env.now()) >= waitIsLong:
		return theme.Info, p.env.waitingWords(p.wait.waited(p.env.now())) + "; " + p.env.keys.Label("picker.close") + " closes this."
	case p.loading || p.text() != p.asked:
		return theme.Info, "Asking the tenant…"
	case p.unnamed != nil && p.grid.Len() == 0 && checkSeen(p.asked) != nil:
		return theme.Warn, "What you typed " + checkSeen(p.asked).Error() + "."
	case p.err != nil && p.byID != nil && api.KindOf(p.err) == api.KindNotFound:
		return theme.Warn, "The tenant has no " + p.one + " with this id. " + ifText(p.canTakeID(), anyway)
	case p.err != nil && p.canTakeID():
		return theme.Warn, "The name can't be looked up here: " + lowerFirst(whyNoName(p.err)) + " If “" + p.asked + "” is an id, " + take
	case p.err != nil:
		return theme.Warn, whyNoName(p.err) + " Type or paste the id of the " + p.one + " instead."
	case p.grid.Len() == 0 && p.fetch == nil && p.asked == "":
		return theme.Dim, capital(many) + " can't be listed. Type or paste the id of the " + p.one + "."
	case p.grid.Len() == 0 && p.canTakeID():
		return theme.Warn, "The tenant has no " + p.one + " with this id. " + anyway
	case p.grid.Len() == 0 && p.asked == "":
		return theme.Dim, "The tenant shows no " + many + "."
	case p.grid.Len() == 0:
		return theme.Dim, "The tenant found no " + p.one + " for “" + p.asked + "”."
	}
	found := draw.Count(int64(p.grid.Len())) + " found"
	if p.token != "" {
		found += ", more below"
	}
	if p.incomplete != "" {
		return theme.Warn, found + " · " + p.incomplete
	}
	if p.fetch == nil {
		return theme.Dim, found + ". Others can't be listed: type or paste the id."
	}
	return theme.Dim, found + ". Type to search" + ifText(p.byID != nil, ", or paste an id") + "."
}

// whyNoName says why the tenant couldn't be asked for names.
func whyNoName(err error) string {
	if api.KindOf(err) == api.KindUnsupported {
		return "This tenant doesn't offer this search."
	}
	what, _ := explain(err)
	return what
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

func ifText(ok bool, text string) string {
	if ok {
		return text
	}
	return ""
}

func (p *picker) cursor() *tea.Cursor {
	at := p.field.Cursor()
	if at != nil {
		at.Position.X += 2
	}
	return at
}
