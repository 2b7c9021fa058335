package theme

import (
	"cmp"

	"github.com/charmbracelet/colorprofile"
)

// paletteSet has the swatches of a theme, by what the terminal can show.
type paletteSet struct{ trueColor, indexed, sixteen func() swatch }

func paletteOf(name string, dark bool) (paletteSet, bool) {
	switch {
	case name == "dark":
		return paletteSet{darkSwatch, dark256Swatch, dark16Swatch}, true
	case name == "light":
		return paletteSet{lightSwatch, light256Swatch, light16Swatch}, true
	case name == "high-contrast" && dark:
		return paletteSet{contrastDarkSwatch, contrastDark256Swatch, dark16Swatch}, true
	case name == "high-contrast":
		return paletteSet{contrastLightSwatch, contrastLight256Swatch, light16Swatch}, true
	}
	return paletteSet{}, false
}

// looks are those of a palette on a terminal of so many colours.
func (p paletteSet) looks(profile colorprofile.Profile) [roleCount]look {
	switch profile {
	case colorprofile.ANSI256:
		return colored(p.indexed())
	case colorprofile.ANSI:
		return sixteen(p.sixteen())
	}
	return colored(p.trueColor())
}

// painter gives roles the colours of a swatch.
type painter struct {
	looks [roleCount]look
	keeps attrs // attributes that stay beside colours
}

func (p *painter) paint(fg, bg string, roles ...Role) {
	for _, r := range roles {
		p.looks[r].fg, p.looks[r].bg = mustColor(fg), mustColor(bg)
		p.looks[r].attrs &= p.keeps
	}
}

func (p *painter) foregrounds(c swatch) {
	p.paint(c.strong, "", Title, Value, Input, TopLine, Key, Link, JSONKey)
	p.paint(c.dim, "", Dim, Label, KeyHelp, TabCount, Tab, InputPlaceholder, JSONPunct, JSONNull, Header)
	p.paint(c.line, "", Border, BarEmpty, KeyOff)
	p.paint(c.accent, "", Accent, BorderFocus, DialogBorder, InputPrompt, TabActive)
	p.paint(c.strong, "", HeaderSorted, BarFull)
	p.paint(c.match, "", Match)
	p.paint(c.good, "", Good, DiffAdded, ToastGood)
	p.paint(c.warn, "", Warn, DiffChanged, ToastUnknown)
	p.paint(c.bad, "", Bad, DiffRemoved, ToastBad, InputError, DangerBorder, DangerTitle)
	p.paint(c.info, "", Info, Pending, JSONNumber, JSONBool)
	p.paint("", "", JSONString)
	p.paint(c.mark, "", MarkSign)
	p.paint(c.low, "", RiskLow)
	p.paint(c.medium, "", RiskMedium)
	p.paint(c.elev, "", RiskElevated)
	p.paint(c.high, "", RiskHigh)
	p.paint(c.crit, "", RiskCritical)
}

// bands are text on a ground of a colour.
func (p *painter) bands(c swatch) {
	p.paint(c.on, c.accent, ButtonFocus, TenantBand)
	p.paint(c.on, c.warn, BannerOffline, BannerReadOnly)
	p.paint(c.on, cmp.Or(c.info, c.accent), BannerDemo)
	p.paint(c.on, c.bad, BannerError, ButtonDanger)
}

// colored gives every role its look where grounds can be of any colour. It keeps bold and underline where they mean something, and drops
// the attributes that only stand in for a colour.
func colored(c swatch) [roleCount]look {
	p := painter{looks: plain(), keeps: bold}
	p.foregrounds(c)
	p.bands(c)
	p.paint(c.text, c.selected, Selected)
	p.paint(c.text, c.blur, SelectedBlur)
	p.paint(c.text, c.marked, Marked)
	p.paint(c.text, c.both, SelectedMarked)
	p.paint(c.text, c.dialog, Dialog)
	p.paint(c.text, c.field, Field)
	p.paint(c.text, c.fieldFocus, FieldFocus)
	p.paint(c.text, c.chip, Button)
	p.looks[Link].attrs |= underline
	p.looks[Match].attrs |= underline
	for _, r := range []Role{Selected, SelectedMarked, Marked} { // the ground says it
		p.looks[r].attrs = 0
	}
	return p.looks
}

// sixteen gives text its colour and leaves grounds to attributes.
func sixteen(c swatch) [roleCount]look {
	p := painter{looks: plain(), keeps: ^attrs(0)}
	p.foregrounds(c)
	p.keeps = bold
	p.bands(c)
	return p.looks
}

// plain is every role without colour: bold, underline and reverse alone. Nothing is faint: many terminals draw that too weak to be
// read.
func plain() [roleCount]look {
	var looks [roleCount]look
	set := func(a attrs, roles ...Role) {
		for _, r := range roles {
			looks[r].attrs = a
		}
	}
	set(bold, Title, Accent, MarkSign, Warn, BorderFocus, DialogBorder, DangerBorder, Key, ToastGood, ToastUnknown, JSONKey, InputPrompt,
		BarFull, Marked, RiskHigh)
	set(bold|underline, TabActive, FieldFocus, Match, DangerTitle, Bad, ToastBad, InputError, HeaderSorted, RiskCritical)
	set(underline, Link, Header, SelectedBlur, Field)
	set(reverse, Selected, Button)
	set(bold|reverse, SelectedMarked, TenantBand, ButtonFocus, BannerOffline, BannerReadOnly, BannerDemo, BannerError)
	set(bold|reverse|underline, ButtonDanger)
	return looks
}
