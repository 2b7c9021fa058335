// Package suggestions is the pane of what the role mining proposes (operation 2), with its cards, facets, members and runs.
package suggestions
