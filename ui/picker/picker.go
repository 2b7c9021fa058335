package picker

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/dialog"
	"gatehouse/ui/form"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

func (k EntitlementKey) String() string { return k.AppID + "/" + k.ID }

// Pause is how long the picker waits for the next key before it asks the tenant.
const Pause = 150 * time.Millisecond

// Picking declares a picker: the resource that is chosen from, and what becomes of the choice.
type Picking[K comparable, T any] struct {
	list.Resource[K, T]
	Within string // which of the resource's rows these are, where not all
	// ByID finds the record with exactly this id; the resource's fetch finds by words. nil fetch: the tenant can't search.
	ByID func(context.Context, *api.Client, string) (T, error)
	// Known are the rows to begin with where the tenant can't search.
	Known []T
	// Chosen takes the row that was picked, unnamed an id that the tenant couldn't tell the name of.
	Chosen  func(T) tea.Cmd
	Unnamed func(id string) tea.Cmd
}

// picker is a resource as an overlay: typing asks the tenant, enter takes the row under the cursor.
type picker struct {
	host.OverlayBase
	Picking[host.AnyKey, host.AnyRow]
	env  *host.Env
	host host.Host

	Field      form.LineInput
	grid       *grid.Grid[host.AnyKey, host.AnyRow]
	generation uint64 // of the question that is typed
	asked      string // the text of that question, once it was sent
	nothing    bool   // enter found nothing to choose
	loading    bool   // an answer to it is still to come
	token      string // of the next page, "" for none
	trail      api.Trail
	err        error
	incomplete string
	cancel     context.CancelFunc
	wait       host.Patient

	rows  int // of the grid, as last drawn; before that the most
	named int // how often names had come by then
	drawn []string
	over  bool
}

// New makes the overlay of a declared picker.
func New[K comparable, T any](p Picking[K, T], e *host.Env, h host.Host) *picker {
	return newUntypedPicker(p.Untyped(e), e, h)
}

func newUntypedPicker(p Picking[host.AnyKey, host.AnyRow], e *host.Env, h host.Host) *picker {
	field := form.NewLineInput()
	field.Focus()
	return &picker{Picking: p, env: e, host: h, Field: field, grid: grid.New(p.Key, p.GridColumns()), rows: mostRows}
}

func (p *picker) Title() string { return "Choose " + widget.Article(p.One) }

func (p *picker) Role() theme.Role { return theme.BorderFocus }

func (p *picker) Closed() bool { return p.over }

func (p *picker) Scope() keymap.Scope { return keymap.ScopePicker }

func (p *picker) Lines() []string { return p.drawn }

func (p *picker) Hints() []keymap.ID {
	return []keymap.ID{"picker.choose", "picker.down", "picker.up", "picker.close"}
}

// askNow is due when nothing was typed for a while.
type askNow struct{ generation uint64 }

// pickerPage brings rows for a question, or why there are none.
type pickerPage struct {
	generation uint64
	question   host.Question // the zero one: none whose answer is kept
	asked      host.Moment
	token      string
	page       api.Page[host.AnyRow]
	err        error
}

func (p *picker) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case host.Opened:
		p.grid.Append(p.Known)
		return p.ask()
	case askNow:
		if msg.generation == p.generation && !p.over {
			return p.ask()
		}
		return nil
	case host.WaitGoesOn:
		return p.WaitsOn()
	case pickerPage:
		return p.Handle(msg)
	case tea.KeyPressMsg:
		p.nothing = false
		id, _ := host.BindingForKey(p.env.Keys, keymap.Chain(keymap.ScopePicker), msg)
		if run, ok := p.moves()[id]; ok {
			return run()
		}
	}
	before := p.Field.Value()
	cmd := dialog.TypeIn(&p.Field, msg)
	if p.Field.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, p.typed())
}

func (p *picker) moves() map[keymap.ID]func() tea.Cmd {
	by := func(n func() int) func() tea.Cmd {
		return func() tea.Cmd { p.grid.Move(n()); return p.More() }
	}
	return map[keymap.ID]func() tea.Cmd{
		"picker.choose":    p.choose,
		"picker.close":     p.Close,
		"picker.down":      by(func() int { return 1 }),
		"picker.up":        by(func() int { return -1 }),
		"picker.page.down": by(func() int { return max(1, p.rows) }),
		"picker.page.up":   by(func() int { return -max(1, p.rows) }),
		"picker.mark":      func() tea.Cmd { return nil },
	}
}

func (p *picker) Close() tea.Cmd {
	p.Stop()
	p.over = true
	return nil
}

// Stop cancels the question under way and makes its answer stale.
func (p *picker) Stop() {
	p.generation++
	p.loading = false
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// question is what the tenant is asked for, among all that pickers ask.
func (p *picker) question() host.Question {
	return host.Question{Resource: p.Resource.Name, Within: p.Within, Text: p.asked}
}

func (p *picker) text() string { return strings.TrimSpace(p.Field.Value()) }

// typed makes what was asked stale at once, and asks when no further key comes.
func (p *picker) typed() tea.Cmd {
	p.Stop()
	p.loading = true
	due := askNow{p.generation}
	return p.host.Tick(Pause, func(time.Time) tea.Msg { return host.ForOverlay{To: p, Msg: due} })
}

// ask sends the question as it is typed now.
func (p *picker) ask() tea.Cmd {
	p.Stop()
	p.asked, p.err, p.incomplete, p.token, p.trail = p.text(), nil, "", "", api.Trail{}
	if p.Fetch == nil && p.asked == "" {
		p.grid.Replace(p.Known)
		return nil
	}
	ctx, cancel := context.WithCancel(p.env.Life)
	p.cancel = cancel
	p.wait.Since = p.env.Clock()
	asked := p.FetchPage
	if p.ByID != nil && (host.LooksLikeID(p.asked) || p.Fetch == nil) {
		asked = p.lookUp
	} else if page, ok := p.env.Kept(p.question()); ok {
		return p.Handle(pickerPage{generation: p.generation, page: page})
	}
	return tea.Batch(asked(ctx), p.wait.Tick(p.env, p.host, host.ForOverlay{To: p, Msg: host.WaitGoesOn{}}))
}

// WaitsOn says anew whom it waits for, as long as it does.
func (p *picker) WaitsOn() tea.Cmd {
	if p.wait.Due = false; !p.loading || p.over {
		return nil
	}
	return p.wait.Tick(p.env, p.host, host.ForOverlay{To: p, Msg: host.WaitGoesOn{}})
}

func (p *picker) lookUp(ctx context.Context) tea.Cmd {
	p.loading = true
	generation, id, client, byID := p.generation, p.asked, p.env.Client, p.ByID
	return func() tea.Msg {
		row, err := byID(ctx, client, id)
		page := api.Page[host.AnyRow]{Rows: []host.AnyRow{row}}
		if err != nil {
			page.Rows = nil
		}
		return host.ForOverlay{To: p, Msg: pickerPage{generation: generation, page: page, err: err}}
	}
}

func (p *picker) FetchPage(ctx context.Context) tea.Cmd {
	p.loading = true
	generation, client, fetch, question, asked := p.generation, p.env.Client, p.Fetch, p.question(), p.env.Moment()
	ask, request := host.Query{Text: p.asked}, api.PageRequest{Size: p.Size, Token: p.token}
	return func() tea.Msg {
		page, err := fetch(ctx, client, ask, request)
		return host.ForOverlay{To: p, Msg: pickerPage{generation, question, asked, request.Token, page, err}}
	}
}

func (p *picker) Handle(msg pickerPage) tea.Cmd {
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
	if msg.question != (host.Question{}) && msg.token == "" {
		p.env.Keep(msg.question, msg.asked, msg.page)
	}
	added := p.grid.Append(msg.page.Rows)
	if msg.token == "" {
		p.grid.Top()
	}
	p.token = msg.page.Next
	if err := p.trail.Admit(msg.token, msg.page.Next, added); err != nil {
		p.incomplete, p.token = err.Error(), ""
	}
	return tea.Batch(p.More(), p.wantNames())
}

// More fetches the next page before the cursor gets there.
func (p *picker) More() tea.Cmd {
	if p.loading || p.token == "" || p.err != nil || p.grid.RowsBelow() > p.rows || p.cancel == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(p.env.Life)
	p.cancel()
	p.cancel = cancel
	return p.FetchPage(ctx)
}

func (p *picker) wantNames() tea.Cmd {
	if p.Refs == nil {
		return nil
	}
	for _, row := range p.grid.Rows() {
		p.env.Names.Want(p.Refs(row))
	}
	return func() tea.Msg { return host.ResolveNames{} }
}

// choose takes the row under the cursor. While an answer is still to come, the rows are those of an older question: none is taken.
func (p *picker) choose() tea.Cmd {
	if p.loading || p.text() != p.asked {
		return nil // the line below says that the tenant is being asked
	}
	if row, ok := p.grid.Cursor(); ok {
		p.Close()
		return p.Chosen(row)
	}
	switch id := p.asked; {
	case !p.canTakeID():
		p.nothing = true
		return nil
	case p.saysAbsent():
		p.env.Names.Absent[widget.Ref{Kind: p.One, ID: id}] = true
		return p.askAnyway(id)
	default:
		p.Close()
		return p.Unnamed(id)
	}
}

// saysAbsent reports whether the tenant has answered that it knows nothing with the id that is typed.
func (p *picker) saysAbsent() bool {
	return p.err == nil || api.KindOf(p.err) == api.KindNotFound
}

// askAnyway asks whether an id is meant that the tenant doesn't know; what was typed stays otherwise.
func (p *picker) askAnyway(id string) tea.Cmd {
	return p.host.Open(dialog.NewQuestion(dialog.Asks{Title: "Use an unknown id?", No: "Back", Yes: "Use it anyway",
		Words: []string{"The tenant has no " + p.One + " with the id " + id + ". Use it anyway?"},
		DoYes: func() tea.Cmd {
			p.Close()
			return p.Unnamed(id)
		}}, p.env))
}

// canTakeID reports whether what is typed may be used as an id without a name: the tenant was asked and couldn't tell one.
func (p *picker) canTakeID() bool {
	if p.loading || p.Unnamed == nil || p.asked == "" || host.CheckID(p.asked) != nil || p.grid.Len() > 0 {
		return false
	}
	return p.err != nil && !errors.Is(p.err, context.Canceled) || host.LooksLikeID(p.asked)
}
