package document

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// NotThereYet says in a sentence what stands in place of a record that isn't there; nil when it is.
func NotThereYet[T any](r *Reading[T], e *host.Env, what string) []string {
	switch {
	case r.Known:
		return nil
	case r.Err != nil && !r.Loading:
		words := e.Trouble(r.Err, "see "+what, host.Capital(what)+" could not be read.")
		words[1] = strings.Replace(words[1], "this list", "this", 1)
		return words
	case r.Waited(e.Clock()) >= host.WaitIsLong:
		return []string{e.WaitingWords(r.Waited(e.Clock())) + "; " + e.Keys.Label("back") + " stops it."}
	}
	return []string{"Reading " + what + "…"}
}

// Document declares a pane that shows one record, of which a tenant has only one.
type Document[T any] struct {
	Name   string
	Title  string
	One    string // "contacts"
	Scope  keymap.Scope
	Target action.Describe[T]
	Get    func(context.Context, *api.Client) (T, error)
	Raw    func(T) api.Original
	Detail func(T, *host.Env) []widget.Section
	Verbs  []list.Verb[T]
	Copies []list.Copyable[T]
}

// documentPane is the one pane behind every document.
type documentPane[T any] struct {
	host.PlainPane
	Document[T]
	read Reading[T]
	body widget.Detail

	backOff refresh.BackOff // of the automatic refresh
}

func New[T any](d Document[T], e *host.Env, h host.Host) *documentPane[T] {
	p := &documentPane[T]{PlainPane: host.PlainPane{Env: e, Host: h, ID: d.Name, Heading: d.Title, In: d.Scope}, Document: d}
	p.body.More = func(n int) string { return e.LinesBelow(n, p.body.W, true) }
	p.body.Counted = func() bool { return !e.Box().Plain }
	return p
}

func (p *documentPane[T]) Name() string { return p.PlainPane.ID }

func (p *documentPane[T]) Title() string { return p.Heading }

func (p *documentPane[T]) Holds(kind string) bool { return p.One == kind }

func (p *documentPane[T]) Trouble() string { return p.read.Trouble(p.Env.Clock(), p.Label("refresh")) }

func (p *documentPane[T]) Enter() tea.Cmd {
	p.Visible = true
	if p.read.JustRead(p.Env) {
		p.Redraw()
		return nil
	}
	return p.reload()
}

func (p *documentPane[T]) Leave() {
	p.Visible = false
	p.read.Stop()
}

func (p *documentPane[T]) reload() tea.Cmd {
	p.body.Dirty = true
	now := func(ctx context.Context, c *api.Client) (T, error) { return p.Get(api.AtOnce(ctx), c) }
	return p.read.Begin(&p.PlainPane, now)
}

func (p *documentPane[T]) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case ReadMsg[T]:
		p.read.Handle(msg, p.Env.Clock())
	case host.WaitGoesOn:
		return p.read.WaitsOn(&p.PlainPane)
	case action.Result:
		if now, ok := msg.Now.(T); ok {
			p.read.Stop()
			p.read.Put(now, p.Env.Clock())
		}
	case refresh.Due:
		if p.Visible && !p.read.Loading && p.backOff.Due(p.read.Err != nil) {
			p.body.Dirty = true
			return p.read.Begin(&p.PlainPane, p.Get)
		}
	}
	p.Redraw()
	return nil
}

func (p *documentPane[T]) Do(id keymap.ID) (tea.Cmd, bool) {
	for _, v := range p.Verbs {
		if keymap.ID(v.Spec(p.Env).Name) == id {
			return p.act(v), true
		}
	}
	if host.ScrollBy(&p.body, id) {
		return nil, true
	}
	switch id {
	case "refresh":
		return p.reload(), true
	case "raw":
		p.body.Raw, p.body.Top = !p.body.Raw, 0
		p.Redraw()
		return nil, true
	case "back":
		if p.read.StopWaiting(p.Env.Clock()) {
			return nil, true
		}
		if p.body.Raw {
			p.body.Raw = false
			p.Redraw()
			return nil, true
		}
	case "copy.menu", "copy.id":
		return p.copyMenu(), true
	}
	return nil, false
}

// Walking reports whether esc stops what is under way.
func (p *documentPane[T]) Stoppable() bool { return p.read.WaitsLong(p.Env.Clock()) }

func (p *documentPane[T]) Knows(id keymap.ID) bool {
	for _, v := range p.Verbs {
		if keymap.ID(v.Spec(p.Env).Name) == id {
			return true
		}
	}
	switch id {
	case "refresh", "raw", "copy.menu", "cursor.down", "cursor.up", "cursor.page.down", "cursor.page.up", "cursor.half.down",
		"cursor.half.up", "cursor.top", "cursor.bottom":
		return true
	}
	return false
}

func (p *documentPane[T]) copyMenu() tea.Cmd {
	if !p.read.Known {
		return nil
	}
	var items []host.MenuItem
	for _, c := range p.Copies {
		if text := c.Text(p.read.Record); text != "" {
			items = append(items, host.MenuItem{Title: "Copy the " + c.Title, Run: func() tea.Cmd { return p.Host.Copy("the "+c.Title, text) }})
		}
	}
	return p.Host.Menu("Copy", items)
}

func (p *documentPane[T]) whyNot(spec *action.Spec[T]) action.Why {
	switch {
	case p.Env.Client.ReadOnly():
		return action.ReadOnly()
	case !p.read.Known:
		return action.Because("the " + p.One + " could not be read yet")
	case spec.Applies != nil:
		return spec.Applies(p.read.Record)
	}
	return action.Why{}
}

func (p *documentPane[T]) Offers() []host.Offer {
	var offers []host.Offer
	for _, v := range p.Verbs {
		spec := v.Spec(p.Env)
		why := p.whyNot(spec)
		o := host.Offer{ID: keymap.ID(spec.Name), Title: spec.Title, Able: why.None(), Why: why}
		if o.Able {
			o.Why = p.Env.WhyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return offers
}

// act opens the form of an action, or runs it.
func (p *documentPane[T]) act(v list.Verb[T]) tea.Cmd {
	spec := v.Spec(p.Env)
	if why := p.whyNot(spec); !why.None() {
		return p.SayWhile(func() bool { return p.whyNot(spec) == why }, why.Of(p.One))
	}
	before := p.read.Record
	bind := func(d action.Draft) (*action.Plan, error) { return action.Bind(spec, p.Target, d, before) }
	changed := func() string {
		if p.Raw(before).Equal(p.Raw(p.read.Record)) {
			return ""
		}
		return "The " + p.One + " changed since you pressed the key."
	}
	if v.Document != nil {
		request := host.FormRequest{Pane: p.ID, Spec: v.Document(before, p.Env), Name: keymap.ID(spec.Name), Submit: bind, Changed: changed}
		if spec.Decides != nil {
			request.Source = p.sourceOf(v, &before)
		}
		return p.Host.Form(request)
	}
	plan, err := bind(action.Draft{})
	if err != nil {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
	}
	return p.Host.Start(host.Request{Pane: p.ID, Plan: plan, Changed: changed})
}

// sourceOf is the record behind the form of an action; before is what the action is bound to.
func (p *documentPane[T]) sourceOf(v list.Verb[T], before *T) *host.Source {
	get, client := p.Get, p.Env.Client
	return &host.Source{One: p.One,
		Read: func(ctx context.Context) (any, error) { return get(ctx, client) },
		Take: func(now any) (form.Spec, tea.Cmd, bool) {
			record, ok := now.(T)
			if !ok {
				return form.Spec{}, nil, false
			}
			*before = record
			p.read.Stop()
			p.read.Put(record, p.Env.Clock())
			p.Redraw()
			return v.Document(record, p.Env), nil, true
		}}
}

func (p *documentPane[T]) Preview(id keymap.ID) (string, error) {
	for _, v := range p.Verbs {
		if spec := v.Spec(p.Env); keymap.ID(spec.Name) == id && v.Document != nil {
			return "", fmt.Errorf("the request depends on the form; %s in the form shows it", p.Env.Keys.Label("form.request"))
		}
	}
	return p.PlainPane.Preview(id)
}

func (p *documentPane[T]) Hints() []host.Hint {
	var hints []host.Hint
	for _, o := range p.Offers() {
		if o.Able || !o.Why.Locked() {
			hints = append(hints, host.HintIf(o.Able, o.ID))
		}
	}
	if !p.read.Known {
		return append(host.Working(hints), host.HintsOf("refresh", "back")...)
	}
	return append(hints, host.Hint{ID: "refresh"}, host.Hint{ID: "raw", Back: p.body.Raw}, host.Hint{ID: "copy.menu"}, host.Hint{ID: "back"})
}

// Explains the keys that move in a list, which scroll here.
func (p *documentPane[T]) Explains(id keymap.ID) string {
	if move, ok := strings.CutPrefix(string(id), "cursor."); ok {
		scroll, _ := p.Env.Keys.Binding(keymap.ID("detail." + move))
		return scroll.Help
	}
	return ""
}

// Term calls a binding by what it does right now.
func (p *documentPane[T]) Term(id keymap.ID) string {
	return widget.IfText(id == "raw" && p.body.Raw && p.read.Known, "fields")
}

func (p *documentPane[T]) Resize(w, h int) {
	p.PlainPane.Resize(w, h)
	p.body.Resize(p.W, max(0, p.H-1))
	p.Redraw()
}

func (p *documentPane[T]) Redraw() {
	if !p.read.Known || p.W <= 0 {
		return
	}
	if p.body.Raw {
		p.body.Set(0, widget.DrawJSON(p.Raw(p.read.Record).JSON(), p.body.W, p.Env.Theme))
		return
	}
	p.body.Set(0, widget.DrawSections(p.Detail(p.read.Record, p.Env), p.body.W, p.Env.Theme))
}

func (p *documentPane[T]) View() []string {
	if p.W <= 0 || p.H <= 0 {
		return nil
	}
	b := widget.Box{Notes: p.read.State(&p.PlainPane), Stays: p.read.Loading}
	if words := NotThereYet(&p.read, p.Env, "the "+p.One); words != nil {
		return p.Frame(host.Message(words, p.W, p.H-1, p.Env.Theme), b)
	}
	b.Scroll, b.Count = p.body.Scrolled(), p.Env.BelowPieces(&p.body, true)
	return p.Frame(p.body.View(), b)
}

func (p *documentPane[T]) Wheel(delta int) tea.Cmd {
	p.body.Scroll(3 * delta)
	return nil
}
