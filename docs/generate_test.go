package docs_test

import (
	"flag"
	"os"
	"testing"
)

// update is what "make generate" sets: what is made from the code is written, not only compared.
var update = flag.Bool("update", false, "write what is made from the code")

// generated fails unless a file has the text that is made from the code.
func generated(t *testing.T, path, want string) {
	t.Helper()
	if read(t, path) == want {
		return
	}
	if !*update {
		t.Errorf("%s isn't what the code says: run make generate", path)
		return
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
