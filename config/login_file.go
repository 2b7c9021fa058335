package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// CheckFile finds out whether the login of a tenant can be kept in its file, with another file that is taken away again.
func (l *Logins) CheckFile(baseURL string) error {
	path := l.File(baseURL)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("the login can't be stored: %s is not a regular file", path)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the login can't be stored: %w", err)
	}
	release, err := l.lock()
	if err != nil {
		return fmt.Errorf("the login can't be stored: %w", err)
	}
	defer release()
	probe := filepath.Join(l.folder, ".probe.json")
	err = writePrivate(probe, bytes.Repeat([]byte("x"), 4<<10)) // as long as any login
	if gone := os.Remove(probe); err == nil {
		err = gone
	}
	if err != nil {
		return fmt.Errorf("the login can't be stored: %w", err)
	}
	return nil
}
