//go:build linux || darwin

package terminal

import (
	"bytes"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// doubter asks something once a d was pressed.
type doubter struct {
	*witness
	asks bool
}

func (d *doubter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if press, is := msg.(tea.KeyPressMsg); is && press.Text == "d" {
		d.asks = true
	}
	_, cmd := d.witness.Update(msg)
	return d, cmd
}

func (d *doubter) Asks() any {
	if d.asks {
		return d
	}
	return nil
}

func (b *bed) asked() int { return bytes.Count(b.seen.Bytes(), []byte(areYouThere)) }

func (b *bed) told(key string) (n int) {
	for _, msg := range b.got {
		if press, is := msg.(tea.KeyPressMsg); is && press.Text == key {
			n++
		}
	}
	return n
}

// What is typed before a question can have been seen isn't an answer to it, however slow the line: the terminal says when it has come
// to it.
func TestKeysWaitUntilAQuestionWasSeen(t *testing.T) {
	for cut := range len(seen) {
		w := &witness{}
		b := newBedOf(t, w, &doubter{witness: w}, 0)
		b.shows("keys: 0")
		b.send(seen)
		b.send("d")
		b.until("the question to the terminal", func() bool { return b.told("d") == 1 && b.asked() == 2 })
		b.send("y")
		time.Sleep(20 * time.Millisecond)
		b.send("z" + seen[:cut])
		time.Sleep(2 * alone) // an ESC that stays alone so long was taken for the key
		b.send(seen[cut:] + "x")
		b.until("the key behind the answer", func() bool { return b.told("x") == 1 })
		b.mu.Lock()
		if b.told("y")+b.told("z") > 0 {
			t.Errorf("cut at %d: the program was told %v", cut, b.got)
		}
		b.mu.Unlock()
		b.send("\x03")
		b.ends(2 * time.Second)
	}
}

func TestCtrlCActsOnAQuestionThatWasNotSeen(t *testing.T) {
	w := &witness{}
	b := newBedOf(t, w, &doubter{witness: w}, 0)
	b.shows("keys: 0")
	b.send(seen + "d")
	b.until("the question to the terminal", func() bool { return b.asked() == 2 })
	b.send("\x03")
	b.ends(2 * time.Second)
}

func TestATerminalThatDoesNotAnswerHasNoBrake(t *testing.T) {
	w := &witness{}
	b := newBedOf(t, w, &doubter{witness: w}, 0)
	b.shows("keys: 0")
	b.send("d")
	b.until("the key", func() bool { return b.told("d") == 1 })
	b.send("y")
	b.until("the next key", func() bool { return b.told("y") == 1 })
	if n := b.asked(); n != 1 {
		t.Errorf("it was asked %d times", n)
	}
}

// An answer that never comes doesn't lock the program up.
func TestTheBrakeEnds(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	d := &doubter{witness: &witness{}, asks: true}
	var b brake
	b.reset(true)
	b.answered()
	b.follow(d, start)
	key := tea.KeyPressMsg{Code: 'y', Text: "y"}
	if b.painted() != areYouThere || b.painted() != "" {
		t.Error("the terminal is asked once")
	}
	if !b.keeps(key, start.Add(time.Second)) || b.keeps(tea.FocusMsg{}, start.Add(time.Second)) {
		t.Error("what is typed waits, and nothing else")
	}
	if b.keeps(key, start.Add(longestUnseen+time.Second)) {
		t.Error("it never ends")
	}
	if b.follow(&doubter{witness: &witness{}, asks: true}, start); b.on {
		t.Error("a terminal whose answer was lost has a brake before it answers again")
	}
	if b.painted() != areYouThere {
		t.Error("it isn't asked anew")
	}
	b.answered()
	if b.follow(d, start); !b.keeps(key, start) {
		t.Error("it answers, and has no brake")
	}
	if b.painted(); !b.keeps(key, start) {
		t.Error("the question to the terminal isn't waited for")
	}
	if b.answered(); b.keeps(key, start) {
		t.Error("one lost answer is missed for ever")
	}
}

// What nobody asked for isn't the answer to the next question, and no sign that a terminal answers that isn't asked.
func TestAnAnswerThatNobodyAskedForDoesNotCount(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	key := tea.KeyPressMsg{Code: 'y', Text: "y"}
	var b brake
	b.reset(true)
	for range 3 {
		b.answered()
	}
	one, other := &doubter{witness: &witness{}, asks: true}, &doubter{witness: &witness{}, asks: true}
	b.follow(one, start)
	b.painted()
	b.follow(other, start)
	b.painted()
	if b.answered(); !b.keeps(key, start) {
		t.Error("the answer about the first question is taken for that about the second")
	}
	if b.answered(); b.keeps(key, start) {
		t.Error("the answer is there, and keys still wait")
	}
	b.reset(false)
	b.answered()
	if b.follow(one, start); b.on {
		t.Error("a terminal that isn't asked has a brake")
	}
}

// However the answer was cut: it is seen as long as it is known for what it is.
func TestTheAnswerIsHeardHoweverItWasCut(t *testing.T) {
	for cut := 1; cut < len(seen); cut++ {
		for _, pause := range append(pauses, 10*time.Second) {
			if cut == 1 && pause > patience || cut == len(seen)-1 && pause > patience {
				continue // what is left is nothing but keys
			}
			l := newLine()
			l.send(seen[:cut])
			l.pause(pause)
			l.send(seen[cut:])
			if !slices.Contains(l.got, tea.Msg(seenMsg{})) {
				t.Errorf("cut at %d for %v: %v", cut, pause, l.got)
			}
		}
	}
}
