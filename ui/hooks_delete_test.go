package ui

import (
	"slices"
	"testing"

	"gatehouse/tenant"
)

func TestADeletedHookNeedsItsNameTyped(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.sees("42 in all")
	first := d.tenant.HookID(0)
	rec, _ := d.tenant.Record("hooks", first)
	name, _ := rec["displayName"].(string)
	d.keys("x")
	d.sees("Delete hook?", name, "Its settings are gone for good;", "turning it off keeps them.", "Type "+name+" to confirm")
	d.keys("<enter>")
	d.wantMutations()
	d.keys(name, "<enter>")
	d.sees("Deleted hook “"+name+"”.", "41 in all")
	d.wantMutations("DELETE /api/v1/hooks/" + first)
	if got := d.bodies("DELETE /api/v1/hooks/{}"); !slices.Equal(got, []string{"{}"}) {
		t.Errorf("sent %q", got)
	}
	d.keys("u")
	d.sees("There is nothing to undo")
}

func TestALostAnswerToAHookDeletionIsResolved(t *testing.T) {
	d := newDriver(t, driverOptions{})
	rec, _ := d.tenant.Record("hooks", d.tenant.HookID(0))
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/hooks/*", DropAfter: true})
	d.keys("x", rec["displayName"].(string), "<enter>")
	d.sees("Deleted hook", "41 in all")
}

func TestAHookThatWasNotDeletedStays(t *testing.T) {
	d := newDriver(t, driverOptions{})
	rec, _ := d.tenant.Record("hooks", d.tenant.HookID(0))
	d.fault(tenant.Rule{Method: "DELETE", Path: "/api/v1/hooks/*", Lie: true})
	d.keys("x", rec["displayName"].(string), "<enter>")
	d.tells("outcome unknown", "The tenant answered that it is done. Read again, it is still there so far.")
	d.sees("42 in all")
}

func TestTheCELOfAHookIsCopied(t *testing.T) {
	for name, c := range map[string]struct {
		hook   map[string]any
		keys   []string
		copied []string
		says   string
	}{
		"filter": {map[string]any{"filter": map[string]any{"celExpression": "a == b"}, "jsonPatch": nil}, []string{"c"}, []string{"a == b"},
			"Copied the filter's CEL."},
		"patch": {map[string]any{"filter": nil, "builtinPattern": nil, "function": nil, "jsonPatch": map[string]any{"celExpression": "{}"}},
			[]string{"c"}, []string{"{}"}, "Copied the patch's CEL."},
		"both": {map[string]any{"filter": map[string]any{"celExpression": "a == b"}, "builtinPattern": nil, "function": nil,
			"jsonPatch": map[string]any{"celExpression": "{}"}},
			[]string{"c", "patch", "<enter>"}, []string{"{}"}, "Copied the patch's CEL."},
		"none": {map[string]any{"filter": nil, "jsonPatch": nil}, []string{"c"}, nil, "an empty filter matches everything"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) {
				if err := tn.UpdateAs("hooks", tn.HookID(0), func(h map[string]any) {
					for k, v := range c.hook {
						h[k] = v
					}
				}); err != nil {
					t.Fatal(err)
				}
			}})
			d.keys(c.keys...)
			d.sees(c.says)
			if !slices.Equal(d.copied, c.copied) {
				t.Errorf("copied %q, want %q", d.copied, c.copied)
			}
		})
	}
}
