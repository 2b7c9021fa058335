package theme

// swatch is the set of colours a palette is made of.
type swatch struct {
	strong, dim, faint             string // headings; lesser text; lines
	accent, good, warn, bad, info  string
	pending, key, match            string
	selected, selectedBlur, marked string // backgrounds
	selectedText, markedText       string
	chip, chipText                 string // background and text of tabs and buttons
	onColor                        string // text on a background of accent, good, warn, bad or info
	track                          string // the empty part of a bar
}

func darkSwatch() swatch {
	return swatch{
		strong: "#e6e9f5", dim: "#a6adc8", faint: "#5b6078",
		accent: "#8caaee", good: "#a6d189", warn: "#e5c890", bad: "#f29aa6", info: "#85c1dc",
		pending: "#c6a8f0", key: "#8caaee", match: "#ffd75f",
		selected: "#1f3a66", selectedBlur: "#2f3347", marked: "#3a2f52",
		selectedText: "#ffffff", markedText: "#f0eaff",
		chip: "#363a4f", chipText: "#cdd3ea", onColor: "#11111b", track: "#363a4f",
	}
}

func lightSwatch() swatch {
	return swatch{
		strong: "#1c2033", dim: "#565b70", faint: "#a3a8ba",
		accent: "#1a56c4", good: "#1d6b2a", warn: "#7d4e00", bad: "#b0172f", info: "#00617d",
		pending: "#6b35b5", key: "#1a56c4", match: "#8f3b00",
		selected: "#cfe0ff", selectedBlur: "#e4e6ee", marked: "#eadfff",
		selectedText: "#0d1226", markedText: "#1f0d40",
		chip: "#e4e6ee", chipText: "#33384d", onColor: "#ffffff", track: "#d5d8e3",
	}
}

func contrastDarkSwatch() swatch {
	return swatch{
		strong: "#ffffff", dim: "#d8d8d8", faint: "#b0b0b0",
		accent: "#87d7ff", good: "#87ff87", warn: "#ffff5f", bad: "#ffafaf", info: "#87d7ff",
		pending: "#ffafff", key: "#87d7ff", match: "#ffff00",
		selected: "#00007f", selectedBlur: "#303030", marked: "#4b0055",
		selectedText: "#ffffff", markedText: "#ffffff",
		chip: "#303030", chipText: "#ffffff", onColor: "#000000", track: "#303030",
	}
}

func contrastLightSwatch() swatch {
	return swatch{
		strong: "#000000", dim: "#303030", faint: "#505050",
		accent: "#00308f", good: "#004d00", warn: "#5a3300", bad: "#8f0000", info: "#003d66",
		pending: "#4b0082", key: "#00308f", match: "#7a0000",
		selected: "#ffee80", selectedBlur: "#e0e0e0", marked: "#e6ccff",
		selectedText: "#000000", markedText: "#000000",
		chip: "#e0e0e0", chipText: "#000000", onColor: "#ffffff", track: "#d0d0d0",
	}
}

// colored gives every role its look from the colours of one palette. It keeps
// bold, and drops the attributes that only stand in for a colour.
func colored(c swatch) [roleCount]look {
	looks := plain()
	paint := func(fg, bg string, roles ...Role) {
		for _, r := range roles {
			looks[r].fg, looks[r].bg = mustColor(fg), mustColor(bg)
			looks[r].attrs &= bold
		}
	}
	paint(c.strong, "", Title, Value, Input, TopLine)
	paint(c.dim, "", Dim, Label, KeyHelp, TabCount, InputPlaceholder, JSONPunct, JSONNull, Header)
	paint(c.faint, "", Border)
	paint(c.accent, "", Accent, Link, HeaderSorted, BorderFocus, DialogBorder, InputPrompt, JSONKey, BarFull)
	paint(c.key, "", Key)
	paint(c.match, "", Match)
	paint(c.good, "", Good, JSONString, DiffAdded, ToastGood)
	paint(c.warn, "", Warn, JSONNumber, DiffChanged, ToastUnknown)
	paint(c.bad, "", Bad, DiffRemoved, ToastBad, InputError, DangerBorder, DangerTitle)
	paint(c.info, "", Info)
	paint(c.pending, "", Pending, JSONBool, MarkSign)
	paint(c.selectedText, c.selected, Selected)
	paint(c.selectedText, c.selectedBlur, SelectedBlur)
	paint(c.markedText, c.marked, Marked)
	paint(c.chipText, c.chip, Button)
	paint(c.dim, "", Tab)
	paint(c.onColor, c.accent, TabActive, ButtonFocus, TenantBand)
	paint(c.onColor, c.warn, BannerOffline, BannerReadOnly)
	paint(c.onColor, c.info, BannerDemo)
	paint(c.onColor, c.bad, BannerError)
	paint(c.track, "", BarEmpty)
	looks[Link].attrs |= underline
	looks[Match].attrs |= underline
	return looks
}

// plain is every role without colour: bold, faint, underline and reverse alone.
func plain() [roleCount]look {
	var looks [roleCount]look
	set := func(a attrs, roles ...Role) {
		for _, r := range roles {
			looks[r].attrs = a
		}
	}
	set(bold, Title, Accent, MarkSign, Warn, BorderFocus, DialogBorder, DangerBorder,
		Key, ToastGood, ToastUnknown, JSONKey, InputPrompt, BarFull)
	set(bold|underline, Match, DangerTitle, Bad, ToastBad, InputError)
	set(underline, Link, Header, Marked, SelectedBlur)
	set(faint, Dim, Border, TabCount, KeyHelp, InputPlaceholder, JSONPunct)
	set(reverse, Selected, Button)
	set(bold|reverse, TenantBand, TabActive, ButtonFocus, BannerOffline, BannerReadOnly, BannerDemo, BannerError)
	set(bold|underline, HeaderSorted)
	return looks
}
