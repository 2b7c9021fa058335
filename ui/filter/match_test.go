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

func TestWholeCellsBeforeBeginningsBeforeTheRest(t *testing.T) {
	docs := docsOf("x-p-a-y", "Company yard", "repay", "Payments", "a|pay", "nothing", "to pay", "Pay|pay")
	if got, want := runOn(t, "pay", docs), []int32{4, 7, 3, 2, 6}; !slices.Equal(got, want) {
		t.Errorf("order: %v, want %v", got, want)
	}
	if got, want := runOn(t, "!pay", docs), []int32{0, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("the rest: %v, want %v", got, want)
	}
}

func TestSimilarRowsComeBehindWhatContainsTheWord(t *testing.T) {
	docs := docsOf("x-p-a-y", "Company yard", "repay", "Payments", "pay", "nothing")
	rows, err := Run(context.Background(), mustParse(t, "pay").Similar(), docs)
	if want := []int32{4, 3, 2, 0, 1}; err != nil || !slices.Equal(rows, want) {
		t.Errorf("order: %v (%v), want %v", rows, err, want)
	}
	for text, want := range map[string][]int32{`"pay"`: {2, 3, 4}, "pyd": {1}, "!pay": {0, 1, 5}, "zurich": nil} {
		rows, err := Run(context.Background(), mustParse(t, text).Similar(), docs)
		slices.Sort(rows)
		if err != nil || !slices.Equal(rows, want) {
			t.Errorf("%q: %v (%v), want %v", text, rows, err, want)
		}
	}
	if mustParse(t, `"pay"`).Similar().IsSimilar() || !mustParse(t, "pay").Similar().IsSimilar() || mustParse(t, "pay").IsSimilar() {
		t.Error("only words can be similar")
	}
}

// What is not within is found only by its column's name; word, quotation, pattern and their negations look at the same cells.
func TestTermsLookWithinTheirColumns(t *testing.T) {
	docs := docsOf("scan|hidden gate|on", "gate|hidden scan|on", "gate||scan", "a|scanscan|rescan")
	for text, want := range map[string][]int32{
		"scan": {0, 2, 3}, `"scan"`: {0, 2, 3}, "/scan/": {0, 2, 3}, "!scan": {1}, `!"scan"`: {1}, "!/scan/": {1},
		"url:scan": {1, 3}, "url:/^hidden/": {0, 1}, "!url:scan": {0, 2}, "hidden": {}, "gate scan": {2},
	} {
		got, err := Run(context.Background(), mustParse(t, text).Within([]bool{true, false, true}), docs)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
	}
	like := mustParse(t, "hdn").Within([]bool{true, false, true}).Similar()
	if got, _ := Run(context.Background(), like, docs); len(got) != 0 {
		t.Errorf("letters of a hidden column: %v", got)
	}
	if got := mustParse(t, "scan").Within([]bool{true, false}).Highlights(1, "scan"); got != nil {
		t.Errorf("highlights of a hidden column: %v", got)
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

func TestOnlyWordsRank(t *testing.T) {
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

// Texts that read the same are the same, accents tell them apart.
func TestOneTextInManySpellings(t *testing.T) {
	docs := docsOf("Café", "Cafe\u0301", "ＣＡＦÉ", "cafe", "Zürich", "Straße", "日本語ロール", "ﾛｰﾙ", "STRASSE",
		"ΟΔΟΣ", "ﬁle", "İstanbul",
		"istanbul", "ISTANBUL")
	for text, want := range map[string][]int32{
		"café": {0, 1, 2}, "Cafe\u0301": {0, 1, 2}, "CAFÉ": {0, 1, 2}, `"Cafe` + "\u0301" + `"`: {0, 1, 2}, `"café"`: {0, 1, 2},
		"name:café": {0, 1, 2},
		"/café/":    {0, 1, 2}, "/cafe\u0301$/": {0, 1, 2}, "/caf[é]/": {0, 1, 2}, "/CAF[É]/": {0, 1, 2}, "/ｃａｆé/": {0, 1,
			2}, "cafe": {3},
		"/cafe/": {3},
		"ｃａｆｅ":   {3}, "zürich": {4}, "zurich": {}, "/[ü]/": {4}, "/ZÜR/": {4}, "/[Ａ-Ｚ]ürich/": {4}, "straße": {5,
			8}, "strasse": {5, 8},
		"/Straße/":    {5, 8},
		"/stra(ß)+e/": {5, 8}, "本語": {6}, "日語": {}, "ロール": {6, 7}, "οδος": {9}, "οδοσ": {9}, "/οδος/": {9},
		"file": {10}, "/[^f]ile/": {},
		"istanbul": {11, 12, 13}, "İSTANBUL": {11, 12, 13}, "i\u0307stanbul": {11, 12, 13}, "/^İst/": {11, 12, 13}, "/[İ]stan/": {11,
			12, 13},
		"!café": {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
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
		{"prl", "Payroll", 0, "Payroll"},
		{"café", "Le Cafe\u0301 2", 0, "Le [Cafe\u0301] 2"},
		{"/fé/", "Le Cafe\u0301 2", 0, "Le Ca[fe\u0301] 2"},
		{"f", "ﬁle", 0, "[ﬁ]le"},
		{"abc", "xＡＢＣ", 0, "x[ＡＢＣ]"},
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
		{"zur", "Zürich", 0, "Zürich"},
		{"zür", "Zürich", 0, "[Zür]ich"},
		{`"x"`, "ȺȺx", 0, "ȺȺ[x]"},
	} {
		if got := bracketed(mustParse(t, c.text), c.column, c.cell); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	for text, want := range map[string]string{"prl": "[P]ay[r]o[l]l", "roll": "Pay[roll]", "zzz": "Payroll"} {
		if got := bracketed(mustParse(t, text).Similar(), 0, "Payroll"); got != want {
			t.Errorf("similar to %q: %s, want %s", text, got, want)
		}
	}
}

// bracketed is the cell with what is highlighted in brackets.
func bracketed(f *Filter, column int, cell string) string {
	var b strings.Builder
	at := 0
	for _, r := range f.Highlights(column, cell) {
		b.WriteString(cell[at:r[0]] + "[" + cell[r[0]:r[1]] + "]")
		at = r[1]
	}
	return b.String() + cell[at:]
}

// What the shortcuts find must be what the definition says: the letters in this order within one cell.
func TestSimilarAgainstItsDefinition(t *testing.T) {
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
		score, got := mustParse(t, word).Similar().Match(Doc{All: Join(cells)})
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
		if got, _ := Run(context.Background(), mustParse(t, text).Similar(), docs); len(got) != 1 {
			t.Errorf("a word of %d letters isn't found in a long cell", len(text))
		}
	}
}

// Among rows that contain nothing of what was typed, those resemble it in which its letters stand close together, in a cell that people
// read; ids, and words of one or two letters, are contained or not.
func TestWhatResemblesAWordIsDenseAndNoId(t *testing.T) {
	docs := docsOf("Block payment answers|3Mg7zqVzBIbUqz", "Vendor portal login|abc", "Fizz buzz|1", "Payroll|2xPay", "日本語ロール|9",
		"Zürich|zurZZZ")
	for text, want := range map[string][]int32{
		"blkpaymnt": {0}, "vpn": {}, "zzz": {2, 5}, "zzz zzz": {2, 5}, "zqzbq": {}, "bl": {0}, "vn": {}, "pl": {}, "prl": {1, 3},
		"日ロ": {}, "日語ル": {4}, "zurich": {5}, "2xp": {3},
	} {
		f := mustParse(t, text).Within([]bool{true, true}).SimilarIn([]bool{true, false})
		got, err := Run(context.Background(), f, docs)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
		if text == "vpn" && f.Highlights(0, "Vendor portal login") != nil {
			t.Error("what doesn't match is highlighted")
		}
	}
}

// A filter that was kept finds what it found, though the column says it in other words now.
func TestFormerWordsOfAColumnAreUnderstood(t *testing.T) {
	columns := []Column{{Name: "name", Title: "Name"}, {Name: "shared", Title: "Shared",
		Former: map[string]string{"outside": "external"}, Was: "Reach"}}
	docs := docsOf("outside|4 internal", "a|4 external", "b|12 external")
	for text, want := range map[string][]int32{
		"shared:outside": {1, 2}, `shared:"4 outside"`: {1}, "shared:OUTSIDE": {1, 2}, "!shared:outside": {0},
		"shared:/^4 outside$/": {1}, "reach:outside": {1, 2},
		"shared:external": {1, 2}, "outside": {0}, "name:outside": {0},
	} {
		f, err := ParseColumns(text, columns)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got, err := Run(context.Background(), f, docs)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
	}
}
