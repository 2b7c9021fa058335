package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gatehouse/ui/export"
)

func TestCellsThatASpreadsheetWouldRunAreMadeHarmless(t *testing.T) {
	for text, want := range map[string]string{
		`=1+1`:                     `'=1+1`,
		`+1+1`:                     `'+1+1`,
		`-1+1`:                     `'-1+1`,
		`@SUM(A1)`:                 `'@SUM(A1)`,
		`-`:                        `'-`,
		"\t=1":                     `' =1`,
		"\tplain":                  `' plain`,
		"\rplain":                  `'↵plain`,
		"\n=1":                     `'↵=1`,
		`  =1`:                     `'  =1`,
		"\u00a0=1":                 "'\u00a0=1",
		"\u3000=1":                 "'\u3000=1",
		"\u200b=1":                 `‹U+200B›=1`,
		"\ufeff=1":                 `‹U+FEFF›=1`,
		`＝1`:                       `'＝1`,
		`＋1`:                       `'＋1`,
		`－1`:                       `'－1`,
		`＠SUM`:                     `'＠SUM`,
		`﹦1`:                       `'﹦1`,
		`"=1`:                      `'"=1`,
		`=cmd|' /C calc'!A0`:       `'=cmd|' /C calc'!A0`,
		`a;=1`:                     `a;'=1`,
		`a; "=1;b`:                 `a;' "=1;b`,
		`=a;@b`:                    `'=a;'@b`,
		`a=b`:                      `a=b`,
		`a-b@c`:                    `a-b@c`,
		`-12`:                      `-12`,
		`-12.5`:                    `-12.5`,
		`0.87`:                     `0.87`,
		`+12`:                      `'+12`,
		`-12.`:                     `'-12.`,
		`-1e5`:                     `'-1e5`,
		`--1`:                      `'--1`,
		`-` + "\u0661":             "'-\u0661",
		``:                         ``,
		`'=1`:                      `'=1`,
		"A\x1b[31mB":               `A␛[31mB`,
		"A\x1b]52;c;SGVsbG8=\x07B": `A␛]52;c;SGVsbG8=␇B`,
		"A\u202eB":                 `A‹U+202E›B`,
		"A\x00B\x7fC":              `A␀B␡C`,
		"one\r\ntwo":               `one↵two`,
	} {
		got, defused := export.CSVCell(text)
		if got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
		if defused != (strings.Count(want, "'") > strings.Count(text, "'")) {
			t.Errorf("%q: defused is %v", text, defused)
		}
	}
}

// FuzzCSVCell reads each cell the way a spreadsheet may: with commas and with semicolons between cells.
func FuzzCSVCell(f *testing.F) {
	for _, s := range []string{"=1", "\t@x", "a;=b", "x;\";=1", "-1", "＝", "a\"b;\"=c", "\x1b[0m", "\u200d=", "a;\u2028+",
		"\x94", "\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell, _ := export.CSVCell(text)
		if again, _ := export.CSVCell(cell); again != cell {
			t.Fatalf("%q became %q, and %q the second time", text, cell, again)
		}
		if odd := firstOdd(cell); odd != "" {
			t.Fatalf("%q became %q, which holds %s", text, cell, odd)
		}
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		if err := w.Write([]string{"first", cell, "last"}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		back, err := csv.NewReader(&file).Read()
		if err != nil || len(back) != 3 || back[1] != cell {
			t.Fatalf("%q was read back as %q, %v", cell, back, err)
		}
		for _, part := range strings.Split(cell, ";") {
			runs := strings.TrimLeftFunc(part, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
			if runs == "" || !strings.ContainsAny(runs[:1], "=+-@") && !strings.ContainsRune("＝＋－＠", []rune(runs)[0]) {
				continue
			}
			if !export.IsPlainNumber(cell) {
				t.Fatalf("%q became %q, which runs", text, cell)
			}
		}
	})
}

func TestJSONInFilesReadsTheSameAndHidesNothing(t *testing.T) {
	raw := `{ "a" : "x` + "\u009b31m" + `y",` + "\n" + ` "b":"` + "\u202e\u2028\u007f" + `", "n": 12345678901234567890.10, "e":"` +
		"\U000e0041" + `", "esc":"\u001b[31m", "ü":"日本" }`
	got, err := export.PlainJSON([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"a":"x\u009b31my","b":"\u202e\u2028\u007f","n":12345678901234567890.10,"e":"\udb40\udc41","esc":"\u001b[31m","ü":"日本"}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if odd := firstOdd(string(got)); odd != "" {
		t.Errorf("it holds %s", odd)
	}
	var before, after any
	if err := json.Unmarshal([]byte(raw), &before); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &after); err != nil {
		t.Fatal(err)
	}
	if x, y := reencoded(t, before), reencoded(t, after); x != y {
		t.Errorf("it reads as %s, was %s", y, x)
	}
	if _, err := export.PlainJSON([]byte(`{"a":`)); err == nil {
		t.Error("half a record is taken for one")
	}
}

func reencoded(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMembersAreLeftOutHoweverDeep(t *testing.T) {
	raw := `{"vaultId":"v","shareCode":"CANARY","n":1.10,"big":123456789012345678901234567890,"in":[{"share_url":"CANARY","k":null},[],{}],` +
		`"Sharecode":{"x":"CANARY"},"last":true}`
	got, err := export.LeaveOut(json.RawMessage(raw), []string{"shareCode", "shareUrl"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"vaultId":"v","n":1.10,"big":123456789012345678901234567890,"in":[{"k":null},[],{}],"last":true}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if same, err := export.LeaveOut(json.RawMessage(raw), nil); err != nil || string(same) != raw {
		t.Errorf("with nothing to leave out: %s, %v", same, err)
	}
	if _, err := export.LeaveOut(json.RawMessage(`{"a":[1,`), []string{"x"}); err == nil {
		t.Error("half a record is taken for one")
	}
}

// firstOdd is the first character of a text that acts on a terminal instead of being shown, or the first byte that belongs to none; "" for
// neither.
func firstOdd(text string) string {
	for i, r := range text {
		if r == utf8.RuneError && !utf8.ValidString(text[i:min(i+3, len(text))]) {
			return strconv.QuoteToASCII(text[i : i+1])
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return strconv.QuoteRuneToASCII(r)
		}
	}
	return ""
}
