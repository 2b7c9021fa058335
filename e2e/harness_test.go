//go:build linux || darwin

package e2e_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// patience bounds a wait for something that must happen: long enough for a machine under load.
const patience = 30 * time.Second

// console is a running gatehouse in a terminal. What it can't do fails the test.
type console struct {
	*term.Session
	t      *testing.T
	frames bool // none is seen half
}

// open starts gatehouse.
func open(t *testing.T, o term.Options, args ...string) *console {
	t.Helper()
	if o.Command == "" {
		o.Command = binary
	}
	if o.Args == nil {
		o.Args = args
	}
	isOurs := !slices.Contains([]string{"tmux", "screen"}, filepath.Base(o.Command)) // and no multiplexer around it
	if isOurs && !slices.Contains(o.Args, "--start") && (len(o.Args) == 0 || strings.HasPrefix(o.Args[0], "-")) {
		o.Args = append([]string{"--start", "hooks"}, o.Args...)
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	if o.Home == "" {
		o.Home = t.TempDir()
	}
	s, err := term.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c := &console{s, t, !isOurs || o.Kind != term.Modern}
	t.Cleanup(c.tellCrash)
	return c
}

// tellCrash puts the reports of failures of the program into the log of a test that failed.
func (c *console) tellCrash() {
	reports, _ := filepath.Glob(filepath.Join(c.Home(), ".local/state/gatehouse/crash-*"))
	for _, name := range reports {
		if text, err := os.ReadFile(name); err == nil && c.t.Failed() {
			c.t.Logf("%s", text)
		}
	}
}

// demo opens the built-in tenant and waits for its first rows.
func demo(t *testing.T, o term.Options, args ...string) *console {
	t.Helper()
	c := open(t, o, append([]string{"--demo", "--seed", "1"}, args...)...)
	c.sees(`Hooks .*42 in all`)
	return c
}

func (c *console) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// keys presses keys. Escape goes as terminals with the kitty protocol send it: what follows a lone escape byte at once would
// be taken for alt and a key, and when a busy machine has told the two apart nobody knows. Keys sends the lone byte.
func (c *console) keys(keys ...string) {
	c.t.Helper()
	for i, part := range strings.Split(strings.Join(keys, ""), "<esc>") {
		if i > 0 {
			c.must(c.Send("\x1b[27u"))
		}
		if part != "" {
			c.must(c.Keys(part))
		}
	}
}

// types types text, a few letters at a time that stand before the cursor before the next: on a busy machine more than sixteen keys may be
// read at once, and such a burst takes along what was pressed before and after it.
func (c *console) types(text string) {
	c.t.Helper()
	const piece = 8
	runes := []rune(text)
	for from := 0; from < len(runes); from += piece {
		to := min(from+piece, len(runes))
		c.must(c.Type(string(runes[from:to])))
		typed := string(runes[max(0, to-piece):to])
		c.until(strconv.Quote(typed)+" in the field", func(sc *term.Screen) bool {
			_, confirmed, asked := strings.Cut(sc.String(), "to confirm:") // that field draws its cursor itself
			return strings.HasSuffix(beforeCursor(sc), typed) || asked && strings.Contains(confirmed, typed)
		})
	}
}

// beforeCursor is the line of the cursor up to it.
func beforeCursor(sc *term.Screen) string {
	var text strings.Builder
	for x := range sc.Cursor.X {
		text.WriteString(cmp.Or(sc.Cell(x, sc.Cursor.Y).Content, " "))
	}
	return text.String()
}

// sees waits until the text of the screen matches.
func (c *console) sees(pattern string) {
	c.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	c.until(strconv.Quote(pattern), func(sc *term.Screen) bool { return onScreen(re, sc.String()) })
}

// frames are the screens that a program has painted so far.
type frames struct {
	mu    sync.Mutex
	texts []string
}

func (f *frames) add(_ time.Time, s *term.Screen) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.texts = append(f.texts, s.String())
}

// show reports whether one of the screens matches.
func (f *frames) show(pattern string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.texts, regexp.MustCompile(pattern).MatchString)
}

// misses waits until nothing on the screen matches any more.
func (c *console) misses(pattern string) {
	c.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	c.until("no "+strconv.Quote(pattern), func(sc *term.Screen) bool { return !onScreen(re, sc.String()) })
}

// until waits until the screen is as described, looking at whole frames.
func (c *console) until(what string, cond func(*term.Screen) bool) {
	c.t.Helper()
	c.must(c.WaitFor(context.Background(), what, func(sc *term.Screen) bool { return c.whole(sc) && cond(sc) }))
}

// whole reports whether a screen is a whole frame. Until the program has been told that it can say where a frame ends, half of one may be
// seen: the heading of a pane, and below it what the pane before has left there, its count too.
func (c *console) whole(sc *term.Screen) bool {
	if !c.frames && sc.Alt {
		c.frames = bytes.Contains(c.Log(), []byte(ansi.SetModeSynchronizedOutput))
	}
	return c.frames || !sc.Alt
}

// shows reports whether the screen matches right now.
func (c *console) shows(pattern string) bool {
	return onScreen(regexp.MustCompile("(?m)"+pattern), c.Screen().String())
}

// hides fails when the screen matches right now: what is to come or to go is for sees and misses.
func (c *console) hides(pattern string) {
	c.t.Helper()
	if c.shows(pattern) {
		c.t.Errorf("the screen shows %q:\n%s", pattern, c.Screen())
	}
}

// row gives the number and the text of the first line that matches.
func (c *console) row(pattern string) (int, string) {
	c.t.Helper()
	re := regexp.MustCompile(pattern)
	sc := c.Screen()
	for y := range sc.Height {
		if line := sc.Line(y); re.MatchString(line) || re.MatchString(bare(line)) {
			return y, line
		}
	}
	c.t.Fatalf("no line matches %q:\n%s", pattern, sc)
	return 0, ""
}

// afterGrace waits until a dialog or another tenant that is on the screen takes keys: for the first 250 ms after it came it takes none that
// act, nor before the terminal has said that it came to it. A busy machine has it read a key later than it was sent.
func (c *console) afterGrace() { time.Sleep(500 * time.Millisecond) }

// ends waits for the program's end, and checks how it ended and that the terminal is as before.
func (c *console) ends(code int) {
	c.t.Helper()
	exit, err := c.Wait(context.Background())
	c.must(err)
	if exit != (term.Exit{Code: code}) {
		c.t.Errorf("the program ended with %v, want exit status %d; it left:\n%s", exit, code, c.Screen())
	}
	if err := c.Restored(); err != nil {
		log := c.Log()
		c.t.Fatalf("%v\nthe last that it wrote: %q", err, log[max(0, len(log)-600):])
	}
}

// settled waits until the program has taken all that was typed, and drawn what came of it. Drawing anew (ctrl+l works
// everywhere) tells that: keys are handled in order. What has no screen of its own can only be listened to.
func (c *console) settled() {
	c.t.Helper()
	if c.Screen().Alt {
		c.drawnAnew()
	}
	c.quiet()
}

// drawnAnew waits until the program has taken all that was typed, on a screen that need not come to rest.
func (c *console) drawnAnew() {
	c.t.Helper()
	n := c.cleared()
	c.keys("<ctrl+l>")
	c.until("a screen drawn anew", func(*term.Screen) bool { return c.cleared() > n })
}

// cleared counts how often the screen was drawn from nothing.
func (c *console) cleared() int { return bytes.Count(c.Log(), []byte("\x1b[2J")) }

// restless is how long a screen may go on changing before a test that waits for its rest fails: what is animated never rests by itself.
const restless = 8 * time.Second

// quiet waits until nothing was written for a while, counted from now.
func (c *console) quiet() {
	c.t.Helper()
	const while = 150 * time.Millisecond
	time.Sleep(while) // what was written before says nothing about what is still to come
	ctx, cancel := context.WithTimeout(context.Background(), restless)
	defer cancel()
	if err := c.WaitQuiet(ctx, while); err != nil {
		c.t.Fatalf("the screen doesn't come to rest; wait for what it is to show instead: %v", err)
	}
}

// site is a tenant that the test serves and can misuse.
type site struct {
	*tenant.Tenant
	server *tenant.Server
	t      *testing.T
}

func serve(t *testing.T, o tenant.Options) *site {
	t.Helper()
	if o.Seed == 0 {
		o.Seed = 1
	}
	o.Rejects = true
	s := &site{Tenant: tenant.New(o), t: t}
	s.start("127.0.0.1:0")
	return s
}

func (s *site) start(addr string) {
	s.t.Helper()
	server, err := s.Start(context.Background(), addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.server = server
	s.t.Cleanup(func() { _ = server.Close() })
}

// host is the address without its scheme.
func (s *site) host() string { return strings.TrimPrefix(s.server.URL(), "http://") }

// env lets a gatehouse find the tenant.
func (s *site) env() []string {
	return []string{"GATEHOUSE_BASE_URL=" + s.server.URL(), "GATEHOUSE_ACCESS_TOKEN=" + s.Token()}
}

// open starts gatehouse on the tenant.
func (s *site) open(o term.Options, args ...string) *console {
	s.t.Helper()
	o.Env = append(s.env(), o.Env...)
	return open(s.t, o, args...)
}

// writes are the requests so far that may have changed something.
func (s *site) writes() []tenant.Recorded {
	return slices.DeleteFunc(s.Requests(), func(r tenant.Recorded) bool { return reads(r) })
}

// reads follows docs/interface.md and docs/companion.md: GETs, the POST searches, the CEL test, binding get and tokens change nothing.
func reads(r tenant.Recorded) bool {
	switch {
	case r.Method == http.MethodGet:
		return true
	case r.Method != http.MethodPost:
		return false
	}
	return strings.HasPrefix(r.Path, "/api/v1/search/") || strings.HasPrefix(r.Path, "/auth/") ||
		r.Path == "/api/v1/policies/test-account-provision-policy" || r.Path == "/api/v1/appentitlementmonitorbinding/get" ||
		strings.HasSuffix(r.Path, "/users") && strings.HasPrefix(r.Path, "/api/v1/role-mining/suggestions/")
}

// wrote waits for the n-th write and returns it; more than n are a failure.
func (s *site) wrote(n int) tenant.Recorded {
	s.t.Helper()
	s.until(fmt.Sprintf("%d writes", n), func() bool { return len(s.writes()) >= n })
	if got := s.writes(); len(got) != n {
		s.t.Fatalf("%d writes came in, want %d: %v", len(got), n, lines(got))
	}
	return s.writes()[n-1]
}

// untouched fails when anything but a read came in.
func (s *site) untouched() {
	s.t.Helper()
	if got := s.writes(); len(got) > 0 {
		s.t.Errorf("nothing but reads was expected: %v", lines(got))
	}
}

// until polls for a condition on the tenant's side.
func (s *site) until(what string, cond func() bool) {
	s.t.Helper()
	waitUntil(s.t, what, cond)
}

func waitUntil(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !cond(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// text is a string in a record as the tenant has it.
func (s *site) text(collection, id, field string) string {
	s.t.Helper()
	record, ok := s.Record(collection, id)
	if !ok {
		s.t.Fatalf("the tenant has no %s %s", collection, id)
	}
	text, _ := record[field].(string)
	return text
}

func lines(requests []tenant.Recorded) []string {
	var all []string
	for _, r := range requests {
		all = append(all, r.Method+" "+r.Path+" "+string(r.Body))
	}
	return all
}

// body decodes what was sent.
func body(t *testing.T, r tenant.Recorded) map[string]any {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(r.Body, &got); err != nil {
		t.Fatalf("the body of %s %s isn't JSON: %v: %s", r.Method, r.Path, err, r.Body)
	}
	return got
}

// writeFile makes a file in the home folder of a program that is yet to be started.
func writeFile(t *testing.T, mode os.FileMode, text string, path ...string) string {
	t.Helper()
	name := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return name
}
