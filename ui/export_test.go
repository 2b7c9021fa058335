package ui

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/tenant"
	"gatehouse/ui/list"
)

// exporting is a console whose exports go into a folder of the test.
func exporting(t *testing.T, o driverOptions) (d *driver, folder string) {
	t.Helper()
	d = newDriver(t, o)
	folder = t.TempDir()
	d.model.disk.Folder = folder
	return d, folder
}

// files are the names of all files in a folder, hidden ones too.
func files(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// onlyFile reads the one file of a folder.
func onlyFile(t *testing.T, folder string) (name, text string) {
	t.Helper()
	names := files(t, folder)
	if len(names) != 1 {
		t.Fatalf("the folder holds %q, want one file", names)
	}
	data, err := os.ReadFile(filepath.Join(folder, names[0]))
	if err != nil {
		t.Fatal(err)
	}
	return names[0], string(data)
}

func cells(t *testing.T, text string) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(text, "\ufeff")
	if !marked {
		t.Errorf("the text has no mark by which a spreadsheet knows its encoding: %.40q", text)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// csvColumn is one column of a CSV text, without its header.
func csvColumn(t *testing.T, text, name string) []string {
	t.Helper()
	rows := cells(t, text)
	at := slices.Index(rows[0], name)
	if at < 0 {
		t.Fatalf("there is no column %q in %q", name, rows[0])
	}
	var all []string
	for _, row := range rows[1:] {
		all = append(all, row[at])
	}
	return all
}

// field moves to a field of the form by its title.
func (d *driver) field(title string) {
	d.t.Helper()
	for range 12 {
		if strings.Contains(d.screen(), "▌  "+title) {
			return
		}
		d.keys("<tab>")
	}
	d.t.Fatalf("no field is called %q:\n%s", title, d.screen())
}

// says looks for a sentence on a screen that a box fills, wherever it breaks.
func (d *driver) says(sentences ...string) {
	d.t.Helper()
	words := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ", "▌", " ").Replace(d.screen())), " ")
	for _, s := range sentences {
		if !strings.Contains(words, s) {
			d.t.Fatalf("%q is not said:\n%s", s, d.screen())
		}
	}
}

func TestExportWritesTheRowsAsFilteredAndSorted(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	d.keys("1", "/payment", "<tab>", "s", "s", "s", "S") // by name, downwards
	d.sees("by name ▼")
	shown := list.TypedRows[api.Hook](d.At(0).(*list.Pane).Grid.ShownRows())
	if len(shown) < 2 {
		t.Fatalf("the filter shows %d hooks, too few for a test", len(shown))
	}
	d.keys("w", "<ctrl+s>")
	name, text := onlyFile(t, folder)
	if name != "hooks-acme-20261127-1200.csv" {
		t.Errorf("the file is called %q", name)
	}
	d.sees(fmt.Sprintf("Wrote %d hooks to %s", len(shown), filepath.Join(folder, name)))
	if header := cells(t, text)[0]; !slices.Equal(header, []string{"state", "priority", "name", "event", "kind", "updated", "description",
		"id"}) && header[0] != "state" {
		t.Errorf("the header is %q", header)
	}
	names := csvColumn(t, text, "name")
	if len(names) != len(shown) {
		t.Fatalf("%d rows were written, want %d", len(names), len(shown))
	}
	for i, h := range shown {
		if names[i] != h.DisplayName {
			t.Errorf("row %d is %q, the screen shows %q", i, names[i], h.DisplayName)
		}
	}
	for _, state := range csvColumn(t, text, "state") {
		if state != "on" && state != "off" {
			t.Errorf("the state is %q, want the word alone", state)
		}
	}
	d.wantMutations()
}

func TestExportedFilesAreTheirOwnersOnly(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	d.keys("w", "<ctrl+s>")
	name, _ := onlyFile(t, folder)
	info, err := os.Stat(filepath.Join(folder, name))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", info.Mode(), err)
	}
}

func TestExportOfMarkedRowsHasThoseTheFilterHides(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	want := list.TypedRows[api.Hook](d.At(0).(*list.Pane).Grid.ShownRows()[:3])
	d.keys(" j j ", "/zzzzqq", "<tab>", "w")
	d.sees("3 hidden of 3 marked")
	d.keys("<ctrl+s>")
	_, text := onlyFile(t, folder)
	got := csvColumn(t, text, "id")
	if len(got) != 3 || got[0] != want[0].ID || got[2] != want[2].ID {
		t.Errorf("got %q", got)
	}
}

func TestExportOfTheRecordInViewIsTheWholeRecordAsItCame(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 80, h: 24})
	d.keys("j", "<enter>", "w")
	d.sees("● this hook")
	row, _ := list.CursorOf[api.Hook](d.At(0).(*list.Pane))
	d.field("Format")
	d.keys("<right>")
	d.field("Of each row")
	d.keys("<right>", "<ctrl+s>")
	name, text := onlyFile(t, folder)
	if filepath.Ext(name) != ".json" {
		t.Errorf("the file is called %q; its ending follows the format", name)
	}
	var got []json.RawMessage
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != 1 {
		t.Fatalf("got %s, %v", text, err)
	}
	var before, after any
	if err := errors.Join(json.Unmarshal(row.Raw.JSON(), &before), json.Unmarshal(got[0], &after)); err != nil {
		t.Fatal(err)
	}
	if x, y := reencoded(t, before), reencoded(t, after); x != y {
		t.Errorf("got  %s\nwant %s", y, x)
	}
}

func TestJSONLinesOfChosenColumnsHaveNumbersAndNames(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 5}})
	d.keys("3", "w")
	d.field("Format")
	d.keys("<right>", "<right>")
	d.field("Columns")
	d.keys("<enter>")
	d.sees("[x] name", "[x] confidence")
	d.keys("<left>", "<enter>")
	d.sees("Choose at least one column.")
	d.keys("j", " ", "j", " ", "<enter>") // name, confidence
	d.sees("2 of", "name, confidence")
	d.keys("<ctrl+s>")
	name, text := onlyFile(t, folder)
	if filepath.Ext(name) != ".jsonl" {
		t.Errorf("the file is called %q", name)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines for five suggestions:\n%s", len(lines), text)
	}
	for _, line := range lines {
		var row struct {
			Name       *string
			Confidence *float64
			ID         *string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Name == nil || row.Confidence == nil || row.ID != nil {
			t.Errorf("%s, %v", line, err)
		}
	}
}

func TestCSVRefusesWholeRecordsAndKeepsTheForm(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	d.keys("w")
	d.field("Of each row")
	d.keys("<right>", "<ctrl+s>")
	d.sees("Export hooks", "CSV has columns only")
	if got := files(t, folder); len(got) != 0 {
		t.Errorf("written anyway: %q", got)
	}
}

func TestShareCodesStayOutOfFilesUnlessChosen(t *testing.T) {
	codes := func(d *driver) (all []string) {
		for i := range 5 {
			all = append(all, d.tenant.ShareCode(i))
		}
		return all
	}
	write := func(t *testing.T, chosen bool) (*driver, string) {
		d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 5}})
		d.keys("4", "w")
		d.sees("With share codes and share URLs", "[ ] off")
		d.field("Format")
		d.keys("<right>")
		d.field("Of each row")
		d.keys("<right>")
		d.field("With share codes")
		d.sees("They open the secret, so they are left out of whole records unless this is on.")
		if chosen {
			d.keys(" ")
		}
		d.keys("<ctrl+s>")
		_, text := onlyFile(t, folder)
		var rows []map[string]any
		if err := json.Unmarshal([]byte(text), &rows); err != nil || len(rows) != 5 {
			t.Fatalf("%v in %s", err, text)
		}
		return d, text
	}
	d, text := write(t, false)
	for _, code := range codes(d) {
		if strings.Contains(text, code) {
			t.Errorf("the share code %s is in the file", code)
		}
	}
	for _, word := range []string{"shareCode", "shareUrl"} {
		if strings.Contains(text, word) {
			t.Errorf("%s is in the file", word)
		}
	}
	d.says("Share codes and share URLs are left out.")
	d, text = write(t, true)
	for _, code := range codes(d) {
		if !strings.Contains(text, code) {
			t.Errorf("the share code %s was chosen and is missing", code)
		}
	}
	d.says("It holds share codes and share URLs: keep it safe.")
}

func TestColumnsOfSecretsNeverHaveShareCodes(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 5}})
	d.keys("4", "w", "<ctrl+s>")
	_, text := onlyFile(t, folder)
	for i := range 5 {
		if strings.Contains(text, d.tenant.ShareCode(i)) {
			t.Errorf("a share code is in %s", text)
		}
	}
	expires := csvColumn(t, text, "expires")
	for _, at := range expires {
		if _, err := time.Parse(time.RFC3339, at); at != "" && err != nil {
			t.Errorf("the expiry %q is no exact time", at)
		}
	}
}

func TestNamesOfOthersRunNothingInASpreadsheetNorInATerminal(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 3}, faults: func(x *tenant.Tenant) {
		for i, name := range []string{`=HYPERLINK("https://evil.example")`, "A\x1b]52;c;SGVsbG8=\aB", "two\nlines"} {
			if err := x.UpdateAs("hooks", x.HookID(i), func(r map[string]any) { r["displayName"] = name }); err != nil {
				t.Fatal(err)
			}
		}
	}})
	d.keys("w", "<ctrl+s>")
	_, text := onlyFile(t, folder)
	names := csvColumn(t, text, "name")
	slices.Sort(names)
	if want := []string{`'=HYPERLINK("https://evil.example")`, "A␛]52;c;SGVsbG8=␇B", "two↵lines"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	d.says("An apostrophe was put before 1 cell")
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if odd := actsOnTerminal(line); odd != "" {
			t.Errorf("%q holds %s", line, odd)
		}
	}
}

func TestNamesThatWereNeverOnScreenAreLookedUp(t *testing.T) {
	d, folder := exporting(t, driverOptions{tenant: tenant.Options{Rows: 150}, w: 80, h: 24})
	d.keys("4", "w", "<ctrl+s>")
	_, text := onlyFile(t, folder)
	known := map[string]bool{}
	for i := range d.tenant.Size("users") {
		known[d.tenant.UserID(i)] = true
	}
	creators := csvColumn(t, text, "creator")
	if len(creators) != 150 {
		t.Fatalf("%d rows", len(creators))
	}
	for _, who := range creators {
		if known[who] {
			t.Fatalf("the creator is %q, an id", who)
		}
	}
}

func TestNothingToWriteIsSaid(t *testing.T) {
	d, _ := exporting(t, driverOptions{faults: func(x *tenant.Tenant) {
		x.Faults().Add(tenant.Rule{Path: "**", Status: 403})
	}})
	d.keys("w")
	d.sees("Export hooks", "0 so far")
	d.keys("<ctrl+s>")
	d.sees("Write what is loaded?")
}

func TestExportFitsSmallScreens(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}, {24, 6}} {
		d, folder := exporting(t, driverOptions{w: size[0], h: size[1], tenant: tenant.Options{Rows: 150}})
		d.keys("4", "w", "<down>", "<down>", "<down>", "<enter>", " ", "<enter>")
		d.keys("<down>", "<down>", "<down>", "<down>")
		d.Resize(24, 6)
		d.Resize(size[0], size[1])
		d.keys("<ctrl+s>")
		if names := files(t, folder); len(names) != 1 {
			t.Errorf("at %v: %q\n%s", size, names, d.screen())
		}
		d.keys("<esc>", "w", "<ctrl+s>")
		if size[0] >= 40 {
			d.sees("Overwrite the file?", "Cancel")
			d.keys("<tab>", "<enter>")
			d.sees("Wrote")
		}
	}
}

// reencoded is a value as JSON, for comparing what two texts say.
func reencoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
