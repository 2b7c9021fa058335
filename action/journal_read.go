package action

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"gatehouse/filelock"
)

// Entries reads the whole journal, the latest entry first. Lines that can't be read, the half line of a crash say, are counted and
// left out; where there are none but those, it is an error. Without a file there are no entries.
func (j *FileJournal) Entries(ctx context.Context) (entries []Entry, odd int, err error) {
	files, err := j.openAll(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("the journal can't be read: %w", err)
	}
	defer func() {
		for _, f := range files {
			_ = f.Close()
		}
	}()
	index := map[string]int{}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		bad, err := readLines(f, func(line []byte) bool {
			var ok bool
			entries, ok = addLine(entries, index, line)
			return ok
		})
		odd += bad
		if err != nil {
			return nil, 0, fmt.Errorf("the journal can't be read: %w", err)
		}
	}
	if len(entries) == 0 && odd > 0 {
		return nil, odd, fmt.Errorf("the journal can't be read: none of the lines in %s is an entry", j.Path())
	}
	slices.Reverse(entries)
	return entries, odd, nil
}

// openAll opens the files of the journal, the oldest first, while none of them is put aside.
func (j *FileJournal) openAll(ctx context.Context) ([]*os.File, error) {
	if j.dir == "" {
		return nil, errNoFolder
	}
	if _, err := os.Stat(j.Path()); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(j.aside(1)); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	release, err := filelock.Acquire(ctx, j.lockPath())
	switch {
	case err == nil:
		defer release()
	case errors.Is(err, filelock.ErrBusy) || ctx.Err() != nil:
		return nil, fmt.Errorf("the lock %s: %w", j.lockPath(), err)
	} // a folder that can't be written can still be read
	var files []*os.File
	names := []string{j.Path()}
	for n := 1; n <= journalKept; n++ {
		names = append(names, j.aside(n))
	}
	for _, name := range slices.Backward(names) {
		f, err := os.Open(name)
		switch {
		case err == nil:
			files = append(files, f)
		case !errors.Is(err, fs.ErrNotExist):
			for _, f := range files {
				_ = f.Close()
			}
			return nil, err
		}
	}
	return files, nil
}

// readLines hands every line to take, and counts those that it refuses.
func readLines(r io.Reader, take func([]byte) bool) (refused int, err error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 && !take(line) {
			refused++
		}
		switch {
		case errors.Is(err, io.EOF):
			return refused, nil
		case err != nil:
			return refused, err
		}
	}
}

// addLine adds what a line says. An ending whose entry was dropped with its file says nothing any more.
func addLine(entries []Entry, index map[string]int, text []byte) ([]Entry, bool) {
	var head struct {
		Type string `json:"type"`
		ID   string `json:"id"`
	}
	if json.Unmarshal(text, &head) != nil || head.ID == "" {
		return entries, false
	}
	at, known := index[head.ID]
	switch head.Type {
	case lineSent:
		var line sentLine
		if known || json.Unmarshal(text, &line) != nil {
			return entries, false
		}
		index[head.ID] = len(entries)
		return append(entries, line.Entry), true
	case lineEnded:
		var line endedLine
		if json.Unmarshal(text, &line) != nil {
			return entries, false
		}
		if known {
			entries[at].Endings = append(entries[at].Endings, line.Ending)
		}
		return entries, true
	}
	return entries, true // of a later version
}

// Unsettled are the entries of a tenant whose outcome nobody knows and nobody is waiting for any more, the latest first.
func (j *FileJournal) Unsettled(ctx context.Context, tenantURL string) ([]Entry, error) {
	entries, _, err := j.Entries(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(entries, func(e Entry) bool {
		_, ended := e.Last()
		return !e.Open() || e.Tenant.URL != tenantURL || !ended && j.mayAnswer(e)
	}), nil
}

// ByAnother is the latest change of a record of a tenant that another program on this computer has sent since this one's own.
func (j *FileJournal) ByAnother(ctx context.Context, tenantURL string, t Target) (Entry, bool) {
	entries, _, err := j.Entries(ctx)
	if err != nil {
		return Entry{}, false
	}
	for _, e := range entries {
		last, ended := e.Last()
		switch {
		case e.Tenant.URL != tenantURL || e.Target.Kind != t.Kind || e.Target.ID != t.ID:
		case e.Process.Run == j.process.Run:
			return Entry{}, false
		case !ended || last.Outcome != Refused && last.Outcome != NotSent:
			return e, true
		}
	}
	return Entry{}, false
}

// longestAnswer is how long a program may wait for the answer to a change, all its attempts counted.
const longestAnswer = time.Hour

// mayAnswer reports whether the program that sent a request may still be waiting for its answer.
func (j *FileJournal) mayAnswer(e Entry) bool {
	switch {
	case e.Process.Run == j.process.Run:
		return true
	case e.Process.ID == j.process.ID, e.Process.ID <= 0: // an earlier program with our number
		return false
	}
	return j.now().Sub(e.At) < longestAnswer && processRuns(e.Process.ID)
}
