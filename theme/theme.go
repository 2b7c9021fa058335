// Package theme turns roles into looks: light, dark, high contrast, or no colour.
//
// Painting is two string appends around a precomputed escape sequence. A frame
// has hundreds of cells, and lipgloss lays out, measures and allocates for each
// of them; Style gives its equivalent where a component asks for one.
package theme

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/agnivade/levenshtein"
	"github.com/charmbracelet/colorprofile"
)

// Options choose a theme.
type Options struct {
	// Name is auto (the default), dark, light, high-contrast or none.
	Name string
	// Dark says that the terminal's background is dark; auto and high-contrast
	// follow it.
	Dark bool
	// NoColor leaves bold, faint, underline and reverse and takes all colours away.
	NoColor bool
	// Profile is how many colours the terminal has; unknown means all.
	Profile colorprofile.Profile
	// Colors change single roles, by name (see RoleNames): "[attribute…] [colour]
	// [on colour]", for instance "bold #ffd75f", "on 236", "plain red on default".
	// What is not named stays as the palette has it; plain clears the attributes.
	// Attributes are bold, faint, italic, underline, reverse, strike. A colour is
	// #rgb, #rrggbb, 0 to 255, a name, or default.
	Colors map[string]string
	// Accent is the colour of the tenant's name, "" for the palette's.
	Accent string
}

// Theme is a set of looks, one for each role. It never changes and may be shared.
type Theme struct {
	looks [roleCount]look
	open  [roleCount]string // turns the look on
	over  [roleCount]string // the same without the background
	bare  [roleCount]string // attributes alone
	back  [roleCount]string // the look reversed
	name  string
}

// AsksBackground reports whether the look depends on the terminal's background.
func (o Options) AsksBackground() bool {
	return !o.colorless() && (o.Name == "" || o.Name == "auto" || o.Name == "high-contrast")
}

// colorless reports whether nothing is painted in a colour.
func (o Options) colorless() bool {
	return o.NoColor || o.Name == "none" || o.Profile == colorprofile.ASCII || o.Profile == colorprofile.NoTTY
}

// Names lists the values of Options.Name.
func Names() []string { return []string{"auto", "dark", "light", "high-contrast", "none"} }

// New builds a theme. The error joins one per option that can't be used.
func New(o Options) (*Theme, error) {
	t := &Theme{}
	var problems []error
	t.looks, t.name, problems = palette(o)
	for _, name := range sortedKeys(o.Colors) {
		role, ok := roleByName(name)
		if !ok {
			problems = append(problems, unknownName("colour role", name, roleNames[:]))
			continue
		}
		changed, err := t.looks[role].override(o.Colors[name])
		if err != nil {
			problems = append(problems, fmt.Errorf("colour of %s: %w", name, err))
			continue
		}
		t.looks[role] = changed
	}
	if o.Accent != "" {
		accent, err := parseColor(strings.ToLower(o.Accent))
		if err != nil {
			problems = append(problems, fmt.Errorf("accent: %w", err))
		} else if accent.kind != noColor {
			t.looks[TenantBand].bg = accent.at(o.Profile)
			t.looks[TenantBand].fg = readableOn(t.looks[TenantBand].bg).at(o.Profile)
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	t.seal(o)
	return t, nil
}

// CheckColor tells what is wrong with one entry of Options.Colors, so that a
// configuration can say where; nil if nothing is.
func CheckColor(role, style string) error {
	_, err := New(Options{Colors: map[string]string{role: style}})
	return err
}

// CheckAccent is CheckColor for Options.Accent.
func CheckAccent(accent string) error {
	_, err := New(Options{Accent: accent})
	return err
}

// palette picks the looks that the overrides start from.
func palette(o Options) (looks [roleCount]look, name string, problems []error) {
	name = o.Name
	if name == "" || name == "auto" {
		name = "light"
		if o.Dark {
			name = "dark"
		}
	}
	set, known := paletteOf(name, o.Dark)
	switch {
	case name == "none" || known && o.colorless():
		looks = plain()
	case known:
		looks = set.looks(o.Profile)
	default:
		problems = append(problems, unknownName("theme", name, Names()))
	}
	return looks, name, problems
}

// seal computes the escape sequences, without colours if there shall be none.
func (t *Theme) seal(o Options) {
	for r := range t.looks {
		l := &t.looks[r]
		l.fg, l.bg = l.fg.at(o.Profile), l.bg.at(o.Profile)
		if o.colorless() {
			l.fg, l.bg = tint{}, tint{}
		}
		t.open[r] = l.sgr()
		t.over[r] = look{fg: l.fg, attrs: l.attrs &^ reverse}.sgr()
		t.bare[r] = look{attrs: l.attrs &^ reverse}.sgr()
		t.back[r] = look{fg: l.fg, bg: l.bg, attrs: l.attrs | reverse}.sgr()
	}
}

// Name is the palette in use: auto has become dark or light.
func (t *Theme) Name() string { return t.name }

const reset = "\x1b[m"

// longReset is the same as some libraries write it.
const longReset = "\x1b[0m"

// Paint draws s in a role. s must be clean (see ui/draw) and hold no escapes.
func (t *Theme) Paint(role Role, s string) string {
	open := t.open[role]
	if open == "" || s == "" {
		return s
	}
	return open + s + reset
}

// PaintTo writes pieces that stand side by side in a role, as Paint draws them joined.
func (t *Theme) PaintTo(b *strings.Builder, role Role, pieces ...string) {
	open, empty := t.open[role], true
	for _, s := range pieces {
		if s == "" {
			continue
		}
		if empty {
			b.WriteString(open)
			empty = false
		}
		b.WriteString(s)
	}
	if open != "" && !empty {
		b.WriteString(reset)
	}
}

// PaintBack draws s in a role with its colours the other way round: what a cursor stands on.
func (t *Theme) PaintBack(role Role, s string) string {
	if s == "" {
		return s
	}
	return t.back[role] + s + reset
}

// PaintOn draws s in the colour and attributes of role on the background of
// another role, which also gives the text colour where role has none. On a background that is the text colour reversed, role has only
// its attributes: a colour would become the ground's.
func (t *Theme) PaintOn(role, background Role, s string) string {
	under, over := t.on(role, background)
	if s == "" || under == "" && over == "" {
		return s
	}
	return under + over + s + reset
}

// PaintOnTo writes what PaintOn draws.
func (t *Theme) PaintOnTo(b *strings.Builder, role, background Role, s string) {
	under, over := t.on(role, background)
	if s == "" || under == "" && over == "" {
		b.WriteString(s)
		return
	}
	b.WriteString(under)
	b.WriteString(over)
	b.WriteString(s)
	b.WriteString(reset)
}

// on is what turns a background and a role on it on.
func (t *Theme) on(role, background Role) (under, over string) {
	if t.looks[background].attrs&reverse != 0 {
		return t.open[background], t.bare[role]
	}
	return t.open[background], t.over[role]
}

// Ground lays the background of a role under a line that is painted already. What has a background of its own keeps it.
func (t *Theme) Ground(background Role, line string) string {
	under := t.open[background]
	if under == "" || line == "" {
		return line
	}
	line = strings.ReplaceAll(line, longReset, reset)
	return under + strings.ReplaceAll(line, reset, reset+under) + reset
}

// Style is the role as a lipgloss style, for components of libraries.
func (t *Theme) Style(role Role) lipgloss.Style { return t.looks[role].style() }

// readableOn is black or white, whichever reads better on c.
func readableOn(c tint) tint {
	black, white := mustColor("#000000"), mustColor("#ffffff")
	if contrast(black.color(), c.color()) >= contrast(white.color(), c.color()) {
		return black
	}
	return white
}

// linear undoes the gamma of an sRGB channel of 16 bits.
func linear(channel uint32) float64 {
	v := float64(channel) / math.MaxUint16
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// unknownName says that a name is none of the known ones and which was likely meant.
func unknownName(kind, name string, known []string) error {
	best, distance := "", 3
	for _, k := range known {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), k); d < distance {
			best, distance = k, d
		}
	}
	if best != "" {
		return fmt.Errorf("unknown %s %q: did you mean %q? Known are %s", kind, name, best, strings.Join(known, ", "))
	}
	return fmt.Errorf("unknown %s %q: known are %s", kind, name, strings.Join(known, ", "))
}
