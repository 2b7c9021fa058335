package state

import (
	"context"
	"os"
	"path/filepath"
	"strings"
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
	if _, err := s.Layout(); err == nil || strings.Contains(err.Error(), "broken") {
		t.Errorf("of a file of another version, which is left alone, it says %v", err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Layout(); err == nil || !strings.HasSuffix(err.Error(), "it is kept as layout.json.broken when a new one is saved") {
		t.Errorf("of a broken file it says %v", err)
	}
	if err := s.ChangeLayout(context.Background(), func(l *Layout) { l.Preview = "beside" }); err != nil {
		t.Fatal(err)
	}
	if l, err := s.Layout(); err != nil || l.Preview != "beside" {
		t.Errorf("after a broken file: %+v, %v", l, err)
	}
}
