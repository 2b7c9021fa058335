package api

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

var validSeeds = []string{
	``, ` `, `{}`, `[]`, ` { } `, `[ ]`, `{"a":1}`, `{"a" : [ 1 , -0.5e+10 , true , false , null , "x" ] } `, `"\u00e4\n\"\\\/"`,
	`"\u00g0"`, `"\u00`, `"\x"`, `"`, `"a`, "\"a\nb\"", "\"\x1f\"", "\"\x7f\"", "\"\xff\xfe\"", `01`, `-`, `-01`, `1.`, `.5`, `1e`,
	`1e+`, `1E5`, `0e0`, `tru`, `truex`, `nul`, `falsefalse`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{a:1}`, `[1,]`, `[,1]`, `[1 2]`,
	`{"a":1 "b":2}`, `{"a":1}}`, `[[]`, `]`, `}`, `:`, "\v1", "\ufeff{}", `{"a":1}x`, `"12345678"`, `"1234567\u0041"`, "\"1234567\n9\"",
	`"1234567"`, `"12345678`, `1 1`, `--1`,
	strings.Repeat("[", mostNested) + strings.Repeat("]", mostNested),
	strings.Repeat("[", mostNested+1) + strings.Repeat("]", mostNested+1),
	strings.Repeat(`{"a":`, mostNested-1) + "{}" + strings.Repeat("}", mostNested-1),
	strings.Repeat(`{"a":`, mostNested) + "{}" + strings.Repeat("}", mostNested),
	strings.Repeat(`{"a":`, mostNested) + "1" + strings.Repeat("}", mostNested), strings.Repeat("[", mostNested+1),
}

func TestWhatIsValidIsWhatEncodingJSONTakes(t *testing.T) {
	for _, text := range validSeeds {
		sameValid(t, []byte(text))
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // texts to be tried
	page := hookPage(0, 2)
	for range 20_000 { // with a byte that is another, and without its end
		text := append([]byte(nil), page[:1+random.IntN(len(page))]...)
		if random.IntN(2) == 0 {
			text = append([]byte(nil), page...)
		}
		text[random.IntN(len(text))] = "{}[]\",:\\u0-.eE+tn \n\x00\x1f\x80"[random.IntN(21)]
		sameValid(t, text)
	}
}

func FuzzValid(f *testing.F) {
	for _, text := range validSeeds {
		if len(text) < 1000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { sameValid(t, b) })
}

func sameValid(t *testing.T, b []byte) {
	t.Helper()
	if got, want := isValid(b), json.Valid(b); got != want {
		t.Errorf("%.200q: it is valid: %v, encoding/json says %v", b, got, want)
	}
}

func BenchmarkValid(b *testing.B) {
	page := hookPage(0, 100)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if !isValid(page) {
			b.Fatal("it isn't valid")
		}
	}
}
