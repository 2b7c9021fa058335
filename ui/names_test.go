package ui

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"gatehouse/tenant"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

func TestWhoAmIMissingLosesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 404, Message: "Not Found"})
	}})
	d.sees("42 in all")
	id := d.secretBy(true)
	d.onSecret(id)
	d.keys("x", "<tab>", "<enter>")
	d.sees("Revoked secret")
	d.wantMutations("DELETE /api/v1/secrets/" + id) // the operation that every tenant has
}

func TestNamesAreResolvedInBatchesAndOnce(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.tenant.ForgetRequests()
	d.keys("4")
	asked := d.asked("POST /api/v1/search/users")
	if len(asked) == 0 || len(asked) > 3 {
		t.Fatalf("%d requests for the names of one screen", len(asked))
	}
	seen := map[string]bool{}
	for _, body := range asked {
		var in struct{ Refs []struct{ ID string } }
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			t.Fatal(err)
		}
		for _, ref := range in.Refs {
			if seen[ref.ID] {
				t.Errorf("the name of %s was asked for twice", ref.ID)
			}
			seen[ref.ID] = true
		}
	}
	d.keys("jkjkjk")
	if again := d.asked("POST /api/v1/search/users"); len(again) != len(asked) {
		t.Errorf("moving around asked for names again")
	}
}

func TestNamesThatCouldNotBeHadAreAskedForAgain(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/users", Status: 503})
	}})
	secret, _ := d.tenant.Record("secrets", d.tenant.SecretID(0))
	creator, _ := d.tenant.Record("users", secret["creatorUserId"].(string))
	name := creator["displayName"].(string)
	if creator["id"] == d.tenant.UserID(0) {
		t.Fatal("the first secret is the caller's, whose name is on the screen anyway")
	}
	d.keys("4")
	d.seesNot(name)
	before := len(d.asked("POST /api/v1/search/users"))
	d.keys("jkjkjkjk")
	if after := len(d.asked("POST /api/v1/search/users")); after > before+4 {
		t.Errorf("every key press asks again for names that can't be had: %d requests", after-before)
	}
	d.tenant.Faults().Reset()
	d.clock.advance(2 * time.Minute)
	d.keys("r")
	d.sees(name)
}

// A filter finds a record by a name that came after the filter had read it, in front and while another pane is.
func TestAFilterFindsByNamesThatCameLater(t *testing.T) {
	for place, key := range map[string]string{"Suggestions": "3", "Secrets": "4", "Toolsets": "9"} {
		d := newDriver(t, driverOptions{w: 300, h: 45, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/users", Status: 503})
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/apps", Status: 503})
		}})
		d.keys(key, "/", "zebulon")
		p := d.model.pane().(*list.Pane)
		refs := unnamed(d, p)
		if len(refs) < 2 {
			t.Fatalf("%s: no two ids without a name", place)
		}
		comes := func(ref widget.Ref, name string) {
			d.model.env.Names.Learn(map[widget.Ref]string{ref: name})
			d.send(host.Addressed{Session: d.model.session, Pane: d.model.pane().Name(), Msg: host.NamesKnown{}})
		}
		before := contains(p, "zebulon")
		if comes(refs[0], "Zebulon"); contains(p, "zebulon") <= before {
			t.Errorf("%s: no row is found by a name that came", place)
		}
		d.keys("<esc>", "1")
		comes(refs[1], "Quirinus")
		if d.keys(key, "/", "quirinus"); contains(p, "quirinus") == 0 {
			t.Errorf("%s: no row is found by a name that came while another pane was in front", place)
		}
	}
}

// A list that can't be read again finds by the names that came while another pane was in front, before the tenant answers.
func TestAListInTroubleFindsByNamesThatCameMeanwhile(t *testing.T) {
	d := newDriver(t, driverOptions{w: 300, h: 45, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/users", Status: 503})
	}})
	d.keys("4", "/zebulon", "<esc>")
	p := d.model.pane().(*list.Pane)
	row, _ := p.Grid.Cursor()
	d.tenant.Faults().Add(tenant.Rule{Path: "/api/v1/search/secrets-admin", Status: 503})
	d.keys("r", "1")
	d.model.env.Names.Learn(map[widget.Ref]string{p.Refs(row)[0]: "Zebulon"})
	late := d.holding(func() { d.keys("4", "/zebulon") })
	if contains(p, "zebulon") == 0 {
		t.Errorf("no row is found by a name that came:\n%s", d.screen())
	}
	late.deliver()
}

// unnamed are ids in records of a list that have no name yet.
func unnamed(d *driver, p *list.Pane) (refs []widget.Ref) {
	for _, row := range p.Grid.Rows() {
		for _, r := range p.Refs(row) {
			if (r.Kind == "user" || r.Kind == "app") && d.model.env.Names.Get(r.Kind, r.ID) == "" && !slices.Contains(refs, r) {
				refs = append(refs, r)
			}
		}
	}
	return refs
}

// contains is how many rows the filter finds that contain a text, and none that only resemble it.
func contains(p *list.Pane, text string) int {
	if p.Find.Text != text || p.Grid.Similar() {
		return 0
	}
	return p.Grid.Shown()
}
