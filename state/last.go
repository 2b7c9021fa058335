package state

import (
	"context"
	"fmt"
	"path/filepath"
)

const (
	lastName    = "last.json"
	lastVersion = 1
)

// lastDocument is the file of what was on the screen last.
type lastDocument struct {
	Version int    `json:"version"`
	Pane    string `json:"pane"`
}

func (s *Store) lastPath() string { return filepath.Join(s.dir, lastName) }

func (s *Store) readLast() (doc lastDocument, err error) {
	if err = readFile(s.lastPath(), &doc); err == nil && doc.Version > lastVersion {
		err = errNotOurs
	}
	return doc, err
}

// LastPane is the name of the pane that was on the screen last, "" when none is known.
func (s *Store) LastPane() (string, error) {
	doc, err := s.readLast()
	if err != nil {
		return "", fmt.Errorf("what was on the screen last can't be read from %s: %w", s.lastPath(), err)
	}
	return doc.Pane, nil
}

// KeepLastPane writes down which pane is on the screen.
func (s *Store) KeepLastPane(ctx context.Context, pane string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("what is on the screen can't be written to %s: %w", s.lastPath(), err)
		}
	}()
	release, err := own(ctx, s.lastPath())
	if err != nil {
		return err
	}
	defer release()
	if _, read := s.readLast(); read != nil {
		if err := putAside(s.lastPath(), read); err != nil {
			return err
		}
	}
	return replaceFile(s.lastPath(), lastDocument{Version: lastVersion, Pane: pane})
}
