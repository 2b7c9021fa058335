// Package today is the first screen: what needs somebody now, as each pane says it of itself.
package today
