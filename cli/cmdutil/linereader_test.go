package cmdutil

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

const typedAll = "qQ?:/jkdDrRaAgG0123456789 ,.x"

func TestLineReader(t *testing.T) {
	for input, want := range map[string]string{
		"abc\r": "abc", "abc\n": "abc", "\r": "", "ab\x7fc\r": "ac", "ab\bc\r": "ac", "\x7f\x7fa\r": "a", "one two\x17three\r": "one three",
		"日本 語\x17x\r": "日本 x", "one\x15two\r": "two", "né\x7f\r": "n", typedAll +
			"\r": typedAll, "a\tb\r": "a b", "a\x00\x01\x02b\r": "ab",
		"\x1b[Aab\x1b[1;5Cc\x1bOPd\x1bfe\x1b[3~\r": "abcde", // cursor, function and alt keys mean nothing here

		"\x1b[200~https://hook.example.com/日本\x1b[201~\r": "https://hook.example.com/日本",
		"\x1b[200~one\ntwo\r\nthree\x1b[201~\r":           "one two  three", // a paste never submits
		"\x1b[200~\x1b[201~x\r":                           "x",
		"a\x1b[200~b\x1b[201~c\x1b[200~\n\x1b[201~\r":     "abc ",
		"\x1b[200~esc\x1b[31min\x1b[201~ it\r":            "escin it",
	} {
		for name, read := range map[string]func(io.Reader) io.Reader{"at once": func(r io.Reader) io.Reader { return r },
			"by bytes": iotest.OneByteReader} {
			r := lineReader{now: time.Now}
			got, err := r.read(read(strings.NewReader(input)))
			if err != nil || got != want {
				t.Errorf("%q %s: got %q, %v; want %q", input, name, got, err, want)
			}
		}
	}
}

func TestLineReaderIsLeft(t *testing.T) {
	for _, input := range []string{"abc\x03", "\x04", "abc", "", "\x1b[200~abc\x03"} {
		r := lineReader{now: time.Now}
		if got, err := r.read(strings.NewReader(input)); !errors.Is(err, ErrCancelled) {
			t.Errorf("%q: got %q, %v", input, got, err)
		}
	}
	r := lineReader{now: time.Now}
	if got, err := r.read(strings.NewReader("ab\x04c\r")); err != nil || got != "abc" {
		t.Errorf("ctrl+d in a line: got %q, %v", got, err)
	}
	broken := errors.New("broken")
	if _, err := r.read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestLineReaderEchoes(t *testing.T) {
	var echo strings.Builder
	r := lineReader{now: time.Now, echo: &echo}
	if got, err := r.read(strings.NewReader("yx\x7f\x1b[A\x07é\r")); err != nil || got != "yé" || echo.String() != "yx\b \b" {
		t.Errorf("got %q, %v, echoed %q", got, err, echo.String())
	}
}

// What is pasted, or typed before a question could be read, is no answer to it.
func TestLineReaderTakesNoHastyAnswer(t *testing.T) {
	asked := time.Date(2026, 11, 27, 22, 0, 0, 0, time.UTC)
	clock := asked
	r := lineReader{now: func() time.Time { return clock }, from: asked.Add(grace), typedOnly: true}
	input, keys := io.Pipe()
	defer func() { _ = keys.Close() }()
	got := make(chan string)
	go func() {
		line, err := r.read(&ticking{input, func(n int) {
			if n == 2 {
				clock = asked.Add(grace)
			}
		}, 0})
		if err != nil {
			line = err.Error()
		}
		got <- line
	}()
	for _, typed := range []string{"y\r", "\x1b[200~y\r\x1b[201~", "no\r"} {
		if _, err := io.WriteString(keys, typed); err != nil {
			t.Fatal(err)
		}
	}
	if line := <-got; line != "no" {
		t.Errorf("got %q", line)
	}
}

// ticking calls tick with the number of the read, once it has its bytes.
type ticking struct {
	io.Reader
	tick func(int)
	n    int
}

func (t *ticking) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.n++
	t.tick(t.n)
	return n, err
}
