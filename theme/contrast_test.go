package theme

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// palettes are the themes with colours of ours, with the backgrounds that terminals have and the contrast that their text needs.
var palettes = []struct {
	options     Options
	backgrounds []string
	text, muted float64
}{
	{Options{Name: "dark"}, []string{"#000000", "#303030"}, 4.5, 3},
	{Options{Name: "light"}, []string{"#ffffff", "#e4e4e4"}, 4.5, 3},
	{Options{Name: "high-contrast", Dark: true}, []string{"#000000", "#303030"}, 7, 4.5},
	{Options{Name: "high-contrast"}, []string{"#ffffff", "#e4e4e4"}, 7, 4.5},
}

// muted roles are signs, lines and what nobody has to read; everything else is text.
var muted = map[Role]bool{Border: true, BorderFocus: true, DialogBorder: true, DangerBorder: true, BarFull: true, BarEmpty: true,
	MarkSign: true, JSONPunct: true, InputPlaceholder: true, KeyOff: true}

// rich are the profiles whose colours are known.
var rich = []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256}

// poor are those that a terminal makes what it likes of, or has none.
var poor = []Options{
	{Name: "dark", Profile: colorprofile.ANSI}, {Name: "light", Profile: colorprofile.ANSI},
	{Name: "high-contrast", Dark: true, Profile: colorprofile.ANSI}, {Name: "high-contrast", Profile: colorprofile.ANSI},
	{Name: "dark", NoColor: true}, {Name: "light", Profile: colorprofile.ASCII}, {Name: "none"},
}

// grounds are what text stands on, beside the terminal's background.
var ownGrounds = []Role{Selected, SelectedBlur, Marked, SelectedMarked, Dialog}

func TestEveryRoleIsReadableOnEveryGround(t *testing.T) {
	for _, p := range palettes {
		for _, profile := range rich {
			p.options.Profile = profile
			if profile == colorprofile.ANSI256 { // its darkest green has no more
				p.text = min(p.text, 5.5)
			}
			th := build(t, p.options)
			name := fmt.Sprintf("%s in %s", title(p.options), profile)
			grounds := map[string]tint{}
			for _, hex := range p.backgrounds {
				grounds[hex] = mustColor(hex)
			}
			for _, r := range ownGrounds {
				grounds[r.String()] = th.looks[r].bg
			}
			for role := range roleCount {
				l, need := th.looks[role], p.text
				if muted[role] {
					need = p.muted
				}
				if l.bg.kind != noColor { // it has a ground of its own
					if got := contrast(l.fg.color(), l.bg.color()); got < p.text {
						t.Errorf("%s: %s has contrast %.2f", name, role, got)
					}
					continue
				}
				if l.fg.kind == noColor { // the terminal's own on its background, the ground's on a ground
					continue
				}
				for ground, bg := range grounds {
					if got := contrast(l.fg.color(), bg.color()); got < need {
						t.Errorf("%s: %s has contrast %.2f on %s, want %.1f", name, role, got, ground, need)
					}
				}
			}
		}
	}
}

// What is typed, and what is said in a field that is empty, stands on the ground of the field.
func TestFieldsAreReadable(t *testing.T) {
	for _, p := range palettes {
		for _, profile := range rich {
			p.options.Profile = profile
			if profile == colorprofile.ANSI256 {
				p.text = min(p.text, 5.5)
			}
			th := build(t, p.options)
			for _, ground := range []Role{Field, FieldFocus} {
				for _, role := range []Role{Input, InputPlaceholder, InputPrompt, Value, Dim, Match, Accent, Good, Warn, Bad, Info} {
					need := p.text
					if muted[role] {
						need = p.muted
					}
					if got := contrast(th.looks[role].fg.color(), th.looks[ground].bg.color()); got < need {
						t.Errorf("%s in %s: %s has contrast %.2f on %s, want %.1f", title(p.options), profile, role, got, ground, need)
					}
				}
			}
		}
	}
}

// Colours of ours are known: where there are 256, the first sixteen are the terminal's and aren't used.
func TestIndexesAreThoseThatEveryTerminalHasAlike(t *testing.T) {
	for _, p := range palettes {
		p.options.Profile = colorprofile.ANSI256
		for role, l := range build(t, p.options).looks {
			for _, c := range []tint{l.fg, l.bg} {
				if c.kind == rgb || c.kind == indexed && c.index < 16 {
					t.Errorf("%s: %s is painted in %+v", title(p.options), Role(role), c)
				}
			}
		}
	}
}

func TestSixteenColorsAreEnoughWhereThereAreNoOthers(t *testing.T) {
	for _, o := range poor {
		o.Colors = map[string]string{"good": "#12ff80 on 236", "key": "208"}
		o.Accent = "#ff8700"
		for role, l := range build(t, o).looks {
			for _, c := range []tint{l.fg, l.bg} {
				if c.kind == rgb || c.kind == indexed && c.index > 15 {
					t.Errorf("%+v: %s is painted in %+v", o, Role(role), c)
				}
			}
		}
	}
}

func TestNoTextHasTheColorOfItsGround(t *testing.T) {
	for _, o := range poor {
		th := build(t, o)
		for role := range roleCount {
			if role == BarEmpty {
				continue
			}
			if l := th.looks[role]; l.fg.kind != noColor && l.fg == l.bg {
				t.Errorf("%+v: %s is %d on %d", o, role, l.fg.index, l.bg.index)
			}
			for _, ground := range append([]Role{Field, FieldFocus}, ownGrounds...) {
				c := cell(th.PaintOn(role, ground, "x"))
				if c.Style.Fg != nil && c.Style.Fg == c.Style.Bg {
					t.Errorf("%+v: %s on %s is %v on itself", o, role, ground, c.Style.Fg)
				}
				if th.looks[ground].attrs&reverse != 0 && (c.Style.Fg != nil || c.Style.Bg != nil) {
					t.Errorf("%+v: %s on %s has a colour that reverse makes the ground's", o, role, ground)
				}
			}
		}
	}
}

// Selected, marked and both differ from each other and from other rows without any colour. (The signs before them differ as well.)
func TestRowsDifferByAttributes(t *testing.T) {
	for _, o := range poor {
		th := build(t, o)
		seen := map[attrs]Role{}
		for _, role := range []Role{Text, Selected, Marked, SelectedMarked} {
			a := th.looks[role].attrs
			if other, ok := seen[a]; ok {
				t.Errorf("%+v: %s and %s have the same attributes", o, role, other)
			}
			seen[a] = role
		}
	}
}

func TestRowsDifferByTheirGround(t *testing.T) {
	for _, p := range palettes {
		for _, profile := range rich {
			p.options.Profile = profile
			th := build(t, p.options)
			seen := map[tint]Role{}
			for _, role := range []Role{Selected, SelectedBlur, Marked, SelectedMarked, Dialog} {
				if other, ok := seen[th.looks[role].bg]; ok {
					t.Errorf("%s in %s: %s and %s have the same ground", title(p.options), profile, role, other)
				}
				seen[th.looks[role].bg] = role
			}
		}
	}
}

// terminals are the first sixteen colours as they are by default in xterm, on a PC's console and in Windows.
var terminals = [][16]string{
	{"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
		"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"},
	{"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
		"#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"},
	{"#0c0c0c", "#c50f1f", "#13a10e", "#c19c00", "#0037da", "#881798", "#3a96dd", "#cccccc",
		"#767676", "#e74856", "#16c60c", "#f9f1a5", "#3b78ff", "#b4009e", "#61d6d6", "#f2f2f2"},
}

// What the sixteen colours are is the terminal's to say, but on none of the common ones may a text be of a colour that isn't read there.
func TestSixteenColorsAreReadableOnCommonTerminals(t *testing.T) {
	for _, o := range poor {
		if o.Profile != colorprofile.ANSI {
			continue
		}
		background := "#ffffff"
		if o.Dark || o.Name == "dark" {
			background = "#000000"
		}
		for n, colors := range terminals {
			for role, l := range build(t, o).looks {
				ground := mustColor(background)
				if l.bg.kind == indexed {
					ground = mustColor(colors[l.bg.index])
				}
				need := 4.5
				if muted[Role(role)] {
					need = 3
				}
				if l.fg.kind != indexed || l.attrs&reverse != 0 {
					continue
				}
				if got := contrast(mustColor(colors[l.fg.index]).color(), ground.color()); got < need {
					t.Errorf("%+v: %s has contrast %.2f on terminal %d, want %.1f", o, Role(role), got, n, need)
				}
			}
		}
	}
}

// difference is how far apart two colours are to the eye, CIE76: 2 is barely seen side by side.
func difference(a, b tint) float64 {
	la, lb := lab(a.color()), lab(b.color())
	return math.Sqrt(math.Pow(la[0]-lb[0], 2) + math.Pow(la[1]-lb[1], 2) + math.Pow(la[2]-lb[2], 2))
}

// lab is a colour in CIELAB, for daylight.
func lab(c color.Color) [3]float64 {
	r, g, b, _ := c.RGBA()
	f := func(x, y, z float64) float64 { return math.Cbrt(x*linear(r) + y*linear(g) + z*linear(b)) }
	x, y, z := f(0.4339, 0.3762, 0.1899), f(0.2126, 0.7152, 0.0722), f(0.0177, 0.1095, 0.8729)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Grounds that stand side by side are told apart at a glance.
func TestGroundsAreSeenToDiffer(t *testing.T) {
	const rows, layers = 9, 5 // rows are glanced at; a dialog has a border, and a field the names around it
	for _, p := range palettes {
		plain := mustColor(p.backgrounds[0])
		for _, profile := range rich {
			p.options.Profile = profile
			th := build(t, p.options)
			ground := func(r Role) tint {
				if r == Text {
					return plain
				}
				return th.looks[r].bg
			}
			check := func(least float64, a, b Role) {
				if got := difference(ground(a), ground(b)); got < least {
					t.Errorf("%s in %s: %s and %s differ by %.1f, want %.0f", title(p.options), profile, a, b, got, least)
				}
			}
			of := []Role{Text, Selected, SelectedBlur, Marked, SelectedMarked}
			for i, a := range of {
				for _, b := range of[i+1:] {
					check(rows, a, b)
				}
			}
			check(layers, Text, Dialog)
			check(layers, Dialog, Field)
			check(rows, Field, FieldFocus)
			check(rows, Dialog, Selected)
			check(rows, Dialog, Button)
		}
	}
}

// Faint text is too weak on many terminals.
func TestNothingIsFaint(t *testing.T) {
	options := append([]Options{}, poor...)
	for _, p := range palettes {
		for _, profile := range rich {
			p.options.Profile = profile
			options = append(options, p.options)
		}
	}
	for _, o := range options {
		for role, l := range build(t, o).looks {
			if l.attrs&faint != 0 {
				t.Errorf("%+v: %s is faint", o, Role(role))
			}
		}
	}
}

func TestStatesAndRisksDiffer(t *testing.T) {
	for _, p := range palettes {
		for _, profile := range append(rich, colorprofile.ANSI) {
			p.options.Profile = profile
			th := build(t, p.options)
			for _, roles := range [][]Role{{Good, Warn, Bad, Info}, {Accent, Good, Warn, Bad},
				{RiskLow, RiskMedium, RiskElevated, RiskHigh, RiskCritical}} {
				seen := map[look]Role{}
				for _, role := range roles {
					if other, ok := seen[th.looks[role]]; ok {
						t.Errorf("%s in %s: %s and %s look alike", title(p.options), profile, role, other)
					}
					seen[th.looks[role]] = role
				}
			}
		}
	}
}

// The text on a tenant's accent is black or white, whichever contrasts more.
func TestTextOnAnAccentContrasts(t *testing.T) {
	for accent := range 256 {
		for _, profile := range append(rich, colorprofile.ANSI) {
			for _, text := range []string{fmt.Sprint(accent), fmt.Sprintf("#%02x%02x%02x", accent, 255-accent, accent/2)} {
				th := build(t, Options{Name: "dark", Accent: text, Profile: profile})
				l := th.looks[TenantBand]
				got := contrast(l.fg.color(), l.bg.color())
				for _, other := range []string{"#000000", "#ffffff"} {
					if better := contrast(mustColor(other).color(), l.bg.color()); better > got+0.6 {
						t.Errorf("accent %s in %s: %+v has contrast %.2f, %s would have %.2f", text, profile, l.fg, got, other, better)
					}
				}
				if got < 4.4 {
					t.Errorf("accent %s in %s: contrast %.2f", text, profile, got)
				}
			}
		}
	}
}

func TestTheBackgroundIsAskedForWhereItMatters(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want bool
	}{
		{Options{}, true}, {Options{Name: "auto"}, true}, {Options{Name: "high-contrast"}, true}, {Options{Name: "dark"}, false},
		{Options{Name: "light"}, false}, {Options{Name: "none"}, false}, {Options{Name: "auto", NoColor: true}, false},
		{Options{Name: "auto", Profile: colorprofile.ANSI}, true}, {Options{Name: "auto", Profile: colorprofile.ASCII}, false},
	} {
		if got := c.o.AsksBackground(); got != c.want {
			t.Errorf("%+v: %v", c.o, got)
		}
		o := c.o
		o.Dark = true
		light, dark := build(t, c.o), build(t, o)
		if differ := light.looks != dark.looks; differ != c.want {
			t.Errorf("%+v: dark and light differ: %v", c.o, differ)
		}
	}
}

// A ground reaches under all of a line: what was painted, what wasn't, and behind components that end styles their own way.
func TestGroundReachesUnderEverything(t *testing.T) {
	th := build(t, Options{Name: "dark"})
	line := th.Ground(Dialog, "a"+th.Paint(Good, "b")+th.Style(Bad).Render("c")+th.Paint(Button, "d")+"e")
	want := th.looks[Dialog].bg.color()
	for i, c := range cells(line) {
		bg := want
		if c.Content == "d" {
			bg = th.looks[Button].bg.color()
		}
		if c.Style.Bg != bg {
			t.Errorf("cell %d, %q, stands on %v", i, c.Content, c.Style.Bg)
		}
	}
	if th.Ground(Dialog, "") != "" || build(t, Options{Name: "none"}).Ground(Dialog, "a") != "a" {
		t.Error("where there is no ground or no line nothing is laid")
	}
}
