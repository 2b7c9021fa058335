package list

import (
	"context"
	"encoding/json"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/compare"
	"gatehouse/ui/host"
)

// Reread reads by the ids that the entry holds; what the entry was to make is searched for.
func (p *Pane) Reread(e action.Entry) (host.Rereading, bool) {
	if p.One != e.Target.Kind {
		return nil, false
	}
	if e.Target.ID == "" {
		return p.findMade(e)
	}
	if p.ByID == nil || !p.canRead() {
		return nil, false
	}
	ids, ok := compare.IDsOf(e, len(p.ByID.Ids))
	if !ok {
		return nil, false
	}
	read, blank := p.ByID.Read, p.ByID.Blank(ids, e.Target.Name)
	if read == nil {
		read = p.Get
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		now, err := read(ctx, c, blank)
		return p.Raw(now).JSON(), p.Target(now).ID, err
	}, true
}

// findMade looks on the tenant for the record that an entry was to make: with all that was intended, and made since.
func (p *Pane) findMade(e action.Entry) (host.Rereading, bool) {
	name, _ := compare.Member(e.Intended, "displayName").(string)
	if p.Searches == "" || name == "" {
		return nil, false
	}
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		page, err := p.Fetch(ctx, c, host.Query{Text: name}, api.PageRequest{Size: 100})
		if err != nil {
			return nil, "", err
		}
		for _, row := range page.Rows {
			raw := p.Raw(row).JSON()
			if compare.Intended(e, raw).Outcome() == action.Worked && compare.MadeSince(raw, e) {
				return raw, p.Target(row).ID, nil
			}
		}
		return nil, "", host.NotThere(p.One)
	}, true
}
