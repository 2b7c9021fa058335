package tenant

import (
	"testing"
	"time"

	"github.com/segmentio/ksuid"
)

func TestIDsLeadBackAndTellTheirAge(t *testing.T) {
	tn := New(Options{Seed: 7})
	born := time.Date(2026, 3, 1, 10, 20, 30, 987654321, time.UTC)
	for _, want := range []ref{{kindHook, 0, 0}, {kindHook, 0, 99_999}, {kindWebhook, 0, -1}, {kindWebhook, 0, -70_000},
		{kindHistory, 99_999, 100_000},
		{kindSector, 1<<24 - 1, 1<<31 - 1}} {
		id := tn.id(want.kind, want.parent, want.pos, born)
		if len(id) != 27 {
			t.Errorf("%v: id %q has %d characters, want 27", want, id, len(id))
		}
		got, ok := tn.refOf(id)
		if !ok || got != want {
			t.Errorf("%q leads back to %v (%v), want %v", id, got, ok, want)
		}
		parsed, err := ksuid.Parse(id)
		if err != nil || parsed.Time().Unix() != born.Unix() {
			t.Errorf("%q: %v, time %v, want the second of %v", id, err, parsed.Time(), born)
		}
		if _, ok := New(Options{Seed: 8}).refOf(id); ok {
			t.Errorf("%q is known on a tenant with another seed", id)
		}
	}
}

func TestForeignIDsAreUnknown(t *testing.T) {
	tn := New(Options{})
	good := tn.HookID(0)
	last := byte('a')
	if good[26] == 'a' {
		last = 'b'
	}
	for _, id := range []string{"", "x", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", good[:26], good + "0", good[:26] + string(last),
		"!!!!!!!!!!!!!!!!!!!!!!!!!!!", "zzzzzzzzzzzzzzzzzzzzzzzzzzz"} {
		if r, ok := tn.refOf(id); ok {
			t.Errorf("%q is taken for %v", id, r)
		}
	}
}

func TestEveryIDAgreesWithCreatedAt(t *testing.T) {
	tn := New(Options{Now: newClock().now})
	for _, name := range []string{"users", "apps", "entitlements", "hooks", "webhooks", "suggestions", "secrets", "resource-servers", "roles",
		"exporters",
		"keys", "toolsets", "monitors"} {
		seen := map[string]bool{}
		for i := range tn.Size(name) {
			id := tn.ID(name, i)
			rec, ok := tn.Record(name, id)
			if name == "entitlements" { // unique within an app only
				if _, _, ok := tn.entitlementAt(tn.appID(i/entitlementsPerApp), id); !ok {
					t.Fatalf("entitlement %d is not found by its app and id", i)
				}
				continue
			}
			if !ok || seen[id] {
				t.Fatalf("%s %d: id %s is there twice or leads nowhere", name, i, id)
			}
			seen[id] = true
			made, err := time.Parse(time.RFC3339Nano, rec["createdAt"].(string))
			parsed, perr := ksuid.Parse(id)
			if err != nil || perr != nil || parsed.Time().Unix() != made.Unix() {
				t.Errorf("%s %d: id says %v, createdAt %v", name, i, parsed.Time().UTC(), rec["createdAt"])
			}
		}
	}
}

func TestShareCodesLeadBack(t *testing.T) {
	tn := New(Options{Seed: 3})
	for _, pos := range []int{0, 1, 179, 99_999, -1, -12} {
		code := tn.shareCode(pos)
		if len(code) != 14 || code[4] != '-' || code[9] != '-' {
			t.Errorf("share code %q is not of the form XXXX-XXXX-XXXX", code)
		}
		if got, ok := tn.posOfCode(code); !ok || got != pos {
			t.Errorf("%q leads to %d (%v), want %d", code, got, ok, pos)
		}
		if got, ok := tn.posOfCode("  " + code); ok {
			t.Errorf("a code with spaces leads to %d", got)
		}
	}
	for _, code := range []string{"", "AAAA-AAAA-AAAA", "0000-1111-OOOO", "AAAA-AAAA-AAA", "日本-AAAA-AAAA"} {
		if pos, ok := tn.posOfCode(code); ok {
			t.Errorf("%q is taken for %d", code, pos)
		}
	}
}
