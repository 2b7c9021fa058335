package list

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
)

// Command is something that a pane does beside its actions: it shows or asks something, and by itself changes nothing on the tenant.
type Command struct {
	ID    keymap.ID
	Title string
	// Why tells why it can't be done now; nil: it always can.
	Why func(*Pane) action.Why
	// Hinted tells whether the footer names it although it can't be done yet; nil: never.
	Hinted func(*Pane) bool
	Run    func(*Pane) tea.Cmd
}

// Way is one of the drafts that an action offers in a menu.
type Way struct {
	Title, Note string
	Draft       action.Draft
}

// NoRecord is the why of a command that needs a record.
func NoRecord(p *Pane) action.Why {
	if _, ok := p.Grid.Cursor(); !ok {
		return noRecord(p.One)
	}
	return action.Why{}
}

func noRecord(one string) action.Why {
	return action.Because("there is no " + one + " under the cursor")
}

func (c Command) whyNot(p *Pane) action.Why {
	if c.Why == nil {
		return action.Why{}
	}
	return c.Why(p)
}

// WhyLocked is the why of a command that changes something whatever stands in the list.
func (p *Pane) WhyLocked() action.Why {
	if p.Env.Client.ReadOnly() {
		return action.ReadOnly()
	}
	return action.Why{}
}

// obey carries out a command, or says why it can't.
func (p *Pane) obey(c Command) tea.Cmd {
	if why := c.whyNot(p); !why.None() {
		return p.Refuse(why, func() action.Why { return c.whyNot(p) })
	}
	return c.Run(p)
}

// withCommands adds the commands to the actions that are offered.
func (p *Pane) withCommands(offers []host.Offer) []host.Offer {
	for _, c := range p.Own {
		why := c.whyNot(p)
		offers = append(offers, host.Offer{ID: c.ID, Title: c.Title, Able: why.None(), Why: why, Hinted: c.Hinted != nil && c.Hinted(p)})
	}
	return offers
}

// asking is what a draft needs to become a plan that runs.
type asking struct {
	pane    string
	intro   string
	bind    func(action.Draft) (*action.Plan, error)
	changed func() string
	facts   []string
	listed  []string
	then    func(action.Result) tea.Cmd
	// rebase makes another reading of the record what the plan is bound to; false: it is no such record.
	rebase func(now any) bool
}

func (a asking) start(plan *action.Plan) host.Request {
	return host.Request{Pane: a.pane, Plan: plan, Intro: a.intro, Facts: a.facts, Listed: a.listed, Changed: a.changed, Then: a.then}
}

// chooseWay offers the drafts of an action; the form, if it has one, is the last line, and an id that is typed is a draft, too.
func (p *Pane) chooseWay(v Verb[host.AnyRow], title string, row host.AnyRow, ask asking) tea.Cmd {
	var items []host.MenuItem
	for _, w := range v.Ways(row, p.Env) {
		items = append(items, p.wayItem(w, ask))
	}
	document := func() tea.Cmd { return p.openDocument(v, row, ask) }
	switch {
	case v.Document == nil:
	case len(items) == 0:
		return document()
	default:
		items = append(items, host.MenuItem{Title: v.Otherwise, Stays: true, Run: document})
	}
	menu := dialog.NewPalette(title, items, p.Env.Keys, p.Env.Theme)
	if v.Typed != nil {
		menu.Typed = func(text string) (host.MenuItem, int, bool) {
			if text = strings.TrimSpace(text); !host.LooksLikeID(text) {
				return host.MenuItem{}, -1, false
			}
			return p.wayItem(v.Typed(row, text), ask), -1, true
		}
	}
	return p.Host.Open(menu)
}

// wayItem is a draft of an action as a line of a menu.
func (p *Pane) wayItem(w Way, ask asking) host.MenuItem {
	return host.MenuItem{Title: w.Title, Note: w.Note,
		Preview: func() (string, error) {
			plan, err := ask.bind(w.Draft)
			if err != nil {
				return "", err
			}
			return host.RequestText(p.Env.Client, plan.Steps[0].Request), nil
		},
		Run: func() tea.Cmd {
			plan, err := ask.bind(w.Draft)
			if err != nil {
				return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
			}
			return p.Host.Start(ask.start(plan))
		}}
}

// openDocument opens the form of an action.
func (p *Pane) openDocument(v Verb[host.AnyRow], row host.AnyRow, ask asking) tea.Cmd {
	spec := v.Document(row, p.Env)
	if spec.New = spec.New || v.Creates; !v.Creates {
		spec.Title = host.Naming(spec.Title, p.Target(row))
	}
	request := host.FormRequest{Pane: ask.pane, Spec: spec, Name: v.name, Submit: ask.bind, Changed: ask.changed, Then: ask.then}
	if !v.Creates && p.unseen(row) {
		request.Spec = p.blindForm(spec)
		request.Facts, request.Intro = host.BlindFacts(request.Spec), ask.intro
	}
	request.Source = p.sourceOf(v, row, ask)
	return p.Host.Form(request)
}

// sourceOf is the record behind the form of an action that must not overwrite what somebody else has changed.
func (p *Pane) sourceOf(v Verb[host.AnyRow], row host.AnyRow, ask asking) *host.Source {
	if v.Creates || p.Get == nil || p.unseen(row) || v.Spec(p.Env).Decides == nil {
		return nil
	}
	client, get, asked := p.Env.Client, p.Get, p.Env.Moment()
	return &host.Source{One: p.One,
		Read: func(ctx context.Context) (any, error) { return get(ctx, client, row) },
		Take: func(now any) (form.Spec, tea.Cmd, bool) {
			if !ask.rebase(now) {
				return form.Spec{}, nil, false
			}
			spec := v.Document(now, p.Env)
			spec.Title = host.Naming(spec.Title, p.Target(now))
			return spec, p.After(p.handleRecord(RecordMsg{Before: row, Now: now, asked: asked})), true
		}}
}

// facts are the sentences about a record that the dialog of an action shows.
func (p *Pane) facts(v Verb[host.AnyRow], row host.AnyRow) []string {
	if v.Facts == nil {
		return nil
	}
	return v.Facts(row, p.Env)
}

// listed is what they only count.
func (p *Pane) listed(v Verb[host.AnyRow], row host.AnyRow) []string {
	if v.Lists == nil {
		return nil
	}
	return v.Lists(row, p.Env)
}

// following reads again what the headline says about the list as a whole, once an action that changes it has worked.
func (p *Pane) following(v Verb[host.AnyRow], then func(action.Result) tea.Cmd) func(action.Result) tea.Cmd {
	if !v.ChangesStatus {
		return then
	}
	return func(r action.Result) tea.Cmd {
		var next tea.Cmd
		if then != nil {
			next = then(r)
		}
		if !host.IsDone(r) {
			return next
		}
		p.status.Stop()
		return tea.Batch(next, p.status.Ask())
	}
}
