package state

import (
	"context"
	"fmt"
	"path/filepath"
)

const (
	layoutFile    = "layout.json"
	layoutVersion = 1
)

// Layout is how a person has laid out the panes.
type Layout struct {
	Version int    `json:"version"`
	Preview string `json:"preview,omitempty"` // where the preview of lists stands, "" for where there is room
}

func (s *Store) layoutPath() string { return filepath.Join(s.dir, layoutFile) }

// Layout reads how the panes are laid out. Without a file it is the zero Layout.
func (s *Store) Layout() (Layout, error) {
	l, err := s.readLayout()
	if err != nil {
		return Layout{}, fmt.Errorf("the layout can't be read from %s: %w", s.layoutPath(), err)
	}
	return l, nil
}

func (s *Store) readLayout() (Layout, error) {
	var l Layout
	if err := readFile(s.layoutPath(), &l); err != nil {
		return Layout{}, err
	}
	if l.Version > layoutVersion {
		return Layout{}, errNotOurs
	}
	return l, nil
}

// ChangeLayout reads, changes and replaces the layout while no other console does.
func (s *Store) ChangeLayout(ctx context.Context, edit func(*Layout)) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("the layout can't be saved in %s: %w", s.layoutPath(), err)
		}
	}()
	release, err := own(ctx, s.layoutPath())
	if err != nil {
		return err
	}
	defer release()
	l, err := s.readLayout()
	if err := putAside(s.layoutPath(), err); err != nil {
		return err
	}
	edit(&l)
	l.Version = layoutVersion
	return replaceFile(s.layoutPath(), l)
}
