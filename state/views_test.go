package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

func names(t *testing.T, s *Store) []string {
	t.Helper()
	views, err := s.Views()
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, v := range views {
		all = append(all, v.Pane+"/"+v.Name)
	}
	return all
}

func TestViewsAreKeptReplacedAndDeleted(t *testing.T) {
	s, dir := newStore(t)
	ctx := context.Background()
	if got := names(t, s); len(got) != 0 {
		t.Fatalf("before anything was saved: %q", got)
	}
	soon := View{Pane: "secrets", Name: "Soon", Filter: "expires:<24", Sort: "expires", Descending: true, Search: "vpn", Choice: "mine",
		Only: []Only{{Facet: "sharing", Value: "EXTERNAL", Words: "external"}}}
	for _, v := range []View{soon, {Pane: "hooks", Name: "soon"}, {Pane: "secrets", Name: "other"}} {
		if err := s.SaveView(ctx, v, false); err != nil {
			t.Fatal(err)
		}
	}
	again := View{Pane: "secrets", Name: "SOON", Filter: "x"}
	if err := s.SaveView(ctx, again, false); !errors.Is(err, ErrViewThere) {
		t.Errorf("saving over one without being asked: %v", err)
	}
	views, err := Open(dir, nil).Views()
	if err != nil || len(views) != 3 || fmt.Sprint(views[0]) != fmt.Sprint(soon) {
		t.Fatalf("%+v, %v", views, err)
	}
	if err := s.SaveView(ctx, again, true); err != nil {
		t.Fatal(err)
	}
	if got := names(t, s); !slices.Equal(got, []string{"secrets/SOON", "hooks/soon", "secrets/other"}) {
		t.Errorf("after replacing: %q", got)
	}
	for range 2 {
		if err := s.DeleteView(ctx, "secrets", "soon"); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, s); !slices.Equal(got, []string{"hooks/soon", "secrets/other"}) {
		t.Errorf("after deleting: %q", got)
	}
	info, err := os.Stat(filepath.Join(dir, "views.json"))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v, %v", info.Mode(), err)
	}
}

func TestAPaneKeepsAtMostSoManyViews(t *testing.T) {
	s, _ := newStore(t)
	doc := viewsDocument{Version: viewsVersion}
	for i := range maxViews {
		doc.Views = append(doc.Views, View{Pane: "hooks", Name: fmt.Sprint(i)})
	}
	unlock, err := own(context.Background(), s.viewsPath())
	if err != nil {
		t.Fatal(err)
	}
	unlock()
	if err := replaceFile(s.viewsPath(), doc); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveView(context.Background(), View{Pane: "hooks", Name: "one more"}, false); err == nil ||
		!strings.Contains(err.Error(), "delete some first") {
		t.Errorf("the pane took one more: %v", err)
	}
	if err := s.SaveView(context.Background(), View{Pane: "roles", Name: "one more"}, false); err != nil {
		t.Errorf("another pane takes none: %v", err)
	}
}

func TestABrokenFileOfViewsIsPutAside(t *testing.T) {
	s, dir := newStore(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "views.json")
	if err := os.WriteFile(path, []byte(`{"views":[`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Views(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("reading says %v", err)
	}
	if err := s.SaveView(context.Background(), View{Pane: "hooks", Name: "a"}, false); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path + ".broken"); err != nil || string(text) != `{"views":[` {
		t.Errorf("put aside: %q, %v", text, err)
	}
	if err := os.WriteFile(path, []byte(`{"version":99,"views":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveView(context.Background(), View{Pane: "hooks", Name: "a"}, false); !errors.Is(err, errNotOurs) {
		t.Errorf("a file of another version is overwritten: %v", err)
	}
}

func TestSeveralConsolesSaveViewsAtOnce(t *testing.T) {
	_, dir := newStore(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := Open(dir, nil).SaveView(context.Background(), View{Pane: "hooks", Name: fmt.Sprint(i)}, false); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if got := names(t, Open(dir, nil)); len(got) != 8 {
		t.Errorf("kept %q", got)
	}
}

// What opens a secret or signs somebody in gets into no file.
func TestNothingSecretIsWrittenDown(t *testing.T) {
	s, dir := newStore(t)
	ctx := context.Background()
	const code, link, token = "ABCD-EFGH-23K7", "https://acme.example/secrets/abcdefgh23k7", "secret-token:acme.example:v1:QUJD"
	for _, text := range []string{code, link, token} {
		for _, v := range []View{{Pane: "secrets", Name: text}, {Pane: "secrets", Name: "x", Search: text},
			{Pane: "secrets", Name: "x", Filter: "name:x " + text},
			{Pane: "secrets", Name: "x", Only: []Only{{Facet: "creator", Value: text}}}} {
			if err := s.SaveView(ctx, v, false); !errors.Is(err, ErrOpens) {
				t.Errorf("saving %+v: %v", v, err)
			}
		}
		if err := s.Remember(ctx, acme, "secrets", Opened{IDs: map[string]string{"vaultId": text}}); !errors.Is(err, ErrOpens) {
			t.Errorf("remembering %q: %v", text, err)
		}
	}
	remember(t, s, acme, "secrets", Opened{IDs: map[string]string{"vaultId": "v1"}, Name: "the one of " + code})
	if all, err := s.Opened(acme, "secrets"); err != nil || len(all) != 1 || all[0].Name != "the one of [hidden]" {
		t.Errorf("remembered %+v, %v", all, err)
	}
	if err := s.SaveView(ctx, View{Pane: "hooks", Name: "long-term-plan", Search: "verification", Filter: "STOP THIS LEAK"},
		false); err != nil {
		t.Errorf("ordinary words: %v", err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if lower := strings.ToLower(string(text)); err != nil || strings.Contains(lower, "efgh") || strings.Contains(lower, "qujd") {
			t.Errorf("%s, %v: %s", file.Name(), err, text)
		}
	}
}
