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
	// Columns are those of the panes in which somebody has chosen them, by the name of the pane, in their order.
	Columns map[string][]Column `json:"columns,omitempty"`
}

// Column is a column of a pane by its name.
type Column struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

func (l *Layout) written() *int { return &l.Version }

func (s *Store) layoutPath() string { return filepath.Join(s.dir, layoutFile) }

// Layout reads how the panes are laid out. Without a file it is the zero Layout.
func (s *Store) Layout() (Layout, error) {
	l, err := readDocument[Layout](s.layoutPath(), layoutVersion)
	if err != nil {
		return Layout{}, unread("the layout", s.layoutPath(), err)
	}
	return l, nil
}

// ChangeLayout reads, changes and replaces the layout while no other console does.
func (s *Store) ChangeLayout(ctx context.Context, edit func(*Layout)) error {
	err := changeDocument(ctx, s.layoutPath(), layoutVersion, func(l *Layout) error { edit(l); return nil })
	if err != nil {
		return fmt.Errorf("the layout can't be saved in %s: %w", s.layoutPath(), err)
	}
	return nil
}
