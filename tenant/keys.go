package tenant

var keyNames = []string{"Support assistant", "Release notes agent", "Docs search", "Sales call notes", "Contract review",
	"Nightly evaluation", "Data platform",
	"Mara's laptop", "Expense triage", "Incident summaries", "Translation", "Load test", "Design feedback", "Old gateway"}

// keyRecord makes a gateway key (interface.md 2.14).
func (t *Tenant) keyRecord(i int) object {
	born := t.born(t.keys, i, 300)
	d := t.dice(kindKey, i, 2)
	rec := object{
		"id": t.id(kindKey, 0, i, born), "displayName": keyNames[i%len(keyNames)], "keyPrefix": "gk_live_" + d.hex(6),
		"createdAt": stamp(born), "updatedAt": stamp(born), "revokedAt": nil,
	}
	if turn := i / len(keyNames); turn > 0 {
		rec["displayName"] = keyNames[i%len(keyNames)] + " in " + d.pick(locations)
	}
	if i%5 == 3 {
		at := t.ended(kindKey, i, born)
		rec["revokedAt"], rec["updatedAt"] = stamp(at), stamp(at)
	}
	if i%14 == 13 {
		delete(rec, "keyPrefix")
	}
	return rec
}

// listKeys is operation 12; it has no page size of its own.
func (t *Tenant) listKeys(c *call) (any, error) { return c.search(t.keys, "list", nil, nil, nil) }

// revokeKey is DELETE /api/v1/llm-gateway/keys/{id}.
func (t *Tenant) revokeKey(c *call) (any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	pos, ok := t.place(t.keys, c.params[0])
	if !ok {
		return nil, notFound("gateway key")
	}
	before := t.keys.at(pos)
	if before.text("revokedAt") != "" {
		return nil, conflict("the gateway key is revoked already")
	}
	now := stamp(t.now())
	return object{"gatewayKey": c.commit(t.keys, pos, before, before.with(object{"revokedAt": now, "updatedAt": now}))}, nil
}
