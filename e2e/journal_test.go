//go:build linux || darwin

package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// A console that is killed between request and answer leaves an entry, and the next one finds out what became of it.
func TestKilledBetweenRequestAndAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		done       bool // the tenant did what it never answered
		says, word string
	}{
		"it was done":       {true, "It was done", "✓ done"},
		"nothing proves it": {false, "that is no proof", `\? unknown`}, // the record doesn't show it, now or later
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, tenant.Options{})
			id, place := s.first("suggestions", "suggestionState", "SUGGESTION_STATE_NEW")
			s.Faults().Add(tenant.Rule{Method: "POST", Path: "/api/v1/role-mining/suggestions/*/state", Hang: true})
			home := t.TempDir()
			first := s.open(term.Options{Width: 160, Height: 45, Home: home})
			first.keys("3")
			first.sees(`^Suggestions .*(loaded|in all)`)
			first.goTo("Suggestions", place)
			first.keys("d")
			s.wrote(1)
			first.must(first.Signal(syscall.SIGKILL))
			_, err := first.Wait(context.Background())
			first.must(err)
			s.Faults().Reset()
			if c.done {
				first.must(s.UpdateAs("suggestions", id, func(r map[string]any) { r["suggestionState"] = "SUGGESTION_STATE_DISMISSED" }))
			}

			second := s.open(term.Options{Width: 160, Height: 45, Home: home})
			second.sees(`It is unknown whether this was done: “Dismiss” on the suggestion`)
			second.keys("J")
			second.sees(`\? unknown`)
			second.keys("c")
			second.sees(c.says)
			second.sees(c.word)
			second.keys("<ctrl+c>")
			second.ends(0)

			third := s.open(term.Options{Width: 160, Height: 45, Home: home})
			third.sees(`Hooks .*in all`)
			third.hides(`It is unknown whether this was done`) // it was looked at; what is still unknown stays so in the journal
			s.wrote(1)                                         // looking changed nothing
			third.keys("<ctrl+c>")
			third.ends(0)
		})
	}
}

// With a file in the place of its folder the journal can't be written, whoever runs the program.
func TestTheConsoleAsksBeforeItGoesOnWithoutAJournal(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.first("suggestions", "suggestionState", "SUGGESTION_STATE_NEW")
	home := t.TempDir()
	writeFile(t, 0o600, "", home, ".local", "state", "gatehouse")
	c := s.open(term.Options{Width: 160, Height: 45, Home: home})
	c.keys("3")
	c.sees(`^Suggestions .*(loaded|in all)`)
	c.goTo("Suggestions", place)
	c.keys("d")
	c.sees(`Go on without a journal\?`)
	s.untouched()
	c.afterGrace()
	c.keys("<tab>", "<enter>")
	s.wrote(1)
	c.sees(`Dismissed suggestion`)
}

func TestTheJournalIsPrivateAndHasNoToken(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	_, place := s.first("suggestions", "suggestionState", "SUGGESTION_STATE_NEW")
	c := s.open(term.Options{Width: 160, Height: 45})
	c.keys("3")
	c.sees(`^Suggestions .*(loaded|in all)`)
	c.goTo("Suggestions", place)
	c.keys("d")
	c.sees(`Dismissed suggestion`)
	path := filepath.Join(c.Home(), ".local", "state", "gatehouse", "journal.jsonl")
	info, err := os.Stat(path)
	c.must(err)
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the journal has mode %o", mode)
	}
	text, err := os.ReadFile(path)
	c.must(err)
	if n := strings.Count(string(text), "\n"); n != 2 || strings.Contains(string(text), s.Token()) {
		t.Errorf("the journal has %d lines, want one for the request and one for its end, without the token:\n%s", n, text)
	}
}
