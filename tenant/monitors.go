package tenant

import (
	"net/http"
	"time"
)

// sideMax is how many entitlements one side of a monitor holds at most.
const sideMax = 32

var monitorNames = []string{"Create vendor and pay vendor", "Write and approve journal entries", "Deploy and approve change",
	"Hire and run payroll",
	"Edit prices and grant discounts", "Request and approve access", "Count stock and write it off", "Sign and release contracts"}

// binding names one entitlement on one side of a monitor.
type binding struct {
	app, entitlement, monitor, side string
}

// monitorRecord makes a ConflictMonitor (companion.md 7.11).
func (t *Tenant) monitorRecord(i int) object {
	born := t.born(t.monitors, i, 500)
	name := monitorNames[i%len(monitorNames)]
	text := "Alerts when somebody holds both."
	if i%4 == 2 {
		text = "Alerts when somebody deploys without being in the approved group."
	}
	return object{
		"id": t.id(kindMonitor, 0, i, born), "displayName": name, "description": text, "enabled": i%5 != 4,
		"entitlementSetAId": t.id(kindEntitlementSet, i, 0, born), "entitlementSetBId": t.id(kindEntitlementSet, i, 1, born),
		"negateGroupB": i%4 == 2, "createdAt": stamp(born), "updatedAt": stamp(t.touched(kindMonitor, i, born)), "deletedAt": nil,
	}
}

// getMonitor is GET /api/v1/accessconflict/{id}; the monitor is the whole answer.
func (t *Tenant) getMonitor(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.place(t.monitors, c.params[0])
	if !ok {
		return nil, notFound("conflict monitor")
	}
	return t.monitors.at(pos), nil
}

// firstBindings are the entitlements that a monitor has from the start: two on each side.
func (t *Tenant) firstBindings(monitor int) []binding {
	rec := t.monitors.record(monitor)
	var out []binding
	for k, side := range []string{"ENTITLEMENT_GROUP_A", "ENTITLEMENT_GROUP_A", "ENTITLEMENT_GROUP_B", "ENTITLEMENT_GROUP_B"} {
		place := (monitor*37 + k*11 + 5) % t.entitlements.size
		out = append(out, binding{t.appID(place / entitlementsPerApp), t.entitlementID(place), rec.text("id"), side})
	}
	return out
}

// bound finds a binding as it truly is; nil: it does not exist. The caller holds the lock.
func (t *Tenant) bound(b binding) object {
	if place, changed := t.bindingPlaces[b]; changed {
		return t.bindings.at(place)
	}
	return t.firstBound(b)
}

// seenBound is a binding as reads show it: writes reach them late. The caller holds the lock.
func (t *Tenant) seenBound(b binding) object {
	place, changed := t.bindingPlaces[b]
	if !changed {
		return t.firstBound(b)
	}
	r, ok := t.bindings.seen(place, t.now())
	switch {
	case ok:
		return r.whole()
	case r.c == nil: // nothing that was written is seen yet
		return t.firstBound(b)
	}
	return nil
}

// firstBound finds a binding among those that a monitor has from the start.
func (t *Tenant) firstBound(b binding) object {
	r, ok := t.refOf(b.monitor)
	if !ok || r.kind != kindMonitor {
		return nil
	}
	for _, each := range t.firstBindings(r.pos) {
		if each == b {
			return each.made(t.firstBoundAt(each, r.pos))
		}
	}
	return nil
}

// firstBoundAt is when a binding of the start was made: once there were the monitor and the entitlement.
func (t *Tenant) firstBoundAt(b binding, monitor int) time.Time {
	at := t.monitors.record(monitor).time("createdAt")
	if place, toolset, ok := t.entitlementAt(b.app, b.entitlement); ok && !toolset {
		at = later(at, t.entitlementBorn(place))
	}
	return at.Add(t.start.Sub(at) / 9)
}

func (b binding) made(at time.Time) object {
	return object{"appEntitlementId": b.entitlement, "appId": b.app, "monitorId": b.monitor, "entitlementGroup": b.side,
		"createdAt": stamp(at), "updatedAt": stamp(at), "deletedAt": nil}
}

// binding reads the request's binding and refuses what does not exist. The caller holds the lock.
func (c *call) binding() (binding, error) {
	b := binding{c.in.text("appId"), c.in.text("appEntitlementId"), c.in.text("monitorId"), c.in.text("entitlementGroup")}
	for name, value := range map[string]string{"appId": b.app, "appEntitlementId": b.entitlement, "monitorId": b.monitor} {
		if value == "" {
			return b, invalid("%s is required", name)
		}
	}
	if b.side != "ENTITLEMENT_GROUP_A" && b.side != "ENTITLEMENT_GROUP_B" {
		return b, invalid("entitlementGroup must be ENTITLEMENT_GROUP_A or ENTITLEMENT_GROUP_B")
	}
	if _, ok := c.t.place(c.t.monitors, b.monitor); !ok {
		return b, notFound("conflict monitor")
	}
	if _, _, ok := c.t.entitlementAt(b.app, b.entitlement); !ok {
		return b, notFound("entitlement")
	}
	return b, nil
}

// bind is operation 1; the binding is the whole answer.
func (t *Tenant) bind(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, err := c.binding()
	if err != nil {
		return nil, err
	}
	if t.bound(b) != nil {
		return nil, fail(http.StatusConflict, codeExists, "the entitlement is already on this side of the monitor")
	}
	if t.sideCount(b) >= sideMax {
		return nil, conflict("this side of the monitor already holds %d entitlements", sideMax)
	}
	rec := b.made(t.now())
	c.setBinding(b, rec)
	return rec, nil
}

// setBinding stores what was made of a binding; nil: it is gone.
func (c *call) setBinding(b binding, rec object) {
	if c.lie {
		return
	}
	t := c.t
	place, changed := t.bindingPlaces[b]
	if !changed {
		if t.bindingPlaces == nil {
			t.bindingPlaces = map[binding]int{}
		}
		place = t.bindings.reserve()
		t.bindingPlaces[b] = place
	}
	t.bindings.put(place, rec, c.lag, t.now())
	activity := "Create"
	if rec == nil {
		activity = "Delete"
	}
	t.addEvent(t.now(), callerIndex, activity, "binding of a conflict monitor", b.monitor, b.side)
}

// sideCount counts the entitlements on the side of a monitor that a binding names.
func (t *Tenant) sideCount(b binding) int {
	n := 0
	if r, ok := t.refOf(b.monitor); ok {
		for _, each := range t.firstBindings(r.pos) {
			if _, changed := t.bindingPlaces[each]; !changed && each.side == b.side {
				n++
			}
		}
	}
	for each, place := range t.bindingPlaces {
		if t.bindings.at(place) != nil && each.monitor == b.monitor && each.side == b.side {
			n++
		}
	}
	return n
}

// getBinding is POST /api/v1/appentitlementmonitorbinding/get.
func (t *Tenant) getBinding(c *call) (any, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	b, err := c.binding()
	if err != nil {
		return nil, err
	}
	t.bindings.reads.Add(1)
	if rec := t.seenBound(b); rec != nil {
		return rec, nil
	}
	return nil, notFound("binding")
}

// unbind is DELETE /api/v1/appentitlementmonitorbinding.
func (t *Tenant) unbind(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, err := c.binding()
	if err != nil {
		return nil, err
	}
	if t.bound(b) == nil {
		return nil, notFound("binding")
	}
	c.setBinding(b, nil)
	return object{}, nil
}
