package filter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func docsOf(cells ...string) Docs {
	docs := make(Docs, len(cells))
	for i, c := range cells {
		docs[i] = Doc{All: Join(strings.Split(c, "|"))}
	}
	return docs
}

func mustParse(t *testing.T, text string) *Filter {
	t.Helper()
	f, err := ParseColumns(text, testColumns)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return f
}

func runOn(t *testing.T, text string, docs Source) []int32 {
	t.Helper()
	rows, err := Run(context.Background(), mustParse(t, text), docs)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestBestFirst(t *testing.T) {
	docs := docsOf("x-p-a-y", "Company yard", "repay", "Payments", "pay", "nothing")
	if got, want := runOn(t, "pay", docs), []int32{4, 3, 2, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("order: %v, want %v", got, want)
	}
}

func TestEqualsKeepTheirOrder(t *testing.T) {
	docs := make(Docs, 5000)
	for i := range docs {
		docs[i] = Doc{All: Join([]string{"role", fmt.Sprintf("%c", 'a'+i%2)})}
	}
	for text, step := range map[string]int{"role": 1, `"role"`: 1, "": 1, "url:a": 2, "role url:a": 2} {
		want := int32(0)
		rows := runOn(t, text, docs)
		for _, row := range rows {
			if row != want {
				t.Fatalf("%q: row %d where %d should be", text, row, want)
			}
			want += int32(step)
		}
		if len(rows) != len(docs)/step {
			t.Errorf("%q: %d rows", text, len(rows))
		}
	}
}

func TestOnlyFuzzyWordsRank(t *testing.T) {
	for text, want := range map[string]bool{"a": true, `"a"`: false, "!a": false, "/a/": false, "name:a": false, `"a" b`: true, "": false} {
		f := mustParse(t, text)
		if f.Ranked() != want {
			t.Errorf("%q ranks: %v", text, f.Ranked())
		}
		if score, ok := f.Match(Doc{All: Join([]string{"ab"})}); ok && !want && score != 0 {
			t.Errorf("%q scores %d", text, score)
		}
	}
}

func TestAccentsAndScripts(t *testing.T) {
	docs := docsOf("Zürich", "Straße", "日本語ロール", "İstanbul", "ZURICH")
	for text, want := range map[string][]int32{
		"zurich": {0, 4}, "zürich": {0, 4}, `"ZÜRICH"`: {0}, "日語": {2}, "/本語/": {2}, "name:straße": {1}, "/[ü]/": {0}, "/ZÜR/": {0},
	} {
		got := runOn(t, text, docs)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestRunLeavesOut(t *testing.T) {
	if got := runOn(t, "a", evens{docsOf("a", "a", "a", "a")}); !slices.Equal(got, []int32{0, 2}) {
		t.Errorf("rows: %v", got)
	}
	if got := runOn(t, "a", Docs{}); len(got) != 0 {
		t.Errorf("rows of nothing: %v", got)
	}
}

// evens leaves every other row out.
type evens struct{ Docs }

func (e evens) Doc(i int) (Doc, bool) { return e.Docs[i], i%2 == 0 }

func TestRunStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	docs := &cancelling{Docs: manyDocs(40 * chunk), cancel: cancel}
	if _, err := Run(ctx, mustParse(t, "a"), docs); !errors.Is(err, context.Canceled) {
		t.Errorf("error: %v", err)
	}
}

type cancelling struct {
	Docs
	cancel func()
}

func (c *cancelling) Doc(i int) (Doc, bool) {
	if i == 0 {
		c.cancel()
	}
	return c.Docs.Doc(i)
}

func TestPanicReachesTheCaller(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "odd row") {
			t.Errorf("recovered %v", r)
		}
	}()
	_, _ = Run(context.Background(), mustParse(t, "a"), odd{})
}

type odd struct{}

func (odd) Len() int              { return 10 * chunk }
func (odd) Doc(i int) (Doc, bool) { panic("odd row") }

func TestHighlights(t *testing.T) {
	for _, c := range []struct {
		text, cell string
		column     int
		want       string // the cell with what is highlighted in brackets
	}{
		{"pay", "Payroll", 0, "[Pay]roll"},
		{"prl", "Payroll", 0, "[P]ay[r]o[l]l"},
		{"zzz", "Payroll", 0, "Payroll"},
		{`"ro"`, "Payroll ro", 0, "Pay[ro]ll [ro]"},
		{"name:oll", "Payroll", 0, "Payr[oll]"},
		{"name:oll", "Payroll", 1, "Payroll"},
		{"!pay", "Payroll", 0, "Payroll"},
		{"/y.o/", "Payroll", 0, "Pa[yro]ll"},
		{"/x*/", "Payroll", 0, "Payroll"},
		{`pay "ayr"`, "Payroll", 0, "[Payr]oll"},
		{"score:>5", "7", 3, "7"},
		{"straße", "STRAẞE 5", 0, "[STRAẞE] 5"},
		{"語", "日本語ロール", 0, "日本[語]ロール"},
		{"bul", "İstanbul", 0, "İstan[bul]"},
		{"zur", "Zürich", 0, "[Zür]ich"},
		{`"x"`, "ȺȺx", 0, "ȺȺ[x]"},
	} {
		var b strings.Builder
		at := 0
		for _, r := range mustParse(t, c.text).Highlights(c.column, c.cell) {
			b.WriteString(c.cell[at:r[0]] + "[" + c.cell[r[0]:r[1]] + "]")
			at = r[1]
		}
		b.WriteString(c.cell[at:])
		if b.String() != c.want {
			t.Errorf("%q: %s, want %s", c.text, b.String(), c.want)
		}
	}
}

// What the shortcuts find must be what the definition says: the letters in this order within one cell.
func TestFuzzyAgainstItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(letters string, most int) string {
		var b strings.Builder
		choice := []rune(letters)
		for range 1 + r.IntN(most) {
			b.WriteRune(choice[r.IntN(len(choice))])
		}
		return b.String()
	}
	for range 5000 {
		word := random("abc", 3)
		cells := []string{random("abc-éÀ ", 6), random("ABCD ", 6), random("bc日", 4)}
		want := false
		for _, cell := range cells {
			i := 0
			for _, letter := range strings.NewReplacer("à", "a", "é", "e").Replace(strings.ToLower(cell)) {
				if i < len(word) && rune(word[i]) == letter {
					i++
				}
			}
			want = want || i == len(word)
		}
		score, got := mustParse(t, word).Match(Doc{All: Join(cells)})
		if got != want || got != (score > 0) {
			t.Fatalf("%q in %q: %v with score %d", word, cells, got, score)
		}
	}
}

func TestCells(t *testing.T) {
	all := Join([]string{"One", "", "T\x1fhree"})
	for column, want := range []string{"one", "", "t hree", "", ""} {
		if got := Cell(all, column); got != want {
			t.Errorf("column %d: %q", column, got)
		}
	}
}

func TestLongWordsAndCells(t *testing.T) {
	cell := strings.Repeat("abc ", 5000) + "needle"
	docs := docsOf(cell)
	for _, text := range []string{"needle", strings.Repeat("abc", 200), `"c needle"`} {
		if got := runOn(t, text, docs); len(got) != 1 {
			t.Errorf("a word of %d letters isn't found in a long cell", len(text))
		}
	}
}
