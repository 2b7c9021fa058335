package term

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// stopped reports whether each process that a shell has started on its terminal has stopped. One that has been told to may still take what
// is typed until it does.
func stopped(shell int, tty string) (bool, error) {
	out, err := exec.Command("ps", "-axo", "tty=,pgid=,stat=").Output()
	if err != nil {
		return false, fmt.Errorf("ask for the states of processes: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		var on, state string
		var group int
		if _, err := fmt.Sscan(line, &on, &group, &state); err != nil {
			return false, fmt.Errorf("read what ps says, %q: %w", line, err)
		}
		if on == filepath.Base(tty) && group != shell && state[0] != 'T' && state[0] != 'Z' {
			return false, nil
		}
	}
	return true, nil
}
