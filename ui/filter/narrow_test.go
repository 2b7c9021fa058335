package filter

import (
	"context"
	"slices"
	"testing"
)

func TestAFilterThatSaysMoreNarrows(t *testing.T) {
	for _, c := range []struct {
		found, then string
		want        bool
	}{
		{"p", "pa", true}, {"pa", "spa", true}, {"pay", "pay on", true}, {"name:pa", "name:pay", true},
		{"/p.*y/", "/p.*y/ x", true}, {"!off", "!off x", true}, {"PÁ", "páy", true},
		{"pa", "p", false}, {"pay", "pai", false}, {"pay", "name:pay", false}, {"name:pa", "url:pay", false}, {"!o", "!of", false},
		{"o", "!of", false}, {"/p/", "/pa/", false}, {"score:>1", "score:>1 x", true}, {`name:""`, "name:pay", false}, {"", "p", false},
		{"pa on", "pay", false},
		{"!off", "!of", true}, {`"pa"`, `"pay"`, true}, {"!name:off", "!name:o", true}, {`!name:""`, "!name:x", false},
		{"!name:x", `!name:""`, false},
		{"score:>8", "score:>80", true}, {"score:<8", "score:<80", false}, {"score:<80", "score:<8", true}, {"score:>8", "score:>=8", false},
		{"score:>=8", "score:>8", true}, {"score:>8", "score:>=9", true}, {"score:>=8", "score:=8", false}, {"score:>=8", "score:=9", true},
		{"score:>8", "score:<80", false}, {"score:=8", "score:=80", false}, {"score:=8", "score:=8 x", true}, {"score:=8", "score:>8", false},
		{"!score:>8", "!score:>80", false}, {"!score:<8", "!score:<80", true}, {"!score:>8", "score:<8", false},
	} {
		found, then := mustParse(t, c.found), mustParse(t, c.then)
		if got := then.Narrows(found); got != c.want {
			t.Errorf("%q narrows %q: %v, want %v", c.then, c.found, got, c.want)
		}
	}
	found, then := mustParse(t, "pa"), mustParse(t, "pay")
	if then.Within([]bool{true, false}).Narrows(found.Within([]bool{true, true})) || then.Within([]bool{true}).Narrows(found) {
		t.Error("a filter that looks in other columns narrows")
	}
	if then.Narrows(found.Similar()) || then.Similar().Narrows(found) {
		t.Error("similar rows are taken for those that contain a word")
	}
}

// Whatever narrows finds nothing that the other hasn't found.
func TestNarrowerFiltersFindLess(t *testing.T) {
	docs := docsOf("pay|a|on", "payroll|pay|off", "repay||on", "Pay day|x|", "page|pa|off", "on|on|on", "a|b|c")
	numbers := []float64{0, 8, 8 + 1e-10, 8.5, 79.9999999999, 80, 81}
	for i := range docs {
		docs[i].Number = func(int) (float64, bool) { return numbers[i], i != 3 }
	}
	texts := []string{"p", "pa", "pay", "ay", "on", "o", "!on", "!o", "name:pay", "name:p", `name:""`, `!name:""`, "!name:p", "url:pa",
		"pay on", "pa o", "/pa.*/", "/pa.*/ on", `"pay d"`, `"pa"`, "!/x/", "status:off pay"}
	for _, op := range []string{">", ">=", "<", "<=", "="} {
		for _, n := range []string{"0", "8", "8.0000000001", "8.000000003", "80"} {
			texts = append(texts, "score:"+op+n, "!score:"+op+n, "score:"+op+n+" p")
		}
	}
	narrowed := 0
	for _, a := range texts {
		for _, b := range texts {
			narrow, wide := mustParse(t, a), mustParse(t, b)
			if !narrow.Narrows(wide) {
				continue
			}
			narrowed++
			of, err := Run(context.Background(), wide, docs)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range runOn(t, a, docs) {
				if !slices.Contains(of, row) {
					t.Errorf("%q narrows %q, but finds row %d", a, b, row)
				}
			}
		}
	}
	if narrowed < 500 {
		t.Errorf("%d narrow", narrowed)
	}
}
