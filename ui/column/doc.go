// Package column builds the columns that several panes have: times, ids, numbers, fractions.
package column
