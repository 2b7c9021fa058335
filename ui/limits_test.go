package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/ui/host"
)

// What would make a field too long is refused whole, however it comes, and said with both numbers.
func TestFieldsStateTheirLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		way   []string
		most  int
		limit string
	}{
		{"a name", []string{"2", "n"}, 100, "Name takes 100 characters"},
		{"an address", []string{"2", "n", "<tab>"}, 2048, "URL takes 2,048 characters"},
		{"a description", []string{"2", "n", "<tab>", "<tab>"}, 2048, "Description takes 2,048 characters"},
		{"the filter", []string{"2", "/"}, 512, "This line takes 512 characters"},
		{"the palette", []string{":"}, 512, "This line takes 512 characters"},
		{"open by id", []string{"2", "O"}, 2048, "takes 2,048 characters"},
		{"the CEL bench", []string{"0", "b"}, 65536, "The text takes 65,536 characters"},
	} {
		for how, put := range map[string]func(d *driver, text string){
			"pasted":   func(d *driver, text string) { d.send(tea.PasteMsg{Content: text}) },
			"in burst": func(d *driver, text string) { d.burst(text) },
		} {
			d := newDriver(t, driverOptions{w: 120, h: 40})
			d.keys(c.way...)
			put(d, "kept")
			put(d, strings.Repeat("ä", c.most-3))
			d.sees("kept", c.limit)
			d.sees("it would have " + thousands(c.most+1))
			d.keys("x") // editing goes on
			put(d, strings.Repeat("b", c.most-5))
			d.sees("bbbb")
			put(d, "y")
			d.sees("it would have " + thousands(c.most+1))
			if t.Failed() {
				t.Fatalf("%s, %s", c.name, how)
			}
		}
	}
}

func thousands(n int) string {
	switch {
	case n == 65536:
		return "65,536"
	case n == 65537:
		return "65,537"
	case n == 2048:
		return "2,048"
	case n == 2049:
		return "2,049"
	case n == 512:
		return "512"
	case n == 513:
		return "513"
	case n == 100:
		return "100"
	}
	return "101"
}

// A clipboard tool whose display is gone waits for ever: nothing was copied by it.
func TestAClipboardThatHangsTookNothing(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	if err := host.InTime(time.Millisecond, func() error { <-never; return nil }); !errors.Is(err, host.ErrNoAnswer) {
		t.Errorf("%v", err)
	}
	for _, c := range []struct {
		osc52 bool
		err   error
		want  string
	}{
		{false, nil, "Copied the id."},
		{true, nil, "Copied the id."},
		{true, host.ErrNoAnswer, "through the terminal only: the system's clipboard doesn't answer"},
		{false, host.ErrNoAnswer, "Not copied: the system's clipboard doesn't answer"},
		{true, errors.New("exit status 1"), "Copied the id through the terminal."},
		{false, errors.New("exit status 1"), "Not copied: the system's clipboard didn't take the id"},
	} {
		d := newDriver(t, driverOptions{options: func(o *Options) {
			o.OSC52, o.Copy = c.osc52, func(string) error { return c.err }
		}})
		d.keys("1", "y")
		d.sees(c.want)
	}
}

func TestWhatIsTooLongForTheTerminalsClipboardIsNotCopied(t *testing.T) {
	d := newDriver(t, driverOptions{options: func(o *Options) { o.OSC52, o.Copy = true, nil }})
	d.queue = append(d.queue, d.model.copy("the record", strings.Repeat("x", 2_700_000)))
	d.settle()
	d.sees("Not copied: the record has 2,700,000 bytes")
}
