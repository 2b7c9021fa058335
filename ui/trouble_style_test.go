package ui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gatehouse/tenant"
)

// message is what stands in the middle of the screen: the lines of the sentences, each without what is around it.
func (d *driver) message(headline string) []string {
	d.t.Helper()
	var said []string
	for line := range strings.SplitSeq(d.screen(), "\n") {
		line = strings.TrimSpace(strings.Trim(line, "│┃ "))
		if line == headline || len(said) > 0 && line != "" {
			said = append(said, line)
		}
	}
	if len(said) == 0 {
		d.t.Fatalf("%q is not on the screen:\n%s", headline, d.screen())
	}
	return said
}

// Wherever nothing can be shown, a headline says so, a sentence why, and a key what to do: in lists, in a choice, in Today, and for a
// record that isn't found by its id.
func TestTroubleIsSaidInOneStyle(t *testing.T) {
	const nobody = "2Yl3aJQ21K1qbExZ0J3VIHpR7aa"
	refused := func(paths ...string) func(*tenant.Tenant) {
		return func(tn *tenant.Tenant) {
			for _, p := range paths {
				tn.Faults().Add(tenant.Rule{Path: p, Status: 403, Message: "no such role"})
			}
		}
	}
	const why = "The tenant says: no such role."
	for headline, c := range map[string]struct {
		with driverOptions
		keys []string
		want []string
	}{
		"You may not list the apps.": {driverOptions{faults: refused("/api/v1/search/apps")}, []string{"0", "o", "p"},
			[]string{why, "Type or paste the id of the app instead."}},
		"There is nothing to choose yet.": {driverOptions{faults: refused("/api/v1/search/apps")}, []string{"0", "o", "p", "<enter>"},
			[]string{"You may not list the apps. " + why, "Type or paste the id of the app instead."}},
		"You may not see any of what Today counts.": {driverOptions{faults: refused("/api/v1/*/*", "/api/v1/*/*/*", "/api/v1/*/*/*/*")},
			[]string{"`"},
			[]string{why, "Ask for the role that allows it, then press r."}},
		"The webhook could not be read.": {driverOptions{faults: func(tn *tenant.Tenant) {
			refused("/api/v1/search/webhooks")(tn)
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/webhooks/*", Status: 500, Message: "it is broken"})
		}}, []string{"2", "O", nobody, "<ctrl+s>"},
			[]string{"The tenant has a problem right now. The tenant says: it is broken.", "O lets you try again."}},
	} {
		d := newDriver(t, c.with)
		d.keys(c.keys...)
		said := d.message(headline)
		if len(said) < 1+len(c.want) || strings.Join(said[1:1+len(c.want)], "|") != strings.Join(c.want, "|") {
			t.Errorf("%s: %q, want %q", headline, said, c.want)
		}
		d.Resize(40, 10)
		d.Resize(80, 24)
	}
}

// everyPlace are the keys that lead to every list and record, and what it is called in a sentence.
var everyPlace = map[string][]string{
	"any of what Today counts": {"`"}, "the hooks": {"1"}, "the webhooks": {"2"}, "the suggestions": {"3"}, "the secrets": {"4"},
	"the resource servers": {"5"}, "the changes": {"5", "a"}, "the roles": {"6"}, "the exporters": {"7"}, "the keys": {"8"},
	"the toolsets": {"9"}, "the contacts": {"0", "c"}, "your notification settings": {"0", "m"},
}

// What is refused or fails has one headline, the reason, and a key that is never lost, wherever it is and however small the screen.
func TestTroubleIsSaidWholeInEveryPaneAtEverySize(t *testing.T) {
	for _, c := range []struct {
		status         int
		headline, keys string
	}{
		{403, `You may not (list|see) %s\. The tenant says: no such role\.`, "Ask for the role that allows it, then press r."},
		{400, `(?i)(%s|Today) could not be (loaded|read)\. The tenant refused the request\. The tenant says: no such role\.`, "try again"},
	} {
		for what, keys := range everyPlace {
			for _, size := range [][2]int{{160, 45}, {100, 30}, {80, 24}, {40, 10}} {
				d := newDriver(t, driverOptions{w: size[0], h: size[1], faults: func(tn *tenant.Tenant) {
					tn.Faults().Add(tenant.Rule{Path: "/api/v1/**", Status: c.status, Message: "no such role"})
				}})
				d.keys(keys...)
				said := unboxed(d.screen())
				if n := strings.Count(said, "You may not") + strings.Count(said, "could not be"); n != 1 {
					t.Errorf("%v, %d: %d headlines about %s:\n%s", size, c.status, n, what, d.screen())
				}
				if size[0] > 40 && !regexp.MustCompile(fmt.Sprintf(c.headline, what)).MatchString(said) || !strings.Contains(said, c.keys) {
					t.Errorf("%v, %d: %s isn't said of %s:\n%s", size, c.status, c.keys, what, d.screen())
				}
				if what == "any of what Today counts" {
					d.offers(false, "j down", "k up", "enter try again", "enter show rows")
				}
			}
		}
	}
}

// Where there is nothing, whatever the reason, the footer names keys that do something, at every size.
func TestTheFooterOfNothingHasNoDeadKeys(t *testing.T) {
	empty := driverOptions{tenant: tenant.Options{Rows: -1}}
	refused := driverOptions{faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/**", Status: 403})
	}}
	noMatrix := driverOptions{faults: func(tn *tenant.Tenant) { tn.Faults().Add(tenant.Rule{Path: cohortPath, Status: 403}) }}
	cases := map[string][]driverOptions{"0c": {refused}, "0m": {refused}, "0d": {empty}, "0o": {empty}, "`": {refused}, "3t": {empty},
		"3H": {noMatrix}, "3m": {noMatrix}}
	for _, tab := range []string{"1", "2", "3", "4", "5", "5a", "6", "7", "8", "9"} {
		cases[tab] = []driverOptions{empty, refused}
	}
	for keys, with := range cases {
		for _, o := range with {
			for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
				o.w, o.h = size[0], size[1]
				d := newDriver(t, o)
				d.keys(strings.Split(keys, "")...)
				if keys == "3t" { // by the menu to the cards
					d.keys("<enter>")
				}
				hints := d.model.pane().Hints()
				for _, h := range hints {
					if h.Off {
						t.Errorf("%v, %s: %s does nothing:\n%s", size, keys, h.ID, d.screen())
					}
				}
				if len(hints) == 0 {
					t.Errorf("%v, %s: no key helps:\n%s", size, keys, d.screen())
				}
			}
		}
	}
}
