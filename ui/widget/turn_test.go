package widget

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
)

// The other side of a record comes back as it was drawn, as long as nobody wants anything drawn anew.
func TestTheOtherSideOfARecordIsKeptUntilSomethingChanges(t *testing.T) {
	fields, raw := []string{"Name  a", "State on"}, []string{"{", "}"}
	turned := func() *Detail {
		d := &Detail{W: 20, H: 5}
		d.Set("a", fields)
		d.Turn(true)
		if !d.Stale() || !d.Raw {
			t.Fatalf("nobody is told to draw the JSON: %+v", d)
		}
		d.Set("a", raw)
		return d
	}
	d := turned()
	d.Turn(false)
	if d.Stale() || !slices.Equal(d.Lines, fields) {
		t.Errorf("the fields are %q", d.Lines)
	}
	d.Turn(true)
	if d.Stale() || !slices.Equal(d.Lines, raw) {
		t.Errorf("the JSON is %q", d.Lines)
	}
	for name, change := range map[string]func(*Detail){
		"wanted anew":            func(d *Detail) { d.Dirty = true },
		"drawn anew":             func(d *Detail) { d.Dirty = true; d.Set("a", []string{"[", "]"}) },
		"another record":         func(d *Detail) { d.Set("b", raw) },
		"another width":          func(d *Detail) { d.Resize(30, 5) },
		"another filter":         func(d *Detail) { d.Found = "x" },
		"something is under way": func(d *Detail) { d.Doing = "deleting" },
	} {
		d := turned()
		change(d)
		if d.Turn(false); !d.Stale() {
			t.Errorf("%s: the fields are still %q", name, d.Lines)
		}
	}
	d = &Detail{W: 20, H: 5}
	d.Set("a", fields)
	d.Turn(true)
	d.Dirty = true // the record has come again, changed, before its JSON was drawn
	d.Set("a", raw)
	if d.Turn(false); !d.Stale() {
		t.Error("fields of before a change are kept")
	}
}

// Lines that fit are painted in one go, and look like those that have to be broken.
func TestJSONThatFitsLooksLikeJSONThatIsBroken(t *testing.T) {
	th := themetest.New(t, "dark")
	opens, resets, _ := strings.Cut(th.Paint(theme.JSONPunct, "x"), "x")
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		value := map[string]any{"name": "a \"quoted\" one, " + strconv.Itoa(r.Int()), "n": r.Float64(), "on": r.IntN(2) == 0, "none": nil,
			"list": []any{1, "two", map[string]any{}, []any{}, "[x]"}, "é": "日本", "in": map[string]any{"to: {": "\t\u200b", "}": -3}}
		raw, err := json.MarshalIndent(value, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(string(raw), "\n") {
			painted := paintJSONLine(line, 100, th)
			broken := strings.Join(drawJSONLine(line, 100, th), "\n")
			if plain := draw.Clean(line) == line && len(line) == draw.Width(line); plain != (painted != "") {
				t.Fatalf("%q is painted %q", line, painted)
			}
			if want := strings.ReplaceAll(broken, resets+opens, ""); painted != "" && strings.ReplaceAll(painted, resets+opens, "") != want {
				t.Fatalf("%q is painted\n%q, not\n%q", line, painted, want)
			}
		}
	}
	if paintJSONLine(`"too long"`, 5, th) != "" {
		t.Error("a line that doesn't fit is painted")
	}
}
