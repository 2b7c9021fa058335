package filter

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

var testColumns = []Column{
	{Name: "name"}, {Name: "url"}, {Name: "status"}, {Name: "score", Numeric: true}, {Name: "uses", Numeric: true},
}

// testRow is a row of testColumns.
func testRow(name, url, status string, score, uses float64) Doc {
	numbers := map[int]float64{3: score, 4: uses}
	return Doc{
		All: Join([]string{name, url, status, "", ""}),
		Number: func(column int) (float64, bool) {
			n, ok := numbers[column]
			return n, ok && n >= 0
		},
	}
}

// A header stands for its column, unless another column has it as its name or two share it.
func TestHeadersAreColumns(t *testing.T) {
	columns := []Column{{Name: "n", Title: "Name"}, {Name: "count", Title: "Items", Numeric: true, Words: "list"}, {Name: "list",
		Title: "Count"},
		{Name: "a", Title: "Same"}, {Name: "b", Title: "Same"}, {Name: "job", Title: "Job title"}}
	row := Doc{All: Join([]string{"anna", "2", "pear, plum", "x", "y", "head of 2"}),
		Number: func(column int) (float64, bool) { return 2, column == 1 }}
	for text, want := range map[string]bool{
		"name:anna": true, "NAME:pear": false, "items:pear": true, "count:pear": true, "items:2": true, "items:3": false, "items:>1": true,
		`count:"2"`: false, "count:/^pear/": true, "!count:pear": false, "list:pear": true, "list:2": false,
		"job title:head": true, "anna Job Title:anna": false, "job:head": true,
	} {
		f, err := ParseColumns(text, columns)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if _, got := f.Match(row); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if _, err := ParseColumns("same:x", columns); err == nil {
		t.Error("a header that two columns share is taken for one of them")
	}
}

// matching are filters, and whether they match the row of TestLanguage.
func matching() map[string]bool {
	return map[string]bool{
		"": true, "   ": true,
		"pay":                   true,
		"PAY":                   true,
		"pyrl":                  false, // not as it is
		"lryp":                  false,
		"rolled":                false, // never over two cells
		"pay sync":              true,
		"pay nothere":           false,
		`"payroll sync"`:        true,
		`"Roll Sy"`:             true,
		`"sync payroll"`:        false,
		`"sync" "payroll"`:      true,
		"status:enab":           true,
		"STATUS:ENAB":           true,
		"status:ebld":           false, // exact in a column
		"name:enabled":          false,
		`name:"roll sync"`:      true,
		`name:"roll  sync"`:     false,
		"!status:enabled":       false,
		"!status:disabled":      true,
		"!zzz":                  true,
		"!pyrl":                 true,
		"!payroll":              false,
		`!"payroll sync"`:       false,
		"/pay.*sync/":           true,
		"/PAY.*SYNC/":           true,
		"/^sync/":               false,
		"/^payroll sync$/":      true, // a space inside; anchors at the cell
		"/sync.*https/":         false,
		"!/^sync/":              true,
		"/api/v1/":              true, // only a slash before a space closes
		"/api\\/v1\\/pay$/":     true,
		"/[A-Z]ayroll/":         true,
		"name:/^pay/":           true,
		"status:/^pay/":         false,
		"https://hooks":         true, // a link
		"12:30":                 false,
		"score:>0.8":            false,
		"score:>=0.8":           true,
		"score:<0.9":            true,
		"score:<=0.8":           true,
		"score:=0.8":            true,
		"score:>79%":            true,
		"score:>80%":            false,
		"!score:>0.8":           true,
		"uses:<5":               false,
		"uses:>5 score:>0.5":    true,
		`score:""`:              true, // an empty cell
		`name:""`:               false,
		`!name:""`:              true,
		`payroll\ sync`:         true,
		`\!`:                    false,
		`https\://`:             true,
		`\"payroll`:             false,
		`\/pay`:                 true,
		`payroll` + "\t" + `sy`: true,
	}
}

func TestLanguage(t *testing.T) {
	row := testRow("Payroll Sync", "https://hooks.example.com/api/v1/pay", "Enabled", 0.8, 12)
	for text, want := range matching() {

		f, err := ParseColumns(text, testColumns)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, got := f.Match(row); got != want {
			t.Errorf("%q matches: %v, want %v", text, got, want)
		}
	}
}

func TestEscapesAreTextAsItIs(t *testing.T) {
	for text, cell := range map[string]string{
		`\!urgent`:        "!urgent",
		`\"quoted`:        `"quoted`,
		`\/path`:          "/path",
		`note\:this`:      "note:this",
		`a\\b`:            `a\b`,
		`corp\anna`:       `corp\anna`,
		`one\ two`:        "one two",
		`"say \"hi\""`:    `say "hi"`,
		`"back\\slash"`:   `back\slash`,
		`"C:\dir"`:        `C:\dir`,
		`12:30`:           "at 12:30 today",
		`a-b:c`:           "a-b:c",
		`:x`:              ":x",
		`https://x`:       "https://x",
		`5"disk`:          `5"disk`,
		"!\"a\"\"note:\"": "note:",
	} {
		f, err := ParseColumns(text, testColumns)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, ok := f.Match(Doc{All: Join([]string{cell})}); !ok {
			t.Errorf("%q doesn't match %q", text, cell)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]SyntaxError{
		`a "two`:     {2, `The quotation mark is not closed.`},
		`é "two`:     {2, `The quotation mark is not closed.`},
		`""`:         {0, `There is nothing between the quotation marks.`},
		`a /b c`:     {2, `The regular expression is not closed: end it with "/", or write \/ for a plain slash.`},
		`//`:         {0, `There is nothing between the slashes.`},
		`/a(/`:       {1, "The regular expression is not valid: missing closing ) in \"a(\"."},
		`!`:          {0, `Write after "!" what must not be there.`},
		`x ! y`:      {2, `Write after "!" what must not be there.`},
		`stauts:new`: {0, `There is no column "stauts"; did you mean "status"?`},
		`a !urk:new`: {3, `There is no column "urk"; did you mean "url"?`},
		`colour:red`: {0, `There is no column "colour"; there are name, url, status, score, uses (write colour\: for a plain colon).`},
		`status:`:    {6, `Write after "status:" what to look for.`},
		`score:>`:    {7, `Write a number after ">".`},
		`score:>=x`:  {8, `"x" is not a number.`},
		`score:<nan`: {7, `"nan" is not a number.`},
		`name:>5`:    {5, `The column "name" has no numbers to compare.`},
		`abc\`:       {3, `Write after "\" the sign to take as it is.`},
		`status:"x`:  {7, `The quotation mark is not closed.`},
		`name:/x`:    {5, `The regular expression is not closed: end it with "/", or write \/ for a plain slash.`},
	} {
		f, err := ParseColumns(text, testColumns)
		var got *SyntaxError
		if !errors.As(err, &got) {
			t.Errorf("%q: no mistake found", text)
			continue
		}
		if f != nil {
			t.Errorf("%q: a filter despite the mistake", text)
		}
		if *got != want {
			t.Errorf("%q: %d %s\nwant %d %s", text, got.Pos, got.Message, want.Pos, want.Message)
		}
	}
}

func TestParseTakesNames(t *testing.T) {
	f, err := Parse("score:>1", []string{"name", "score"})
	if err != nil {
		t.Fatal(err)
	}
	if !f.Numbers() {
		t.Error("a comparison needs numbers")
	}
	if _, ok := f.Match(Doc{All: Join([]string{"a", "2"})}); ok {
		t.Error("a row without numbers matched a comparison")
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"Pay  roll":             "Pay roll",
		`zed "two words" alpha`: "zed two words alpha",
		`a\:b`:                  "a:b",
	} {
		f, err := ParseColumns(text, testColumns)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := f.Plain(); !ok || got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
	for _, text := range []string{"!a", "/a/", "name:a", "score:>1", "b name:a"} {
		f, err := ParseColumns(text, testColumns)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := f.Plain(); ok {
			t.Errorf("%q is not plain words", text)
		}
	}
}

func TestNilFilterMatchesAll(t *testing.T) {
	var f *Filter
	if _, ok := f.Match(Doc{All: Join([]string{"x"})}); !ok || !f.Empty() || f.Ranked() || f.Numbers() || f.Text() != "" {
		t.Error("a nil filter should let everything through")
	}
	if f.Highlights(0, "x") != nil {
		t.Error("a nil filter highlights nothing")
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a", `"two words"`, "name:x", `name:"x y"`, "!a", "/a b/", `score:>0.5`, `\`, `a\ b`, "!!x", "name:!x", "name:/x/", "日本:語",
		"\xff\xfe", "\x1f", "\\\x1f", "\"\x1f\"", "/(?i:ſ)/", "İ", `/\pL+\b/`, "name:::", "!/", `""`,
	} {
		f.Add(seed, "Zürich Straße İstanbul 日本語 \xff x")
	}
	f.Fuzz(func(t *testing.T, text, cell string) {
		parsed, err := ParseColumns(text, testColumns)
		var mistake *SyntaxError
		if errors.As(err, &mistake) {
			if mistake.Pos < 0 || mistake.Pos > utf8.RuneCountInString(text) {
				t.Errorf("%q: the mistake is at %d", text, mistake.Pos)
			}
			if !strings.HasSuffix(mistake.Message, ".") && !strings.HasSuffix(mistake.Message, "?") {
				t.Errorf("not a sentence: %s", mistake.Message)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q: an error of another kind: %v", text, err)
		}
		parsed.Match(Doc{All: Join([]string{cell, "b", "c", "", ""})})
		last := 0
		for _, r := range parsed.Highlights(0, cell) {
			if r[0] < last || r[1] <= r[0] || r[1] > len(cell) {
				t.Fatalf("%q in %q: ranges out of order: %v", text, cell, parsed.Highlights(0, cell))
			}
			last = r[1]
		}
	})
}

// Numbers are read as they stand on the screen, and in digits of any width.
func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]float64{
		"1,234": 1234, "12,345,678.5": 12345678.5, "-1,000": -1000, "９００": 900, "８０％": 0.8, "0.8": 0.8, "1e2": 100, "999": 999} {
		if got, err := number(text); err != nil || got != want {
			t.Errorf("%q: %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"1,2", ",123", "1,23,456", "1,,234", "1,234,", "1234,567", "", "１,２"} {
		if got, err := number(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestTwoNegationsAreAMistake(t *testing.T) {
	_, err := Parse("!!on", nil)
	if err == nil || err.Error() != `One "!" is enough; write \! for the sign itself.` {
		t.Errorf("error: %v", err)
	}
	if _, err := Parse(`!\!on`, nil); err != nil {
		t.Error(err)
	}
}
