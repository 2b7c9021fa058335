package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/search"
)

// typed are texts that are typed letter by letter.
var typed = []string{"payment", "pay an", "!pay", "!pay !an", `"nna p"`, "name:an", "name:pa !anna", "no:>800", "no:<=9 pay", "!no:>80",
	"no:=77", "/p.y/", "name:/^pa.*9$/", "pymnt", "anp", "zqx", "an na"}

// keyed is a finder at which keys are typed at any moment, and pages come, while its steps are under way.
type keyed struct {
	*searched
	r       *rand.Rand
	text    string // what stands in the line
	read    string // what of it could be read last
	under   []tea.Cmd
	brought []search.Stepped // that nobody has taken yet
	rows    int
}

func newKeyed(t *testing.T, seed uint64) *keyed {
	k := &keyed{searched: &searched{t: t, takes: 3 * time.Millisecond}, r: rand.New(rand.NewPCG(seed, 20))}
	k.grid = grid.New(func(row host.AnyRow) host.AnyKey { return row }, []grid.Column[host.AnyRow]{
		{Name: "name", Title: "Name", Min: 20, Text: func(row host.AnyRow, _ grid.Env) string { return row.(string) }},
		{Name: "no", Title: "No", Min: 6, Text: func(host.AnyRow, grid.Env) string { return "" },
			Number: func(row host.AnyRow) (float64, bool) { return float64(len(row.(string)) * 7 % 1000), true }},
	})
	k.grid.SetSize(60, 20)
	env := &host.Env{Life: context.Background(), Names: host.NewNames(), Clock: func() time.Time {
		return time.Unix(0, k.now.Add(int64(k.takes)))
	}}
	k.Finder = search.New(k.grid, env, func(msg any) tea.Msg { return msg })
	k.page(6000)
	return k
}

func (k *keyed) page(n int) {
	rows := make([]host.AnyRow, n)
	for i := range rows {
		k.rows++
		name := []string{"payment", "Anna Payne", "other", "repay an", "p-y-m-nt", "pan"}[k.r.IntN(6)]
		rows[i] = fmt.Sprint(name, strings.Repeat(" x", k.r.IntN(70)), " ", k.rows)
	}
	k.grid.Append(rows)
}

func (k *keyed) follow(cmd tea.Cmd, _ bool) {
	if cmd != nil {
		k.under = append(k.under, cmd)
	}
}

// letter types one, or takes one back.
func (k *keyed) letter() {
	whole := typed[k.r.IntN(len(typed))]
	for _, text := range typed {
		if strings.HasPrefix(text, k.text) && len(text) > len(k.text) && k.r.IntN(3) > 0 {
			whole = text
			break
		}
	}
	switch rest, on := strings.CutPrefix(whole, k.text); {
	case k.text != "" && k.r.IntN(4) == 0:
		k.text = k.text[:len(k.text)-1]
	case on && rest != "":
		k.text += rest[:1]
	default:
		k.text = whole[:1+k.r.IntN(len(whole))]
	}
	if _, err := k.grid.ParseFilter(k.text); err == nil {
		k.read = k.text
	}
	k.follow(k.Arrange(k.filter(k.read)))
}

// happens does one of what may happen next.
func (k *keyed) happens() {
	switch n := k.r.IntN(10); {
	case n < 2:
		k.letter()
	case n == 2 && k.rows < 12_000:
		k.page(1 + k.r.IntN(900))
		k.follow(k.Arrange(k.filter(k.read)))
	case n == 3:
		k.grid.NextSort(1)
		k.follow(k.Arrange(k.filter(k.read)))
	case n == 4 && k.r.IntN(4) == 0:
		k.grid.ForgetTexts()
		k.follow(k.Arrange(k.filter(k.read)))
	case len(k.under) > 0 && n < 8: // whichever is through first
		i := k.r.IntN(len(k.under))
		cmd := k.under[i]
		k.under = slices.Delete(k.under, i, i+1)
		k.brought = append(k.brought, cmd().(search.Stepped))
	case len(k.brought) > 0:
		i := k.r.IntN(len(k.brought))
		msg := k.brought[i]
		k.brought = slices.Delete(k.brought, i, i+1)
		k.follow(k.Take(msg, k.filter(k.read)))
	}
	if !k.UnderWay() || k.r.IntN(6) == 0 {
		k.checkShown()
	}
}

// checkShown says that what is shown is found by the filter that it is shown for, and that it is all unless it is so far.
func (k *keyed) checkShown() {
	k.t.Helper()
	is := map[host.AnyKey]bool{}
	of := k.grid.Filter().Text()
	anew := k.whole(of)
	for _, row := range anew {
		is[row] = true
	}
	shown := k.grid.ShownRows()
	similar := k.grid.Similar()
	for _, row := range shown {
		if !is[row] && !similar {
			k.t.Fatalf("%q: %q is shown, which it doesn't find", of, row)
		}
	}
	if !k.UnderWay() && (k.grid.Partial() || k.grid.Stale() || !slices.Equal(shown, anew)) {
		k.t.Fatalf("%q by %v: %d rows are shown as all, not the %d that are found from scratch", of, k.grid.Sort(), len(shown), len(anew))
	}
	if k.UnderWay() && len(k.under)+len(k.brought) == 0 {
		k.t.Fatalf("%q: a search is under way of which nothing comes", of)
	}
}

// whole is what is found from scratch.
func (k *keyed) whole(text string) []host.AnyRow {
	k.t.Helper()
	s := k.grid.Snapshot((&host.Env{Life: context.Background(), Names: host.NewNames(), Clock: time.Now}).Frozen())
	a, err := s.Arrange(context.Background(), k.filter(text), k.grid.Sort())
	if err != nil {
		k.t.Fatal(err)
	}
	return slices.Collect(s.Rows(a))
}

// Whenever keys are typed and pages come while rows are looked for, only what is found is shown, all of it in the end, as from scratch.
func TestKeysAtAnyMomentOfASearch(t *testing.T) {
	partial := 0
	for seed := range uint64(6) {
		k := newKeyed(t, seed)
		for range 100 {
			k.happens()
			if k.grid.Partial() {
				partial++
			}
		}
		for len(k.under)+len(k.brought) > 0 {
			k.happens()
		}
		// a blank at the end finds nothing else
		if strings.TrimSpace(k.grid.Filter().Text()) != strings.TrimSpace(k.read) || k.grid.Partial() || k.grid.Stale() {
			t.Errorf("%d: %q is shown for %q, so far: %v", seed, k.grid.Filter().Text(), k.read, k.grid.Partial())
		}
	}
	if partial < 50 {
		t.Errorf("only %d times were there more to come", partial)
	}
}
