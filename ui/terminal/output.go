package terminal

import (
	"os"
	"sync"
	"time"
)

// soon is how long a terminal may take to read what it had room for: that costs less than having somebody else write the rest.
const soon = 2 * time.Millisecond

// output is the terminal file as Bubble Tea writes it. Writing never waits for longer than that: what the file doesn't take is written by a
// goroutine.
type output struct {
	file   *os.File
	direct *direct
	most   time.Duration // that leaving may take

	mu     sync.Mutex
	change *sync.Cond
	wait   []byte
	busy   bool // a write is under way
	used   bool // something was written
	away   bool // somebody else has the terminal: what is written is dropped
	closed bool
	then   func() // called once everything is written
	err    error
	ended  chan struct{}
}

func newOutput(file *os.File) *output {
	o := &output{file: file, direct: openDirect(file), most: mostLeaving, ended: make(chan struct{})}
	o.change = sync.NewCond(&o.mu)
	go o.run()
	return o
}

// Write takes what is to be written, and tells what became of what was written before.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	if o.away || o.closed {
		return len(p), nil
	}
	o.used = true
	taken := 0
	if !o.busy && len(o.wait) == 0 {
		for taken = o.direct.write(p); taken > 0 && taken < len(p) && o.direct.takesMore(soon); {
			n := o.direct.write(p[taken:])
			if taken += n; n == 0 {
				break
			}
		}
	}
	if taken < len(p) {
		o.wait = append(o.wait, p[taken:]...)
		o.change.Broadcast()
	}
	return len(p), nil
}

func (o *output) run() {
	defer close(o.ended)
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.wait) == 0 && !o.closed {
			if o.then != nil {
				go o.then()
				o.then = nil
			}
			o.change.Wait()
		}
		if len(o.wait) == 0 {
			return
		}
		data := o.wait
		o.wait, o.busy = nil, true
		o.mu.Unlock()
		_, err := o.file.Write(data)
		o.mu.Lock()
		o.busy = false
		if err != nil && o.err == nil {
			o.err = err
		}
		o.change.Broadcast()
	}
}

// written reports whether everything is written. If not, it is told later, once.
func (o *output) written(then func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy || len(o.wait) > 0 {
		o.then = then
		return false
	}
	return true
}

// Leaving may take this long in all where the terminal takes nothing; a write that was under way when its buffer was emptied ends long
// before that.
const (
	mostLeaving = 300 * time.Millisecond
	lookAgain   = 2 * time.Millisecond
)

// leave drops what waits, here and in the terminal's buffer, and writes last.
func (o *output) leave(last string) {
	o.mu.Lock()
	if o.away || o.closed {
		o.mu.Unlock()
		return
	}
	o.away, o.wait = true, nil
	used := o.used
	o.mu.Unlock()
	until := time.Now().Add(o.most)
	discardOutput(o.file)
	for !o.idle() && time.Now().Before(until) {
		time.Sleep(lookAgain)
		discardOutput(o.file)
	}
	discardOutput(o.file) // what the last write has put there since
	if !used || !o.idle() {
		return
	}
	o.mu.Lock()
	o.wait = []byte(last)
	o.change.Broadcast()
	o.mu.Unlock()
	for !o.idle() && time.Now().Before(until) {
		time.Sleep(lookAgain)
	}
}

// back takes what is written again.
func (o *output) back() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.away = false
}

func (o *output) idle() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.busy && len(o.wait) == 0
}

// close ends the goroutine that writes. One whose write hangs in a terminal that takes nothing ends with the process.
func (o *output) close() {
	o.mu.Lock()
	o.closed = true
	o.change.Broadcast()
	hangs := o.busy
	o.mu.Unlock()
	if !hangs {
		<-o.ended
	}
	o.direct.close()
}
