//go:build linux || darwin

package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// What the terminal is asked about itself comes behind the first frame, also when it was away: reading the answers would hold the frame up.
func TestTheFirstFrameComesBeforeTheQuestions(t *testing.T) {
	w := &witness{}
	b := newBedOf(t, w, w, 0)
	for round, key := range []string{"s", "q"} {
		b.until("the questions", func() bool { return b.asked() == round+1 })
		b.mu.Lock()
		written := bytes.Clone(b.seen.Bytes())
		b.mu.Unlock()
		written = written[bytes.LastIndex(written, []byte(ansi.SetModeAltScreenSaveCursor)):]
		frame := bytes.Index(written, []byte("keys: "))
		for _, question := range []string{ansi.RequestKittyKeyboard, ansi.RequestModeSynchronizedOutput, areYouThere} {
			if at := bytes.Index(written, []byte(question)); frame < 0 || at < frame {
				t.Errorf("%q stands at %d, the frame at %d of %q", question, at, frame, written)
			}
		}
		b.send(key)
	}
	b.ends(2 * time.Second)
}

// Behind the first frame come those of the terminal's answers, of who signed in and of the first rows: none of them waits for a turn.
func TestTheFirstRowsDoNotWaitForATurn(t *testing.T) {
	const least = 10 * time.Millisecond
	at := time.Unix(1e9, 0)
	p := pace{least: least}
	p.painted(at)
	p.begun()
	for n := range free + opening + 1 {
		wait := p.wait(at)
		if late := n == free+opening; (wait > 0) != late {
			t.Errorf("frame %d behind the first waits for %v", n+1, wait)
		}
		p.painted(at)
	}
}
