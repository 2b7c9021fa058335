package state

import (
	"os"
	"strings"
	"testing"
	"time"
)

// What is wrong with a file is said in words for people: where it is, and nothing of Go's types.
func TestABrokenLayoutIsExplained(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                                    "array isn't what is expected",
		`{"version":1,"columns":{"hooks":"x"}}`: "isn't what is expected for columns",
		`{"version":1,`:                         "isn't JSON from byte",
		`{"version":1,"preview":7}`:             "number isn't what is expected for preview",
	} {
		s := Open(t.TempDir(), time.Now)
		if err := os.WriteFile(s.layoutPath(), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := s.Layout()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Go ") || strings.Contains(err.Error(), "state.") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
