package matrix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/host"
)

// quiet is a frame that says nothing; nothing else is asked of it.
type quiet struct{ host.Host }

func (quiet) Session() uint64 { return 1 }

func (quiet) Say(host.Notice) tea.Cmd { return nil }

// paneOf is a matrix of so many people and entitlements, all read but for what cell says.
func paneOf(t testing.TB, people, entitlements, w, h int, cell func(person, column int) *int64) *Pane {
	t.Helper()
	th := themetest.New(t, "dark")
	keys := keymap.New(keymap.Panes{Own: [][]keymap.Binding{Bindings()}})
	e := &host.Env{Keys: keys, Theme: th, Names: host.NewNames(), UnderWay: host.UnderWay{},
		Life: context.Background(), Clock: time.Now}
	of := Of{ID: "s1", Name: "Vendor managers", People: int64(people),
		Risk: func(api.SuggestionEntitlement) (string, theme.Role) { return "high risk", theme.Warn },
		Why:  func() action.Why { return action.Why{} }}
	for i := range entitlements {
		of.Entitlements = append(of.Entitlements, api.SuggestionEntitlement{AppID: "app", EntitlementID: fmt.Sprint(i),
			EntitlementDisplayName: fmt.Sprintf("Entitlement %d", i), AppDisplayName: "Northbeam"})
	}
	p := New(of, e, quiet{})
	p.Visible = true
	for column := range entitlements {
		page := api.Page[api.CohortMember]{}
		for person := range people {
			page.Rows = append(page.Rows, api.CohortMember{User: api.User{ID: fmt.Sprint(person), DisplayName: fmt.Sprintf("Person %d", person)},
				Covered: cell(person, column)})
		}
		p.reading.columns[column].flying = true
		p.reading.flying++
		p.reading.asked++
		p.reading.handle(ask{column: column}, page, nil, p.table)
	}
	p.count()
	p.Resize(w, h)
	return p
}

// steps is a cell of a staircase: the first people hold the most.
func steps(people, entitlements int) func(person, column int) *int64 {
	return func(person, column int) *int64 {
		held := new(int64)
		if person*entitlements < (entitlements-column)*people {
			*held = 1
		}
		return held
	}
}

func do(t testing.TB, p *Pane, ids ...keymap.ID) {
	t.Helper()
	for _, id := range ids {
		if _, ok := p.Do(id); !ok {
			t.Fatalf("it doesn't do %s", id)
		}
	}
}

func screen(p *Pane) string { return ansi.Strip(strings.Join(p.View(), "\n")) }

// What is in view is read first, then what is nearest to it.
func TestWhatIsInViewIsReadFirst(t *testing.T) {
	p := paneOf(t, 3, 40, 64, 20, steps(3, 40))
	n := p.shape.columns
	if n >= 40 {
		t.Fatalf("all %d columns are in view", n)
	}
	do(t, p, "matrix.page.right", "matrix.page.right", "matrix.left")
	from, to := p.inView()
	order := p.wanted()
	if !slices.Equal(order[:n], p.columns[from:to]) || from == 0 {
		t.Errorf("columns %d to %d are in view, and %v are read first", from, to, order[:n])
	}
	if len(order) != 40 {
		t.Errorf("%d of 40 columns are read", len(order))
	}
}

// Every size draws exactly its cells, whatever the cursor and the order are.
func TestEverySizeIsDrawnExactly(t *testing.T) {
	for _, size := range [][2]int{{160, 40}, {120, 36}, {100, 26}, {80, 20}, {60, 12}, {59, 12}, {40, 7}, {1, 1}} {
		for _, of := range [][2]int{{1, 1}, {0, 3}, {30, 13}, {500, 60}} {
			p := paneOf(t, of[0], of[1], size[0], size[1], steps(of[0], of[1]))
			for _, id := range []keymap.ID{"cursor.bottom", "matrix.page.right", "matrix.sort", "matrix.leave", "matrix.page.left", "matrix.sort",
				"cursor.half.up"} {
				do(t, p, id)
				lines := p.View()
				if len(lines) != size[1] {
					t.Fatalf("%v of %v: %d lines", size, of, len(lines))
				}
				for i, line := range lines {
					if w := ansi.StringWidth(line); w != size[0] {
						t.Fatalf("%v of %v after %s: line %d has %d cells: %q", size, of, id, i, w, ansi.Strip(line))
					}
				}
			}
		}
	}
}

// A matrix that doesn't fit scrolls both ways and says what is out of view; the cursor keeps its person and entitlement when it is sorted.
func TestScrollingBothWays(t *testing.T) {
	p := paneOf(t, 500, 60, 80, 20, steps(500, 60))
	if text := screen(p); !strings.Contains(text, "↓ 487 more") || !strings.Contains(text, "→") {
		t.Errorf("what is out of view isn't told:\n%s", text)
	}
	do(t, p, "cursor.bottom", "matrix.page.right", "matrix.page.right", "matrix.page.right", "matrix.page.right")
	if text := screen(p); strings.Contains(text, "→") || !strings.Contains(text, "←") || strings.Contains(text, "↓") {
		t.Errorf("at the end it says there is more:\n%s", text)
	}
	person, _ := p.person()
	entitlement, _ := p.entitlement()
	do(t, p, "matrix.sort")
	if now, _ := p.person(); now != person {
		t.Errorf("the cursor went from person %d to %d", person, now)
	}
	if now, _ := p.entitlement(); now != entitlement {
		t.Errorf("the cursor went from entitlement %d to %d", entitlement, now)
	}
}

// Nobody's cell is told by its colour alone.
func TestAClickGoesToTheCellUnderThePointer(t *testing.T) {
	p := paneOf(t, 30, 40, 100, 20, steps(30, 40))
	do(t, p, "matrix.page.right", "matrix.page.right", "cursor.page.down", "cursor.page.down")
	top, left := p.top, p.left
	if top == 0 || left == 0 {
		t.Fatalf("it isn't scrolled: row %d, column %d", top, left)
	}
	x := p.Inset() + p.shape.label + 3*p.shape.cell
	p.Click(x, p.shape.head+2)
	if p.row != top+2 || p.column != left+3 {
		t.Errorf("row %d and column %d, want %d and %d", p.row, p.column, top+2, left+3)
	}
	p.Click(p.Inset(), p.shape.head+1) // on a name: the column stays
	if p.row != top+1 || p.column != left+3 {
		t.Errorf("row %d and column %d, want %d and %d", p.row, p.column, top+1, left+3)
	}
	p.Click(x-2*p.shape.cell, p.shape.head-1) // on a heading: the row stays
	if p.row != top+1 || p.column != left+1 {
		t.Errorf("row %d and column %d, want %d and %d", p.row, p.column, top+1, left+1)
	}
}

func TestCellsDifferWithoutColour(t *testing.T) {
	p := paneOf(t, 8, 4, 80, 20, func(person, column int) *int64 {
		switch {
		case person == 7 && column == 3:
			return nil
		case person == 7 && column > 0:
			return new(int64)
		}
		return steps(8, 4)(person, column)
	})
	do(t, p, "cursor.bottom")
	text := screen(p)
	for _, sign := range []string{"█", "▒", "·", "?", "+", "!"} {
		if !strings.Contains(text, sign) {
			t.Errorf("%s isn't drawn:\n%s", sign, text)
		}
	}
}

// A key that moves the cursor of the largest matrix, with the drawing of the screen.
func BenchmarkMove(b *testing.B) {
	p := paneOf(b, MaxPeople, MaxEntitlements, 160, 45, steps(MaxPeople, MaxEntitlements))
	moves := []keymap.ID{"cursor.down", "matrix.right", "cursor.down", "matrix.left"}
	for i := 0; b.Loop(); i++ {
		do(b, p, moves[i%len(moves)])
		p.View()
	}
}

// Sorting the largest matrix into blocks.
func BenchmarkBlocks(b *testing.B) {
	p := paneOf(b, MaxPeople, MaxEntitlements, 160, 45, steps(MaxPeople, MaxEntitlements))
	for b.Loop() {
		p.table.Arrange(ByBlocks, p.table.Totals(), p.names)
	}
}

// How many hold an entitlement is said of what was read: nothing where it wasn't, and with a sign where it isn't known of everybody.
func TestHoldersAreOfWhatWasRead(t *testing.T) {
	p := paneOf(t, 10, 4, 120, 30, steps(10, 4))
	p.table.complete &^= only(1) | only(2)
	p.table.failed |= only(2)
	for person := range p.table.people {
		for _, column := range []int{1, 2} {
			p.table.holds[person] &^= only(column)
			p.table.lacks[person] &^= only(column)
		}
	}
	p.table.holds[0] &^= only(3)
	p.count()
	for column, want := range []string{"10", "", "?", "2?"} {
		if got := p.holders(column); got != want {
			t.Errorf("entitlement %d is held by %q, want %q", column, got, want)
		}
	}
	if text := screen(p); strings.Contains(text, " 0/10") {
		t.Errorf("what wasn't read is held by nobody:\n%s", text)
	}
}

// What was asked before somebody asked anew counts, too.
func TestAllRequestsAreCounted(t *testing.T) {
	p := paneOf(t, 3, 5, 120, 30, steps(3, 5))
	p.reading.columns[4].over = false
	p.reading.again(p.table)
	p.reading.columns[4].over = true
	p.reading.asked = 2
	if text := screen(p); !strings.Contains(text, "7 requests") {
		t.Errorf("of 5 and 2 requests it says:\n%s", text)
	}
}

// How far a matrix was read comes before the whole of a long title, at every size.
func TestHowFarItWasReadIsSaidWhole(t *testing.T) {
	for _, size := range [][2]int{{160, 40}, {100, 27}, {80, 21}, {64, 16}} {
		p := paneOf(t, 30, 12, size[0], size[1], steps(30, 12))
		p.Heading = "Access matrix › Information Security in Rio de Janeiro standard access"
		p.reading.columns[11].over = false
		p.reading.stopped = true
		if got := screen(p); !strings.Contains(got, "11 of 12 entitlements read") {
			t.Errorf("at %v:\n%s", size, got)
		}
	}
}

// Why not all was read is said without a number: it would be that of another entitlement once they are sorted.
func TestWhyNotAllWasReadHasNoNumber(t *testing.T) {
	p := paneOf(t, 3, 2, 100, 27, steps(3, 2))
	p.reading.columns[1].err = &api.IncompleteError{Reason: "the tenant repeated a page"}
	if got := p.Trouble(); !strings.Contains(got, "Incomplete: the tenant repeated a page.") || strings.Contains(got, "olumn") {
		t.Errorf("it says %q", got)
	}
}

// What is kept of a matrix is what it would be drawn as, whatever was done, and stands where nothing was.
func TestWhatIsKeptOfAMatrixIsAsItWouldBeDrawn(t *testing.T) {
	const people, entitlements = 60, 40
	p := paneOf(t, people, entitlements, 120, 30, steps(people, entitlements))
	at := time.Now()
	p.Env.Clock = func() time.Time { return at }
	p.View()
	was := &p.drawn.lines[0]
	p.Leave()
	p.Enter()
	if p.View(); &p.drawn.lines[0] != was {
		t.Error("it is drawn anew where nothing is another")
	}
	for _, step := range []func(){
		func() { do(t, p, "matrix.leave") }, func() { do(t, p, "matrix.sort") }, func() { do(t, p, "cursor.down") },
		func() { do(t, p, "matrix.page.right") }, func() { do(t, p, "cursor.bottom") }, func() { p.Click(40, 12) },
		func() { p.Resize(90, 25) }, func() { p.Resize(120, 30) }, func() { do(t, p, "matrix.sort", "matrix.leave") },
		func() { p.reading.again(p.table); p.sorted = false; p.count() },
		func() {
			p.of.Risk = func(api.SuggestionEntitlement) (string, theme.Role) { return "", theme.Text }
			p.Env.Told()
		},
		func() { p.Env.Theme = themetest.New(t, "light") },
	} {
		step()
		shown := p.View()
		p.drawn = drawn{}
		if anew := p.View(); !slices.Equal(shown, anew) {
			t.Fatalf("it shows\n%s\nand anew\n%s", ansi.Strip(strings.Join(shown, "\n")), ansi.Strip(strings.Join(anew, "\n")))
		}
	}
}
