// Package matrix is the access matrix of a suggestion: the people of its cohort down, its entitlements across, a filled cell where the
// person holds it. The cells are read in the background, and what nobody has told is drawn as unknown.
package matrix
