//go:build !linux && !windows

package terminal

import (
	"os"

	"github.com/muesli/cancelreader"
)

// newReader is a reader whose reading can be stopped.
func newReader(file *os.File) (cancelreader.CancelReader, error) { return cancelreader.NewReader(file) }
