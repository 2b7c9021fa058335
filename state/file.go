package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gatehouse/filelock"
)

const maxFile = 8 << 20 // bytes of a file that is read

// readFile reads a document as it is; it is replaced as a whole, so there is never half of it. Without a file into stays as it is.
func readFile(path string, into any) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Size() > maxFile:
		return fmt.Errorf("it is larger than %d bytes", maxFile)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("it is not what gatehouse writes: %w", inPlainWords(err))
	}
	return nil
}

// inPlainWords says of a document that isn't understood where that is, without the names of Go's types.
func inPlainWords(err error) error {
	var wrong *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("%s isn't what is expected for %s", wrong.Value, wrong.Field)
	case errors.As(err, &wrong):
		return fmt.Errorf("%s isn't what is expected", wrong.Value)
	case errors.As(err, &broken):
		return fmt.Errorf("it isn't JSON from byte %d on", broken.Offset)
	}
	return err
}

// brokenName is what a file that can't be read is called once there is a new one.
func brokenName(path string) string { return path + ".broken" }

// unread says that something can't be read from its file, and what becomes of that.
func unread(what, path string, err error) error {
	if errors.Is(err, errNotOurs) {
		return fmt.Errorf("%s can't be read from %s: %w", what, path, err)
	}
	return fmt.Errorf("%s can't be read from %s: %w; it is kept as %s when a new one is saved", what, path, err,
		filepath.Base(brokenName(path)))
}

// putAside keeps a file that couldn't be read under another name, so that a new one can be begun; err is what reading it returned.
// One that another version has written is left alone, and errNotOurs is returned.
func putAside(path string, err error) error {
	if err == nil || errors.Is(err, errNotOurs) {
		return err
	}
	return os.Rename(path, brokenName(path))
}

// replaceFile writes a document beside the old one and puts it in its place.
func replaceFile(path string, doc any) (err error) {
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.new") // 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(next.Name())
		}
	}()
	_, err = next.Write(append(text, '\n'))
	err = errors.Join(err, next.Sync(), next.Close())
	if err != nil {
		return err
	}
	return os.Rename(next.Name(), path)
}

// own makes the folder of a document and keeps other consoles from changing the document until release is called.
func own(ctx context.Context, path string) (release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return filelock.Acquire(ctx, path+".lock")
}

// versioned is a document that says which version of the program's files it is.
type versioned[T any] interface {
	*T
	written() *int
}

// readDocument reads a document of at most a version, the zero document without a file.
func readDocument[T any, P versioned[T]](path string, latest int) (T, error) {
	var doc, none T
	if err := readFile(path, &doc); err != nil {
		return none, err
	}
	if *P(&doc).written() > latest {
		return none, errNotOurs
	}
	return doc, nil
}

// changeDocument reads, changes and replaces a document while no other console does. An error of edit leaves it as it is.
func changeDocument[T any, P versioned[T]](ctx context.Context, path string, latest int, edit func(P) error) error {
	release, err := own(ctx, path)
	if err != nil {
		return err
	}
	defer release()
	doc, err := readDocument[T, P](path, latest)
	if err := putAside(path, err); err != nil {
		return err
	}
	if err := edit(&doc); err != nil {
		return err
	}
	*P(&doc).written() = latest
	return replaceFile(path, doc)
}
