//go:build linux || darwin

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// The bounds of a start: from the frame of the empty program that paints on
// events as well to gatehouse's, from there to the rows of the demo, and to
// the first request where the tenant is another process.
const (
	frameBound   = 5 * time.Millisecond
	rowsBound    = 10 * time.Millisecond
	requestBound = 5 * time.Millisecond
)

// starts are the programs whose starts are compared, in turn.
type starts struct {
	events, demo, remote *program

	tenant   *exec.Cmd
	front    *httptest.Server // stands before the tenant and sees requests arrive
	arrived  atomic.Pointer[time.Time]
	requests []time.Duration // from the remote's first frame to the first request
}

// newStarts starts the tenant, in a process of its own.
func newStarts(ctx context.Context, floor, house *program) (*starts, error) {
	s := &starts{
		events: &program{name: "empty, on events", command: floor.command, args: []string{"events"}, ready: floor.ready, quit: "q"},
		demo:   &program{name: "demo", command: house.command, args: house.args, ready: house.ready, quit: house.quit},
		tenant: exec.CommandContext(ctx, house.command, "tenant", "--listen", "127.0.0.1:0"),
	}
	out, err := s.tenant.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.tenant.Start(); err != nil {
		return nil, err
	}
	base, token, err := opening(out)
	if err != nil {
		s.close()
		return nil, err
	}
	proxy := httputil.NewSingleHostReverseProxy(base)
	s.front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := time.Now()
		s.arrived.CompareAndSwap(nil, &now)
		proxy.ServeHTTP(w, r)
	}))
	s.remote = &program{name: "remote", command: house.command, args: []string{"--start", "hooks"}, ready: house.ready, quit: house.quit,
		env: []string{"GATEHOUSE_BASE_URL=" + s.front.URL, "GATEHOUSE_ACCESS_TOKEN=" + token}}
	return s, nil
}

// opening reads how the tenant is opened from what it prints.
func opening(out io.Reader) (base *url.URL, token string, err error) {
	line := regexp.MustCompile(`GATEHOUSE_BASE_URL=(\S+) GATEHOUSE_ACCESS_TOKEN=(\S+)`)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if found := line.FindStringSubmatch(lines.Text()); found != nil {
			base, err = url.Parse(found[1])
			return base, found[2], err
		}
	}
	return nil, "", errors.Join(errors.New("the tenant didn't say how it is opened"), lines.Err())
}

func (s *starts) close() {
	if s.front != nil {
		s.front.Close()
	}
	_ = s.tenant.Process.Signal(os.Interrupt)
	_ = s.tenant.Wait()
}

func (s *starts) measure(ctx context.Context, of settings) error {
	for range of.starts {
		for _, p := range []*program{s.events, s.demo, s.remote} {
			s.arrived.Store(nil)
			began, err := p.measureStart(ctx, of)
			if err != nil {
				return fmt.Errorf("start of %s: %w", p.name, err)
			}
			if p == s.remote {
				frame := began.Add(p.firstFrames[len(p.firstFrames)-1])
				s.requests = append(s.requests, s.arrived.Load().Sub(frame))
			}
		}
	}
	return nil
}

// report prints the medians.
func (s *starts) report(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	row := func(what string, took, bound time.Duration) {
		limit, verdict := "", ""
		if bound > 0 {
			limit, verdict = millis(bound), judge(took <= bound)
		}
		_, _ = fmt.Fprintln(t, strings.Join([]string{what, millis(took), limit, verdict}, "\t"))
	}
	empty, frame := percentile(s.events.firstFrames, 50), percentile(s.demo.firstFrames, 50)
	row("\nfirst frame of the empty program that paints on events", empty, 0)
	row("the demo's frame, after that", frame-empty, frameBound)
	row("the demo's rows, after its frame", percentile(s.demo.readies, 50)-frame, rowsBound)
	row("remote: the frame, after that of the empty program", percentile(s.remote.firstFrames, 50)-empty, frameBound)
	row("remote: the first request, after the frame", percentile(s.requests, 50), requestBound)
	return t.Flush()
}
