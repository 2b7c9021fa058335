package clitest

import (
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// spellings are the ways in which a secret text could be written down.
func spellings(secret string) []string {
	plain := strings.ReplaceAll(secret, "-", "")
	all := []string{url.QueryEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret)),
		base64.RawURLEncoding.EncodeToString([]byte(secret)), hex.EncodeToString([]byte(secret))}
	for _, text := range []string{secret, plain} {
		all = append(all, text, strings.ToLower(text), strings.ToUpper(text))
	}
	return all
}

// Leaks fails for every secret that stands in what was printed or in a file, but for the files in kept.
func (b *Bench) Leaks(secrets map[string]string, kept ...string) {
	b.T.Helper()
	texts := map[string]string{"printed": b.Said()}
	err := filepath.WalkDir(b.Home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, k := range kept {
			if path == k {
				return nil
			}
		}
		text, err := os.ReadFile(path)
		texts[path] = string(text)
		return err
	})
	if err != nil {
		b.T.Fatal(err)
	}
	for where, text := range texts {
		for what, secret := range secrets {
			for _, spelling := range spellings(secret) {
				if strings.Contains(text, spelling) {
					b.T.Errorf("%s: the %s is there as %q:\n%.2000s", where, what, spelling, text)
					break
				}
			}
		}
	}
}
