package terminal

import "testing"

// everyCtrlC is ctrl+c as terminals send it.
var everyCtrlC = []string{"\x03", "\x1b[99;5u", "\x1b[99;5:1u", "\x1b[99;133u", "\x1b[99:67;69u", "\x1b[99:67:99;5u", "\x1b[27;5;99~",
	"\x1b[1089::99;5u", "\x1b[1089:1057:99;5u", "\x1b[968::99;5:1u", "\x1b[1489::99;133u", "\x1b[1072::99;5u", // the letter isn't known here
	"\x1b[1089;5u", "\x1b[968;5u", "\x1b[27;5;1089~", // the place isn't told
	"\x1b[67;46;3;1;8;1_", "\x1b[67;46;3;1;8_"}

// What is bound are Latin letters: on other layouts the key in the same place is meant, on Latin ones the one that says so.
func TestKeysOnOtherLayouts(t *testing.T) {
	for sent, want := range map[string]string{
		"\x1b[1103::122;5u": "ctrl+z", "\x1b[1097::111;5u": "ctrl+o", "\x1b[969::118;5u": "ctrl+v", "\x1b[1078::59;5u": "ctrl+;",
		"\x1b[1103:1071:122;6u": "ctrl+shift+z", "\x1b[1092::97;3u": "alt+a", "\x1b[1102::46;5u": "ctrl+.",
		"\x1b[106::99;5u": "ctrl+j", "\x1b[99::105;5u": "ctrl+c", "\x1b[233::50;5u": "ctrl+é", "\x1b[97::113;5u": "ctrl+a", // Dvorak, French
		"\x1b[1089;5:3u": "", "\x1b[1089::99;5:3u": "", // let go
		"\x1b[1089;6u": "ctrl+shift+с", "\x1b[1092::97u": "ф",
	} {
		l := newLine()
		l.send(sent)
		if got := l.keys(); got != want {
			t.Errorf("%q is %q, want %q", sent, got, want)
		}
	}
}

// A terminal that was left in the mode of Windows sends records that nobody has asked for. They are no keys, ctrl+c excepted.
func TestRecordsOfWindowsAreNoKeys(t *testing.T) {
	l := newLine()
	for _, record := range []string{"\x1b[65;30;97;1;0;1_", "\x1b[65;30;97;0;0;1_", "\x1b[13;28;13;1;0;1_", "\x1b[0;0;97;1;0;1_", "\x1b[_",
		"\x1b[65_", "\x1b[67;46;3;0;8;1_", "\x1b[67;46;99;1;0;1_", "\x9b65;30;97;1;0;1_"} {
		l.send(record)
	}
	if got := l.keys(); got != "" {
		t.Errorf("got %s", got)
	}
	l.send("a")
	if got := l.keys(); got != "a" {
		t.Errorf("then a is %s", got)
	}
}
