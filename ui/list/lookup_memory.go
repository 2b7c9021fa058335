package list

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/ui/host"
)

// recalledMsg brings what was opened in former sessions; unremembered, why it can't be kept.
type recalledMsg struct {
	opened []state.Opened
	err    error
}

type unremembered struct{ err error }

// remember keeps the ids and the name of a record for the next session.
func (p *Pane) remember(row host.AnyRow) tea.Cmd {
	store, tenant, kind := p.Env.Memory(), p.Env.Client.BaseURL(), p.Resource.Name
	if store == nil {
		return nil
	}
	o := state.Opened{IDs: p.idsOf(row), Name: p.Target(row).Name}
	return p.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		if err := store.Remember(ctx, tenant, kind, o); err != nil {
			return p.Address(unremembered{err})
		}
		return nil
	})
}

// forgetOpened drops a record that isn't there any more.
func (p *Pane) forgetOpened(row host.AnyRow) tea.Cmd {
	if p.ByID == nil {
		return nil
	}
	p.dropOpened(p.Key(row))
	store, tenant, kind, ids := p.Env.Memory(), p.Env.Client.BaseURL(), p.Resource.Name, p.idsOf(row)
	if store == nil {
		return nil
	}
	return p.Env.Saves.Command(func(ctx context.Context) tea.Msg {
		if err := store.Forget(ctx, tenant, kind, ids); err != nil {
			return p.Address(unremembered{err})
		}
		return nil
	})
}

func (p *Pane) idsOf(row host.AnyRow) map[string]string {
	ids := map[string]string{}
	for i, id := range p.ByID.Of(row) {
		ids[p.ByID.Ids[i].Name] = id
	}
	return ids
}

// recall brings back what was opened by id, where the tenant has no list to find it in.
func (p *Pane) recall() tea.Cmd {
	p.putBack()
	store, tenant, kind := p.Env.Memory(), p.Env.Client.BaseURL(), p.Resource.Name
	if store == nil {
		return p.Arrange()
	}
	return tea.Batch(p.Arrange(), func() tea.Msg {
		opened, err := store.Opened(tenant, kind)
		return p.Address(recalledMsg{opened: opened, err: err})
	})
}

func (p *Pane) handleRecalled(msg recalledMsg) tea.Cmd {
	if msg.err != nil {
		return p.cantRemember(msg.err)
	}
	if !p.Lost() {
		return nil
	}
	var rows []host.AnyRow
	for _, o := range msg.opened {
		if ids, ok := p.idsIn(o); ok {
			rows = append(rows, p.ByID.Blank(ids, o.Name))
		}
	}
	p.appendMissing(rows)
	return p.Arrange()
}

// idsIn are the ids of a remembered record in their order; not ok when the file lacks one, or holds what can't be an id.
func (p *Pane) idsIn(o state.Opened) (ids []string, ok bool) {
	for _, f := range p.ByID.Ids {
		id := o.IDs[f.Name]
		if id == "" || f.valid(id) != nil {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, true
}

// cantRemember says so once.
func (p *Pane) cantRemember(err error) tea.Cmd {
	if p.openedByID.warned {
		return nil
	}
	p.openedByID.warned = true
	return p.Host.Say(host.Notice{Tone: host.ToneWarning, Text: host.Capital(err.Error()) + ". Everything else works."})
}
