package terminal

import (
	"unicode"

	tea "charm.land/bubbletea/v2"

	"gatehouse/pattern"
)

// ctrlC is what a terminal sends for ctrl+c, unless it encodes keys.
const ctrlC = 0x03

// What ctrl+c is where keys are encoded: with the letter c, with one that isn't Latin and the letter that its key has on the usual layout,
// or, from terminals that don't tell that, with the letter that the key has on the layouts of Russian, Greek, Hebrew, Arabic, Persian,
// Hindi, Thai and Korean; and as a record of Windows, from a terminal that somebody else has left in that mode.
const (
	beyondLatin = `(12[89]|1[3-9]\d|[2-9]\d\d|\d{4,7})`
	atC         = `(99|1089|1057|968|936|1489|1572|1586|2350|3649|12618)`
	encodedC    = `\x1b\[(` + beyondLatin + `:\d*:99|` + atC + `(:\d*){0,2});(5|69|133|197)(:[12])?(;\d*)?u|\x1b\[27;5;` + atC + `~|` +
		`\x1b\[\d*;\d*;3;1(;\d*){0,2}_`
)

var (
	anyCtrlC   = pattern.Of(`\x03|` + encodedC)
	onlyCtrlC  = pattern.Of(`^(` + encodedC + `)$`)
	windowsKey = pattern.Of(`^\x1b\[[\d;]*_$`)
)

// onLatin takes a key on a layout that isn't Latin for the one in the same place that is, where it types no text: what is bound are Latin
// letters. On a Latin layout a key is what is printed on it, wherever it is.
func onLatin(press tea.KeyPressMsg) tea.KeyPressMsg {
	if press.BaseCode == 0 {
		return press
	}
	if press.Text == "" && press.Code > unicode.MaxLatin1 && press.BaseCode < unicode.MaxASCII {
		press.Code = press.BaseCode
	}
	press.BaseCode, press.ShiftedCode = 0, 0
	return press
}
