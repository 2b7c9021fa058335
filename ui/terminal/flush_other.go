//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package terminal

import "os"

// Nothing can be dropped here.
func discardInput(*os.File) {}

func discardOutput(*os.File) {}
