package filter

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A joiner that has made many documents makes the one that folding the whole row does.
func TestAJoinerFoldsEachCellAsThePartOfARow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	signs := []string{"a", "Z", "i", "İ", "ß", "ﬁ", "\u0301", "\u0307", "É", "e", "…", "–", "日", "ᄀ", "ᅡ", "Σ", "ς", " ", "7",
		"\xff", separator}
	var j Joiner
	for range 20_000 {
		cells := make([]string, r.IntN(5))
		var whole string
		for i := range cells {
			for range r.IntN(5) {
				cells[i] += signs[r.IntN(len(signs))]
			}
			whole += separator + strings.ReplaceAll(cells[i], separator, " ")
		}
		if got, want := j.Join(cells), Fold(whole); got != want {
			t.Fatalf("%q is %q, want %q", cells, got, want)
		}
	}
	if len(j.folded) > mostFolded {
		t.Errorf("%d cells are remembered", len(j.folded))
	}
}

func TestInitialsTellLettersAndDigitsApart(t *testing.T) {
	seen := map[Initials]byte{}
	for b := range byte(128) {
		if b >= 'a' && b <= 'z' || b >= '0' && b <= '9' {
			if other, taken := seen[initial(b)]; taken {
				t.Errorf("%q and %q have one bit", b, other)
			}
			seen[initial(b)] = b
		}
	}
	for text, want := range map[string]Initials{
		"": 0, Join([]string{"", ""}): 0, Join([]string{"", "Pay", "", "7"}): initial('p') | initial('7'),
	} {
		if got := InitialsOf(text); got&want != want || strings.Contains(text, "p") && got&initial('y') != 0 {
			t.Errorf("initials of %q are %b, want %b", text, got, want)
		}
	}
}

// Rows that share their memory have the texts that they would have by themselves.
func TestRowsAreJoinedAsEachByItself(t *testing.T) {
	rows := [][]string{{"Payroll", "ÄÖ 1"}, nil, {"", "x\x1fy"}, {"last", ""}}
	var join Joiner
	for range 2 { // its memory is used again
		for i, got := range join.JoinRows(len(rows), func(i int) ([]string, bool) { return rows[i], rows[i] != nil }) {
			want := ""
			if rows[i] != nil {
				want = Join(rows[i])
			}
			if got != want {
				t.Errorf("row %d: %q, want %q", i, got, want)
			}
		}
	}
}
