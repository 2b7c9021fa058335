package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gatehouse/filelock"
)

const privateMode = 0o600

// unfinished ends the name of a file that takes the place of another one in a moment. There is one such name for each file, so that what a
// killed save may leave is found.
const unfinished = ".new"

// writePrivate writes a file that only its owner can read, in place of the one that is there, and reads it back.
func writePrivate(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	next := path + unfinished
	if err := removeIfThere(next); err != nil {
		return err
	}
	defer func() { _ = os.Remove(next) }() // gone already when all went well
	if err := createWhole(next, text); err != nil {
		return err
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	back, err := readSecretFile(path)
	if err == nil && back != string(text) {
		err = errors.New("the file doesn't hold what was written")
	}
	return err
}

// createNamed makes a file that has its name from the beginning, where the system can't make one without.
func createNamed(path string, text []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, privateMode)
	if err != nil {
		return err
	}
	return fill(file, text)
}

// fill writes all of a file and closes it.
func fill(file *os.File, text []byte) error {
	_, err := file.Write(text)
	return errors.Join(err, file.Chmod(privateMode), file.Sync(), file.Close())
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// lock keeps other programs from writing logins until release is called.
func (l *Logins) lock() (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(l.folder), 0o700); err != nil {
		return nil, fmt.Errorf("the state folder can't be made: %w", err)
	}
	return filelock.Acquire(context.Background(), l.index()+".lock") // which has a limit of its own
}

// writeFile puts a login into its file.
func (l *Logins) writeFile(baseURL string, text []byte) error {
	release, err := l.lock()
	if err != nil {
		return err
	}
	defer release()
	if err := l.sweep(); err != nil {
		return err
	}
	return writePrivate(l.File(baseURL), text)
}

// sweep removes what a save that was killed has left, which may hold a whole secret. Whoever calls it holds the lock.
func (l *Logins) sweep() error {
	entries, err := os.ReadDir(l.folder)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return fmt.Errorf("the folder of the logins can't be looked through for what an interrupted save left: %w", err)
	}
	var failed error
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, ".login-") || strings.HasSuffix(name, unfinished) {
			failed = errors.Join(failed, removeIfThere(filepath.Join(l.folder, name)))
		}
	}
	if failed != nil {
		return fmt.Errorf("what an interrupted save left can't be removed: %w", failed)
	}
	return nil
}
