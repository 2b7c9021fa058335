// Package textfile reads the files that people edit. It knows byte order marks and the encodings that editors and shells leave.
package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotRegular is returned for what isn't a file with an end: a folder, a device, a pipe.
var ErrNotRegular = errors.New("is not a regular file")

// EncodingError says that a text isn't in UTF-8.
type EncodingError struct{ Encoding string }

func (e *EncodingError) Error() string { return "is saved as " + e.Encoding + ": save it as UTF-8" }

// A mark is what a text of an encoding begins with. Longer marks come first, since one begins with another.
type mark struct {
	bytes    []byte
	encoding string
}

func marks() []mark {
	return []mark{
		{[]byte{0xff, 0xfe, 0, 0}, "UTF-32"}, {[]byte{0, 0, 0xfe, 0xff}, "UTF-32"},
		{[]byte{0xff, 0xfe}, "UTF-16"}, {[]byte{0xfe, 0xff}, "UTF-16"},
	}
}

// Decode gives a text in UTF-8 without the marks in front of it, or an *EncodingError.
func Decode(data []byte) ([]byte, error) {
	for _, m := range marks() {
		if bytes.HasPrefix(data, m.bytes) {
			return nil, &EncodingError{m.encoding}
		}
	}
	if encoding := unmarked(data); encoding != "" {
		return nil, &EncodingError{encoding}
	}
	for {
		rest, found := bytes.CutPrefix(data, []byte("\ufeff"))
		if !found {
			return data, nil
		}
		data = rest
	}
}

// unmarked finds wide encodings without a mark: in a text for machines most characters have a zero byte, always at the same place.
func unmarked(data []byte) string {
	if len(data) < 4 || len(data)%2 != 0 {
		return ""
	}
	var zeros [4]int
	for i, b := range data {
		if b == 0 {
			zeros[i%4]++
		}
	}
	quarter := len(data) / 4
	often := func(n int) bool { return n > quarter/2 }
	switch {
	case often(zeros[1]) && often(zeros[2]) && (often(zeros[0]) || often(zeros[3])):
		return "UTF-32"
	case often(zeros[0]) && often(zeros[2]) && zeros[1]+zeros[3] == 0, often(zeros[1]) && often(zeros[3]) && zeros[0]+zeros[2] == 0:
		return "UTF-16"
	}
	return ""
}

// Read gives the text of a regular file of at most limit bytes, and what the file system says of it.
func Read(path string, limit int64) ([]byte, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() { // a pipe, say, might never end
		return nil, nil, fmt.Errorf("%s %w", path, ErrNotRegular)
	}
	text, err := ReadStream(path, limit)
	return text, info, err
}

// ReadStream is Read for what may also be a pipe.
func ReadStream(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is longer than %d KiB", path, limit>>10)
	}
	text, err := Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return text, nil
}
