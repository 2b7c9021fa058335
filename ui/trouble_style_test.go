package ui

import (
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
	const why = "You may not see this on this tenant. The tenant says: no such role."
	for headline, c := range map[string]struct {
		with driverOptions
		keys []string
		want []string
	}{
		"The apps could not be listed.": {driverOptions{faults: refused("/api/v1/search/apps")}, []string{"0", "o", "p"},
			[]string{why, "Type or paste the id of the app instead."}},
		"There is nothing to choose yet.": {driverOptions{faults: refused("/api/v1/search/apps")}, []string{"0", "o", "p", "<enter>"},
			[]string{"The apps could not be listed.", why, "Type or paste the id of the app instead."}},
		"Nothing could be read.": {driverOptions{faults: refused("/api/v1/*/*", "/api/v1/*/*/*", "/api/v1/*/*/*/*")}, []string{"`"},
			[]string{why, "Ask for the role that allows it, then press r."}},
		"The webhook could not be read.": {driverOptions{faults: func(tn *tenant.Tenant) {
			refused("/api/v1/search/webhooks")(tn)
			tn.Faults().Add(tenant.Rule{Path: "/api/v1/webhooks/*", Status: 500, Message: "it is broken"})
		}}, []string{"2", "O", nobody, "<ctrl+s>"},
			[]string{"The tenant has a problem right now. The tenant says: it is broken.",
				"You may not list the webhooks of this tenant. The tenant says: no such role.", "O lets you try again."}},
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
