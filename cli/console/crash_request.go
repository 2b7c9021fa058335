//go:build crashtest

package console

import (
	"os"
	"runtime"
	"strings"
	"time"

	"gatehouse/ui"
)

// failOnRequest lets tests see what a failure leaves behind: once the file named by GATEHOUSE_CRASH_FILE exists, the console
// panics where GATEHOUSE_CRASH says: in "update", "view" or "command" (copying). Only builds with the tag crashtest have it.
func failOnRequest(o *ui.Options) {
	where, file := os.Getenv("GATEHOUSE_CRASH"), os.Getenv("GATEHOUSE_CRASH_FILE")
	fail := func(here string) {
		if _, err := os.Stat(file); here == where && err == nil {
			panic("made to fail in " + where)
		}
	}
	o.Now = func() time.Time {
		fail(caller())
		return time.Now()
	}
	o.Copy = func(string) error {
		fail("command")
		return nil
	}
}

// caller tells whether the clock is read while the console is updated or drawn.
func caller() string {
	var places [64]uintptr
	frames := runtime.CallersFrames(places[:runtime.Callers(2, places[:])])
	for {
		frame, more := frames.Next()
		switch {
		case strings.HasSuffix(frame.Function, "(*Model).Draw"):
			return "view"
		case strings.HasSuffix(frame.Function, "(*Model).Update"):
			return "update"
		case !more:
			return ""
		}
	}
}
