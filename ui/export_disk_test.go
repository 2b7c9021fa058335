package ui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse/ui/file"
)

func TestNothingIsOverwrittenWithoutBeingAsked(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 80, h: 24})
	path := filepath.Join(folder, "hooks-acme-20261127-1200.csv")
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.keys("w", "<ctrl+s>")
	d.sees("Overwrite the file?", "is there already", "▸ Cancel ◂")
	for _, key := range []string{"<enter>", "<esc>"} {
		d.keys(key)
		d.sees("Export hooks")
		if text, _ := os.ReadFile(path); string(text) != "mine" {
			t.Fatalf("%s on the fresh question overwrote the file", key)
		}
		d.keys("<ctrl+s>")
		d.sees("Overwrite the file?")
	}
	d.keys("<tab>", "<enter>")
	if name, text := onlyFile(t, folder); name != filepath.Base(path) || len(csvColumn(t, text, "id")) != 42 {
		t.Errorf("%s holds %q", name, text)
	}
	d.sees("Wrote 42 hooks")
}

func TestAFileThatAppearsInTheMeantimeStays(t *testing.T) {
	d, folder := exporting(t, driverOptions{w: 80, h: 24})
	path := filepath.Join(folder, "hooks-acme-20261127-1200.csv")
	create := d.model.disk.Create
	d.model.disk.Create = func(folder, pattern string) (file.TempFile, error) {
		if err := os.WriteFile(path, []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		return create(folder, pattern)
	}
	d.keys("w", "<ctrl+s>")
	d.says("Export hooks", "a file with this name has appeared in the meantime")
	if name, text := onlyFile(t, folder); text != "theirs" {
		t.Errorf("%s holds %q", name, text)
	}
}

func TestOverwritingThroughALinkKeepsTheLink(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	elsewhere := filepath.Join(t.TempDir(), "real.csv")
	link := filepath.Join(folder, "hooks-acme-20261127-1200.csv")
	if err := os.WriteFile(elsewhere, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Skip("this system makes no links")
	}
	d.keys("w", "<ctrl+s>", "<tab>", "<enter>")
	if to, err := os.Readlink(link); err != nil || to != elsewhere {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if text, _ := os.ReadFile(elsewhere); !strings.HasPrefix(string(text), "\ufeffstate,") {
		t.Errorf("the file holds %q", text)
	}
}

// failing is a file that fails in one place.
type failing struct {
	*os.File
	onWrite, onSync, onClose error
}

func (f failing) Write(p []byte) (int, error) {
	if f.onWrite != nil {
		return 0, f.onWrite
	}
	return f.File.Write(p)
}

func (f failing) Sync() error { return errors.Join(f.File.Sync(), f.onSync) }

func (f failing) Close() error { return errors.Join(f.File.Close(), f.onClose) }

func TestAFailingDiskIsSaidInASentenceAndTheFormStays(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for name, c := range map[string]struct {
		create error
		file   failing
		path   string
		says   string
	}{
		"full on writing":   {file: failing{onWrite: full}, path: "my.csv", says: "there is no room left on the disk"},
		"full on syncing":   {file: failing{onSync: full}, path: "my.csv", says: "there is no room left on the disk"},
		"full on closing":   {file: failing{onClose: full}, path: "my.csv", says: "there is no room left on the disk"},
		"not permitted":     {create: &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, path: "my.csv", says: "you may not write to"},
		"read only":         {create: &fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}, path: "my.csv", says: "can only be read"},
		"broken":            {create: &fs.PathError{Op: "open", Path: "x", Err: syscall.EIO}, path: "my.csv", says: "input/output error"},
		"no folder":         {path: "no/such/my.csv", says: "doesn't exist"},
		"folder is a file":  {path: "taken/my.csv", says: "is not a folder"},
		"name is a folder":  {path: "sub", says: "it is a folder; add a file name to it"},
		"name is no file":   {path: "/dev/null", says: "it is not a plain file"},
		"name ends as such": {path: "sub/", says: "it is a folder; add a file name to it"},
	} {
		t.Run(name, func(t *testing.T) {
			d, folder := exporting(t, driverOptions{w: 80, h: 24})
			if err := errors.Join(os.Mkdir(filepath.Join(folder, "sub"), 0o700),
				os.WriteFile(filepath.Join(folder, "taken"), nil, 0o600)); err != nil {
				t.Fatal(err)
			}
			create := d.model.disk.Create
			d.model.disk.Create = func(folder, pattern string) (file.TempFile, error) {
				if c.create != nil {
					return nil, c.create
				}
				f, err := create(folder, pattern)
				if err != nil {
					return nil, err
				}
				c.file.File = f.(*os.File)
				return c.file, nil
			}
			d.keys("w")
			d.field("File")
			d.keys("<ctrl+u>", c.path, "<ctrl+s>")
			d.says("Export hooks", c.says)
			d.sees(c.path) // as it was typed
			if got := files(t, folder); !slices.Equal(got, []string{"sub", "taken"}) {
				t.Errorf("left behind: %q", got)
			}
			if name != "name ends as such" {
				d.model.disk.Create = create
				d.field("File")
				d.keys("<ctrl+u>", "good.csv", "<ctrl+s>")
				d.sees("Wrote 42 hooks")
			}
		})
	}
}

func TestWritingIsNoPartOfTheUpdateLoop(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	d.Waiting(func() {
		d.keys("w", "<ctrl+s>")
		if got := files(t, folder); len(got) != 0 {
			t.Errorf("the key press wrote %q", got)
		}
	})
	d.settle()
	onlyFile(t, folder)
}

// slow is a file whose first write waits.
type slow struct {
	*os.File
	writing chan struct{}
	release chan struct{}
}

func (f *slow) Write(p []byte) (int, error) {
	if f.writing != nil {
		close(f.writing)
		f.writing = nil
		<-f.release
	}
	return f.File.Write(p)
}

func TestWritingThatIsStoppedLeavesNothing(t *testing.T) {
	d, folder := exporting(t, driverOptions{})
	writing, release := make(chan struct{}), make(chan struct{})
	create := d.model.disk.Create
	d.model.disk.Create = func(folder, pattern string) (file.TempFile, error) {
		f, err := create(folder, pattern)
		return &slow{f.(*os.File), writing, release}, err
	}
	d.hold = true
	d.keys("w", "<ctrl+s>")
	for len(d.queue) > 0 && d.model.overlay().Title() == "Exporting hooks" {
		finish := d.background()
		select {
		case <-writing:
			d.sees("hooks-acme-20261127-1200.csv", "esc stops")
			d.keys("<esc>")
			d.sees("Stopping…")
			close(release)
			finish()
			d.hold = false
			d.settle()
			d.sees("Export hooks", "Stopped. Nothing was written.")
			if got := files(t, folder); len(got) != 0 {
				t.Errorf("left behind: %q", got)
			}
			return
		case <-time.After(50 * time.Millisecond):
			finish()
		}
	}
	t.Fatal("nothing was ever written")
}
