package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// usage is what a process has used so far.
type usage struct {
	cpu      time.Duration // in hundredths of a second
	resident int64         // bytes
}

func usageOf(pid int) (usage, error) {
	out, err := exec.Command("ps", "-o", "rss=,time=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return usage{}, fmt.Errorf("ps of process %d: %w", pid, err)
	}
	fields := strings.Fields(string(out))
	if len(fields) != 2 {
		return usage{}, fmt.Errorf("ps of process %d says %q", pid, out)
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return usage{}, err
	}
	var cpu time.Duration
	for _, part := range strings.Split(fields[1], ":") { // [hours:]minutes:seconds.hundredths
		n, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return usage{}, err
		}
		cpu = cpu*60 + time.Duration(n*float64(time.Second))
	}
	return usage{cpu: cpu, resident: kilobytes << 10}, nil
}
