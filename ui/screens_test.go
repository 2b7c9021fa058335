package ui

import (
	"errors"
	"flag"
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
)

var update = flag.Bool("update", false, "write the stored screens as they are now")

const screensFolder = "testdata/screens"

// screenSizes are the terminals at which every place is stored.
var screenSizes = [][2]int{{160, 45}, {120, 40}, {100, 30}, {80, 24}, {40, 10}}

// Every place of the console looks as it is stored in testdata/screens, text and styles. Where a change is meant,
// "make screens" stores it anew; what changed is then read in the diff.
func TestScreens(t *testing.T) {
	names := map[string]bool{}
	for _, p := range screenPlaces() {
		if names[p.name] {
			t.Fatalf("two places are called %s", p.name)
		}
		names[p.name] = true
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.compare(t)
		})
	}
	stored, err := filepath.Glob(filepath.Join(screensFolder, "*.golden"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range stored {
		if names[strings.TrimSuffix(filepath.Base(file), ".golden")] {
			continue
		}
		if !*update {
			t.Errorf("no place is called like %s", file)
		} else if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

// compare goes to the place, and holds its screens against the stored ones, or stores them.
func (p place) compare(t *testing.T) {
	d := p.open(t)
	var screens []dump
	for _, size := range screenSizes {
		d.Resize(size[0], size[1])
		screens = append(screens, d.dump())
	}
	file := filepath.Join(screensFolder, p.name+".golden")
	text, err := os.ReadFile(file)
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	stored, known, err := parseScreens(string(text))
	if err != nil && !*update {
		t.Fatalf("%s: %v", file, err)
	}
	now := formatScreens(screens, known)
	switch {
	case now == string(text):
	case *update:
		if err := errors.Join(os.MkdirAll(screensFolder, 0o755), os.WriteFile(file, []byte(now), 0o644)); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what is shown; \"make screens\" stores it anew:\n%s", file, differences(stored, screens))
	}
}

// dump is what a terminal shows: the text of each line without the blanks at its end, and its styles as runs.
type dump struct {
	name   string // the size, and where the cursor is
	lines  []string
	styles [][]run
}

// run is a number of cells that look alike.
type run struct {
	look  string // "" for plain
	cells int
}

func (d *driver) dump() dump {
	d.t.Helper()
	view := d.model.View()
	screen := uv.NewScreenBuffer(d.model.w, d.model.h)
	uv.NewStyledString(view.Content).Draw(screen, screen.Bounds())
	shown := dump{name: fmt.Sprintf("%dx%d", d.model.w, d.model.h)}
	if view.Cursor != nil {
		shown.name += fmt.Sprintf(" cursor %d,%d", view.Cursor.X, view.Cursor.Y)
	}
	for y := range d.model.h {
		var text strings.Builder
		var runs []run
		for x := range d.model.w {
			cell := screen.CellAt(x, y)
			text.WriteString(cell.Content)
			if look := lookOf(cell.Style); len(runs) > 0 && runs[len(runs)-1].look == look {
				runs[len(runs)-1].cells++
			} else {
				runs = append(runs, run{look, 1})
			}
		}
		if len(runs) > 0 && runs[len(runs)-1].look == "" {
			runs = runs[:len(runs)-1]
		}
		shown.lines = append(shown.lines, strings.TrimRight(d.withoutIDs(text.String()), " "))
		shown.styles = append(shown.styles, runs)
	}
	return shown
}

var (
	tenantsPort = regexp.MustCompile(`(127\.0\.0\.1:)(\d+)`)
	requestID   = regexp.MustCompile(`(request )([0-9a-f]{8}-[0-9a-f-]*)`)
	digit       = regexp.MustCompile(`[0-9a-f]`)
)

// settled takes out of a line what is different each time: the port of the built-in tenant, and ids that follow the order in which
// requests that are under way together come to it.
func (d *driver) withoutIDs(line string) string {
	for _, pattern := range []*regexp.Regexp{tenantsPort, requestID} {
		line = pattern.ReplaceAllStringFunc(line, func(text string) string {
			parts := pattern.FindStringSubmatch(text)
			return parts[1] + digit.ReplaceAllString(parts[2], "0")
		})
	}
	return line
}

// lookOf says how a cell looks: "bold #ffffff on #000000".
func lookOf(s uv.Style) string {
	var words []string
	for attr, word := range []string{"bold", "faint", "italic", "blink", "blink fast", "reverse", "conceal", "strike"} {
		if s.Attrs&(1<<attr) != 0 {
			words = append(words, word)
		}
	}
	if s.Underline != uv.UnderlineNone {
		words = append(words, "underline")
	}
	if s.Fg != nil {
		words = append(words, hexOf(s.Fg))
	}
	if s.Bg != nil {
		words = append(words, "on "+hexOf(s.Bg))
	}
	return strings.Join(words, " ")
}

func hexOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// legend are the looks of a file, each under its letter. A look keeps its letter for as long as the file has it.
type legend []string

func letter(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(letters) {
		return letters[i : i+1]
	}
	return letter(i/len(letters)-1) + letter(i%len(letters))
}

// formatScreens writes screens as they are stored: the looks, then for each size the text and the runs of each look. Lines with the
// same runs stand together; those that are plain are left out.
func formatScreens(screens []dump, known legend) string {
	used := legend{}
	for _, s := range screens {
		for _, r := range slices.Concat(s.styles...) {
			if r.look != "" && !slices.Contains(used, r.look) {
				used = append(used, r.look)
			}
		}
	}
	looks := slices.DeleteFunc(slices.Clone(known), func(look string) bool { return !slices.Contains(used, look) })
	for _, look := range used {
		if !slices.Contains(looks, look) {
			looks = append(looks, look)
		}
	}
	var b strings.Builder
	for i, look := range looks {
		fmt.Fprintf(&b, "%s: %s\n", letter(i), look)
	}
	for _, s := range screens {
		fmt.Fprintf(&b, "== %s\n%s\n-- styles\n", s.name, strings.Join(s.lines, "\n"))
		rows := map[string][]int{}
		var order []string
		for y, runs := range s.styles {
			text := looks.format(runs)
			if rows[text] == nil {
				order = append(order, text)
			}
			rows[text] = append(rows[text], y)
		}
		for _, text := range order {
			if text != "" {
				fmt.Fprintf(&b, "%s: %s\n", formatRows(rows[text]), text)
			}
		}
	}
	return b.String()
}

func (l legend) format(runs []run) string {
	words := make([]string, 0, len(runs))
	for _, r := range runs {
		sign := "."
		if r.look != "" {
			sign = letter(slices.Index(l, r.look))
		}
		words = append(words, fmt.Sprint(sign, r.cells))
	}
	return strings.Join(words, " ")
}

// formatRows writes 0,1,2,5 as "0-2,5".
func formatRows(rows []int) string {
	var parts []string
	for i := 0; i < len(rows); {
		last := i
		for last+1 < len(rows) && rows[last+1] == rows[last]+1 {
			last++
		}
		part := strconv.Itoa(rows[i])
		if last > i {
			part += fmt.Sprint("-", rows[last])
		}
		parts, i = append(parts, part), last+1
	}
	return strings.Join(parts, ",")
}

// parseScreens reads what formatScreens writes.
func parseScreens(text string) (screens []dump, looks legend, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 0 && !strings.HasPrefix(lines[0], "== ") {
		_, look, _ := strings.Cut(lines[0], ": ")
		looks, lines = append(looks, look), lines[1:]
	}
	for len(lines) > 0 {
		s := dump{name: strings.TrimPrefix(lines[0], "== ")}
		var w, h int
		if _, err := fmt.Sscanf(s.name, "%dx%d", &w, &h); err != nil || len(lines) < h+2 {
			return nil, looks, fmt.Errorf("no screen begins with %q", lines[0])
		}
		s.lines, s.styles, lines = lines[1:h+1], make([][]run, h), lines[h+2:]
		for len(lines) > 0 && !strings.HasPrefix(lines[0], "== ") {
			rows, runs, _ := strings.Cut(lines[0], ": ")
			if err := looks.parse(s.styles, rows, runs); err != nil {
				return nil, looks, fmt.Errorf("%q: %w", lines[0], err)
			}
			lines = lines[1:]
		}
		screens = append(screens, s)
	}
	return screens, looks, nil
}

// parse reads the runs of some rows, "0-2,5" and "a3 .2 b1", into the styles of a screen.
func (l legend) parse(styles [][]run, rows, text string) error {
	var runs []run
	for word := range strings.FieldsSeq(text) {
		sign := strings.TrimRight(word, "0123456789")
		n, err := strconv.Atoi(word[len(sign):])
		if err != nil {
			return err
		}
		r := run{cells: n}
		for i, look := range l {
			if letter(i) == sign {
				r.look = look
			}
		}
		runs = append(runs, r)
	}
	for part := range strings.SplitSeq(rows, ",") {
		first, last, several := strings.Cut(part, "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		if from < 0 || to >= len(styles) {
			return errors.New("there is no such row")
		}
		for y := from; y <= to; y++ {
			styles[y] = runs
		}
	}
	return nil
}

// differences are the lines in which screens differ, as a person reads them.
func differences(stored, now []dump) string {
	const most = 12
	var found []string
	if len(stored) != len(now) {
		found = append(found, fmt.Sprintf("%d sizes are stored, not %d", len(stored), len(now)))
	}
	for i := range min(len(stored), len(now)) {
		was, is := stored[i], now[i]
		if was.name != is.name {
			found = append(found, fmt.Sprintf("%s was stored, this is %s", was.name, is.name))
		}
		for y := range min(len(was.lines), len(is.lines)) {
			if was.lines[y] != is.lines[y] {
				found = append(found, fmt.Sprintf("%s, line %d:\n  stored: %s\n  shown:  %s", is.name, y, was.lines[y], is.lines[y]))
			} else if !slices.Equal(was.styles[y], is.styles[y]) {
				found = append(found, fmt.Sprintf("%s, line %d: %s\n  stored as: %v\n  shown as:  %v", is.name, y, is.lines[y],
					was.styles[y], is.styles[y]))
			}
		}
	}
	if len(found) > most {
		found = append(found[:most], fmt.Sprintf("and %d lines more", len(found)-most))
	}
	return strings.Join(found, "\n")
}

func (r run) String() string {
	if r.look == "" {
		return fmt.Sprintf("%d plain", r.cells)
	}
	return fmt.Sprintf("%d %s", r.cells, r.look)
}

func TestStoredScreensAreReadAsTheyWereWritten(t *testing.T) {
	styles := [][]run{{{"bold #ffffff", 2}, {"", 3}, {"faint", 1}}, nil, {{"faint", 4}}, {{"faint", 4}}}
	written := formatScreens([]dump{{"4x4 cursor 1,2", []string{"ab", "", "== c", "d"}, styles},
		{"2x1", []string{"é"}, make([][]run, 1)}}, nil)
	want := "a: bold #ffffff\nb: faint\n== 4x4 cursor 1,2\nab\n\n== c\nd\n-- styles\n0: a2 .3 b1\n2-3: b4\n== 2x1\né\n-- styles\n"
	if written != want {
		t.Fatalf("written as\n%s", written)
	}
	screens, looks, err := parseScreens(written)
	if err != nil || formatScreens(screens, looks) != written {
		t.Errorf("read as %+v, %v", screens, err)
	}
	screens[0].styles[2] = []run{{"bold #ffffff", 4}}
	if got, _, _ := strings.Cut(formatScreens(screens, looks), "=="); got != "a: bold #ffffff\nb: faint\n" {
		t.Errorf("a look that is still there has another letter:\n%s", got)
	}
}
