// Package export is the dialog that writes rows or records to a file, and what becomes of a cell there.
package export
