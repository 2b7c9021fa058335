package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestADebugLogIsAFileOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{link: "a link", dir: "a folder", os.DevNull: "a device"} {
		if _, _, err := OpenLog(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("what the link leads to was made")
	}
}

func TestADebugLogStopsGrowing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := openDebugLog(path, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for range 50 {
		if _, err := l.Write([]byte("0123456789abcdefghijklmno\n")); err != nil {
			t.Fatal(err)
		}
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if len(entries) != 2 {
		t.Errorf("%d files", len(entries))
	}
	for _, e := range entries {
		is, _ := e.Info()
		if is.Size() > 100 || is.Mode().Perm() != 0o600 {
			t.Errorf("%s has %d bytes and mode %v", e.Name(), is.Size(), is.Mode())
		}
	}
}
