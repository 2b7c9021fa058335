package file_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/ui/file"
)

func disk(t *testing.T) (d *file.Disk, folder string) {
	t.Helper()
	d, folder = file.NewDisk(), t.TempDir()
	d.Folder = folder
	return d, folder
}

func words(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

// holds fails unless the folder holds exactly one file, with that text.
func holds(t *testing.T, folder, want string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatalf("the folder holds %v, %v", entries, err)
	}
	got, err := os.ReadFile(filepath.Join(folder, entries[0].Name()))
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", entries[0].Name(), got, err, want)
	}
}

func TestAFileIsReplacedOnlyWhereThatWasSaid(t *testing.T) {
	d, folder := disk(t)
	path := d.Path("rows.csv")
	if path != filepath.Join(folder, "rows.csv") {
		t.Fatalf("the path is %s", path)
	}
	if err := d.Write(t.Context(), path, false, words("first")); err != nil {
		t.Fatal(err)
	}
	err := d.Write(t.Context(), path, false, words("second"))
	if err == nil || !strings.Contains(file.DiskTrouble(path, err), "Nothing was written to "+path) {
		t.Errorf("a file that is there was taken for free: %v", err)
	}
	holds(t, folder, "first")
	if err := d.Write(t.Context(), path, true, words("third")); err != nil {
		t.Fatal(err)
	}
	holds(t, folder, "third")
}

// What failed or was stopped half way leaves what was there, and nothing beside it.
func TestHalfAFileIsNoFile(t *testing.T) {
	d, folder := disk(t)
	path := d.Path("rows.csv")
	if err := d.Write(t.Context(), path, false, words("first")); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no room")
	err := d.Write(t.Context(), path, true, func(w io.Writer) error { return errors.Join(words("half")(w), full) })
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = d.Write(ctx, path, true, func(w io.Writer) error { stop(); return words("half")(w) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	holds(t, folder, "first")
}

func TestAPlaceIsLookedAtBeforeAnythingIsWritten(t *testing.T) {
	d, folder := disk(t)
	if exists, err := d.Look(d.Path("new.csv")); exists || err != nil {
		t.Errorf("a free name: %t, %v", exists, err)
	}
	if _, err := d.Look(folder); !errors.Is(err, file.ErrIsFolder) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := d.Look(d.Path("missing/new.csv")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that isn't there: %v", err)
	}
}
