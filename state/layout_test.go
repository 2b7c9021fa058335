package state

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestTheLayoutIsKept(t *testing.T) {
	s, dir := newStore(t)
	if l, err := s.Layout(); err != nil || l.Preview != "" {
		t.Fatalf("before anything was kept: %+v, %v", l, err)
	}
	if err := s.ChangeLayout(context.Background(), func(l *Layout) { l.Preview = "below" }); err != nil {
		t.Fatal(err)
	}
	if l, err := s.Layout(); err != nil || l.Preview != "below" {
		t.Errorf("kept %+v, %v", l, err)
	}
	path := filepath.Join(dir, layoutFile)
	if err := os.WriteFile(path, []byte(`{"version":99,"preview":"away"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.ChangeLayout(context.Background(), func(l *Layout) { l.Preview = "beside" }); err == nil {
		t.Error("a file of another version is written over")
	}
	if text, _ := os.ReadFile(path); string(text) != `{"version":99,"preview":"away"}` {
		t.Errorf("a file of another version has become %s", text)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.ChangeLayout(context.Background(), func(l *Layout) { l.Preview = "beside" }); err != nil {
		t.Fatal(err)
	}
	if l, err := s.Layout(); err != nil || l.Preview != "beside" {
		t.Errorf("after a broken file: %+v, %v", l, err)
	}
}
