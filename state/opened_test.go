package state

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse/filelock"
)

const acme = "https://acme.example"

func role(id string) Opened { return Opened{IDs: map[string]string{"id": id}} }

func newStore(t *testing.T) (*Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "state", "gatehouse")
	clock := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	return Open(dir, func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		clock = clock.Add(time.Second)
		return clock
	}), dir
}

func ids(t *testing.T, s *Store, tenant, kind string) string {
	t.Helper()
	all, err := s.Opened(tenant, kind)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, o := range all {
		out = append(out, o.IDs["id"])
	}
	return strings.Join(out, " ")
}

func remember(t *testing.T, s *Store, tenant, kind string, o Opened) {
	t.Helper()
	if err := s.Remember(context.Background(), tenant, kind, o); err != nil {
		t.Fatal(err)
	}
}

func TestTheLatestComesFirstAndOnce(t *testing.T) {
	s, _ := newStore(t)
	if got := ids(t, s, acme, "roles"); got != "" {
		t.Fatalf("before anything was opened: %q", got)
	}
	for _, id := range []string{"r1", "r2", "r3", "r1"} {
		remember(t, s, acme, "roles", role(id))
	}
	if got := ids(t, s, acme, "roles"); got != "r1 r3 r2" {
		t.Errorf("remembered %q, want r1 r3 r2", got)
	}
	if got := ids(t, s, acme, "exporters") + ids(t, s, "https://other.example", "roles"); got != "" {
		t.Errorf("another kind or tenant shows %q", got)
	}
	if err := s.Forget(context.Background(), acme, "roles", map[string]string{"id": "r3"}); err != nil {
		t.Fatal(err)
	}
	if got := ids(t, s, acme, "roles"); got != "r1 r2" {
		t.Errorf("after forgetting r3: %q", got)
	}
}

func TestCompositeIdsAreTheirWholes(t *testing.T) {
	s, _ := newStore(t)
	for _, app := range []string{"a1", "a2", "a1"} {
		remember(t, s, acme, "history", Opened{IDs: map[string]string{"appId": app, "id": "x"}})
	}
	all, err := s.Opened(acme, "history")
	if err != nil || len(all) != 2 || all[0].IDs["appId"] != "a1" {
		t.Errorf("remembered %+v, %v; want a1 and a2 once each", all, err)
	}
}

func TestANameIsKeptWhenTheNextOpeningHasNone(t *testing.T) {
	s, _ := newStore(t)
	remember(t, s, acme, "roles", Opened{IDs: map[string]string{"id": "r1"}, Name: "Help desk"})
	remember(t, s, acme, "roles", role("r1"))
	remember(t, s, acme, "roles", Opened{IDs: map[string]string{"id": "r2"}, Name: strings.Repeat("é", 300)})
	all, err := s.Opened(acme, "roles")
	if err != nil {
		t.Fatal(err)
	}
	if all[1].Name != "Help desk" || !all[1].At.Equal(time.Date(2026, 11, 27, 12, 0, 2, 0, time.UTC)) {
		t.Errorf("remembered %+v", all[1])
	}
	if n := len(all[0].Name); n > maxName || strings.ContainsRune(all[0].Name, '\uFFFD') {
		t.Errorf("a long name has %d bytes: %q", n, all[0].Name)
	}
}

func TestOnlySoMuchIsRemembered(t *testing.T) {
	s, _ := newStore(t)
	for i := range maxKind + 5 {
		remember(t, s, acme, "roles", role(fmt.Sprint(i)))
	}
	for i := range maxTenants + 1 {
		remember(t, s, fmt.Sprintf("https://t%d.example", i), "roles", role("r"))
	}
	if got := ids(t, s, acme, "roles"); got != "" {
		t.Errorf("the tenant not used for longest still shows %q", got)
	}
	for i := range maxKind + 5 {
		remember(t, s, acme, "roles", role(fmt.Sprint(i)))
	}
	all, err := s.Opened(acme, "roles")
	if err != nil || len(all) != maxKind || all[0].IDs["id"] != fmt.Sprint(maxKind+4) {
		t.Errorf("%d remembered, %v", len(all), err)
	}
}

func TestTheFilesAreTheirOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permission bits")
	}
	s, dir := newStore(t)
	remember(t, s, acme, "roles", role("r1"))
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "opened.json"): 0o600,
		filepath.Join(dir, "opened.json.lock"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode().Perm(), err, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("the folder holds %v, %v; want the file and the lock", files, err)
	}
}

func TestAFileThatCantBeReadIsPutAside(t *testing.T) {
	s, dir := newStore(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "opened.json")
	if err := os.WriteFile(file, []byte(`{"version":1,"tenants":[`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Opened(acme, "roles"); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("reading half a file: %v, want an error that names it", err)
	}
	remember(t, s, acme, "roles", role("r1"))
	if got := ids(t, s, acme, "roles"); got != "r1" {
		t.Errorf("remembered %q", got)
	}
	if _, err := os.Stat(file + ".broken"); err != nil {
		t.Errorf("the old file is gone: %v", err)
	}
}

func TestAFileOfALaterVersionIsLeftAlone(t *testing.T) {
	s, dir := newStore(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := `{"version":2,"tenants":{}}`
	file := filepath.Join(dir, "opened.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Remember(context.Background(), acme, "roles", role("r1")); !errors.Is(err, errNotOurs) {
		t.Errorf("remembering: %v", err)
	}
	if now, err := os.ReadFile(file); err != nil || string(now) != text {
		t.Errorf("the file is now %q, %v", now, err)
	}
}

func TestSeveralConsolesLoseNothing(t *testing.T) {
	first, dir := newStore(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s := Open(dir, first.now)
			for k := range 5 {
				if err := s.Remember(context.Background(), acme, "roles", role(fmt.Sprintf("r%d-%d", i, k))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if all, err := first.Opened(acme, "roles"); err != nil || len(all) != 40 {
		t.Errorf("%d remembered, %v; want 40", len(all), err)
	}
}

func TestWaitingForTheLockEndsWithTheContext(t *testing.T) {
	s, dir := newStore(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	release, err := filelock.Acquire(context.Background(), s.path()+".lock")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Remember(ctx, acme, "roles", role("r1")); !errors.Is(err, context.Canceled) {
		t.Errorf("with the lock held: %v, want context.Canceled", err)
	}
	release()
	remember(t, s, acme, "roles", role("r1"))
}

func TestAFolderThatCantBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Open(filepath.Join(file, "state"), nil)
	if err := s.Remember(context.Background(), acme, "roles", role("r1")); err == nil ||
		!strings.Contains(err.Error(), "can't be remembered") {
		t.Errorf("remembering where there is no folder: %v", err)
	}
}
