package bindings

import (
	"context"
	"sync"

	"gatehouse/api"
	"gatehouse/state"
	"gatehouse/ui/host"
)

// binding is an entitlement on a side of a conflict monitor, as far as it could be read.
type binding struct {
	ref      api.BindingRef
	record   api.MonitorBinding
	read     bool
	err      error               // why it couldn't be read
	monitor  api.ConflictMonitor // without an id: it couldn't be read
	nameless error               // why the monitor couldn't be read
}

// same reports whether two readings of a binding know the same of it and of its monitor.
func (b binding) same(other binding) bool {
	return b.read == other.read && b.monitor.Raw.Equal(other.monitor.Raw) && b.err == nil && other.err == nil &&
		b.nameless == nil && other.nameless == nil
}

// bindingStore notes the bindings that were made or looked up here, and what is known of their monitors: neither can be listed.
// It is used by the update loop and by commands.
type bindingStore struct {
	mu       sync.Mutex
	refs     []api.BindingRef // the latest first
	monitors map[string]api.ConflictMonitor
	whyNot   map[string]error // why a monitor couldn't be read
	recalled bool             // the state folder was asked
	reads    bool             // the tenant has read a binding before
}

func newBindingStore() *bindingStore {
	return &bindingStore{monitors: map[string]api.ConflictMonitor{}, whyNot: map[string]error{}}
}

// add notes a binding first among all.
func (b *bindingStore) add(r api.BindingRef) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refs = append([]api.BindingRef{r}, refsWithout(b.refs, r)...)
}

func (b *bindingStore) remove(r api.BindingRef) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refs = refsWithout(b.refs, r)
}

func refsWithout(refs []api.BindingRef, r api.BindingRef) []api.BindingRef {
	kept := make([]api.BindingRef, 0, len(refs))
	for _, each := range refs {
		if each != r {
			kept = append(kept, each)
		}
	}
	return kept
}

func (b *bindingStore) all() []api.BindingRef {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]api.BindingRef(nil), b.refs...)
}

func (b *bindingStore) monitor(id string) api.ConflictMonitor {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.monitors[id]
}

func (b *bindingStore) Learn(m api.ConflictMonitor) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.monitors[m.ID] = m
	delete(b.whyNot, m.ID)
}

// Unread notes why a monitor couldn't be read, and why gives it, nil when it was.
func (b *bindingStore) Unread(id string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.whyNot[id] = err
}

func (b *bindingStore) why(id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.whyNot[id]
}

// readsBindings reports whether the tenant has shown that it can read a binding.
func (b *bindingStore) readsBindings() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reads
}

func (b *bindingStore) hasRead() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reads = true
}

func (b *bindingStore) knownMonitors() []api.ConflictMonitor {
	b.mu.Lock()
	defer b.mu.Unlock()
	var known []api.ConflictMonitor
	for _, m := range b.monitors {
		known = append(known, m)
	}
	return known
}

// readBinding reads a binding and the monitor it belongs to. A monitor that can't be read is no failure of the binding.
func (b *bindingStore) readBinding(ctx context.Context, c *api.Client, r api.BindingRef) (binding, error) {
	record, err := c.MonitorBinding(ctx, r)
	if err != nil {
		return binding{ref: r, err: err, monitor: b.monitor(r.MonitorID), nameless: b.why(r.MonitorID)}, err
	}
	b.hasRead()
	m, err := b.readMonitor(ctx, c, r.MonitorID)
	return binding{ref: r, record: record, read: true, monitor: m, nameless: err}, nil
}

// readMonitor reads a monitor once, and notes why it can't.
func (b *bindingStore) readMonitor(ctx context.Context, c *api.Client, id string) (api.ConflictMonitor, error) {
	if known := b.monitor(id); known.ID != "" {
		return known, nil
	}
	m, err := c.ConflictMonitor(ctx, id)
	if err == nil && m.ID != id {
		err = host.NotThere("conflict monitor")
	}
	if err != nil {
		b.Unread(id, err)
		return api.ConflictMonitor{}, err
	}
	b.Learn(m)
	return m, nil
}

// meet reads the monitors whose ids are known from elsewhere, so that they can be chosen.
func (b *bindingStore) meet(ctx context.Context, c *api.Client, ids []string) {
	for _, id := range ids {
		_, _ = b.readMonitor(ctx, c, id) // what can't be read isn't offered
	}
}

// atOnce is how many bindings are read at the same time.
const atOnce = 6

// readAll reads every binding of the store again. Those that are gone are left out, those that can't be read are marked.
func (b *bindingStore) readAll(ctx context.Context, c *api.Client) (api.Page[binding], error) {
	refs := b.all()
	rows, gone := make([]binding, len(refs)), make([]bool, len(refs))
	limit := make(chan struct{}, atOnce)
	var wait sync.WaitGroup
	for i, r := range refs {
		wait.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			row, err := b.readBinding(ctx, c, r)
			rows[i], gone[i] = row, api.KindOf(err) == api.KindNotFound
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return api.Page[binding]{}, err
	}
	var page api.Page[binding]
	for i, row := range rows {
		if !gone[i] {
			page.Rows = append(page.Rows, row)
		}
	}
	return page, nil
}

// recall takes the bindings of former sessions, once; without a state folder there are none.
func (b *bindingStore) recall(store *state.Store, tenant string) {
	b.mu.Lock()
	asked := b.recalled
	b.recalled = true
	b.mu.Unlock()
	if asked || store == nil {
		return
	}
	opened, err := store.Opened(tenant, "bindings")
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range opened {
		r := api.BindingRef{MonitorID: o.IDs["monitorId"], AppID: o.IDs["appId"], AppEntitlementID: o.IDs["appEntitlementId"],
			EntitlementGroup: api.EntitlementGroup(o.IDs["entitlementGroup"])}
		if r.MonitorID != "" && r.AppID != "" && r.AppEntitlementID != "" && len(b.refs) < 20 {
			b.refs = append(refsWithout(b.refs, r), r)
		}
	}
}

func bindingIDs(r api.BindingRef) map[string]string {
	return map[string]string{"monitorId": r.MonitorID, "appId": r.AppID, "appEntitlementId": r.AppEntitlementID,
		"entitlementGroup": string(r.EntitlementGroup)}
}
