//go:build linux || darwin

package e2e_test

import (
	"fmt"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// historyPath is the path of operation 10 for the resource server at i.
func (s *site) historyPath(i int) string {
	return "/api/v1/apps/" + s.ServerAppID(i) + "/xaa/resource_servers/" + s.ServerID(i) + "/history"
}

// describe changes the description of a resource server once for each text.
func (s *site) describe(i int, texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		s.change("resource-servers", s.ServerID(i), func(r map[string]any) { r["description"] = text })
	}
}

// Operation 10: any two versions are compared, the older on the side of what was.
func TestCompareTwoVersions(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	s.describe(0, "The first text", "The second text", "The third text")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("5", "History")
	c.keys("<enter>")
	c.sees(`^History › .*in all`)
	s.asked(1, "GET", s.historyPath(0), "page_size=100", "")
	c.keys("c")
	c.sees(`No version is marked`)
	c.keys("<space>")
	c.sees(`1 marked`)
	c.keys("jj")
	c.sees(`\+ The first text`) // the detail of the version under the cursor
	c.keys("c")
	c.sees(`What is different`)
	c.sees(`Description +- The first text`)
	c.sees(`\+ The third text`)
	c.hides(`The second text`)
	c.keys("<esc>")
	c.misses(`What is different`)
	s.asked(1, "GET", s.historyPath(0), "page_size=100", "")
	s.quits(c, 0)
}

// A long history comes in pages, newest first.
func TestHistoryIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	for i := range 120 {
		s.describe(0, fmt.Sprintf("Text %d", i))
	}
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("5", "History")
	c.keys("<enter>")
	c.sees(`\+ Text 119`)
	c.keys("G")
	c.sees(`^History › .*1\d\d in all`)
	c.sees(`This is the first version`)
	s.pages(s.historyPath(0), "page_size=100", 2)
	s.quits(c, 0)
}
