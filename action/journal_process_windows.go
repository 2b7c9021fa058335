package action

import "golang.org/x/sys/windows"

const stillActive = 259 // STILL_ACTIVE

// processRuns reports whether a program with that number runs.
func processRuns(pid int) bool {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return false
	}
	defer windows.CloseHandle(process)
	var code uint32
	return windows.GetExitCodeProcess(process, &code) == nil && code == stillActive
}
