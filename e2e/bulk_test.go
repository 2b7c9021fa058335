//go:build linux || darwin

package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// serveTeams is a tenant of n cases: the first `alphas` are called Alpha, the rest Beta.
func serveTeams(t *testing.T, n, alphas int) *site {
	t.Helper()
	s := serveCases(t, n)
	for i := range n {
		team := "Beta"
		if i < alphas {
			team = "Alpha"
		}
		s.decide(i, map[string]any{"suggestedName": team + " " + caseName(i)})
	}
	return s
}

// inState are the places of the cases that the tenant has in a state.
func (s *site) inState(state string) (places []int) {
	for i := range s.Size("suggestions") {
		if s.text("suggestions", s.SuggestionID(i), "suggestionState") == state {
			places = append(places, i)
		}
	}
	return places
}

// confirms presses the button that acts of a dialog that just opened.
func (c *console) confirms(title string) {
	c.t.Helper()
	c.sees(title)
	c.afterGrace()
	c.keys("<tab>")
	c.sees(`▸ (Dismiss|Accept|Undo) ◂`)
	c.keys("<enter>")
}

func TestABulkSession(t *testing.T) {
	t.Parallel()
	const cases, alphas = 60, 40
	s := serveTeams(t, cases, alphas)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("3")
	c.sees(`^Suggestions .*(loaded|in all)`)
	c.keys("F")
	c.sees(`^Suggestions .*60 in all`)
	c.keys(`/"Alpha Case"<tab>`)
	c.sees(`^Suggestions .*40 of 60`)
	c.keys("*")
	c.sees(`Marked 40 of 60\.`)
	c.keys("d")
	c.sees(`40 suggestions`)
	c.sees(`on tenant .*` + s.host())
	c.afterGrace()
	c.keys("<enter>") // Cancel has the focus
	c.misses(`Dismiss \d+ suggestions\?`)
	s.untouched()

	stopsABatch(s, c)
	c.keys("d")
	c.confirms(`Dismiss \d+ suggestions\?`)
	c.sees(`Dismiss: 20 done`)
	c.misses(`\d+ marked`)
	var want []int
	for i := range alphas {
		want = append(want, i)
	}
	if got := s.inState(stateDismissed); !slices.Equal(got, want) {
		t.Errorf("the tenant has %v dismissed, want the forty first", got)
	}
	undoesBatches(s, c)
	if got := s.inState(stateNew); len(got) != cases {
		t.Errorf("%d are new after all was undone", len(got))
	}
	c.keys("<ctrl+c>")
	c.ends(0)
}

// stopsABatch stops a batch of forty in the middle: twenty are done, eight have no answer, twelve were not sent.
func stopsABatch(s *site, c *console) {
	c.t.Helper()
	s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Hang: true, Skip: 20})
	c.keys("d")
	c.confirms(`Dismiss \d+ suggestions\?`)
	c.sees(`20 of 40 finished: 20 done`)
	c.sees(`esc stops what was not sent yet`)
	c.sees(`50%`)
	s.until("those that get no answer", func() bool { return len(s.writes()) == 28 })
	c.keys("<esc>")
	c.sees(`Stopping: what was sent is waited for`)
	s.Faults().Reset() // the connections end, and nothing was done
	c.sees(`20 done, 12 not sent, 8 unknown`)
	c.sees(`\? 8 unknown: .*[Rr]ead again`)
	c.sees(`· 12 not sent`)
	if got := s.inState(stateDismissed); len(got) != 20 {
		c.t.Errorf("the tenant has %d dismissed, and the list says 20", len(got))
	}
	c.sees(`results`)
	c.keys("<esc>")
	c.misses(`results`)
	c.sees(`20 marked`)
	c.keys("<esc>B") // the list can be seen again
	c.sees(`20 done, 12 not sent, 8 unknown`)
	c.keys("<esc>")
	c.misses(`results`)
}

// undoesBatches undoes the two batches, newest first.
func undoesBatches(s *site, c *console) {
	c.t.Helper()
	c.keys("u")
	c.confirms(`Undo the dismissal of 20 suggestions`)
	c.sees(`Undo.*: 20 done`)
	if got := s.inState(stateDismissed); len(got) != 20 {
		c.t.Errorf("%d are dismissed after the second batch was undone", len(got))
	}
	c.keys("<esc>")
	c.misses(`20 done`)
	c.keys("u")
	c.confirms(`Undo the dismissal of 20 suggestions`)
	c.sees(`Undo.*: 20 done`)
}

func TestFailedRowsStayMarkedWithTheirReason(t *testing.T) {
	t.Parallel()
	s := serveCases(t, 12)
	for _, i := range []int{2, 5, 7} {
		s.Faults().Add(tenant.Rule{Method: "POST", Path: s.stateRoute(i), Status: 403, Message: "frozen until the review", Times: 1})
	}
	c := s.open(term.Options{}) // 80x24
	c.keys("3")
	c.sees(`^Suggestions .*12 in all`)
	c.keys("*d")
	c.confirms(`Dismiss \d+ suggestions\?`)
	c.sees(`9 done, 3 refused`)
	c.sees(`✗ 3 refused: .*frozen`)
	for _, i := range []int{2, 5, 7} {
		c.sees(`^.*` + caseName(i))
	}
	c.keys("<esc>")
	c.sees(`3 marked`)
	for _, i := range []int{2, 5, 7} {
		c.sees(`◆ ○ new +` + caseName(i))
	}
	c.keys("<esc>d")
	c.confirms(`Dismiss \d+ suggestions\?`)
	c.sees(`3 done`)
	if got := s.inState(stateDismissed); len(got) != 12 {
		t.Errorf("the tenant has %v dismissed", got)
	}
	if n := len(s.writes()); n != 15 {
		t.Errorf("%d decisions reached the tenant, want 12 and 3 again", n)
	}
	c.keys("<ctrl+c>")
	c.ends(0)
}

func TestADestructiveBatchWantsItsCountTyped(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	var names []string
	for i := range 3 {
		names = append(names, s.text("webhooks", s.WebhookID(i), "displayName"))
	}
	c := s.open(term.Options{Width: 120, Height: 40})
	c.keys("2")
	c.sees(`27 in all`)
	c.keys("<space>j<space>j<space>")
	c.sees(`3 marked`)
	c.keys("x")
	c.sees(`3 webhooks`)
	c.sees(`can't be undone`)
	c.sees(`Type 3 to confirm`)
	for _, name := range names {
		c.sees(name)
	}
	c.afterGrace()
	c.keys("<enter>")
	c.keys("4<enter>")
	c.must(c.PasteBracketed("3"))
	c.keys("<enter>")
	c.settled()
	s.untouched()
	c.sees(`Type 3 exactly`)
	c.keys("<backspace>3<enter>")
	c.sees(`24 in all`)
	s.until("the deletions", func() bool { return len(s.writes()) == 3 })
	for i, sent := range s.writes() {
		if sent.Method != "DELETE" || !strings.HasPrefix(sent.Path, "/api/v1/webhooks/") {
			t.Errorf("request %d is %s %s", i, sent.Method, sent.Path)
		}
	}
	for i := range 3 {
		if _, there := s.Record("webhooks", s.WebhookID(i)); there && s.text("webhooks", s.WebhookID(i), "deletedAt") == "" {
			t.Errorf("webhook %d is still there", i)
		}
	}
	c.keys("u")
	c.sees(`nothing to undo`)
	c.keys("<ctrl+c>")
	c.ends(0)
}

// journalLine is what this test needs of a line of the journal.
type journalLine struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Batch   string `json:"batch"`
	Outcome string `json:"outcome"`
	Process struct {
		PID int `json:"pid"`
	} `json:"process"`
}

func readJournal(t *testing.T, home string) (all []journalLine) {
	t.Helper()
	file, err := os.Open(filepath.Join(home, ".local", "state", "gatehouse", "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var line journalLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("a line of the journal can't be read: %v: %s", err, lines.Bytes())
		}
		all = append(all, line)
	}
	return all
}

// Two consoles run a batch each at the same time, and both write to one journal.
func TestTwoConsolesOnOneJournal(t *testing.T) {
	t.Parallel()
	const cases, alphas = 80, 40
	s := serveTeams(t, cases, alphas)
	home := t.TempDir()
	one, two := s.open(term.Options{Width: 120, Height: 40, Home: home}), s.open(term.Options{Width: 120, Height: 40, Home: home})
	for c, team := range map[*console]string{one: "Alpha", two: "Beta"} {
		c.keys("3")
		c.sees(`^Suggestions .*(loaded|in all)`)
		c.keys("F")
		c.sees(`^Suggestions .*80 in all`)
		c.keys(`/"` + team + ` Case"<tab>*`)
		c.sees(`40 of 80`)
		c.sees(`40 marked`)
		c.keys("d")
		c.sees(`40 suggestions`)
		c.afterGrace()
		c.keys("<tab>")
		c.sees(`▸ Dismiss ◂`)
	}
	one.keys("<enter>")
	two.keys("<enter>")
	one.sees(`Dismiss: 40 done`)
	two.sees(`Dismiss: 40 done`)
	s.wrote(cases)

	sent, ended, batches := map[string]int{}, map[string]int{}, map[string]int{}
	processes := map[int]int{}
	for _, line := range readJournal(t, home) {
		switch line.Type {
		case "sent":
			sent[line.ID]++
			batches[line.Batch]++
			processes[line.Process.PID]++
		case "ended":
			if ended[line.ID]++; line.Outcome != "done" {
				t.Errorf("%s ended as %s", line.ID, line.Outcome)
			}
		}
	}
	if len(sent) != cases || len(ended) != cases {
		t.Errorf("the journal has %d changes sent and %d ended, want %d", len(sent), len(ended), cases)
	}
	for id := range sent {
		if sent[id] != 1 || ended[id] != 1 {
			t.Errorf("%s was sent %d times and ended %d times", id, sent[id], ended[id])
		}
	}
	if len(batches) != 2 || processes[one.Pid()] != alphas || processes[two.Pid()] != cases-alphas {
		t.Errorf("batches %v of the processes %v, want one of each console", batches, processes)
	}

	one.keys("<esc>J") // each sees what the other has done
	one.sees(fmt.Sprintf(`Journal.*%d`, cases))
	one.keys("<ctrl+c>")
	one.ends(0)
	two.keys("<ctrl+c>")
	two.ends(0)
}
