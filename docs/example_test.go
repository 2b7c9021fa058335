package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/config"
	"gatehouse/keymap"
	"gatehouse/ui/panes"
)

// In the example an option is written as "#name = value" and another way of saying the same as "#or: name = value"; sentences
// have a space after the "#".
var (
	optionLine      = regexp.MustCompile(`^#([a-z"\[].*)$`)
	alternativeLine = regexp.MustCompile(`^#or: (([a-z_]+) = .*)$`)
)

// uncommented turns every option on, with alternative in the place of the tenant's client secret.
func uncommented(text, alternative string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := optionLine.FindStringSubmatch(line)
		switch {
		case alternativeLine.MatchString(line):
			line = ""
		case m != nil:
			line = m[1]
		}
		if alternative != "" && strings.HasPrefix(line, "client_secret_env") {
			line = alternative
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// write puts a configuration file into a folder of its own.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// With everything turned on, the example must load, and what it says about defaults must be true.
func TestExampleTurnedOn(t *testing.T) {
	text := read(t, "../config.example.toml")
	known := config.Panes{Views: panes.WithViews(panes.All()), Keys: func() *keymap.Map { return panes.Keys(panes.All()) }}
	c, err := config.Load(write(t, uncommented(text, "")), config.Palette{}, known)
	if err != nil {
		t.Fatal(err)
	}
	d := config.New()
	if c.PageSize != d.PageSize || c.Refresh != d.Refresh || c.Mouse != d.Mouse || c.FPS != d.FPS || c.Concurrency != d.Concurrency ||
		c.Clipboard != d.Clipboard || c.Theme.Name != d.Theme.Name {
		t.Errorf("the example's values are not the defaults: %+v", c)
	}
	if len(c.Tenants) != 1 || c.Tenants[0].Auth != config.AuthAuto || c.Tenants[0].ReadOnly || len(c.Views) != 4 {
		t.Errorf("got %+v", c)
	}
	for line := range strings.Lines(text) {
		if m := alternativeLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			if _, err := config.Load(write(t, uncommented(text, m[1])), config.Palette{}, known); err != nil {
				t.Errorf("%s: %v", m[2], err)
			}
		}
	}
}

// Every action stands in the example with its default keys and its sentence.
func TestExampleHasTheKeysOfTheConsole(t *testing.T) {
	upTo, _, found := strings.Cut(read(t, "../config.example.toml"), "\n[keys]\n")
	if !found {
		t.Fatal("the example has no [keys]")
	}
	generated(t, "../config.example.toml", upTo+"\n[keys]\n"+exampleKeys(panes.Keys(panes.All())))
}

// exampleKeys are the lines below [keys]: the actions of each scope, under its title.
func exampleKeys(keys *keymap.Map) string {
	var text strings.Builder
	var in keymap.Scope
	for _, b := range keys.All() {
		if b.Scope != in {
			in = b.Scope
			fmt.Fprintf(&text, "\n# %s (%s)\n", in.Title(), in)
		}
		fmt.Fprintf(&text, "%-52s # %s\n", fmt.Sprintf("#%s = %s", b.ID, tomlKeys(b.Keys)), b.Help)
	}
	return text.String()
}

// tomlKeys writes one key as a string, and several as a list.
func tomlKeys(keys []string) string {
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = strconv.Quote(k)
	}
	if list := strings.Join(quoted, ", "); len(keys) != 1 {
		return "[" + list + "]"
	}
	return quoted[0]
}
