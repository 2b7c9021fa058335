package grid

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// bring shows what a filter lets through as a list does: from what is known, where not more than so many rows have changed, else by a
// search in steps of so many rows. Between is called after each step but the last.
func bring[K comparable, T any](t testing.TB, g *Grid[K, T], text string, most, rows int, between func()) (settled bool) {
	t.Helper()
	f, err := g.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	if g.Settle(testEnv{}, f, most) {
		return true
	}
	s := g.Search(testEnv{}, f)
	for {
		a, done, err := s.Step(context.Background(), rows, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g.Apply(a); done {
			return false
		}
		between()
	}
}

// wouldShow are the keys of the rows that a search of all rows finds.
func wouldShow(t testing.TB, g *Grid[string, rec], text string) (keys []string) {
	t.Helper()
	f, err := g.ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Snapshot(testEnv{})
	a, err := s.Arrange(context.Background(), f, g.Sort())
	if err != nil {
		t.Fatal(err)
	}
	for r := range s.Rows(a) {
		keys = append(keys, r.id)
	}
	return keys
}

// typist does to a grid what a person and a tenant do: letters are typed and taken back while rows come and change.
type typist struct {
	monkey
	next           int // rows that there were
	line, sentence string
	text           string // what of the line could be read last
}

func (k *typist) page() {
	rows := make([]rec, k.r.IntN(30))
	for i := range rows {
		rows[i] = k.row()
		rows[i].id = fmt.Sprintf("n%d", k.next-k.r.IntN(2)*k.r.IntN(max(k.next, 1)))
		k.next++
	}
	k.g.Append(rows)
}

func (k *typist) anyID() string { return fmt.Sprintf("n%d", k.r.IntN(max(k.next, 1))) }

func (k *typist) change() {
	switch k.r.IntN(24) {
	default:
		k.page()
	case 0, 1:
		row := k.row()
		row.id = k.anyID()
		k.g.Put(row)
	case 2, 3:
		k.g.Remove(k.anyID())
	case 4, 5:
		k.g.NextSort(k.r.IntN(3) - 1)
	case 6:
		k.g.ReverseSort()
	case 7:
		k.g.SetSize(12+k.r.IntN(90), 12)
	case 8, 9, 10:
		k.g.Move(k.r.IntN(9) - 4)
	case 11:
		k.g.ForgetTexts()
	case 12:
		k.g.Replace(k.g.Rows()[k.g.Len()/2:])
	}
}

// sentences are what is typed letter by letter.
var sentences = []string{"a", "b", "ab", "abab", "abb", "bba", "on", "off", "state:on", "state:off ab", "!abab", "!name:abab", "!state:off",
	"xqab", `name:"ab ab"`, `"aba" on`, `!"abab" b`, "/ab.*b/ on", "name:/aba/", "score:>0.33 ab", "score:>33%", "score:<25%", "score:>=0.125",
	"!score:>0.33", "!score:<0.22", "score:<=0.5 !score:<0.15", "score:=0.5", "age:>21", "age:<100 ab", "ab score:>0.1 score:<0.75"}

// letter types the next letter of a sentence, takes one back or begins another; what can't be read leaves the filter as it is.
func (k *typist) letter() {
	switch k.r.IntN(9) {
	case 0:
		k.line, k.sentence = "", sentences[k.r.IntN(len(sentences))]
	case 1, 2, 3:
		k.line = k.line[:max(0, len(k.line)-1)]
	default:
		if rest, on := strings.CutPrefix(k.sentence, k.line); on && rest != "" {
			k.line += rest[:1]
		} else {
			k.line, k.sentence = k.line+" ", k.line+" "+sentences[k.r.IntN(len(sentences))]
		}
	}
	if len(k.line) > 60 {
		k.line, k.sentence = "", ""
	}
	if _, err := k.g.ParseFilter(k.line); err == nil {
		k.text = k.line
	}
}

func (k *typist) checkShown() {
	k.t.Helper()
	want := wouldShow(k.t, k.g, k.text)
	if got := ids(k.g.ShownRows()); !slices.Equal(got, want) || k.g.Partial() || k.g.Stale() {
		k.t.Fatalf("%q by %v: shown\n%v\nwant\n%v\npartial %v, stale %v", k.text, k.g.Sort(), got, want, k.g.Partial(), k.g.Stale())
	}
	for i, key := range want {
		if k.g.find(key) != i {
			k.t.Fatalf("%q: %s isn't found at %d", k.text, key, i)
		}
	}
	if cursor, ok := k.g.CursorKey(); ok != (len(want) > 0) || ok && want[k.g.at] != cursor {
		k.t.Fatalf("%q: the cursor is at %v of %v", k.text, cursor, want)
	}
}

// Whatever happens to the rows, and whichever letters are typed and taken back meanwhile, what is shown in the end is what a search of all
// rows finds.
func TestSettledRowsAreThoseThatASearchFinds(t *testing.T) {
	settled, searched := 0, 0
	for seed := range uint64(60) {
		k := &typist{monkey: monkey{t: t, r: rand.New(rand.NewPCG(seed, 9)), g: New(recKey, agingColumns())}}
		k.g.SetSize(80, 12)
		for range 60 {
			for range k.r.IntN(3) {
				k.change()
			}
			k.letter()
			steps := 0
			if bring(t, k.g, k.text, 50, 1+k.r.IntN(400), func() {
				if steps++; steps == 2 { // rows come meanwhile
					k.page()
				}
			}) {
				settled++
			} else {
				searched++
			}
			if steps > 1 {
				bring(t, k.g, k.text, 50, 1<<20, func() {})
			}
			k.checkShown()
		}
	}
	if settled < 500 || searched < 500 {
		t.Errorf("%d settled, %d searched", settled, searched)
	}
}

// What finds no row, not even a similar one, isn't looked for again among rows that are as they were.
func TestNothingFoundIsKnown(t *testing.T) {
	g := New(recKey, agingColumns())
	g.SetSize(80, 12)
	g.Append([]rec{{id: "1", name: "anna"}, {id: "2", name: "bob"}})
	settles := func(text string, want bool) {
		t.Helper()
		if got := bring(t, g, text, 1000, 100, func() {}); got != want {
			t.Errorf("%q is settled: %v, want %v", text, got, want)
		}
		if got, want := ids(g.ShownRows()), wouldShow(t, g, text); !slices.Equal(got, want) {
			t.Errorf("%q shows %v, want %v", text, got, want)
		}
	}
	settles("pqx", false)
	settles("pqxz", false)
	settles("pqx", true) // taken back
	g.Append([]rec{{id: "3", name: "carl"}})
	settles("pqx", true)
	g.Append([]rec{{id: "4", name: "pequix"}})
	settles("pqx", false) // a similar one
}
