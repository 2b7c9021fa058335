//go:build linux || darwin

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"sync/atomic"
	"time"
)

// remote is a tenant in a process of its own, and what stands before it and sees requests arrive.
type remote struct {
	tenant  *exec.Cmd
	front   *httptest.Server
	token   string
	arrived atomic.Pointer[time.Time] // the first request since await
	asked   atomic.Int64              // requests so far
}

// newRemote starts the tenant.
func newRemote(ctx context.Context, command string, args ...string) (*remote, error) {
	r := &remote{tenant: exec.CommandContext(ctx, command, append([]string{"tenant", "--listen", "127.0.0.1:0"}, args...)...)}
	out, err := r.tenant.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.tenant.Start(); err != nil {
		return nil, err
	}
	base, token, err := opening(out)
	if err != nil {
		r.close()
		return nil, err
	}
	r.token = token
	proxy := httputil.NewSingleHostReverseProxy(base)
	proxy.ErrorLog = log.New(io.Discard, "", 0) // a program that has left reads no further
	r.front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		now := time.Now()
		r.arrived.CompareAndSwap(nil, &now)
		r.asked.Add(1)
		proxy.ServeHTTP(w, q)
	}))
	return r, nil
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

// env opens it in gatehouse.
func (r *remote) env() []string {
	return []string{"GATEHOUSE_BASE_URL=" + r.front.URL, "GATEHOUSE_ACCESS_TOKEN=" + r.token}
}

func (r *remote) await() { r.arrived.Store(nil) }

func (r *remote) close() {
	if r.front != nil {
		r.front.Close()
	}
	_ = r.tenant.Process.Signal(os.Interrupt)
	_ = r.tenant.Wait()
}
