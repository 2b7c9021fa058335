package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
)

// document declares a pane that shows one record, of which a tenant has only one.
type document[T any] struct {
	name   string
	title  string
	one    string // "contacts"
	scope  keymap.Scope
	target action.Describe[T]
	get    func(context.Context, *api.Client) (T, error)
	raw    func(T) json.RawMessage
	detail func(T, *env) []section
	verbs  []verb[T]
	copies []copyable[T]
}

// documentPane is the one pane behind every document.
type documentPane[T any] struct {
	plainPane
	document[T]
	read reading[T]
	body detail

	backOff backOff // of the automatic refresh
}

func newDocument[T any](d document[T], e *env, l *link) *documentPane[T] {
	p := &documentPane[T]{plainPane: plainPane{env: e, link: l, id: d.name, heading: d.title, in: d.scope}, document: d}
	p.body.more = func(n int) string { return e.linesBelow(n, p.body.w, true) }
	return p
}

func (p *documentPane[T]) name() string           { return p.plainPane.id }
func (p *documentPane[T]) title() string          { return p.heading }
func (p *documentPane[T]) holds(kind string) bool { return p.one == kind }
func (p *documentPane[T]) trouble() string        { return p.read.trouble(p.env.now(), p.label("refresh")) }

func (p *documentPane[T]) enter() tea.Cmd {
	p.visible = true
	return p.reread()
}

func (p *documentPane[T]) leave() {
	p.visible = false
	p.read.stop()
}

func (p *documentPane[T]) reread() tea.Cmd {
	p.body.dirty = true
	now := func(ctx context.Context, c *api.Client) (T, error) { return p.get(api.AtOnce(ctx), c) }
	return p.read.begin(&p.plainPane, now)
}

func (p *documentPane[T]) receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg[T]:
		p.read.took(msg, p.env.now())
	case waitGoesOn:
		return p.read.waitsOn(&p.plainPane)
	case action.Result:
		if now, ok := msg.Now.(T); ok {
			p.read.stop()
			p.read.put(now, p.env.now())
		}
	case refreshDue:
		if p.visible && !p.read.loading && p.backOff.due(p.read.err != nil) {
			p.body.dirty = true
			return p.read.begin(&p.plainPane, p.get)
		}
	}
	p.redraw()
	return nil
}

func (p *documentPane[T]) do(id keymap.ID) (tea.Cmd, bool) {
	for _, v := range p.verbs {
		if keymap.ID(v.spec(p.env).Name) == id {
			return p.act(v), true
		}
	}
	page := max(1, p.body.h-1)
	moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.page.down": page, "cursor.page.up": -page, "cursor.half.down": page / 2,
		"cursor.half.up": -page / 2, "cursor.top": -maxLines, "cursor.bottom": maxLines}
	if n, ok := moves[id]; ok {
		p.body.scroll(n)
		return nil, true
	}
	switch id {
	case "refresh":
		return p.reread(), true
	case "raw":
		p.body.raw, p.body.top = !p.body.raw, 0
		p.redraw()
		return nil, true
	case "back":
		if p.read.stopWaiting(p.env.now()) {
			return nil, true
		}
		if p.body.raw {
			p.body.raw = false
			p.redraw()
			return nil, true
		}
	case "copy.menu", "copy.id":
		return p.copyMenu(), true
	}
	return nil, false
}

func (p *documentPane[T]) knows(id keymap.ID) bool {
	for _, v := range p.verbs {
		if keymap.ID(v.spec(p.env).Name) == id {
			return true
		}
	}
	switch id {
	case "refresh", "raw", "copy.menu", "cursor.down", "cursor.up", "cursor.page.down", "cursor.page.up", "cursor.half.down", "cursor.half.up", "cursor.top", "cursor.bottom":
		return true
	}
	return false
}

func (p *documentPane[T]) copyMenu() tea.Cmd {
	if !p.read.known {
		return nil
	}
	var items []menuItem
	for _, c := range p.copies {
		if text := c.text(p.read.record); text != "" {
			items = append(items, menuItem{title: "Copy the " + c.title, run: func() tea.Cmd { return p.link.copy("the "+c.title, text) }})
		}
	}
	return p.link.menu("Copy", items)
}

func (p *documentPane[T]) whyNot(spec *action.Spec[T]) string {
	switch {
	case p.env.client.ReadOnly():
		return lockedWhy
	case !p.read.known:
		return "the " + p.one + " could not be read yet"
	case spec.Applies != nil:
		if ok, why := spec.Applies(p.read.record); !ok {
			return why
		}
	}
	return ""
}

func (p *documentPane[T]) offers() []offer {
	var offers []offer
	for _, v := range p.verbs {
		spec := v.spec(p.env)
		why := p.whyNot(spec)
		o := offer{id: keymap.ID(spec.Name), title: spec.Title, able: why == "", why: why}
		if o.able {
			o.why = p.env.whyRefused(spec.Name)
		}
		offers = append(offers, o)
	}
	return offers
}

// act opens the form of an action, or runs it.
func (p *documentPane[T]) act(v verb[T]) tea.Cmd {
	spec := v.spec(p.env)
	if why := p.whyNot(spec); why != "" {
		return p.link.say(notice{toneInfo, saidWhy(p.one, why)})
	}
	before := p.read.record
	bind := func(d action.Draft) (*action.Plan, error) { return action.Bind(spec, p.target, d, before) }
	changed := func() string {
		if bytes.Equal(p.raw(before), p.raw(p.read.record)) {
			return ""
		}
		return "The " + p.one + " changed since you pressed the key."
	}
	if v.document != nil {
		request := formRequest{pane: p.id, spec: v.document(before, p.env), name: keymap.ID(spec.Name), submit: bind, changed: changed}
		if spec.Decides != nil {
			request.source = p.sourceOf(v, &before)
		}
		return p.link.form(request)
	}
	plan, err := bind(action.Draft{})
	if err != nil {
		return p.link.say(notice{toneBad, capital(err.Error()) + "."})
	}
	return p.link.start(started{pane: p.id, plan: plan, changed: changed})
}

// sourceOf is the record behind the form of an action; before is what the action is bound to.
func (p *documentPane[T]) sourceOf(v verb[T], before *T) *source {
	get, client := p.get, p.env.client
	return &source{one: p.one,
		read: func(ctx context.Context) (any, error) { return get(ctx, client) },
		take: func(now any) (form.Spec, tea.Cmd, bool) {
			record, ok := now.(T)
			if !ok {
				return form.Spec{}, nil, false
			}
			*before = record
			p.read.stop()
			p.read.put(record, p.env.now())
			p.redraw()
			return v.document(record, p.env), nil, true
		}}
}

func (p *documentPane[T]) preview(id keymap.ID) (string, error) {
	for _, v := range p.verbs {
		if spec := v.spec(p.env); keymap.ID(spec.Name) == id && v.document != nil {
			return "", fmt.Errorf("the request depends on the form; %s in the form shows it", p.env.keys.Label("form.request"))
		}
	}
	return p.plainPane.preview(id)
}

func (p *documentPane[T]) hints() []keymap.ID {
	var ids []keymap.ID
	for _, o := range p.offers() {
		if o.able {
			ids = append(ids, o.id)
		}
	}
	switch {
	case !p.read.known:
		return append(ids, "refresh", "back")
	case p.body.raw:
		return append([]keymap.ID{"raw"}, append(ids, "refresh", "copy.menu", "back")...)
	}
	return append(ids, "refresh", "raw", "copy.menu", "back")
}

// explains: the keys that move in a list scroll here.
func (p *documentPane[T]) explains(id keymap.ID) string {
	if move, ok := strings.CutPrefix(string(id), "cursor."); ok {
		scroll, _ := p.env.keys.Binding(keymap.ID("detail." + move))
		return scroll.Help
	}
	return ""
}

// term calls a binding by what it does right now.
func (p *documentPane[T]) term(id keymap.ID) string {
	return ifText(id == "raw" && p.body.raw && p.read.known, "fields")
}

func (p *documentPane[T]) resize(w, h int) {
	p.w, p.h = w, h
	p.body.resize(w, max(0, h-1))
	p.redraw()
}

func (p *documentPane[T]) redraw() {
	if !p.read.known || p.w <= 0 {
		return
	}
	if p.body.raw {
		p.body.set(0, drawJSON(p.raw(p.read.record), p.body.w, p.env.theme))
		return
	}
	p.body.set(0, drawSections(p.detail(p.read.record, p.env), p.body.w, p.env.theme))
}

func (p *documentPane[T]) view() []string {
	if p.w <= 0 || p.h <= 0 {
		return nil
	}
	headline := drawPieces([]piece{{theme.Title, p.heading}}, p.read.state(p.env.now()), p.w, p.env.theme)
	if words := notThereYet(&p.read, p.env, "the "+p.one); words != nil {
		return append([]string{headline}, message(words, p.w, p.h-1, p.env.theme)...)
	}
	return append([]string{headline}, p.body.view()...)
}

func (p *documentPane[T]) wheel(delta int) tea.Cmd {
	p.body.scroll(3 * delta)
	return nil
}
