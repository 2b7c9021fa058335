package config

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// createWhole makes a file that gets its name only when all of it is written: what is killed before leaves nothing.
func createWhole(path string, text []byte) error {
	fd, err := unix.Open(filepath.Dir(path), unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, privateMode)
	if err != nil {
		return createNamed(path, text) // not every file system can
	}
	file := os.NewFile(uintptr(fd), path)
	_, err = file.Write(text)
	if err == nil {
		err = file.Chmod(privateMode)
	}
	if err == nil {
		err = file.Sync()
	}
	if err == nil && unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW) != nil {
		err = createNamed(path, text)
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
