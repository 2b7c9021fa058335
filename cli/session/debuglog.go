package session

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"syscall"
)

// longestLog is how much a debug log may hold before it is begun anew; the one before stays beside it.
const longestLog = 16 << 20

// debugLog is a file that grows no further than that.
type debugLog struct {
	path string
	most int64

	mu   sync.Mutex
	file *os.File
	size int64
}

// OpenLog opens the debug log: one JSON object a line, readable by its owner only. Without a path it is none.
func OpenLog(path string) (*slog.Logger, func(), error) {
	if path == "" {
		return slog.New(slog.DiscardHandler), func() {}, nil
	}
	file, err := openDebugLog(path, longestLog)
	if err != nil {
		return nil, nil, err
	}
	logger := slog.New(slog.NewJSONHandler(file, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return logger, func() { _ = file.Close() }, nil
}

// openDebugLog opens a log that only its owner can read. Only a file of its own is written to: not what a link leads to, and no pipe,
// which would hold up the program until somebody reads it.
func openDebugLog(path string, most int64) (*debugLog, error) {
	before, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("the debug log can't be written: %w", err)
	case !before.Mode().IsRegular():
		return nil, fmt.Errorf("the debug log can't be written: %s is %s, not a file", path, fileKind(before.Mode()))
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the debug log can't be written: %w", err)
	}
	is, err := file.Stat()
	if err == nil && (!is.Mode().IsRegular() || before != nil && !os.SameFile(before, is)) {
		err = errors.New("it was replaced while it was opened")
	}
	if err == nil {
		err = file.Chmod(0o600)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("the debug log can't be kept private: %w", err)
	}
	return &debugLog{path: path, most: most, file: file, size: is.Size()}, nil
}

// fileKind is what stands where a file should.
func fileKind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a link"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// Write appends a line.
func (l *debugLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size > 0 && l.size+int64(len(p)) > l.most {
		if err := l.renew(); err != nil {
			return 0, err
		}
	}
	n, err := l.file.Write(p)
	l.size += int64(n)
	return n, err
}

// renew moves the log aside and begins another.
func (l *debugLog) renew() error {
	if err := os.Rename(l.path, l.path+".1"); err != nil {
		return err
	}
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_EXCL|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_ = l.file.Close()
	l.file, l.size = file, 0
	return nil
}

func (l *debugLog) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.file.Close()
}
