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
		{"o", "!of", false}, {"/p/", "/pa/", false}, {"score:>1", "score:>1 x", false}, {`name:""`, "name:pay", false}, {"", "p", false},
		{"pa on", "pay", false},
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
	texts := []string{"p", "pa", "pay", "ay", "on", "o", "!on", "!o", "name:pay", "name:p", `name:""`, "url:pa", "pay on", "pa o", "/pa.*/",
		"/pa.*/ on", `"pay d"`, "!/x/", "status:off pay"}
	for _, a := range texts {
		for _, b := range texts {
			narrow, wide := mustParse(t, a), mustParse(t, b)
			if !narrow.Narrows(wide) {
				continue
			}
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
}
