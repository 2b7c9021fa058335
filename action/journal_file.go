package action

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gatehouse/api"
	"gatehouse/filelock"
)

const (
	journalName = "journal.jsonl"
	journalSize = 5 << 20 // bytes from which a file is put aside
	journalKept = 4       // files put aside
)

// FileJournal is a journal in a folder: one JSON object a line, a line when a change is sent and one when it has ended. Several programs
// may write it at once. Every line is on the disk before Begin or End returns; those that wait at the same time share that wait.
type FileJournal struct {
	dir     string
	process Process
	size    int64 // from which a file is put aside
	now     func() time.Time

	committing sync.Mutex // one write at a time
	mu         sync.Mutex
	pending    *commit // of those that wait for the write under way to end
}

// commit is a number of lines that are written together.
type commit struct {
	lines [][]byte
	done  bool
	err   error
}

// thisProcess is the running program.
var thisProcess = Process{ID: os.Getpid(), Run: newID()}

// NewFileJournal makes the journal of a folder, which need not exist. Nothing is written before the first change.
func NewFileJournal(dir string) *FileJournal {
	return &FileJournal{dir: dir, process: thisProcess, size: journalSize, now: time.Now}
}

// Path is the file that is written.
func (j *FileJournal) Path() string { return filepath.Join(j.dir, journalName) }

// The types of lines.
const (
	lineSent  = "sent"
	lineEnded = "ended"
)

// sentLine and endedLine are the lines as they stand in the file.
type sentLine struct {
	Type string `json:"type"`
	Entry
}

type endedLine struct {
	Type string `json:"type"`
	ID   string `json:"id"`
	Ending
}

// Begin writes that a change is about to be sent.
func (j *FileJournal) Begin(ctx context.Context, e Entry) error {
	e.Process, e.Endings = j.process, nil
	return j.append(ctx, sentLine{lineSent, e.redacted()})
}

// End writes what came of a change.
func (j *FileJournal) End(ctx context.Context, id string, e Ending) error {
	return j.append(ctx, endedLine{lineEnded, id, e.redacted()})
}

// Stamp tells two states of the file apart, whichever program has written to it. The zero one: there is no file.
type Stamp struct{ size, changed int64 }

// Stamp is that of the file as it is now.
func (j *FileJournal) Stamp() Stamp {
	info, err := os.Stat(j.Path())
	if err != nil {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime().UnixNano()}
}

func (j *FileJournal) append(ctx context.Context, line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, err)
	}
	j.mu.Lock()
	if j.pending == nil {
		j.pending = &commit{}
	}
	mine := j.pending
	mine.lines = append(mine.lines, append(api.EscapeHidden(text), '\n'))
	j.mu.Unlock()

	j.committing.Lock()
	defer j.committing.Unlock()
	if !mine.done {
		j.mu.Lock()
		j.pending = nil
		j.mu.Unlock()
		mine.err, mine.done = j.write(ctx, mine.lines), true
	}
	if mine.err != nil {
		return fmt.Errorf("%w: %w", ErrJournal, mine.err)
	}
	return nil
}

// write puts lines at the end of the file and waits until they are on the disk. Either all of them are there or none is. It doesn't end
// with ctx: what was sent must be recorded even while the program is quitting.
func (j *FileJournal) write(ctx context.Context, lines [][]byte) (err error) {
	if err := j.makeFolder(); err != nil {
		return err
	}
	release, err := filelock.Acquire(context.WithoutCancel(ctx), j.lockPath())
	if err != nil {
		return fmt.Errorf("the lock %s: %w", j.lockPath(), err)
	}
	defer release()
	j.rotate()
	file, before, err := j.open()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	lines[0], err = afterTear(file, before, lines[0])
	for i := 0; i < len(lines) && err == nil; i++ {
		_, err = file.Write(lines[i])
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		_ = file.Truncate(before) // nobody else writes meanwhile: what was half written is no entry
		return err
	}
	if before == 0 {
		syncFolder(j.dir)
	}
	return nil
}

// open opens the file for appending, readable by its owner only, and tells how long it is.
func (j *FileJournal) open() (*os.File, int64, error) {
	file, err := os.OpenFile(j.Path(), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = file.Chmod(0o600)
	}
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// afterTear puts a line break before a line where a crash has left half a line, so that only that half is lost.
func afterTear(file *os.File, size int64, line []byte) ([]byte, error) {
	if size == 0 {
		return line, nil
	}
	last := make([]byte, 1)
	if _, err := file.ReadAt(last, size-1); err != nil && !errors.Is(err, io.EOF) {
		return line, err
	}
	if last[0] == '\n' {
		return line, nil
	}
	return append([]byte{'\n'}, line...), nil
}

func (j *FileJournal) lockPath() string { return filepath.Join(j.dir, "journal.lock") }

var errNoFolder = errors.New("there is no folder for it: neither XDG_STATE_HOME nor HOME is set")

// makeFolder makes the folder and keeps others out of it.
func (j *FileJournal) makeFolder() error {
	if j.dir == "" {
		return errNoFolder
	}
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(j.dir)
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = os.Chmod(j.dir, 0o700)
	}
	return err
}

// rotate puts the file aside when it is full, and drops the oldest. The caller holds the lock. A file that can't be put aside grows on:
// a record of what was sent is worth more than its size.
func (j *FileJournal) rotate() {
	info, err := os.Stat(j.Path())
	if err != nil || info.Size() < j.size {
		return
	}
	for n := journalKept; n > 1; n-- {
		_ = os.Rename(j.aside(n-1), j.aside(n))
	}
	if os.Rename(j.Path(), j.aside(1)) == nil {
		syncFolder(j.dir)
	}
}

// aside is the name of a file that was put aside, 1 the latest.
func (j *FileJournal) aside(n int) string {
	return filepath.Join(j.dir, fmt.Sprintf("journal.%d.jsonl", n))
}

// syncFolder makes a new name last, where the system can: Windows does it by itself.
func syncFolder(dir string) {
	if folder, err := os.Open(dir); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}
