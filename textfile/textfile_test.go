package textfile

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

func wide(text string, order binary.AppendByteOrder, mark bool) []byte {
	var out []byte
	if mark {
		out = order.AppendUint16(out, 0xfeff)
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func TestDecode(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "page_size = 50\n": "page_size = 50\n", "\ufeffx": "x", "\ufeff\ufeffx": "x", "\ufeff": "", "ü\x00": "ü\x00", "\xff": "\xff",
		"a\x00b\x00c": "a\x00b\x00c",
	} {
		if got, err := Decode([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	text := "page_size = 50 # größer\n"
	utf32 := []byte{0xff, 0xfe, 0, 0}
	for _, r := range text {
		utf32 = binary.LittleEndian.AppendUint32(utf32, uint32(r))
	}
	for name, data := range map[string][]byte{
		"UTF-16 little":          wide(text, binary.LittleEndian, true),
		"UTF-16 big":             wide(text, binary.BigEndian, true),
		"UTF-16 little, no mark": wide(text, binary.LittleEndian, false),
		"UTF-16 big, no mark":    wide(text, binary.BigEndian, false),
		"UTF-16 only the mark":   {0xff, 0xfe},
		"UTF-32":                 utf32,
		"UTF-32, no mark":        utf32[4:],
	} {
		got, err := Decode(data)
		var encoding *EncodingError
		if !errors.As(err, &encoding) || got != nil || encoding.Encoding != name[:6] {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("\ufefftext"), 0o600); err != nil {
		t.Fatal(err)
	}
	text, info, err := Read(path, 16)
	if err != nil || string(text) != "text" || info.Size() != 7 {
		t.Errorf("got %q, %v, %v", text, info, err)
	}
	if _, _, err := Read(path, 6); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
	if _, _, err := Read(filepath.Dir(path), 16); !errors.Is(err, ErrNotRegular) {
		t.Errorf("got %v", err)
	}
	if _, _, err := Read(path+"-none", 16); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
