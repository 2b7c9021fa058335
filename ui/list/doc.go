// Package list is the one pane behind every resource: a grid that loads as it is needed, a filter, facets, views, a detail, and the
// actions of a record. A pane declares a Resource with its types; the machinery holds the records without them, so that it is compiled
// once.
package list
