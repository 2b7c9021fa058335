package theme

// swatch is the set of colours that a palette is made of. The tests hold its contrasts.
type swatch struct {
	strong, dim, line             string // headings and keys; lesser text; borders and tracks
	accent                        string // the focus, and nothing else
	good, warn, bad, info         string // the four states
	low, medium, elev, high, crit string // the ramp of risk
	mark, match                   string // the sign of a mark; what a filter found
	text                          string // body text on a ground of ours
	selected, blur                string // grounds from here on: the row under the cursor, with the focus and without
	marked, both                  string // a marked row; the same under the cursor
	dialog, chip                  string // a dialog; a tab or a button without the focus
	field, fieldFocus             string // what is typed into
	on                            string // text on accent and states
}

func darkSwatch() swatch {
	return swatch{
		strong: "#eceff8", dim: "#a9b0c6", line: "#858ca3",
		accent: "#8fb4ff", good: "#98d48c", warn: "#e8c66b", bad: "#ff9a9a", info: "#7fcbe0",
		low: "#a9b0c6", medium: "#d3cf9e", elev: "#e8c66b", high: "#ffa870", crit: "#ff9a9a",
		mark: "#cdb0ff", match: "#ffd75f", text: "#e3e7f3",
		selected: "#1c3560", blur: "#2e3243", marked: "#37294f", both: "#3a2f70",
		dialog: "#202433", chip: "#3a4056", field: "#2b3043", fieldFocus: "#1c3560", on: "#0d1017",
	}
}

func lightSwatch() swatch {
	return swatch{
		strong: "#12162a", dim: "#50566b", line: "#6f7588",
		accent: "#1550c0", good: "#17602a", warn: "#704600", bad: "#a8122a", info: "#00586f",
		low: "#50566b", medium: "#555018", elev: "#704600", high: "#963a00", crit: "#a8122a",
		mark: "#6230a8", match: "#8a3200", text: "#1a1f33",
		selected: "#cfe0ff", blur: "#dcdfe8", marked: "#efdcff", both: "#d0ceff",
		dialog: "#eff1f8", chip: "#d0d5e3", field: "#dfe3ee", fieldFocus: "#cfe0ff", on: "#ffffff",
	}
}

func contrastDarkSwatch() swatch {
	return swatch{
		strong: "#ffffff", dim: "#dcdcdc", line: "#c0c0c0",
		accent: "#8fdcff", good: "#87ff87", warn: "#ffff5f", bad: "#ffbcbc", info: "#8fe8e8",
		low: "#dcdcdc", medium: "#f4f2c0", elev: "#ffff5f", high: "#ffcb8f", crit: "#ffbcbc",
		mark: "#ffbfff", match: "#ffff00", text: "#ffffff",
		selected: "#00007f", blur: "#303030", marked: "#4b0055", both: "#003a55",
		dialog: "#161616", chip: "#383838", field: "#2c2c2c", fieldFocus: "#00007f", on: "#000000",
	}
}

func contrastLightSwatch() swatch {
	return swatch{
		strong: "#000000", dim: "#303030", line: "#4a4a4a",
		accent: "#00308f", good: "#004000", warn: "#4d2b00", bad: "#7f0000", info: "#003d4d",
		low: "#303030", medium: "#3c3a00", elev: "#4d2b00", high: "#6b2000", crit: "#7f0000",
		mark: "#4b0082", match: "#6e0000", text: "#000000",
		selected: "#ffee80", blur: "#e0e0e0", marked: "#e6ccff", both: "#ffd24d",
		dialog: "#f0f0f0", chip: "#d4d4d4", field: "#dedede", fieldFocus: "#ffee80", on: "#ffffff",
	}
}

func dark256Swatch() swatch {
	return swatch{
		strong: "255", dim: "250", line: "245",
		accent: "111", good: "114", warn: "222", bad: "217", info: "116",
		low: "250", medium: "187", elev: "222", high: "216", crit: "217",
		mark: "183", match: "221", text: "254",
		selected: "18", blur: "237", marked: "53", both: "54",
		dialog: "235", chip: "238", field: "237", fieldFocus: "18", on: "16",
	}
}

func light256Swatch() swatch {
	return swatch{
		strong: "16", dim: "239", line: "242",
		accent: "20", good: "22", warn: "58", bad: "124", info: "23",
		low: "239", medium: "58", elev: "52", high: "88", crit: "124",
		mark: "54", match: "90", text: "233",
		selected: "189", blur: "253", marked: "225", both: "195",
		dialog: "255", chip: "252", field: "253", fieldFocus: "189", on: "231",
	}
}

func contrastDark256Swatch() swatch {
	return swatch{
		strong: "231", dim: "253", line: "250",
		accent: "117", good: "120", warn: "227", bad: "224", info: "159",
		low: "253", medium: "230", elev: "227", high: "223", crit: "224",
		mark: "225", match: "226", text: "231",
		selected: "17", blur: "236", marked: "53", both: "18",
		dialog: "234", chip: "237", field: "236", fieldFocus: "17", on: "16",
	}
}

func contrastLight256Swatch() swatch {
	return swatch{
		strong: "16", dim: "236", line: "239",
		accent: "18", good: "22", warn: "52", bad: "88", info: "17",
		low: "236", medium: "238", elev: "52", high: "52", crit: "88",
		mark: "54", match: "53", text: "16",
		selected: "228", blur: "254", marked: "225", both: "222",
		dialog: "255", chip: "252", field: "253", fieldFocus: "228", on: "231",
	}
}

// Sixteen colours are whatever the terminal makes of them, so they have no grounds but those of bands: rows and fields are told apart by
// attributes and signs. Blue is too dark on black; yellow, green and cyan are too bright on white.

func dark16Swatch() swatch {
	return swatch{
		strong: "15", accent: "14", good: "10", warn: "11", bad: "9", info: "6",
		medium: "15", elev: "11", high: "9", crit: "9", mark: "13", match: "11", chip: "7", on: "0",
	}
}

func light16Swatch() swatch {
	return swatch{
		strong: "0", accent: "4", good: "4", warn: "5", bad: "1",
		medium: "0", elev: "5", high: "1", crit: "1", mark: "5", match: "5", chip: "7", on: "15",
	}
}
