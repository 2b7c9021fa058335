package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/tenant"
	"gatehouse/ui/list"
)

func TestLoadAllFirstWritesEveryRow(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 450}})
	d.keys("4", "w")
	d.sees("200 so far", "Load all first", "[x] on")
	d.keys("<ctrl+s>")
	name, text := onlyFile(t, folder)
	if name != "secrets-acme-20261127-1200.csv" {
		t.Errorf("a whole list is called %q", name)
	}
	ids := csvColumn(t, text, "id")
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != 450 {
		t.Errorf("%d secrets were written, want 450", n)
	}
	d.sees("Wrote 450 secrets")
	d.seesNot("incomplete")
}

func TestAnIncompleteListSaysSo(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 450}, h: 24, w: 80})
	d.keys("4", "w")
	d.says("It is incomplete: the tenant has more than the 100 loaded")
	d.field("Load all first")
	d.keys(" ", "<tab>", "<tab>")
	d.sees("secrets-acme-20261127-1200-incomplete.csv")
	d.keys("<shift+tab>", "<shift+tab>", " ", "<tab>", "<tab>")
	d.seesNot("-incomplete.csv")
	d.keys("<shift+tab>", "<shift+tab>", " ", "<ctrl+s>")
	name, text := onlyFile(t, folder)
	if name != "secrets-acme-20261127-1200-incomplete.csv" || len(csvColumn(t, text, "id")) != 100 {
		t.Errorf("%q with %d rows", name, len(csvColumn(t, text, "id")))
	}
	d.says("Wrote 100 secrets", "The list is incomplete: the tenant has more than the 100 loaded.")
}

func TestANameOfOnesOwnSaysThatItIsIncompleteToo(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 450}})
	d.keys("4", "w")
	d.field("Load all first")
	d.keys(" ")
	d.field("File")
	d.keys("<ctrl+u>", "mine.txt", "<ctrl+s>")
	if name, _ := onlyFile(t, folder); name != "mine-incomplete.txt" {
		t.Errorf("the file is called %q", name)
	}
}

func TestLoadingThatWasStoppedAsksAndIsIncomplete(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 900}, w: 80, h: 24})
	d.keys("4", "w")
	first := d.holding(func() { d.keys("<ctrl+s>") })
	d.sees("Exporting secrets", "Getting ready.")
	pages := d.holding(first.deliver)
	d.sees("100 loaded so far", "esc stops")
	d.keys("<esc>")
	d.sees("Write what is loaded?", "Loading was stopped.", "100 secrets loaded so far", "-incomplete.csv", "▸ Back to the form ◂")
	d.keys("<enter>")
	d.sees("Export secrets", "ctrl+s write")
	pages.deliver() // the page under way comes all the same, and walks no further
	if n := d.At(3).(*list.Pane).Grid.Len(); n > 300 {
		t.Errorf("%d secrets were loaded after the stop", n)
	}
	if got := files(t, folder); len(got) != 0 {
		t.Fatalf("written without being asked to: %q", got)
	}
	first = d.holding(func() { d.keys("<ctrl+s>") })
	pages = d.holding(first.deliver)
	d.keys("<esc>", "<tab>", "<enter>")
	pages.deliver()
	name, text := onlyFile(t, folder)
	if name != "secrets-acme-20261127-1200-incomplete.csv" {
		t.Errorf("the file is called %q", name)
	}
	d.says(fmt.Sprintf("Wrote %d secrets", len(csvColumn(t, text, "id"))), "The list is incomplete")
}

func TestLoadingThatFailedAsksAndIsIncomplete(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 450}})
	d.keys("4")
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/paper-secrets/**", Status: 403})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/search/**", Status: 403})
	d.fault(tenant.Rule{Path: "**", Match: "pageToken", Status: 403})
	d.keys("w", "<ctrl+s>")
	d.sees("Write what is loaded?", "Loading failed.", "200 secrets loaded so far")
	d.keys("<tab>", "<enter>")
	if name, _ := onlyFile(t, folder); name != "secrets-acme-20261127-1200-incomplete.csv" {
		t.Errorf("the file is called %q", name)
	}
	d.says("The list is incomplete: the rest could not be loaded.")
}

// Rows that nothing can tell from others are in no list and in no file, which says so.
func TestAFileSaysHowManyRowsWithoutAnIDAreLeftOut(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 120, h: 30, faults: func(tn *tenant.Tenant) {
		tn.Faults().Add(tenant.Rule{Path: "/api/v1/search/webhooks",
			Body: `{"list":[{"id":"w1","displayName":"One"},{"displayName":"Two"},{"displayName":"Three"}]}`})
	}})
	d.keys("2", "w")
	d.says("It is incomplete: 2 rows without an id left out.")
	d.keys("<ctrl+s>")
	if name, _ := onlyFile(t, folder); !strings.Contains(name, "-incomplete") {
		t.Errorf("the file is called %q", name)
	}
	d.says("Wrote 1 webhook", "2 rows without an id left out")
}
