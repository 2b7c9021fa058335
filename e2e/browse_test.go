//go:build linux || darwin

package e2e_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

func TestBrowseAllFivePanes(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Width: 160, Height: 45})
	c.sees(`demo .*built-in tenant`)
	c.sees(`Mara Lindqvist`) // the caller, resolved from the id that introspection gave
	for _, p := range []struct{ key, tab, heading, detail string }{
		{"2", `▏2 Webhooks 27▕`, `^Webhooks .*27 in all`, "How long the tenant"},
		{"3", `▏3 Suggestions \d+\+?▕`, `^Suggestions .*(loaded|in all)`, "Confidence"},
		{"4", `▏4 Secrets \d+\+?▕`, `^Secrets .*(loaded|in all)`, "Sharing"},
		{"5", `▏5 History 12▕`, `^History .*12 in all`, "enter shows who changed it"},
		{"1", `▏1 Hooks 42▕`, `^Hooks .*42 in all`, "Guardrails"},
	} {
		c.keys(p.key)
		c.sees(p.tab)
		c.sees(p.heading)
		c.sees(p.detail)
	}
	c.keys("<tab>")
	c.sees(`▏2 Webhooks 27▕`)
	c.keys("<shift+tab><shift+tab>")
	c.sees(`▏. Today▕`)
	c.keys("q")
	c.ends(0)
}

func TestFilterNarrowsAtEachKey(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{Width: 100, Height: 30})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("/", "audi")
	c.sees(`\d of 27`)
	c.sees(`Audit mirror`)
	c.misses(`Metrics tap`)
	y, _ := c.row(`Audit mirror`)
	sc := c.Screen()
	at := sc.Column(y, "Audit mirror")
	if sameStyle(sc, at, at+8, y) {
		t.Error("the matched letters look like the others")
	}
	c.keys("<ctrl+u>", "!name:audit")
	c.sees(`Metrics tap`)
	c.misses(`Audit mirror`)
	c.keys("<ctrl+u>", "/[/")
	c.sees(`✗ The regular expression is not valid`)
	c.sees(`Metrics tap`) // what could be read last shows all
	c.keys("<ctrl+u>", `"audit mirror"<tab>`)
	c.sees(`Audit mirror`)
	c.keys("<esc>")
	c.sees(`27 in all`)
	c.sees(`Metrics tap`)
	if n := s.Count("POST /api/v1/search/webhooks"); n != 1 {
		t.Errorf("filtering loaded rows asked the tenant %d times, want once for the list", n)
	}
	c.keys("<esc>")
	c.sees(`q quits`)
	c.keys("q")
	c.ends(0)
}

// sameStyle reports whether two cells of a row look the same.
func sameStyle(sc *term.Screen, a, b, y int) bool {
	one, other := sc.Cell(a, y).Style, sc.Cell(b, y).Style
	return one.Equal(&other)
}

func TestTheFilterAsksTheTenantOnAKeyOfItsOwn(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{Rows: 1000})
	c := s.open(term.Options{Width: 120, Height: 30})
	c.sees(`loaded, more below`)
	wanted := s.HookID(950) // far from what is loaded
	name := s.text("hooks", wanted, "displayName")
	c.keys("/")
	c.types(name)
	c.keys("<ctrl+s>")
	c.sees(`“` + regexp.QuoteMeta(name) + `” on the tenant`)
	c.sees(`found for “|of those found for “`)
	requests := s.Requests()
	last := requests[len(requests)-1]
	for _, r := range requests {
		if strings.HasPrefix(r.Path, "/api/v1/search/hooks") {
			last = r
		}
	}
	if got := body(t, last)["query"]; got != name {
		t.Errorf("the tenant was asked for %q, want %q", got, name)
	}
	c.keys("<esc>")
	c.misses(`on the tenant`)
	c.sees(`loaded, more below`)
	c.keys("/", "zzzznothing<ctrl+s>")
	c.sees(`The tenant found no hooks for “zzzznothing”`)
	c.keys("<ctrl+c>")
	c.ends(0)
}

func TestPageToTheEndOfAThousandRows(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{Rows: 1000})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`loaded, more below`)
	c.keys("G")
	c.sees(`1,000 in all`)
	c.sees(s.HookID(999)) // the detail of the last row has its whole id
	asked := map[string]int{}
	for _, r := range s.Requests() {
		if r.Path == "/api/v1/search/hooks" {
			token, _ := body(t, r)["pageToken"].(string)
			asked[token]++
			if size := body(t, r)["pageSize"]; size != float64(100) {
				t.Errorf("page size %v, want 100", size)
			}
		}
	}
	if len(asked) != 10 {
		t.Errorf("%d different pages were asked for, want 10", len(asked))
	}
	for token, n := range asked {
		if n != 1 {
			t.Errorf("the page %q was asked for %d times", token, n)
		}
	}
	c.keys("g")
	c.sees(s.HookID(0))
	c.keys("q")
	c.ends(0)
}

func TestEscStopsTheWalkToTheEnd(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{Rows: 5000})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/search/hooks", Skip: 4, Hang: true})
	c := s.open(term.Options{Width: 120, Height: 30})
	c.sees(`loaded, more below`)
	c.keys("G")
	c.sees(`esc stops`)
	c.sees(`400 loaded`)
	c.must(c.Keys("<esc>")) // the lone byte
	c.misses(`esc stops`)
	c.sees(`400 loaded, more below`)
	c.keys("q")
	c.ends(0)
}

func TestHistoryShowsDifferences(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.ServerID(0)
	if err := s.UpdateAs("resource-servers", id, func(r map[string]any) { r["description"] = "Changed on purpose" }); err != nil {
		t.Fatal(err)
	}
	c := s.open(term.Options{Width: 100, Height: 30})
	c.keys("5")
	c.sees(`12 in all`)
	c.keys("<enter>")
	c.sees(`^History › .*in all`)
	c.keys("<enter>")
	c.sees(`What changed since the version before`)
	c.sees(`^Description +- `)
	c.sees(`\+ Changed on purpose`)
	if _, line := c.row(`^Description +- `); strings.Contains(line, "Changed on purpose") {
		t.Errorf("old and new are mixed up: %s", line)
	}
	y, _ := c.row(`What changed since`)
	below := c.Screen().Line(y + 3)
	if below != "" && !strings.HasPrefix(strings.TrimSpace(below), "-") && strings.HasPrefix(below, "Name") {
		t.Errorf("a field that is the same in both is listed: %q", below)
	}
	c.keys("<esc>") // back to the versions
	c.sees(`^History › .*in all`)
	c.keys("<esc>") // back to the servers
	c.sees(`12 in all`)
	c.keys("q")
	c.ends(0)
}

func TestRawJSONShowsTheRecordAsItCame(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.WebhookID(0)
	err := s.UpdateAs("webhooks", id, func(r map[string]any) { r["neverHeardOf"] = map[string]any{"depth": 3} })
	if err != nil {
		t.Fatal(err)
	}
	c := s.open(term.Options{Width: 100, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("v")
	c.sees(`"neverHeardOf": \{`)
	c.sees(`"depth": 3`)
	c.sees(fmt.Sprintf(`"id": %q`, id))
	sc := c.Screen()
	y, _ := c.row(`"depth": 3`)
	at := sc.Column(y, `"depth"`)
	if sameStyle(sc, at, at+9, y) {
		t.Error("a key and a number look alike in the raw JSON")
	}
	c.keys("<esc>")
	c.misses(`"depth": 3`) // the fields
	c.keys("<esc>")
	c.sees(`27 in all`)
	c.keys("q")
	c.ends(0)
}

func TestHelpAndPalette(t *testing.T) {
	t.Parallel()
	c := demo(t, term.Options{Width: 120, Height: 40})
	c.keys("?")
	c.sees(`Keys that work here`)
	c.sees(`Turn the hook on or off`)
	c.must(c.Keys("<esc>"))
	c.misses(`Keys that work here`)
	c.keys(":")
	c.sees(`Commands`)
	c.keys("gosecr")
	c.sees(`Go to Secrets`)
	c.keys("<enter>")
	c.sees(`▏4 Secrets`)
	c.keys(":")
	c.sees(`Commands`)
	c.keys("<esc>")
	c.misses(`Commands`)
	c.keys("q")
	c.ends(0)
}

func TestCopyTakesTheIDAndNeverTheShareURL(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	c := s.open(term.Options{})
	c.keys("4")
	c.sees(`loaded`)
	c.keys("y")
	c.sees(`Copied the id`)
	id := s.SecretID(0)
	c.until("the clipboard", func(*term.Screen) bool { return len(c.Clipboard()) > 0 })
	if got := c.Clipboard(); len(got) != 1 || got[0] != id {
		t.Errorf("the clipboard got %q, want %q", got, id)
	}
	c.keys("q")
	c.ends(0)
	code := s.ShareCode(0)
	if code == "" {
		t.Fatal("the tenant's secret has no share code, so this proves nothing")
	}
	for _, text := range append(c.Clipboard(), string(c.Log())) {
		if strings.Contains(text, code) {
			t.Errorf("the share code %s left the program", code)
		}
	}
}

func TestResizeWhileLoading(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/search/hooks", Hang: true})
	c := s.open(term.Options{Width: 160, Height: 45})
	c.sees(`Loading hooks…`)
	for _, size := range [][2]int{{80, 24}, {40, 10}, {160, 45}, {100, 30}} {
		c.must(c.Resize(size[0], size[1]))
		c.until(fmt.Sprint(size), func(sc *term.Screen) bool {
			return sc.Width == size[0] && strings.Contains(sc.String(), "Loading hooks…") && fits(sc)
		})
	}
	s.Faults().Reset()
	c.keys("r")
	c.sees(`42 in all`)
	c.keys("q")
	c.ends(0)
}

// fits reports whether the frame uses the whole screen: the tenant at the top, keys at the bottom.
func fits(sc *term.Screen) bool {
	return strings.TrimSpace(sc.Line(0)) != "" && strings.TrimSpace(sc.Line(sc.Height-1)) != ""
}

// The tenant may be slow: nothing but the list waits for it, and what is typed meanwhile isn't lost.
func TestTheFrameIsThereBeforeTheRows(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Path: "**", Hang: true})
	c := s.open(term.Options{})
	c.sees(`Loading hooks…`)
	c.sees(regexp.QuoteMeta(s.host()))
	c.keys("2")
	c.sees(`Loading webhooks…`)
	c.keys("?")
	c.sees(`Keys that work here`)
	c.keys("<esc>")
	c.keys("q") // a read in flight never holds up the end
	c.ends(0)
}

func TestOddRowsCostNothingElse(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/search/hooks", RowMerge: json.RawMessage(`{"priority":"high","event":7}`)})
	c := s.open(term.Options{Width: 120, Height: 30})
	c.sees(`42 in all`)
	c.sees(`42 odd rows`)
	c.keys("q")
	c.ends(0)
}
