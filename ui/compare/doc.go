// Package compare says what a record, read again, shows of a change that the journal knows: it is as intended, as it was, or something
// else.
package compare
