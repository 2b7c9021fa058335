package matrix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/api"
)

// tableOf makes a table of drawn rows: "#" holds, "." doesn't, "?" is unknown. People are called a, b, c.
func tableOf(rows ...string) *Table {
	t := NewTable(len(rows[0]))
	for i, row := range rows {
		for column, sign := range row {
			var covered *int64
			switch sign {
			case '#':
				covered = new(int64)
				*covered = 1
			case '.':
				covered = new(int64)
			}
			name := string(rune('a' + i))
			t.Put(column, Person{ID: name, Name: name}, covered)
		}
	}
	for column := range rows[0] {
		t.Complete(column)
	}
	return t
}

func TestCellsTellUnreadFromUnknown(t *testing.T) {
	one, none := int64(1), int64(0)
	table := NewTable(2)
	table.Put(0, Person{ID: "a"}, &one)
	table.Put(0, Person{ID: "b"}, &none)
	table.Put(0, Person{ID: "c"}, nil)
	if got := table.At(2, 0); got != Unread {
		t.Errorf("while a column is read, who isn't told of is %v, want unread", got)
	}
	table.Complete(0)
	table.Put(1, Person{ID: "a"}, &one)
	for person, want := range [][2]Cell{{Holds, Holds}, {Lacks, Unread}, {Unknown, Unread}} {
		if got := [2]Cell{table.At(person, 0), table.At(person, 1)}; got != want {
			t.Errorf("person %d has %v, want %v", person, got, want)
		}
	}
	table.Complete(1) // the second list has no row for two of them
	if table.At(1, 1) != Unknown || table.At(2, 1) != Unknown {
		t.Error("a person without a row isn't unknown")
	}
	table.Put(0, Person{ID: "a"}, &none) // read again
	if table.At(0, 0) != Lacks {
		t.Error("what was read last doesn't hold")
	}
}

func TestTotals(t *testing.T) {
	table := tableOf(
		"####",
		"####",
		"###.",
		"##..",
		"#?..",
		"....",
		"????",
	)
	sum := table.Totals()
	var stands []Stand
	for _, r := range sum.Rows {
		stands = append(stands, r.Stand)
	}
	if want := []Stand{HasAll, HasAll, Gains, Gains, Gains, Outlier, Unclear}; !slices.Equal(stands, want) {
		t.Errorf("they stand %v, want %v", stands, want)
	}
	if got := [5]int{sum.All, sum.Gain, sum.Grants, sum.Odd, sum.Unclear}; got != [5]int{2, 4, 1 + 2 + 2 + 4, 1, 1} {
		t.Errorf("in all %v", got)
	}
	if c := sum.Columns[1]; c.Held != 4 || c.Lacking != 1 || c.Unknown != 2 {
		t.Errorf("the second column has %+v", c)
	}
	table.Leave(3)
	if sum = table.Totals(); sum.All != 3 || sum.Rows[2].Stand != HasAll {
		t.Errorf("without the last entitlement %d have it all, want 3", sum.All)
	}
	table.Leave(3)
	if table.Totals().All != 2 {
		t.Error("an entitlement that is taken in again doesn't count")
	}
}

// An entitlement that few hold is an outlier once there are others to tell it by.
func TestOutlyingEntitlements(t *testing.T) {
	sum := tableOf("####", "###.", "###.", "###.", "##..").Totals()
	for column, want := range []bool{false, false, false, true} {
		if got := sum.Columns[column].Outlier; got != want {
			t.Errorf("column %d is an outlier: %v", column, got)
		}
	}
	if tableOf("#.", "#.", "#.").Totals().Columns[1].Outlier {
		t.Error("of two, one is an outlier")
	}
}

// drawnIn draws a table in an order.
func drawnIn(t *Table, o Order) string {
	names := make([]string, t.columns)
	for i := range names {
		names[i] = fmt.Sprintf("%c", 'z'-i)
	}
	rows, columns := t.Arrange(o, t.Totals(), names)
	var lines []string
	for _, row := range rows {
		line := t.people[row].Name + " "
		for _, column := range columns {
			line += map[Cell]string{Holds: "#", Lacks: ".", Unknown: "?", Unread: " "}[t.At(row, column)]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestBlocksShow(t *testing.T) {
	table := tableOf( // two teams, whose people and entitlements stand mixed
		"#.#.#.",
		".#.#.#",
		"#.#.#.",
		".#.#.#",
		"#.#.#.",
		"######",
	)
	want := strings.Join([]string{
		"f ######",
		"a ###...",
		"c ###...",
		"e ###...",
		"b ...###",
		"d ...###",
	}, "\n")
	if got := drawnIn(table, ByBlocks); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestOtherOrders(t *testing.T) {
	table := tableOf(".#.", "###", "?.#")
	if got, want := drawnIn(table, ByTotals), "b ###\na .#.\nc #.?"; got != want {
		t.Errorf("by totals\n%s\nwant\n%s", got, want)
	}
	if got, want := drawnIn(table, ByNames), "a .#.\nb ###\nc #.?"; got != want {
		t.Errorf("by name\n%s\nwant\n%s", got, want)
	}
}

// More people than fit aren't taken, and the table says so.
func TestAMatrixHasAnEnd(t *testing.T) {
	table := NewTable(MaxEntitlements + 5)
	if table.columns != MaxEntitlements {
		t.Errorf("it has %d columns", table.columns)
	}
	one := int64(1)
	for i := range MaxPeople + 1 {
		table.Put(MaxEntitlements-1, Person{ID: fmt.Sprint(i)}, &one)
	}
	if len(table.people) != MaxPeople || !table.cut {
		t.Errorf("%d people, cut: %v", len(table.people), table.cut)
	}
	table.Complete(MaxEntitlements - 1)
	if sum := table.Totals(); sum.Columns[MaxEntitlements-1].Held != MaxPeople {
		t.Errorf("%d hold it", sum.Columns[MaxEntitlements-1].Held)
	}
}

// pageOf is a page of the cohort with so many people from the first on.
func pageOf(first, n int, next string) api.Page[api.CohortMember] {
	page := api.Page[api.CohortMember]{Next: next}
	for i := range n {
		page.Rows = append(page.Rows, api.CohortMember{User: api.User{ID: fmt.Sprint(first + i)}, Covered: new(int64)})
	}
	return page
}

// What is in view is asked for first, no more than four at a time, and a list that has begun is read to its end.
func TestWhatIsAskedNext(t *testing.T) {
	r, table := newReading(8), NewTable(8)
	order := []int{3, 4, 5, 6, 7, 0, 1, 2}
	var asked []ask
	for {
		a, ok := r.next(order)
		if !ok {
			break
		}
		asked = append(asked, a)
	}
	if want := []ask{{3, ""}, {4, ""}, {5, ""}, {6, ""}}; !slices.Equal(asked, want) {
		t.Fatalf("asked %v, want %v", asked, want)
	}
	r.handle(asked[1], pageOf(0, 100, "p2"), nil, table)
	if a, ok := r.next(order); !ok || a != (ask{4, "p2"}) {
		t.Errorf("then %v, want the second page", a)
	}
	r.handle(ask{4, "p2"}, pageOf(100, 10, ""), nil, table)
	if a, _ := r.next(order); a != (ask{7, ""}) {
		t.Errorf("then %v", a)
	}
	if !table.complete.has(4) || table.complete.has(3) {
		t.Error("what was read to its end isn't known")
	}
}

// No more requests than the limit are made, and what it leaves unread is counted.
func TestTheLimitOfRequests(t *testing.T) {
	r, table := newReading(MaxEntitlements), NewTable(MaxEntitlements)
	page := 0
	for {
		a, ok := r.next(upTo(MaxEntitlements))
		if !ok {
			break
		}
		page++
		r.handle(a, pageOf(page*10, 1, fmt.Sprint("p", page)), nil, table) // pages of one row, without end
	}
	if r.asked != MaxRequests || !r.over() {
		t.Errorf("%d requests, over: %v", r.asked, r.over())
	}
	if r.leftOver() == 0 || r.leftOver() != r.left() {
		t.Errorf("%d left over of %d", r.leftOver(), r.left())
	}
	if !r.again(table) || r.asked != 0 {
		t.Error("asking anew doesn't begin again")
	}
}

// A tenant that goes in circles ends a list, which is then incomplete.
func TestALoopOfPagesEnds(t *testing.T) {
	r, table := newReading(1), NewTable(1)
	for range 3 {
		a, ok := r.next([]int{0})
		if !ok {
			break
		}
		r.handle(a, pageOf(0, 5, "same"), nil, table)
	}
	var incomplete *api.IncompleteError
	if !r.over() || !errors.As(r.firstError(), &incomplete) || r.asked != 2 {
		t.Errorf("after %d requests it is %v", r.asked, r.firstError())
	}
}

// A list that nobody may read isn't asked for sixty times; other failures end it after three.
func TestRefusalsEndTheReading(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{{&api.Error{Kind: api.KindForbidden}, 1}, {&api.Error{Kind: api.KindUnavailable}, 3}} {
		r, table := newReading(20), NewTable(20)
		for {
			a, ok := r.next(upTo(20))
			if !ok {
				break
			}
			r.handle(a, api.Page[api.CohortMember]{}, c.err, table)
		}
		if r.asked != c.want || !r.over() {
			t.Errorf("%v: %d requests", c.err, r.asked)
		}
		if !r.again(table) || table.failed != 0 {
			t.Errorf("%v: what failed isn't tried again", c.err)
		}
	}
}
