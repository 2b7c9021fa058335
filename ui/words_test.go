package ui

import (
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/tenant"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/panes"
	"gatehouse/ui/panes/history"
	"gatehouse/ui/panes/secrets"
	"gatehouse/ui/widget"
)

// A page that fails on the way to the last row is told as that, and r goes on to the end.
func TestAFailedFurtherPageIsNotTakenForAFailedRefresh(t *testing.T) {
	for w, told := range map[int]string{
		160: " ! G stopped: 300 loaded; the rest could not be loaded; r tries again. The tenant has a problem right now. The tenant says: " +
			"database is down.",
		80: " ! G stopped at 300; r tries again. The tenant has a problem right now.",
		40: " ! G stopped at 300; r tries again.",
	} {
		d := newDriver(t, driverOptions{w: w, h: 20, tenant: tenant.Options{Rows: 500}, faults: func(tn *tenant.Tenant) {
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", Status: 500, Skip: 3, Message: "database is down"})
		}})
		d.keys("G")
		d.sees(told)
		d.seesNot("efreshed")
		d.tenant.Faults().Reset()
		d.keys("r")
		d.sees("500 in all")
		d.seesNot("stopped", "tries again")
		if at, shown := d.model.pane().(*list.Pane).Grid.Position(); at != 499 || shown != 500 {
			t.Errorf("the cursor is on row %d of %d", at, shown)
		}
	}
}

// Without a walk there is nothing that stopped.
func TestAPageThatFailsByItselfIsTold(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: 500}, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/hooks", Status: 403, Skip: 1})
	}})
	d.sees(" ! 100 loaded; the rest could not be loaded; r tries again. The tenant doesn't let you see the rest.")
}

// A refresh that is refused says so, and doesn't deny the rows that are in view.
func TestARefusedRefreshSaysThatTheRowsAreOld(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.clock.advance(14 * time.Second)
	d.fault(tenant.Rule{Path: "/api/v1/search/hooks", Status: 403, Message: "no role"})
	d.keys("r")
	d.sees(" ! The hooks could not be refreshed; these rows were read just now; r tries again. The tenant doesn't let you see this any "+
		"more. The tenant says: no role.", "42 in all")
}

// Between two ticks of the minute nothing is drawn again, so nothing counts seconds.
func TestReadJustNowHoldsForAMinute(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.clock.advance(38 * time.Second)
	d.model.pane().Redraw()
	d.sees("read just now")
	d.clock.advance(22 * time.Second)
	d.model.pane().Redraw()
	d.sees("read 1m ago")
}

func TestWhatTheTenantFoundIsCountedAsFound(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("/", "xyzzy", "<ctrl+s>")
	d.sees("0 found for “xyzzy” on the tenant", "The tenant found no hooks for “xyzzy”.", "/ filter")
	d.seesNot("in all")
	d.keys("<esc>", "/", "shell", "<ctrl+s>")
	d.sees(" found for “shell” on the tenant")
}

// Sentences in place of rows are at most 80 cells wide, in the middle, and begin each on a line of its own.
func TestSentencesInPlaceOfRowsHaveAMeasure(t *testing.T) {
	d := newDriver(t, driverOptions{info: func(i *host.TenantInfo) {
		i.Monitors = []string{"2xAAAAAAAAAAAAAAAAAAAAAAAAA", "2xBBBBBBBBBBBBBBBBBBBBBBBBB"}
	}, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/conflict_monitors/**", Status: 404})
	}})
	d.keys("0", "d")
	d.sees("n binds an entitlement, O looks up a binding by its ids, p shows what a")
	for _, line := range rows(d)[3:43] {
		line = strings.TrimRight(strings.ReplaceAll(line, "│", " "), " ")
		text := strings.TrimSpace(line)
		before := draw.Width(line) - draw.Width(strings.TrimLeft(line, " "))
		if w := draw.Width(text); w > host.Measure || w > 0 && (before < (160-w)/2-1 || before > (160-w)/2+1) {
			t.Errorf("%d cells at %d: %q", w, before, text)
		}
	}
}

// What doesn't fit ends with "…", and the next step is the last to be cut.
func TestWhatIsCutInPlaceOfRowsEndsWithDots(t *testing.T) {
	th := newDriver(t, driverOptions{}).model.env.Theme
	long := strings.Repeat("word ", 30) + "end."
	for _, c := range []struct {
		words []string
		h     int
		first string
		last  string
	}{
		{[]string{long}, 2, "word word", "…"},
		{[]string{long, "Press x."}, 3, "word word", "Press x."},
		{[]string{"One.", "Two.", "Three.", "Four.", "Press x."}, 3, "One.", "Press x."},
		{[]string{"One.", long}, 2, "One.", "…"},
	} {
		lines := strings.Split(strings.TrimRight(strings.Join(draw.StripStyles(host.Message(c.words, 40, c.h, th)), "\n"), " \n"), "\n")
		if first, last := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[len(lines)-1]); len(lines) > c.h ||
			!strings.HasPrefix(first, c.first) || !strings.HasSuffix(last, c.last) {
			t.Errorf("%q in %d lines:\n%s", c.words, c.h, strings.Join(lines, "\n"))
		}
	}
}

// Every list without rows says what can be done about it, with the keys as they are bound.
func TestEveryEmptyListSaysTheNextStep(t *testing.T) {
	keys, problems := panes.Keys(panes.All()).Override([]keymap.Override{{Action: "suggestions.analyse", Keys: []string{"E"}},
		{Action: "webhooks.create", Keys: []string{"N"}},
		{Action: "refresh", Keys: []string{"ctrl+r"}}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for key, next := range map[string]string{
		"1": "ctrl+r looks again.", "2": "N creates one.", "3": "E starts a new analysis, which may find some.",
		"4": "ctrl+r looks again.", "4m": "m lists everybody's.", "5": "ctrl+r looks again.",
		"6": "Ask for the role that allows it. ctrl+r looks again.",
		"7": "ctrl+r looks again.", "8": "ctrl+r looks again.", "9": "ctrl+r looks again.",
		"0o": "p asks for its app and its name, or their ids.",
	} {
		for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
			d := newDriver(t, driverOptions{w: size[0], h: size[1], keys: keys, tenant: tenant.Options{Rows: -1}})
			d.keys(key)
			d.reads(next)
			d.offers(false, "/ filter")
		}
	}
}

// A read-only session isn't told to create.
func TestAnEmptyListOffersNothingThatIsOff(t *testing.T) {
	d := newDriver(t, driverOptions{readOnly: true, tenant: tenant.Options{Rows: -1}})
	d.keys("2")
	d.sees("This tenant has no webhooks.", "r looks again.")
	d.seesNot("creates one")
}

// What is refused says whom to ask, in one wording everywhere.
func TestEveryRefusedPaneSaysWhatToAskFor(t *testing.T) {
	for _, pane := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0c", "0m"} {
		for _, size := range [][2]int{{160, 45}, {80, 24}} {
			d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: func(tn *tenant.Tenant) {
				tn.Faults().Add(tenant.Rule{Path: "/api/v1/**", Status: 403})
			}})
			d.keys(pane)
			d.reads("Ask for the role that allows it, then press r.")
			d.seesNot("/ filter", "v raw", "Y copy", "y copy")
		}
	}
}

func TestADocumentThatIsNotReadOffersNothingOfIt(t *testing.T) {
	d := newDriver(t, driverOptions{faults: func(tn *tenant.Tenant) { tn.Faults().Add(tenant.Rule{Path: "/api/v1/**", Status: 500}) }})
	d.keys("0", "c")
	d.sees("r refresh")
	d.seesNot("v raw", "Y copy")
}

// An action on one record isn't offered while several are marked.
func TestTheFooterDoesNotOfferWhatMarksRefuse(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("9")
	d.offers(true, "x delete")
	d.keys(" j ")
	d.offers(false, "x delete")
	d.keys("x")
	d.sees("2 are marked, but this works on one toolset at a time; U clears the marks.")
	d.keys("<esc>", "U")
	d.offers(true, "x delete")
}

// A refusal is a sentence of its own, whatever the action is called.
func TestRefusalsAreSentences(t *testing.T) {
	d := newDriver(t, driverOptions{tenant: tenant.Options{Rows: -1}})
	d.keys("3", "m")
	d.sees("There is no suggestion under the cursor.")
}

// The age that an id tells stands only where the record doesn't tell its own.
func TestTheAgeOfAnIDStandsInForTheDate(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.sees("Created")
	d.seesNot("by its id", "id was made")
	e := d.model.env
	id := d.tenant.SecretID(0)
	if got := e.Age(id, api.Time{}); !strings.HasPrefix(got, "created ") || !strings.HasSuffix(got, " ago (from its id)") {
		t.Errorf("%q", got)
	}
	if got := e.Age(id, api.Time{Time: startTime}); got != "" {
		t.Errorf("%q", got)
	}
}

func TestBackIsNoCommandOfThePalette(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys(":", "never quits")
	d.seesNot("Go back one level")
	d.keys("<esc>", "?")
	d.reads("Go back one level; this never quits.")
}

// The help says what a key does in the pane in front, not in lists at large.
func TestTheHelpIsAboutThePaneInFront(t *testing.T) {
	help := func(keys ...string) *driver {
		d := newDriver(t, driverOptions{w: 120, h: 60})
		d.keys(append(keys, "?")...)
		return d
	}
	for _, keys := range [][]string{{"0"}, {"0", "m"}} {
		d := help(keys...)
		d.sees("Go to the last row.")
		d.seesNot("loading what is missing")
	}
	d := help("0", "c")
	d.sees("Scroll to the end.", "Scroll down one line.")
	d.seesNot("Go to the last row", "Go to the next row")
	d = help("5", "<enter>")
	d.sees("Filter the rows as you type.")
	d.seesNot("asks the tenant")
	d = help("5")
	d.keys("asks the tenant") // what is typed searches
	d.sees("Filter the rows as you type; ctrl+s in it asks the tenant.")
	d.seesNot("Go to the next row")
}

func TestFootersUsePlainWords(t *testing.T) {
	d := newDriver(t, driverOptions{})
	d.keys("4")
	d.sees("X revoke by link", "f show only")
	d.keys("5", "<enter>")
	d.sees("c compare versions")
}

// In the fewest cells the frame still says what isn't known.
func TestAnUnknownUserIsCalledSo(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 404})
	}})
	d.sees("unknown user")
}

func TestSizesAndTimeoutsHaveOneForm(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1: "1 byte", 1023: "1,023 bytes", 1024: "1.0 KiB (1,024 bytes)",
		1536: "1.5 KiB (1,536 bytes)"} {
		if got := column.Size(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
	d := newDriver(t, driverOptions{w: 230, h: 45})
	d.keys("2", "j")
	if n := strings.Count(d.screen(), "22d"); n < 2 || strings.Contains(d.screen(), "Callback") {
		t.Errorf("the timeout isn't the same in list and detail:\n%s", d.screen())
	}
	d.keys("e")
	d.keys("<tab>", "<tab>", "<tab>")
	d.sees("▌  22d")
	d.reads("1d to 30d; empty means 8d.")
}

// Paths say which resource they are about, at every size.
func TestThePathOfARequestIsReadable(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := watched(t, driverOptions{w: size[0], h: size[1]})
		d.keys("9", "8", "L")
		d.sees("/llm-gateway/keys", "/mcp_toolsets/search")
		d.keys("/page_size", "<tab>") // the query is still found
		d.sees("/mcp_toolsets/search", " of ")
	}
}

func TestTheAuditSaysBrieflyWhatHappened(t *testing.T) {
	d := newDriver(t, driverOptions{w: 40, h: 10})
	d.keys("4")
	for place := range d.tenant.Size("secrets") { // down to one that was opened, then revoked
		rec, _ := d.tenant.Record("secrets", d.tenant.SecretID(place))
		if views, _ := rec["currentViews"].(int); rec["deletedAt"] != nil && views > 0 {
			break
		}
		d.keys("j")
	}
	d.keys("A")
	d.sees("  revoked  ", "  opened  ")
}

// What another clock has dated later than now isn't to come.
func TestWhatIsDatedAheadOfThisClockIsSaidToBe(t *testing.T) {
	ahead := startTime.Add(4*time.Minute + 30*time.Second).Format(time.RFC3339)
	d := newDriver(t, driverOptions{w: 100, h: 60, faults: func(tn *tenant.Tenant) {
		if err := tn.UpdateAs("hooks", tn.HookID(0), func(r map[string]any) { r["createdAt"], r["updatedAt"] = ahead, ahead }); err != nil {
			t.Fatal(err)
		}
	}})
	d.keys("<enter>")
	d.reads("4m ahead of this computer's clock · 2026-11-27 12:04:30 UTC")
	d.seesNot("in 4m")
}

// Where the tenant doesn't say who one is, the journal says so, and not that it will.
func TestAJournalWithoutAnAuthorSaysWhy(t *testing.T) {
	d, _ := journalled(t, t.TempDir(), driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/auth/introspect", Status: 404})
	}}, nil)
	d.keys("t", "J")
	d.reads("unknown: this tenant doesn't say who you are")
	d.seesNot("yet who you are")
}

func TestADigestSaysWhoseItsDayIs(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 40})
	d.tenantMenu("m")
	d.keys("G")
	d.reads("weekly, Monday. The tenant sets the hour, and doesn't say in which time zone.")
}

// No detail has two fields of one name: one couldn't tell which is which.
func TestNoDetailHasTwoFieldsOfOneName(t *testing.T) {
	now := api.Time{Time: startTime}
	e := newDriver(t, driverOptions{}).model.env
	details := map[string][]widget.Section{
		"secret": secrets.SecretDetail(api.Secret{VaultID: "v", Status: api.SecretStatusRevoked,
			ContentDeleted: true, CreatedAt: now, UpdatedAt: now, DeletedAt: now}, list.DetailEnv[api.Secret]{Env: e}),
		"resource server": history.ServerDetail(api.ResourceServer{ID: "r", Disabled: true, DeletedAt: now},
			list.DetailEnv[api.ResourceServer]{Env: e}),
	}
	for what, sections := range details {
		seen := map[string]bool{}
		for _, s := range sections {
			for _, f := range s.Fields {
				if f.Label != "" && seen[f.Label] {
					t.Errorf("a %s has two fields “%s”", what, f.Label)
				}
				seen[f.Label] = true
			}
		}
	}
}
