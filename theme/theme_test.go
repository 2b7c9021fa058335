package theme

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

func build(t testing.TB, o Options) *Theme {
	t.Helper()
	th, err := New(o)
	if err != nil {
		t.Fatalf("New(%+v): %v", o, err)
	}
	return th
}

func title(o Options) string { return fmt.Sprintf("%s,dark=%v", o.Name, o.Dark) }

func TestAutoFollowsTheBackground(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "light"}, {Options{Dark: true}, "dark"}, {Options{Name: "auto", Dark: true}, "dark"},
		{Options{Name: "light", Dark: true}, "light"}, {Options{Name: "none", Dark: true}, "none"},
	} {
		if got := build(t, c.o).Name(); got != c.want {
			t.Errorf("%+v gives %q, want %q", c.o, got, c.want)
		}
	}
}

// An SGR parameter above 9 is a colour here, whatever its form.
var colorCode = regexp.MustCompile(`\x1b\[(?:[\d;]*;)?[1-9]\d[\d;]*m`)

func TestNoColorNeverPaintsColors(t *testing.T) {
	colors := map[string]string{"good": "bold #00ff00 on 17", "selected": "on red", "bad": "italic"}
	for _, o := range []Options{
		{Name: "dark", NoColor: true, Colors: colors, Accent: "orange"},
		{Name: "none", Colors: colors, Accent: "#ff0000"},
		{Name: "high-contrast", NoColor: true},
	} {
		th := build(t, o)
		for role := Role(0); role < roleCount; role++ {
			for _, s := range []string{th.Paint(role, "x"), th.PaintOn(role, Selected, "x"), th.Style(role).Render("x")} {
				if colorCode.MatchString(s) {
					t.Errorf("%s paints colour: %q", role, s)
				}
			}
		}
	}
}

func TestWithoutColorStatesStillDiffer(t *testing.T) {
	th := build(t, Options{Name: "none"})
	for _, pair := range [][2]Role{
		{Selected, Text}, {Selected, SelectedBlur}, {SelectedBlur, Text}, {Marked, Text}, {TabActive, Tab}, {ButtonDanger, ButtonFocus},
		{ButtonFocus, Button}, {BorderFocus, Border}, {HeaderSorted, Header}, {Match, Text}, {Key, KeyHelp}, {Key, KeyOff},
	} {
		if th.Paint(pair[0], "x") == th.Paint(pair[1], "x") {
			t.Errorf("%s and %s look the same without colour", pair[0], pair[1])
		}
	}
}

func TestPaint(t *testing.T) {
	th := build(t, Options{Name: "dark", Colors: map[string]string{
		"good": "plain #010203", "bad": "plain bold 1 on 9", "warn": "plain 200", "selected": "plain white on #0a0b0c", "text": "plain",
	}})
	for _, c := range []struct{ name, got, want string }{
		{"rgb", th.Paint(Good, "x"), "\x1b[38;2;1;2;3mx\x1b[m"},
		{"sixteen colours", th.Paint(Bad, "x"), "\x1b[1;31;101mx\x1b[m"},
		{"256 colours", th.Paint(Warn, "x"), "\x1b[38;5;200mx\x1b[m"},
		{"nothing to turn on", th.Paint(Text, "x"), "x"},
		{"empty text", th.Paint(Bad, ""), ""},
		{"on a background", th.PaintOn(Good, Selected, "x"), "\x1b[37;48;2;10;11;12m\x1b[38;2;1;2;3mx\x1b[m"},
		{"the row's background wins", th.PaintOn(Bad, Selected, "x"), "\x1b[37;48;2;10;11;12m\x1b[1;31mx\x1b[m"},
		{"plain text on a background", th.PaintOn(Text, Selected, "x"), "\x1b[37;48;2;10;11;12mx\x1b[m"},
		{"no look at all", th.PaintOn(Text, Text, "x"), "x"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

// Paint and Style must give the same cell on the screen.
func TestStyleEqualsPaint(t *testing.T) {
	for _, o := range []Options{{Name: "dark"}, {Name: "light"}, {Name: "none"},
		{Name: "dark", Accent: "orange", Colors: map[string]string{"good": "underline strike 5 on 77"}}} {
		th := build(t, o)
		for role := Role(0); role < roleCount; role++ {
			a, b := cell(th.Paint(role, "x")), cell(th.Style(role).Render("x"))
			if !a.Equal(&b) {
				t.Errorf("%s, %s: Paint gives %+v, Style gives %+v", title(o), role, a, b)
			}
		}
	}
}

// What the cursor stands on looks as a library draws it in the reversed style, and what is written piece by piece as it is drawn whole.
func TestPaintingToEqualsPaint(t *testing.T) {
	for _, o := range []Options{{Name: "dark"}, {Name: "light"}, {Name: "none"},
		{Name: "dark", Accent: "orange", Colors: map[string]string{"good": "underline strike 5 on 77"}}} {
		th := build(t, o)
		for role := Role(0); role < roleCount; role++ {
			a, b := cell(th.PaintBack(role, "x")), cell(th.Style(role).Reverse(true).Render("x"))
			if !a.Equal(&b) {
				t.Errorf("%s, %s: PaintBack gives %+v, Style gives %+v", title(o), role, a, b)
			}
			if space := cell(th.PaintBack(role, " ")); space.Style != a.Style {
				t.Errorf("%s, %s: PaintBack gives a space %+v", title(o), role, space)
			}
			for _, pieces := range [][]string{{"ab", "", "c"}, {"", "a"}, {"", ""}, nil} {
				var b strings.Builder
				if th.PaintTo(&b, role, pieces...); b.String() != th.Paint(role, strings.Join(pieces, "")) {
					t.Errorf("%s, %s: %q gives %q", title(o), role, pieces, b.String())
				}
			}
			for _, ground := range []Role{Text, Field, Selected, Button} {
				for _, s := range []string{"ab", ""} {
					var b strings.Builder
					if th.PaintOnTo(&b, role, ground, s); b.String() != th.PaintOn(role, ground, s) {
						t.Errorf("%s, %s on %s: %q", title(o), role, ground, b.String())
					}
				}
			}
		}
	}
}

func cell(s string) uv.Cell { return cells(s)[0] }

func cells(s string) []uv.Cell { return uv.NewStyledString(s).Lines(ansi.GraphemeWidth)[0] }

func TestOverridesKeepWhatTheyDoNotName(t *testing.T) {
	plainDark := build(t, Options{Name: "dark"})
	th := build(t, Options{Name: "dark", Colors: map[string]string{"selected": "on 236", "danger-title": "italic"}})
	if got, want := th.looks[Selected].fg, plainDark.looks[Selected].fg; got != want {
		t.Errorf("the text colour changed to %+v", got)
	}
	if got := th.looks[Selected].bg; got != (tint{kind: indexed, index: 236}) {
		t.Errorf("the background is %+v", got)
	}
	if got := th.looks[DangerTitle].attrs; got&(italic|bold) != italic|bold {
		t.Errorf("attributes are %b", got)
	}
	if th.Paint(Good, "x") != plainDark.Paint(Good, "x") {
		t.Error("another role changed")
	}
}

func TestAccentChangesTheTenantBandOnly(t *testing.T) {
	before := build(t, Options{Name: "dark"})
	for _, c := range []struct{ accent, text string }{
		{"#ffbf00", "#000000"}, {"#800000", "#ffffff"}, {"Orange", "#000000"}, {"4", "#ffffff"}, {"bright-yellow", "#000000"},
		{"#fff", "#000000"},
	} {
		after := build(t, Options{Name: "dark", Accent: c.accent})
		if got := after.looks[TenantBand].fg; got != mustColor(c.text) {
			t.Errorf("text on %s is %+v, want %s", c.accent, got, c.text)
		}
		for role := Role(0); role < roleCount; role++ {
			if changed := before.open[role] != after.open[role]; changed != (role == TenantBand) {
				t.Errorf("accent %s: %s changed: %v", c.accent, role, changed)
			}
		}
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
		want []string
	}{
		{"role", Options{Colors: map[string]string{"selcted": "red"}}, []string{`"selcted"`, `did you mean "selected"`, "tab-active"}},
		{"role like no other", Options{Colors: map[string]string{"xyzzy-plugh": "red"}}, []string{`"xyzzy-plugh"`, "known are", "text, dim"}},
		{"colour", Options{Colors: map[string]string{"good": "#12345"}}, []string{"good", `"#12345"`, "#rrggbb"}},
		{"sign in a colour", Options{Colors: map[string]string{"good": "#+12345"}}, []string{`"#+12345"`}},
		{"index", Options{Colors: map[string]string{"good": "256"}}, []string{`"256"`}},
		{"two text colours", Options{Colors: map[string]string{"good": "red blue"}}, []string{"two text colours"}},
		{"nothing after on", Options{Colors: map[string]string{"good": "red on"}}, []string{`after "on"`}},
		{"empty", Options{Colors: map[string]string{"good": " "}}, []string{"empty"}},
		{"theme", Options{Name: "drak"}, []string{`"drak"`, `did you mean "dark"`, "high-contrast"}},
		{"theme without colour", Options{Name: "drak", NoColor: true}, []string{`"drak"`}},
		{"accent", Options{Accent: "sparkly"}, []string{"accent", `"sparkly"`}},
		{"several", Options{Name: "x", Accent: "y", Colors: map[string]string{"z": "red"}}, []string{`"x"`, `"y"`, `"z"`}},
	} {
		th, err := New(c.o)
		if err == nil || th != nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", c.name, err, want)
			}
		}
	}
}

func TestRolesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range RoleNames() {
		if name == "" || seen[name] {
			t.Errorf("name %q is missing or used twice", name)
		}
		seen[name] = true
		if err := CheckColor(name, "bold red on default"); err != nil {
			t.Errorf("%s can't be set: %v", name, err)
		}
	}
	if len(seen) != int(roleCount) {
		t.Errorf("%d names for %d roles", len(seen), roleCount)
	}
	if Role(-1).String() != roleCount.String() {
		t.Error("numbers that are no roles have names")
	}
}

func TestCheckAccent(t *testing.T) {
	if err := CheckAccent("teal"); err != nil {
		t.Error(err)
	}
	if err := CheckAccent("#ggg"); err == nil {
		t.Error("#ggg was accepted")
	}
}

func BenchmarkPaint(b *testing.B) {
	th := build(b, Options{Name: "dark"})
	b.ReportAllocs()
	for b.Loop() {
		_ = th.Paint(Good, "delivered")
	}
}

func BenchmarkPaintOn(b *testing.B) {
	th := build(b, Options{Name: "dark"})
	b.ReportAllocs()
	for b.Loop() {
		_ = th.PaintOn(Good, Selected, "delivered")
	}
}

func BenchmarkLipglossRender(b *testing.B) {
	style := build(b, Options{Name: "dark"}).Style(Good)
	b.ReportAllocs()
	for b.Loop() {
		_ = style.Render("delivered")
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		build(b, Options{Name: "dark", Accent: "teal"})
	}
}
