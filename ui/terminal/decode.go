package terminal

import (
	"bytes"
	"context"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"gatehouse/pattern"
)

// Burst is more keys than a hand presses: they came at once, from a paste without its marks, a program, or a line that was stuck; or right
// behind a paste, to whose text they may belong.
type Burst struct {
	Keys   []tea.KeyPressMsg
	Pasted bool
}

// Pasting says that the rest of a paste is waited for, or no longer.
type Pasting struct{ On bool }

// How many keys in one read are still a hand's, and how many soon behind a paste.
const (
	burstKeys = 16
	pasteKeys = 2
)

// decoder turns tokens into messages. What a sequence means is ultraviolet's knowledge, with its table of keys for this terminal; it gets
// each one alone and whole.
type decoder struct {
	termType string
	plain    uv.EventDecoder
	reader   *uv.TerminalReader // made for the first sequence: its table takes longer than the first frame has
	source   bytes.Reader
	known    map[string]tea.KeyPressMsg // the keys that sequences were: a sequence is the same key each time
}

// mostKnown is more than a keyboard has keys that are sequences.
const mostKnown = 512

func newDecoder(termType string) *decoder { return &decoder{termType: termType} }

// messages gives what a token says, in Bubble Tea's types.
func (d *decoder) messages(t token) []tea.Msg {
	switch t.kind {
	case text, control:
		return d.keys(t.data)
	case sequence:
		return d.sequence(t.data)
	case escape:
		return []tea.Msg{tea.KeyPressMsg{Code: tea.KeyEscape}}
	case pasted:
		return []tea.Msg{tea.PasteMsg{Content: string(t.data)}}
	case waiting:
		return []tea.Msg{Pasting{On: true}}
	case arrived:
		return []tea.Msg{Pasting{}}
	}
	return nil
}

func (d *decoder) keys(data []byte) (all []tea.Msg) {
	for len(data) > 0 {
		n, event := d.plain.Decode(data)
		if n <= 0 {
			return all
		}
		if msg := message(event); msg != nil {
			all = append(all, msg)
		}
		data = data[n:]
	}
	return all
}

// linuxKey is how the console of Linux sends f1 to f5: ultraviolet knows it only by the name of that terminal.
var linuxKey = pattern.Of(`^\x1b\[\[([A-E])$`)

func (d *decoder) sequence(data []byte) []tea.Msg {
	if key, is := d.known[string(data)]; is {
		return []tea.Msg{key}
	}
	all := d.decodeSequence(data)
	if len(all) == 1 && len(d.known) < mostKnown {
		if key, is := all[0].(tea.KeyPressMsg); is {
			if d.known == nil {
				d.known = map[string]tea.KeyPressMsg{}
			}
			d.known[string(data)] = key
		}
	}
	return all
}

func (d *decoder) decodeSequence(data []byte) []tea.Msg {
	if key := linuxKey().FindSubmatch(data); key != nil {
		return []tea.Msg{tea.KeyPressMsg{Code: tea.KeyF1 + rune(key[1][0]-'A')}}
	}
	switch {
	case string(data) == seen:
		return []tea.Msg{seenMsg{}}
	case onlyCtrlC().Match(data):
		return []tea.Msg{tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}}
	case !readable(data), windowsKey().Match(data): // nobody has asked for these
		return nil
	}
	if d.reader == nil {
		d.reader = uv.NewTerminalReader(&d.source, d.termType)
	}
	d.source.Reset(data)
	events := make(chan uv.Event, len(data)+1) // never more than bytes
	if err := d.reader.StreamEvents(context.Background(), events); err != nil {
		return nil
	}
	if len(events) == 0 {
		return nil
	}
	if msg := message(<-events); msg != nil { // a sequence is one event: what follows is a rest that ultraviolet doesn't know, as keys
		return []tea.Msg{msg}
	}
	return nil
}

// readable reports whether the parameters of a sequence are no more and no longer than any that says something: where there are more,
// ultraviolet reads the rest as keys, or beyond the end of its list.
func readable(data []byte) bool {
	const most, longest = 24, 9
	parameters, digits := 1, 0
	if data[1] != '[' && data[1] != 'P' {
		return true
	}
	for _, c := range data[2:] {
		switch {
		case c == ';' || c == ':':
			parameters, digits = parameters+1, 0
		case c >= '0' && c <= '9':
			digits++
		case c < '<' || c > '?':
			return true
		}
		if parameters > most || digits > longest {
			return false
		}
	}
	return true
}

// message is an event of the input as Bubble Tea's message; nil: nothing here has a use for it. A size that the terminal reports is
// no more than a reason to ask for it.
func message(e uv.Event) tea.Msg {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		return onLatin(tea.KeyPressMsg(e))
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg(e)
	case uv.BlurEvent:
		return tea.BlurMsg(e)
	case uv.WindowSizeEvent:
		return tea.WindowSizeMsg{} // the terminal file is asked when it arrives
	}
	return answer(e)
}

// answer is what the terminal answers to the questions that it is asked.
func answer(e uv.Event) tea.Msg {
	switch e := e.(type) {
	case uv.ForegroundColorEvent:
		return tea.ForegroundColorMsg(e)
	case uv.BackgroundColorEvent:
		if e.Color == nil {
			return nil // it couldn't be read: no answer
		}
		return tea.BackgroundColorMsg(e)
	case uv.CursorColorEvent:
		return tea.CursorColorMsg(e)
	case uv.CapabilityEvent:
		return tea.CapabilityMsg(e)
	case uv.TerminalVersionEvent:
		return tea.TerminalVersionMsg(e)
	case uv.KeyboardEnhancementsEvent:
		return tea.KeyboardEnhancementsMsg(e)
	case uv.ModeReportEvent:
		return tea.ModeReportMsg(e)
	}
	return nil
}

// decode turns what was read at once into messages. After says what was read before; floods, whether what comes soon goes on with it.
func (d *decoder) decode(tokens []token, after after) (all []tea.Msg, floods bool) {
	keys, behind := 0, -1 // from where on they belong to a paste
	for _, t := range tokens {
		switch {
		case t.kind == stray:
			behind = 0
		case t.kind == arrived && behind < 0:
			behind = len(all)
		}
		for _, msg := range d.messages(t) {
			if _, is := msg.(tea.KeyPressMsg); is {
				keys++
			}
			all = append(all, msg)
		}
	}
	switch {
	case keys > after.hand():
		return gather(all, after.paste || behind >= 0), true
	case behind >= 0:
		return append(all[:behind:behind], gather(all[behind:], true)...), true
	}
	return all, false
}

// after is what was read a moment ago.
type after struct{ flood, paste bool }

// hand is how many keys in one read are still a hand's.
func (a after) hand() int {
	switch {
	case a.flood:
		return 0
	case a.paste:
		return pasteKeys
	}
	return burstKeys
}

// gather puts keys that follow each other into one burst. ctrl+c acts by itself.
func gather(all []tea.Msg, pasted bool) (gathered []tea.Msg) {
	burst := Burst{Pasted: pasted}
	end := func() {
		if len(burst.Keys) > 0 {
			gathered = append(gathered, burst)
		}
		burst.Keys = nil
	}
	for _, msg := range all {
		if press, is := msg.(tea.KeyPressMsg); is && !interrupts(msg) {
			burst.Keys = append(burst.Keys, press)
			continue
		}
		end()
		gathered = append(gathered, msg)
	}
	end()
	return gathered
}

// interrupts reports whether a message is ctrl+c.
func interrupts(msg tea.Msg) bool {
	press, is := msg.(tea.KeyPressMsg)
	return is && press.Keystroke() == "ctrl+c"
}

// typed reports whether a message is something that a person did.
func typed(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, Burst, tea.PasteMsg, tea.MouseMsg:
		return true
	}
	return false
}

// ours reports whether a message is one that this package alone makes of what it reads.
func ours(msg tea.Msg) bool {
	switch msg.(type) {
	case Pasting, seenMsg:
		return true
	}
	return false
}
