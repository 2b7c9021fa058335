package ui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/form"
)

// command is something that a pane does beside its actions: it shows or asks something, and by itself changes nothing on the tenant.
type command struct {
	id    keymap.ID
	title string
	// why tells why it can't be done now, "" when it can; nil: it always can.
	why func(*list) string
	// hinted tells whether the footer names it although it can't be done yet; nil: never.
	hinted func(*list) bool
	run    func(*list) tea.Cmd
}

// way is one of the drafts that an action offers in a menu.
type way struct {
	title, note string
	draft       action.Draft
}

// noRecord is the why of a command that needs a record.
func noRecord(p *list) string {
	if _, ok := p.grid.Cursor(); !ok {
		return "there is no " + p.one + " under the cursor"
	}
	return ""
}

func (c command) whyNot(p *list) string {
	if c.why == nil {
		return ""
	}
	return c.why(p)
}

// obey carries out a command, or says why it can't.
func (p *list) obey(c command) tea.Cmd {
	if why := c.whyNot(p); why != "" {
		return p.refuse(why)
	}
	return c.run(p)
}

func (p *list) commandOffers() []offer {
	var offers []offer
	for _, c := range p.own {
		why := c.whyNot(p)
		offers = append(offers, offer{id: c.id, title: c.title, able: why == "", why: why, hinted: c.hinted != nil && c.hinted(p)})
	}
	return offers
}

// asking is what a draft needs to become a plan that runs.
type asking struct {
	pane    string
	intro   string
	bind    func(action.Draft) (*action.Plan, error)
	changed func() string
	tells   []string
	listed  []string
	then    func(action.Result) tea.Cmd
	// rebase makes another reading of the record what the plan is bound to; false: it is no such record.
	rebase func(now any) bool
}

func (a asking) start(plan *action.Plan) started {
	return started{pane: a.pane, plan: plan, intro: a.intro, tells: a.tells, listed: a.listed, changed: a.changed, then: a.then}
}

// chooseWay offers the drafts of an action; the form, if it has one, is the last line, and an id that is typed is a draft, too.
func (p *list) chooseWay(v verb[anyRow], title string, row anyRow, ask asking) tea.Cmd {
	var items []menuItem
	for _, w := range v.ways(row, p.env) {
		items = append(items, p.wayItem(w, ask))
	}
	document := func() tea.Cmd { return p.openDocument(v, row, ask) }
	switch {
	case v.document == nil:
	case len(items) == 0:
		return document()
	default:
		items = append(items, menuItem{title: v.otherwise, stays: true, run: document})
	}
	menu := newPalette(title, items, p.env.keys, p.env.theme)
	if v.typed != nil {
		menu.typed = func(text string) (menuItem, int, bool) {
			if text = strings.TrimSpace(text); !looksLikeID(text) {
				return menuItem{}, -1, false
			}
			return p.wayItem(v.typed(row, text), ask), -1, true
		}
	}
	return p.link.open(menu)
}

// wayItem is a draft of an action as a line of a menu.
func (p *list) wayItem(w way, ask asking) menuItem {
	return menuItem{title: w.title, note: w.note,
		preview: func() (string, error) {
			plan, err := ask.bind(w.draft)
			if err != nil {
				return "", err
			}
			return requestText(p.env.client, plan.Steps[0].Request), nil
		},
		run: func() tea.Cmd {
			plan, err := ask.bind(w.draft)
			if err != nil {
				return p.link.say(notice{toneBad, capital(err.Error()) + "."})
			}
			return p.link.start(ask.start(plan))
		}}
}

// openDocument opens the form of an action.
func (p *list) openDocument(v verb[anyRow], row anyRow, ask asking) tea.Cmd {
	spec := v.document(row, p.env)
	if spec.New = spec.New || v.creates; !v.creates {
		spec.Title = naming(spec.Title, p.target(row))
	}
	request := formRequest{pane: ask.pane, spec: spec, name: v.name, submit: ask.bind, changed: ask.changed, then: ask.then}
	if !v.creates && p.unseen(row) {
		request.spec = p.blindForm(spec)
		request.tells, request.intro = blindTells(request.spec), ask.intro
	}
	request.source = p.sourceOf(v, row, ask)
	return p.link.form(request)
}

// naming makes the title of a form name the record, unless it does already: "Edit role “Help desk”".
func naming(title string, t action.Target) string {
	name := firstOf(t.Name, t.ID)
	if strings.Contains(title, name) {
		return title
	}
	return title + " “" + name + "”"
}

// sourceOf is the record behind the form of an action that must not overwrite what somebody else has changed.
func (p *list) sourceOf(v verb[anyRow], row anyRow, ask asking) *source {
	if v.creates || p.get == nil || p.unseen(row) || v.spec(p.env).Decides == nil {
		return nil
	}
	client, get, asked, at := p.env.client, p.get, p.env.nextSerial(), p.env.Now()
	return &source{one: p.one,
		read: func(ctx context.Context) (any, error) { return get(ctx, client, row) },
		take: func(now any) (form.Spec, tea.Cmd, bool) {
			if !ask.rebase(now) {
				return form.Spec{}, nil, false
			}
			spec := v.document(now, p.env)
			spec.Title = naming(spec.Title, p.target(now))
			return spec, p.after(p.tookRecord(recordMsg{before: row, now: now, asked: asked, at: at})), true
		}}
}

// tells are the sentences about a record that the dialog of an action shows.
func (p *list) tells(v verb[anyRow], row anyRow) []string {
	if v.tells == nil {
		return nil
	}
	return v.tells(row, p.env)
}

// listed is what they only count.
func (p *list) listed(v verb[anyRow], row anyRow) []string {
	if v.lists == nil {
		return nil
	}
	return v.lists(row, p.env)
}

// following reads again what the headline says about the list as a whole, once an action that changes it has worked.
func (p *list) following(v verb[anyRow], then func(action.Result) tea.Cmd) func(action.Result) tea.Cmd {
	if !v.restands {
		return then
	}
	return func(r action.Result) tea.Cmd {
		var next tea.Cmd
		if then != nil {
			next = then(r)
		}
		if !isDone(r) {
			return next
		}
		p.stands.stop()
		return tea.Batch(next, p.readStanding())
	}
}
