package cmdutil

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"gatehouse/api"
	"gatehouse/credential"
	"gatehouse/ui/draw"
)

// IOStreams are what a command reads from and prints to.
type IOStreams struct {
	In         io.Reader
	InTerminal bool // input is a terminal: nothing is waiting in it
	Out        io.Writer
	Err        io.Writer
	Silence    time.Duration // how long a command works without a word; 0: a second

	printing sync.Mutex // retries are told from other goroutines
}

// widthOf is the width of a terminal in cells, 0 if to is none.
func widthOf(to io.Writer) int {
	file, ok := to.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(file.Fd())
	if err != nil || width < 20 {
		return 0
	}
	return width
}

// Tell prints a text for people without private keys, wrapped between words. Indented lines are left as they are: addresses and commands
// get copied.
func (s *IOStreams) Tell(to io.Writer, format string, args ...any) {
	s.printing.Lock()
	defer s.printing.Unlock()
	width := widthOf(to)
	for line := range strings.SplitSeq(credential.Hide(fmt.Sprintf(format, args...)), "\n") {
		if width > 0 && !strings.HasPrefix(line, " ") {
			line = strings.Join(draw.Wrap(line, width), "\n")
		}
		_, _ = fmt.Fprintln(to, line)
	}
}

// Retrying says that the client waits before it tries again.
func (s *IOStreams) Retrying(x api.Exchange) {
	if x.Wait > 0 && !x.Background {
		s.Tell(s.Err, "%s", draw.Clean(x.Retrying()))
	}
}

// Meanwhile says what a command does if that takes long; done is called when it is over.
func (s *IOStreams) Meanwhile(text string) (done func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(cmp.Or(s.Silence, time.Second), func() {
		defer close(said)
		s.Tell(s.Err, "%s", text)
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}

// WaitForKeyring says why nothing happens while a keyring takes its time: it may want to be unlocked first.
func (s *IOStreams) WaitForKeyring() (done func()) {
	return s.Meanwhile("Waiting for the keyring; the desktop may ask for its password…")
}
