package grid

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
)

// whoGrid has rows that are owned by people, and counts how often one is read.
func whoGrid(rows ...rec) (g *Grid[string, rec], read *atomic.Int64) {
	read = new(atomic.Int64)
	g = New(recKey, []Column[rec]{{Name: "name", Title: "Name", Text: func(r rec, _ Env) string { return r.name }},
		{Name: "who", Title: "Who", Text: func(r rec, e Env) string {
			read.Add(1)
			if name := e.Name("user", r.state); name != "" {
				return name
			}
			return r.state
		}}})
	g.Append(rows)
	return g, read
}

func owned(from, to, people int) (rows []rec) {
	for i := from; i < to; i++ {
		rows = append(rows, rec{id: fmt.Sprint("r", i), name: fmt.Sprint("row ", i), state: fmt.Sprint("u", i%people)})
	}
	return rows
}

// came are names by their kinds and ids.
func came(ids ...string) func(yield func(kind, id string) bool) {
	return func(yield func(kind, id string) bool) {
		for _, id := range ids {
			if !yield("user", id) {
				return
			}
		}
	}
}

// arrangeNamed shows what a filter finds with names, as panes do: brought up to date where few rows are others, else searched.
func arrangeNamed(t *testing.T, g *Grid[string, rec], text string, names map[string]string) []string {
	t.Helper()
	f, err := g.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	if env := (testEnv{names: maps.Clone(names)}); !g.Settle(env, f, 50) {
		a, err := g.Snapshot(env).Arrange(context.Background(), f, g.Sort())
		if err != nil || !g.Apply(a) {
			t.Fatal("refused", err)
		}
	}
	var ids []string
	for _, r := range g.ShownRows() {
		ids = append(ids, r.id)
	}
	return ids
}

// A row is found by a name that came after it was read, and no other row is read again for that.
func TestOnlyRowsThatLackANameAreReadAgain(t *testing.T) {
	g, read := whoGrid(owned(0, 5000, 1000)...)
	if at := arrangeNamed(t, g, "anna", nil); len(at) != 0 {
		t.Fatalf("%d rows are found before the name is known", len(at))
	}
	read.Store(0)
	g.Named(came("u7", "elsewhere"))
	want := []string{"r7", "r1007", "r2007", "r3007", "r4007"}
	if got := arrangeNamed(t, g, "anna", map[string]string{"u7": "Anna"}); !slices.Equal(got, want) {
		t.Errorf("%v are found by the name that came, want %v", got, want)
	}
	if read.Load() != int64(len(want)) {
		t.Errorf("%d rows were read, want %d", read.Load(), len(want))
	}
	read.Store(0)
	g.Named(came("nobody's"))
	if arrangeNamed(t, g, "anna", map[string]string{"u7": "Anna"}); read.Load() != 0 {
		t.Errorf("%d rows were read for a name that none shows", read.Load())
	}
	read.Store(0)
	g.Named(came("u7")) // it was known to all that were read since
	if arrangeNamed(t, g, "anna", map[string]string{"u7": "Anna"}); read.Load() != 0 {
		t.Errorf("%d rows were read for a name that they have", read.Load())
	}
}

// What was read beside the loop, without names that came meanwhile, isn't kept.
func TestRowsReadWithoutNamesThatCameMeanwhileAreReadAgain(t *testing.T) {
	g, _ := whoGrid(owned(0, 600, 600)...)
	late := g.Snapshot(testEnv{})
	g.Named(came("u7"))
	late.ReadTexts(context.Background())
	if got := arrangeNamed(t, g, "anna", map[string]string{"u7": "Anna"}); !slices.Equal(got, []string{"r7"}) {
		t.Errorf("%v are found, want the row whose name came", got)
	}
}

// Whatever happens, the same rows are shown as in a grid that was made with all names.
func TestNamesThatComeLateLeaveNoTrace(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, _ := whoGrid(owned(0, 700, 150)...)
		names := map[string]string{}
		var reading []Snapshot[string, rec]
		for step := range 30 {
			switch r.IntN(7) {
			case 0:
				n := g.Len()
				g.Append(owned(n, n+r.IntN(90), 150))
			case 1:
				g.Put(rec{id: fmt.Sprint("r", r.IntN(g.Len())), name: "put", state: fmt.Sprint("u", r.IntN(150))})
			case 2:
				g.SetSort([]Sort{{}, {Column: "who"}, {Column: "name", Desc: true}}[r.IntN(3)])
			case 3:
				reading = append(reading, g.Snapshot(testEnv{names: maps.Clone(names)}))
			case 4:
				for _, s := range reading {
					s.ReadTexts(context.Background())
				}
				reading = nil
			default:
				var ids []string
				for range r.IntN(4) {
					id := fmt.Sprint("u", r.IntN(150))
					if names[id] == "" {
						ids, names[id] = append(ids, id), []string{"Anna ", "Bob ", "Carl "}[r.IntN(3)]+id
					}
				}
				g.Named(came(ids...))
			}
			text := []string{"", "a", "an", "ann", "anna", "who:bob", "!carl", "u1", "xqz"}[r.IntN(9)]
			fresh, _ := whoGrid(g.Rows()...)
			fresh.SetSort(g.Sort())
			got, want := arrangeNamed(t, g, text, names), arrangeNamed(t, fresh, text, names)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d, %q: %d rows are shown, want %d", seed, step, text, len(got), len(want))
			}
		}
	}
}

// BenchmarkNamesCome is what a screen of names costs a filter of 100,000 rows: to the rows that it finds with them.
func BenchmarkNamesCome(b *testing.B) {
	for what, forget := range map[string]bool{"those that lack them": false, "all": true} {
		b.Run(what, func(b *testing.B) {
			g, _ := whoGrid(owned(0, 100_000, 100_000)...)
			f, _ := g.ParseFilter("row")
			names, next := map[string]string{}, 0
			arrange(b, g, "row")
			for b.Loop() {
				var ids []string
				for range 40 {
					id := fmt.Sprint("u", next%100_000)
					next, ids, names[id] = next+1, append(ids, id), "Anna"
				}
				if g.Named(came(ids...)); forget {
					g.ForgetTexts()
				}
				if g.Settle(testEnv{names: names}, f, 300) {
					continue
				}
				a, err := g.Snapshot(testEnv{names: names}).Arrange(context.Background(), f, Sort{})
				if err != nil || !g.Apply(a) {
					b.Fatal("refused", err)
				}
			}
		})
	}
}
