package grid

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/filter"
)

// model is the plainest thing that behaves as a grid should, as far as it goes.
type model struct {
	rows   []rec
	marked map[string]bool
}

func (m *model) index(key string) int {
	return slices.IndexFunc(m.rows, func(r rec) bool { return r.id == key })
}

func (m *model) put(r rec) bool {
	i := m.index(r.id)
	if i >= 0 {
		m.rows[i] = r
	}
	return i >= 0
}

func (m *model) append(r rec) {
	if !m.put(r) {
		m.rows = append(m.rows, r)
	}
}

// monkey does random things to a grid and its model.
type monkey struct {
	t      *testing.T
	r      *rand.Rand
	g      *Grid[string, rec]
	m      model
	theme  *theme.Theme
	filter *filter.Filter // that is applied
	moved  bool           // the step may move the cursor
	late   []Arrangement[string]
	log    []string
}

func (k *monkey) row() rec {
	n := k.r.IntN(60)
	return rec{
		id:    fmt.Sprintf("k%d", n),
		name:  strings.Repeat("ab", k.r.IntN(4)) + hostile[k.r.IntN(len(hostile)-2)],
		state: []string{"on", "off"}[k.r.IntN(2)],
		score: k.r.Float64() - 0.2,
	}
}

func (k *monkey) page() []rec {
	rows := make([]rec, k.r.IntN(12))
	for i := range rows {
		rows[i] = k.row()
	}
	return rows
}

func (k *monkey) step() {
	before, had := k.g.CursorKey()
	k.moved = false
	switch n := k.r.IntN(16); n {
	case 0, 1:
		k.note("append")
		rows := k.page()
		k.g.Append(rows)
		for _, r := range rows {
			k.m.append(r)
		}
	case 2:
		k.replace()
	case 3:
		r := k.row()
		k.note("put " + r.id)
		if k.g.Put(r) != k.m.put(r) {
			k.fail("Put says the wrong thing")
		}
	case 4:
		k.remove()
	case 5, 6, 7:
		k.arrange()
	case 8:
		k.g.NextSort(k.r.IntN(5) - 2)
	case 9:
		k.g.ToggleMark()
		if had {
			k.m.marked[before] = !k.m.marked[before]
		}
	case 10:
		k.marks()
	case 11:
		k.g.SetSize(k.r.IntN(100), k.r.IntN(20))
	default:
		k.move(n)
	}
	after, has := k.g.CursorKey()
	// An arrangement may bring the cursor back to where a filter took it from.
	if had && !k.moved && k.g.find(before) != none && after != before {
		k.fail(fmt.Sprintf("the cursor went from %s to %s by itself", before, after))
	}
	if !has && k.g.Shown() > 0 {
		k.fail("there are rows but no cursor")
	}
	k.check()
}

func (k *monkey) replace() {
	k.note("replace")
	k.m.rows = nil
	rows := k.page()
	for range k.r.IntN(3) {
		rows = append(rows, k.page()...)
	}
	for _, r := range rows {
		k.m.append(r)
	}
	lost := 0
	for key, marked := range k.m.marked {
		if marked && k.m.index(key) < 0 {
			delete(k.m.marked, key)
			lost++
		}
	}
	cursor, had := k.g.CursorKey()
	change := k.g.Replace(rows)
	if change.MarksLost != lost || change.CursorGone != (had && k.m.index(cursor) < 0) {
		k.fail(fmt.Sprintf("change %+v, %d marks lost", change, lost))
	}
}

func (k *monkey) remove() {
	key := k.row().id
	k.note("remove " + key)
	i := k.m.index(key)
	if k.g.Remove(key) != (i >= 0) {
		k.fail("Remove says the wrong thing")
	}
	if i >= 0 {
		k.m.rows = slices.Delete(k.m.rows, i, i+1)
		delete(k.m.marked, key)
	}
}

// arrange applies an arrangement now, or keeps it to apply it too late.
func (k *monkey) arrange() {
	text := []string{"", "", "a", "ab", "state:on", "score:>0.3", "!ab", "/[bn]/"}[k.r.IntN(8)]
	f, err := k.g.ParseFilter(text)
	if err != nil {
		k.t.Fatal(err)
	}
	a, err := k.g.Snapshot(testEnv{}).Arrange(context.Background(), f, k.g.Sort())
	if err != nil {
		k.t.Fatal(err)
	}
	if k.r.IntN(4) == 0 {
		k.late = append(k.late, a)
		return
	}
	if len(k.late) > 0 && k.r.IntN(2) == 0 {
		a, k.late = k.late[0], k.late[1:]
	}
	if k.g.Apply(a) {
		k.note("arrange " + a.filter.Text())
		k.moved = true
		k.filter = a.filter
	}
}

func (k *monkey) marks() {
	shown := ids(k.g.ShownRows())
	switch k.r.IntN(4) {
	case 0:
		k.g.MarkShown()
		for _, key := range shown {
			k.m.marked[key] = true
		}
	case 1:
		k.g.InvertMarks()
		for _, key := range shown {
			k.m.marked[key] = !k.m.marked[key]
		}
	case 2:
		k.g.ClearMarks()
		clear(k.m.marked)
	default:
		k.g.StartRange()
		from, _ := k.g.Position()
		k.g.Move(k.r.IntN(9) - 4)
		to, _ := k.g.Position()
		k.g.EndRange()
		if from >= 0 {
			for i := min(from, to); i <= max(from, to); i++ {
				k.m.marked[shown[i]] = true
			}
		}
		k.moved = true
	}
}

func (k *monkey) move(n int) {
	k.note("move")
	k.moved = true
	switch n {
	case 12:
		k.g.Move(k.r.IntN(21) - 10)
	case 13:
		k.g.Page(k.r.IntN(3) - 1)
	case 14:
		k.g.Bottom()
	default:
		k.g.Select(k.row().id)
	}
}

func (k *monkey) note(what string) { k.log = append(k.log, what) }

func (k *monkey) fail(what string) {
	k.t.Helper()
	k.t.Fatalf("%s\nafter %s", what, strings.Join(k.log[max(0, len(k.log)-12):], ", "))
}

func (k *monkey) check() {
	k.t.Helper()
	if !slices.Equal(k.g.Rows(), k.m.rows) {
		k.fail("the rows differ")
	}
	var marked []string
	for _, r := range k.m.rows {
		if k.m.marked[r.id] {
			marked = append(marked, r.id)
		}
	}
	if !slices.Equal(ids(k.g.Marked()), marked) || k.g.MarkCount() != len(marked) {
		k.fail(fmt.Sprintf("marked %v, want %v", ids(k.g.Marked()), marked))
	}
	shown := ids(k.g.ShownRows())
	hidden := 0
	for _, key := range marked {
		if !slices.Contains(shown, key) {
			hidden++
		}
	}
	if k.g.HiddenMarks() != hidden {
		k.fail(fmt.Sprintf("%d hidden marks, want %d", k.g.HiddenMarks(), hidden))
	}
	k.checkShown(shown)
}

func (k *monkey) checkShown(shown []string) {
	k.t.Helper()
	seen := map[string]bool{}
	for i, key := range shown {
		if seen[key] || k.m.index(key) < 0 {
			k.fail("a row is shown twice or isn't there: " + key)
		}
		seen[key] = true
		if k.g.find(key) != i {
			k.fail("a row isn't found where it is shown: " + key)
		}
	}
	if k.filter.Empty() && len(shown) != len(k.m.rows) {
		k.fail(fmt.Sprintf("%d of %d rows are shown without a filter", len(shown), len(k.m.rows)))
	}
	if cursor, ok := k.g.CursorKey(); ok {
		at, _ := k.g.Position()
		if shown[at] != cursor {
			k.fail("the cursor's key and place differ")
		}
		if k.g.body() > 0 && !slices.Contains(ids(k.g.Window()), cursor) {
			k.fail("the cursor is out of view")
		}
	}
	for i, marked := range k.g.marksOnScreen() {
		if key := shown[k.g.top+i]; marked != k.m.marked[key] {
			k.fail(fmt.Sprintf("%s is marked on the screen: %v", key, marked))
		}
	}
	checkSize(k.t, k.g.View(testEnv{}, k.theme, true), k.g.w, k.g.h)
}

func TestRandomOperations(t *testing.T) {
	for seed := range uint64(30) {
		k := &monkey{
			t: t, r: rand.New(rand.NewPCG(seed, 1)), g: newRecGrid(), theme: themetest.New(t, "dark"),
			m: model{marked: map[string]bool{}},
		}
		for range 150 {
			k.step()
			if t.Failed() {
				t.Fatalf("seed %d after %v", seed, k.log[max(0, len(k.log)-12):])
			}
		}
		// What is arranged afresh is exactly what matches.
		k.late = nil
		f, _ := k.g.ParseFilter("state:on")
		a, _ := k.g.Snapshot(testEnv{}).Arrange(context.Background(), f, Sort{})
		k.g.Apply(a)
		var want []string
		for _, r := range k.m.rows {
			if r.state == "on" {
				want = append(want, r.id)
			}
		}
		wantShown(t, k.g, want...)
	}
}
