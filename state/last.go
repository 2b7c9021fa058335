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

func (d *lastDocument) written() *int { return &d.Version }

func (s *Store) lastPath() string { return filepath.Join(s.dir, lastName) }

// LastPane is the name of the pane that was on the screen last, "" when none is known.
func (s *Store) LastPane() (string, error) {
	doc, err := readDocument[lastDocument](s.lastPath(), lastVersion)
	if err != nil {
		return "", unread("what was on the screen last", s.lastPath(), err)
	}
	return doc.Pane, nil
}

// KeepLastPane writes down which pane is on the screen.
func (s *Store) KeepLastPane(ctx context.Context, pane string) error {
	err := changeDocument(ctx, s.lastPath(), lastVersion, func(d *lastDocument) error { d.Pane = pane; return nil })
	if err != nil {
		return fmt.Errorf("what is on the screen can't be written to %s: %w", s.lastPath(), err)
	}
	return nil
}
