package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// usage is what a process has used so far.
type usage struct {
	cpu      time.Duration
	resident int64 // bytes
}

func usageOf(pid int) (usage, error) {
	// A process's CPU clock has this number (clock_getcpuclockid(3)); it counts
	// in nanoseconds, where /proc/PID/stat counts in hundredths of a second.
	clock := int32(^pid<<3 | 2) //nolint:gosec // process numbers are small
	var spent unix.Timespec
	if err := unix.ClockGettime(clock, &spent); err != nil {
		return usage{}, fmt.Errorf("CPU time of process %d: %w", pid, err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return usage{}, err
	}
	u := usage{cpu: time.Duration(spent.Nano())}
	for line := range strings.Lines(string(status)) {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kilobytes); n == 1 {
			u.resident = kilobytes << 10
		}
	}
	return u, nil
}
