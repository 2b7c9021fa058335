// Package config reads the configuration file, finds out which tenant is meant, and fetches its credentials. It keeps the
// logins of people who signed in; the configuration file it never writes.
package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"gatehouse/credential"
)

// Pos is a place in the configuration file. Line and Column start at 1; a column counts characters.
type Pos struct{ Line, Column int }

// Problem is one thing wrong with the configuration file.
type Problem struct {
	File string
	Pos
	Message string
}

func (p Problem) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Problems is all that is wrong with the configuration file, in the order of the file.
type Problems []Problem

// Error prints one problem a line, as "file:line:column: message".
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.String()
	}
	return strings.Join(lines, "\n")
}

func (p Problems) inOrder() Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return p
}

// shown is what was written, as an error may repeat it.
func shown(written string) string {
	if credential.HoldsKey(written) {
		return credential.Hidden
	}
	return credential.Hide(written)
}

// didYouMean ends a message with the candidate that was probably meant, "" when none is near.
func didYouMean(written string, candidates []string) string {
	best, distance := "", 4
	for _, c := range candidates {
		d := levenshtein.ComputeDistance(strings.ToLower(written), strings.ToLower(c))
		if d < distance && d*2 < len(c) {
			best, distance = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", best)
}
