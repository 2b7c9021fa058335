package state

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

const (
	viewsName    = "views.json"
	viewsVersion = 1

	maxViews = 200 // views of one pane
)

// View is a filter and an order of a list, saved under a name. Names are unique in a pane, whatever their case.
type View struct {
	Pane       string `json:"pane"`
	Name       string `json:"name"`
	Filter     string `json:"filter,omitempty"`     // over the loaded rows
	Sort       string `json:"sort,omitempty"`       // a column, "" for the tenant's order
	Descending bool   `json:"descending,omitempty"` // reverses the order
	Search     string `json:"search,omitempty"`     // what the tenant searches for
	Choice     string `json:"choice,omitempty"`     // which of the pane's alternatives is listed
	Only       []Only `json:"only,omitempty"`       // how the tenant narrows the list
	// Columns are those that were chosen, in their order; none: those of the pane.
	Columns []Column `json:"columns,omitempty"`
}

// Only is one value of an axis along which the tenant narrows a list.
type Only struct {
	Facet string `json:"facet"`
	Value string `json:"value"`
	Words string `json:"words,omitempty"` // as people read it
}

// ErrViewThere is the error of SaveView when the pane has a view of that name already.
var ErrViewThere = errors.New("there is a view of that name already")

// errTooMany is the error of SaveView for a pane that is full.
var errTooMany = fmt.Errorf("a pane keeps at most %d views; delete some first", maxViews)

type viewsDocument struct {
	Version int    `json:"version"`
	Views   []View `json:"views"`
}

func (s *Store) viewsPath() string { return filepath.Join(s.dir, viewsName) }

func (d *viewsDocument) written() *int { return &d.Version }

// Views lists the saved views of all panes, in the order in which they were first saved. Without a file there are none.
func (s *Store) Views() ([]View, error) {
	doc, err := readDocument[viewsDocument](s.viewsPath(), viewsVersion)
	if err != nil {
		return nil, unread("the saved views", s.viewsPath(), err)
	}
	return doc.Views, nil
}

// texts are all texts of a view.
func (v View) texts() []string {
	texts := []string{v.Name, v.Filter, v.Search}
	for _, o := range v.Only {
		texts = append(texts, o.Value, o.Words)
	}
	return texts
}

// SaveView keeps a view; one that holds a share code or a credential is refused with ErrOpens. Without replace, the error is ErrViewThere
// when the pane has one of that name; with it, that one is replaced.
func (s *Store) SaveView(ctx context.Context, v View, replace bool) error {
	for _, text := range v.texts() {
		if withoutSecrets(text) != text {
			return ErrOpens
		}
	}
	return s.changeViews(ctx, func(all []View) ([]View, error) {
		at := slices.IndexFunc(all, v.same)
		switch {
		case at >= 0 && !replace:
			return nil, ErrViewThere
		case at >= 0:
			all[at] = v
			return all, nil
		}
		kept := 0
		for _, other := range all {
			if other.Pane == v.Pane {
				kept++
			}
		}
		if kept >= maxViews {
			return nil, errTooMany
		}
		return append(all, v), nil
	})
}

// DeleteView drops a view; it is no error when there is none of that name.
func (s *Store) DeleteView(ctx context.Context, pane, name string) error {
	return s.changeViews(ctx, func(all []View) ([]View, error) {
		return slices.DeleteFunc(all, View{Pane: pane, Name: name}.same), nil
	})
}

func (v View) same(other View) bool {
	return v.Pane == other.Pane && strings.EqualFold(v.Name, other.Name)
}

func (s *Store) changeViews(ctx context.Context, edit func([]View) ([]View, error)) error {
	err := changeDocument(ctx, s.viewsPath(), viewsVersion, func(d *viewsDocument) (err error) {
		d.Views, err = edit(d.Views)
		return err
	})
	if err != nil {
		return fmt.Errorf("the views can't be written to %s: %w", s.viewsPath(), err)
	}
	return nil
}
