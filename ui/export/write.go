package export

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"sync/atomic"

	"gatehouse/api"
	"gatehouse/ui/file"
)

// The formats of an export, which are also the endings of its files.
const (
	FormatCSV   = "csv"
	FormatJSON  = "json"
	FormatLines = "jsonl"
)

// FileRow is a record on its way into a file.
type FileRow struct {
	Raw  json.RawMessage // as it came; empty when nothing but its id is known
	ID   string
	Cell func(column int) FileCell
}

// FileCell is a column of a record: a number, a text from the tenant, or nothing.
type FileCell struct {
	Text     string
	Number   float64
	IsNumber bool
	None     bool
}

// RowSource is rows as they were when it was made. It is read outside the update loop.
type RowSource struct {
	Columns []string // names, by the number that fileRow.cell takes
	// Rows counts the rows and goes through them, in the order shown. The only error is the context's.
	Rows func(context.Context) (n int, all iter.Seq[FileRow], err error)
}

// FileContent is what goes into a file.
type FileContent struct {
	Format  string
	Columns []int    // of each record; nil: whole records
	conceal []string // members of whole records that are left out
	Source  RowSource
}

// written is what came of writing.
type written struct {
	path    string
	Rows    int
	defused int // cells that got an apostrophe
	Partial int // records of which nothing but the id is known
}

// Tally is how far a writer is, for the screen.
type Tally struct{ Done, All atomic.Int64 }

// rowWriter puts records into one format.
type rowWriter interface {
	Begin() error
	row(FileRow) error
	End() error
}

// Write streams the content to w: one record at a time is in memory beside the rows that are loaded anyway.
func (c *FileContent) Write(ctx context.Context, w io.Writer, t *Tally) (written, error) {
	n, rows, err := c.Source.Rows(ctx)
	if err != nil {
		return written{}, err
	}
	t.All.Store(int64(n))
	var done written
	buffered := bufio.NewWriterSize(w, 64<<10)
	out := c.writer(buffered, &done)
	if err := out.Begin(); err != nil {
		return done, err
	}
	for row := range rows {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := out.row(row); err != nil {
			return done, err
		}
		done.Rows++
		t.Done.Add(1)
	}
	if err := out.End(); err != nil {
		return done, err
	}
	return done, buffered.Flush()
}

func (c *FileContent) writer(w *bufio.Writer, done *written) rowWriter {
	if c.Format == FormatCSV {
		return &csvRows{content: c, buffered: w, out: csv.NewWriter(w), done: done}
	}
	return &jsonRows{content: c, out: w, array: c.Format == FormatJSON, done: done}
}

type csvRows struct {
	content  *FileContent
	buffered *bufio.Writer
	out      *csv.Writer
	cells    []string
	done     *written
}

// utf8Mark tells a spreadsheet that a text is UTF-8; without it, all but ASCII is garbled there.
const utf8Mark = "\ufeff"

func (r *csvRows) Begin() error {
	if _, err := r.buffered.WriteString(utf8Mark); err != nil {
		return err
	}
	for _, i := range r.content.Columns {
		r.cells = append(r.cells, r.content.Source.Columns[i])
	}
	return r.out.Write(r.cells)
}

func (r *csvRows) row(row FileRow) error {
	for at, i := range r.content.Columns {
		cell := row.Cell(i)
		if cell.IsNumber {
			r.cells[at] = number(cell.Number)
			continue
		}
		text, defused := CSVCell(cell.Text)
		if defused {
			r.done.defused++
		}
		r.cells[at] = text
	}
	return r.out.Write(r.cells)
}

func (r *csvRows) End() error {
	r.out.Flush()
	return r.out.Error()
}

// number writes a number without an exponent, as short as it reads back the same.
func number(n float64) string { return strconv.FormatFloat(n+0, 'f', -1, 64) } // -0 is 0

type jsonRows struct {
	content *FileContent
	out     *bufio.Writer
	array   bool
	begun   bool
	done    *written
}

func (r *jsonRows) Begin() error { return nil }

func (r *jsonRows) row(row FileRow) error {
	text, err := r.record(row)
	if err != nil {
		return fmt.Errorf("the record %s is not JSON: %w", row.ID, err)
	}
	between := "\n"
	switch {
	case r.array && r.begun:
		between = ",\n"
	case r.array:
		between = "[\n"
	case !r.begun:
		between = ""
	}
	r.begun = true
	if _, err := r.out.WriteString(between); err != nil {
		return err
	}
	_, err = r.out.Write(text)
	return err
}

func (r *jsonRows) End() error {
	end := "\n"
	switch {
	case r.array && r.begun:
		end = "\n]\n"
	case r.array:
		end = "[]\n"
	case !r.begun:
		end = ""
	}
	_, err := r.out.WriteString(end)
	return err
}

// record is a record on one line.
func (r *jsonRows) record(row FileRow) ([]byte, error) {
	if r.content.Columns != nil {
		return r.object(row)
	}
	if len(row.Raw) == 0 {
		r.done.Partial++
		text, err := json.Marshal(map[string]string{"id": row.ID})
		return api.EscapeHidden(text), err
	}
	raw, err := LeaveOut(row.Raw, r.content.conceal)
	if err != nil {
		return nil, err
	}
	return PlainJSON(raw)
}

// object is the chosen columns by name, in their order.
func (r *jsonRows) object(row FileRow) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for at, i := range r.content.Columns {
		if at > 0 {
			out.WriteByte(',')
		}
		if err := writeJSON(&out, r.content.Source.Columns[i]); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		cell := row.Cell(i)
		switch {
		case cell.IsNumber:
			out.WriteString(number(cell.Number))
		case cell.None:
			out.WriteString("null")
		default:
			if err := writeJSON(&out, cell.Text); err != nil {
				return nil, err
			}
		}
	}
	out.WriteByte('}')
	return api.EscapeHidden(out.Bytes()), nil
}

// into writes the content to a file.
func (c *FileContent) into(ctx context.Context, d *file.Disk, path string, replace bool, t *Tally) (done written, err error) {
	err = d.Write(ctx, path, replace, func(w io.Writer) error {
		done, err = c.Write(ctx, w, t)
		return err
	})
	done.path = path
	return done, err
}
