package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/batch"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes/suggestions"
	"gatehouse/ui/triage"
)

var dialogSizes = [][2]int{{160, 45}, {80, 24}, {60, 15}, {40, 10}}

// readThrough scrolls a dialog to its end, confirming at every step, and gives all that was in view before it acted.
func (d *driver) readThrough() string {
	d.t.Helper()
	var seen strings.Builder
	for range 80 {
		seen.WriteString(strings.Join(strings.Fields(d.screen()), " ") + "\n")
		if d.keys("<enter>"); d.model.overlay() == nil {
			return seen.String()
		}
		d.keys("<down>")
	}
	d.t.Fatalf("the dialog never ends:\n%s", d.screen())
	return ""
}

func TestADialogIsReadThroughBeforeItActsAtEverySize(t *testing.T) {
	for _, size := range dialogSizes {
		people := make([]any, 12)
		for i := range people {
			people[i] = fmt.Sprintf("guest.%02d@elsewhere.example", i)
		}
		name := "A name that is long enough for two lines of the smallest screen and ends in -prod"
		d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: func(tn *tenant.Tenant) {
			updateAll(t, tn, "secrets", func(r map[string]any) {
				r["displayName"], r["allowedEmails"], r["allowedUserIds"] = name, people, []any{tn.UserID(1), tn.UserID(2)}
				r["status"] = "SECRET_STATUS_ACTIVE"
			})
		}})
		d.keys("4", "j", "x", "<tab>")
		if size[0] == 40 {
			d.sees("more lines to read first", "-prod”")
		}
		seen := d.readThrough()
		for _, part := range []string{"Created by", "14 people", "12 of them external", "views so far", "-prod”", "acme.example"} {
			if !strings.Contains(seen, part) {
				t.Errorf("%v: %q was never in view before it acted:\n%s", size, part, seen)
			}
		}
		if n := len(d.mutations()); n != 1 {
			t.Errorf("%v: %d changes were sent", size, n)
		}
	}
}

func TestANameMakesNoLinesOfADialog(t *testing.T) {
	for _, brk := range []string{"\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\v", "\f", "\t"} {
		for _, size := range dialogSizes {
			d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: func(tn *tenant.Tenant) {
				forged := "Payroll" + brk + "id 000000000000000000000000000" + brk + "on tenant forged (forged.example)"
				updateAll(t, tn, "webhooks", func(r map[string]any) { r["displayName"] = forged })
			}})
			d.keys("2", "x")
			d.sees("Delete webhook?")
			for _, line := range d.model.overlay().Lines() {
				line = strings.TrimSpace(ansi.Strip(line))
				if strings.HasPrefix(line, "id 0000") || strings.HasPrefix(line, "on tenant forged") && size[0] > 60 {
					t.Errorf("%q at %v makes the line %q", brk, size, line)
				}
			}
		}
	}
}

func TestTheRequestShownIsTheOneSent(t *testing.T) {
	d := newDriver(t, driverOptions{})
	r := api.Request{Method: "POST", Path: "/api/v1/webhooks",
		Body: []byte(`{"displayName":"R&D <x> \"q\"","n":1.0,"big":12345678901234567890}`)}
	text := host.RequestText(d.client, r)
	_, body, _ := strings.Cut(text, "\n")
	var compact bytes.Buffer
	must(t, json.Compact(&compact, []byte(body)))
	if compact.String() != string(r.Body) {
		t.Errorf("shown\n%s\nsent\n%s", compact.String(), r.Body)
	}
}

func TestUnseenCharactersAreShownWhereverTheTextIs(t *testing.T) {
	d := newDriver(t, driverOptions{w: 160, h: 45, faults: func(tn *tenant.Tenant) {
		updateAll(t, tn, "webhooks", func(r map[string]any) {
			r["displayName"], r["url"] = "A\u200bB\U000e0041\u00ad", "https://h3.exam\u200bple.com/in"
		})
	}})
	d.keys("2")
	d.sees("A‹U+200B›B‹U+E0041›‹U+00AD›", "https://h3.exam‹U+200B›ple.com/in")
	d.keys("v")
	d.reads("https://h3.exam‹U+200B›ple.com/in")
	d.keys("v", "e")
	d.reads("A‹U+200B›B‹U+E0041›‹U+00AD›", "https://h3.exam‹U+200B›ple.com/in")
}

func TestATypedAddressWithUnseenCharactersIsNotSent(t *testing.T) {
	for _, size := range dialogSizes {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("2", "n", "Fine name", "<tab>")
		d.paste("https://h3.exam\u200bple.com/in")
		d.keys("<ctrl+s>", "<ctrl+s>")
		d.wantMutations()
		d.tells("has U+200B after “…ps://h3.exam”")
	}
	d := newDriver(t, driverOptions{})
	d.keys("2", "n")
	d.paste("gnp\u202eexe")
	d.keys("<tab>", "https://hooks.example.com/a", "<ctrl+s>")
	d.wantMutations()
	d.tells("Name has U+202E after “gnp”, which can't be seen. ctrl+s again accepts it.")
	d.keys("<ctrl+s>")
	d.wantMutations("POST /api/v1/webhooks")
}

func TestTargetsThatLookAlikeAreToldApartInTheResults(t *testing.T) {
	d := newDriver(t, driverOptions{w: 60, h: 24})
	result := func(name, id string) action.Result {
		return action.Result{Outcome: action.Worked, Step: action.Step{Target: action.Target{Kind: "secret", Name: name, ID: id}}}
	}
	long := "team-" + strings.Repeat("x", 80)
	b := &batch.Batch{Env: d.model.env, Plan: &action.Plan{Done: "Revoked"}, List: batch.NewResults(d.model.env), Results: []action.Result{
		result("same", "3M8hn6LkWBkqhc3CbklAm3EmU3D"), result("same", "3M8hn8u3WJQY1ezzsixUow8H6uv"), result(long+"-prod", "id1"), result(long+
			"-test", "id2")}}
	text := strings.Join(draw.StripStyles(b.Entries(56)), "\n")
	for _, part := range []string{"-prod", "-test", "EmU3D", "8H6uv"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q isn't in\n%s", part, text)
		}
	}
}

func TestACardSaysWhatIsBelowByRiskAndIsNotAcceptedUnseen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 15}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.keys("3", "t", "t")
		s, _ := d.model.pane().(*triage.Pane)
		if s == nil {
			t.Fatalf("no triage:\n%s", d.screen())
		}
		row, _ := s.Current()
		head := suggestions.RisksInShort(list.Typed[api.Suggestion](row), d.model.env).Value
		d.reads(strings.Fields(head)[0] + " entitlement")
		unread := s.Unread(row)
		d.keys("a")
		if n := len(d.mutations()); (n > 0) != (unread == 0) {
			t.Errorf("%v: %d lines unread, %d changes sent", size, unread, n)
		}
		if unread == 0 {
			continue
		}
		d.tells("Not done yet")
		for range 60 {
			d.keys("<down>")
		}
		d.keys("a")
		if n := len(d.mutations()); n != 1 {
			t.Errorf("%v: read to its end, %d changes were sent", size, n)
		}
	}
}

// updateAll changes all records of a collection.
func updateAll(t *testing.T, tn *tenant.Tenant, name string, change func(map[string]any)) {
	t.Helper()
	for i := range tn.Size(name) {
		must(t, tn.UpdateAs(name, tn.ID(name, i), change))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
