package terminal

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Asker is a model that may ask something before it acts. What was typed before the question could be seen is no answer to it: behind the
// terminal file lie buffers that nobody sees, and on a slow line a frame is seen long after it was written.
type Asker interface {
	// Asks is the question that is in front, nil where there is none.
	Asks() any
}

const (
	// areYouThere is a question to which a terminal says seen, once it has come to it.
	areYouThere = "\x1b[5n"
	seen        = "\x1b[0n"
	// longestUnseen is how long an answer is waited for from a terminal that has given one before.
	longestUnseen = 20 * time.Second
)

// seenMsg is that answer.
type seenMsg struct{}

// brake keeps what is typed from a question that can't have been seen yet. A terminal that doesn't answer has none.
type brake struct {
	about        any // the question in front
	on           bool
	since        time.Time
	asked, heard int  // how often the terminal was asked whether it is there, and said so
	until        int  // which answer it takes; 0: the question isn't painted yet
	lost         bool // an answer never came: the terminal is to be asked anew
}

// reset is for a terminal that is taken: it is asked whether it answers, where it can be.
func (b *brake) reset(asks bool) {
	*b = brake{about: b.about}
	if asks {
		b.asked = 1
	}
}

// follow puts the brake on where a question has come to the front.
func (b *brake) follow(model tea.Model, now time.Time) {
	asker, is := model.(Asker)
	if !is {
		return
	}
	if about := asker.Asks(); about != b.about {
		b.about, b.on, b.since, b.until = about, about != nil && b.heard > 0, now, 0
	}
}

// painted is what is to be written behind a frame.
func (b *brake) painted() string {
	if b.lost {
		b.lost, b.asked, b.heard = false, 1, 0
		return areYouThere
	}
	if !b.on || b.until > 0 {
		return ""
	}
	b.asked++
	b.until = b.asked
	return areYouThere
}

// answered takes an answer. One that nobody has asked for doesn't count: the next question would count it as its own.
func (b *brake) answered() {
	b.heard = min(b.heard+1, b.asked)
	if b.until > 0 && b.heard >= b.until {
		b.on = false
	}
}

// keeps reports whether a message isn't for the program, since nobody can have seen what it is about.
func (b *brake) keeps(msg tea.Msg, now time.Time) bool {
	if b.on && now.Sub(b.since) > longestUnseen {
		b.on, b.heard, b.lost = false, 0, true
	}
	return b.on && typed(msg) && !interrupts(msg)
}
