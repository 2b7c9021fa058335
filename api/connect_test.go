package api

import (
	"context"
	"errors"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A tenant that can't be reached is said in a few words, without the calls that were tried.
func TestFailedConnectionIsSaidPlainly(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{BaseURL: "http://" + address, Auth: Auth{Token: "t0ken-of-the-test"},
		Sleep: func(context.Context, time.Duration) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Hook(t.Context(), "h1")
	if KindOf(err) != KindNetwork || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Fatalf("the error is %v, want a refused connection", err)
	}
	if text := err.Error(); strings.Contains(text, "dial") || !strings.Contains(text, "connection refused") {
		t.Errorf("the error says %q", text)
	}
}
