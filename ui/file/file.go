package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Disk is where exports are written. Its members are set once; its methods run in commands, never in the update loop.
type Disk struct {
	Folder  string // where a relative path begins
	home    string // what ~/ stands for, "" when nobody knows
	Create  func(folder, pattern string) (TempFile, error)
	Writers sync.WaitGroup // files being written
}

// TempFile is a file that nobody sees before it is complete.
type TempFile interface {
	io.WriteCloser
	Name() string
	Sync() error
}

// NewDisk is the machine's own disk. Temporary files are readable by their owner only.
func NewDisk() *Disk {
	folder, err := os.Getwd()
	if err != nil {
		folder = "."
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	return &Disk{Folder: folder, home: home, Create: func(folder, pattern string) (TempFile, error) {
		return os.CreateTemp(folder, pattern)
	}}
}

// leaveTime is how long the program waits for files when it ends: one that was stopped is gone at once, unless the disk hangs.
const leaveTime = 2 * time.Second

// Wait waits until no file is being written.
func (d *Disk) Wait() {
	ended := make(chan struct{})
	go func() {
		d.Writers.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(leaveTime):
	}
}

// Path makes a typed path absolute.
func (d *Disk) Path(typed string) string {
	if rest, ok := strings.CutPrefix(typed, "~/"); ok && d.home != "" {
		return filepath.Join(d.home, rest)
	}
	if filepath.IsAbs(typed) {
		return filepath.Clean(typed)
	}
	return filepath.Join(d.Folder, typed)
}

// The errors of a path that can't be written to.
var (
	ErrIsFolder = errors.New("it is a folder; add a file name to it")
	errNotPlain = errors.New("it is not a plain file")
	errThere    = errors.New("a file with this name has appeared in the meantime")
)

// Look tells whether a file is there already, and fails where none can be written.
func (d *Disk) Look(path string) (exists bool, err error) {
	info, err := os.Stat(filepath.Dir(path))
	switch {
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	info, err = os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		_, err = os.Lstat(path)
		return err == nil, nil // a link that leads nowhere is there, too
	case err != nil:
		return false, err
	case info.IsDir():
		return true, ErrIsFolder
	case !info.Mode().IsRegular():
		return true, errNotPlain
	}
	return true, nil
}

// Write writes a file beside its place, and puts it there when it is complete. What was there before is replaced only if replace is
// set. On any error nothing of it is left.
func (d *Disk) Write(ctx context.Context, path string, replace bool, fill func(io.Writer) error) (err error) {
	if replace {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real // the link stays a link
		}
	}
	temp, err := d.Create(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	err = fill(temp)
	if err == nil {
		err = temp.Sync() // a full disk may show only now
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if err = ctx.Err(); err != nil {
		return err
	}
	if replace {
		return os.Rename(temp.Name(), path)
	}
	return place(temp.Name(), path)
}

// place moves a file to a name that is free; another program may take the name at any time.
func place(from, to string) error {
	reserved, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return errThere
	}
	if err != nil {
		return err
	}
	if err = reserved.Close(); err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		_ = os.Remove(to)
	}
	return err
}

// DiskTrouble says in one sentence why a file can't be written.
func DiskTrouble(path string, err error) string {
	folder := filepath.Dir(path)
	why := ""
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		why = "there is no room left on the disk of " + folder
	case errors.Is(err, syscall.EROFS):
		why = folder + " is on a disk that can only be read"
	case errors.Is(err, fs.ErrPermission):
		why = "you may not write to " + folder
	case errors.Is(err, syscall.ENOTDIR):
		why = folder + " is not a folder"
	case errors.Is(err, fs.ErrNotExist):
		why = "the folder " + folder + " doesn't exist"
	case errors.Is(err, syscall.ENAMETOOLONG):
		why = "the name is too long for the disk"
	case errors.Is(err, ErrIsFolder), errors.Is(err, errNotPlain), errors.Is(err, errThere):
		return fmt.Sprintf("Nothing was written to %s: %v.", path, err)
	default:
		return fmt.Sprintf("Nothing was written to %s: %v.", path, cause(err))
	}
	return "Nothing was written: " + why + "."
}

// cause is what the system said, without the names of temporary files.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
