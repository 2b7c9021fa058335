package term

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// stopped reports whether each process that a shell has started on its terminal has stopped. One that has been told to may still take what
// is typed until it does.
func stopped(shell int, _ string) (bool, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return false, err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended
		}
		var state string
		var parent, group, session int
		if _, err := fmt.Sscan(string(text[bytes.LastIndexByte(text, ')')+1:]), &state, &parent, &group, &session); err != nil {
			return false, fmt.Errorf("read %s: %w", name, err)
		}
		if session == shell && group != shell && state != "T" && state != "Z" {
			return false, nil
		}
	}
	return true, nil
}
