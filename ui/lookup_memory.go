package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
)

// recalledMsg brings what was opened in former sessions; unremembered, why it can't be kept.
type recalledMsg struct {
	opened []state.Opened
	err    error
}

type unremembered struct{ err error }

// memory is what remembers; nothing does on the built-in tenant, whose records are made anew each time.
func (e *env) memory() *state.Store {
	if e.tenant.Demo {
		return nil
	}
	return e.opened
}

// remember keeps the ids and the name of a record for the next session.
func (p *list) remember(row anyRow) tea.Cmd {
	store, tenant, kind := p.env.memory(), p.env.client.BaseURL(), p.resource.name
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: p.idsOf(row), Name: p.target(row).Name}
	return p.env.saves.command(func(ctx context.Context) tea.Msg {
		if err := store.Remember(ctx, tenant, kind, o); err != nil {
			return p.address(unremembered{err})
		}
		return nil
	})
}

// forgetOpened drops a record that isn't there any more.
func (p *list) forgetOpened(row anyRow) tea.Cmd {
	if p.byID == nil {
		return nil
	}
	p.dropOpened(p.key(row))
	store, tenant, kind, ids := p.env.memory(), p.env.client.BaseURL(), p.resource.name, p.idsOf(row)
	if store == nil {
		return nil
	}
	return p.env.saves.command(func(ctx context.Context) tea.Msg {
		if err := store.Forget(ctx, tenant, kind, ids); err != nil {
			return p.address(unremembered{err})
		}
		return nil
	})
}

func (p *list) idsOf(row anyRow) map[string]string {
	ids := map[string]string{}
	for i, id := range p.byID.of(row) {
		ids[p.byID.ids[i].name] = id
	}
	return ids
}

// recall brings back what was opened by id, where the tenant has no list to find it in.
func (p *list) recall() tea.Cmd {
	p.putBack()
	store, tenant, kind := p.env.memory(), p.env.client.BaseURL(), p.resource.name
	if store == nil {
		return p.arrange()
	}
	return tea.Batch(p.arrange(), func() tea.Msg {
		opened, err := store.Opened(tenant, kind)
		return p.address(recalledMsg{opened: opened, err: err})
	})
}

func (p *list) tookRecalled(msg recalledMsg) tea.Cmd {
	if msg.err != nil {
		return p.cantRemember(msg.err)
	}
	if !p.lost() {
		return nil
	}
	var rows []anyRow
	for _, o := range msg.opened {
		if ids, ok := p.idsIn(o); ok {
			rows = append(rows, p.byID.blank(ids, o.Name))
		}
	}
	p.appendMissing(rows)
	return p.arrange()
}

// idsIn are the ids of a remembered record in their order; not ok when the file lacks one, or holds what can't be an id.
func (p *list) idsIn(o state.Opened) (ids []string, ok bool) {
	for _, f := range p.byID.ids {
		id := o.IDs[f.name]
		if id == "" || f.valid(id) != nil {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, true
}

// cantRemember says so once.
func (p *list) cantRemember(err error) tea.Cmd {
	if p.hand.warned {
		return nil
	}
	p.hand.warned = true
	return p.link.say(notice{toneUnknown, capital(err.Error()) + ". Everything else works."})
}
