package config

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gatehouse/keymap"
)

const examplePath = "../config.example.toml"

// In the example an option is written as "#name = value" and another way of saying the same as "#or: name = value"; sentences
// have a space after the "#".
var (
	optionLine      = regexp.MustCompile(`^#([a-z"\[].*)$`)
	alternativeLine = regexp.MustCompile(`^#or: (([a-z_]+) = .*)$`)
	nameOf          = regexp.MustCompile(`^#(?:or: )?([a-z_]+) =`)
)

func example(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

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

func TestExampleLoadsAsItIs(t *testing.T) {
	c, err := Load(examplePath, Palette{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tenants) != 0 || len(c.Views) != 0 {
		t.Errorf("the example configures something: %+v", c)
	}
}

// With everything turned on, the example must load, and what it says about defaults must be true.
func TestExampleTurnedOn(t *testing.T) {
	text := example(t)
	c, err := Load(write(t, uncommented(text, "")), Palette{})
	if err != nil {
		t.Fatal(err)
	}
	d := New()
	if c.PageSize != d.PageSize || c.Refresh != d.Refresh || c.Mouse != d.Mouse || c.FPS != d.FPS || c.Concurrency != d.Concurrency ||
		c.Clipboard != d.Clipboard || c.Theme.Name != d.Theme.Name {
		t.Errorf("the example's values are not the defaults: %+v", c)
	}
	if len(c.Tenants) != 1 || c.Tenants[0].Auth != AuthAuto || c.Tenants[0].ReadOnly || len(c.Views) != 4 {
		t.Errorf("got %+v", c)
	}
	for line := range strings.Lines(text) {
		if m := alternativeLine.FindStringSubmatch(strings.TrimRight(line, "\r\n")); m != nil {
			if _, err := Load(write(t, uncommented(text, m[1])), Palette{}); err != nil {
				t.Errorf("%s: %v", m[2], err)
			}
		}
	}
}

// Every option of the code stands in the example, under its table. That the example has no others is shown by its loading.
func TestExampleHasEveryOption(t *testing.T) {
	documented := map[string]bool{}
	in := ""
	for line := range strings.Lines(example(t)) {
		if m := regexp.MustCompile(`^#?\[([a-z.]+?)(?:\.[a-z-]+)?\]`).FindStringSubmatch(line); m != nil {
			in = m[1] + "."
			documented[m[1]] = true
		}
		if m := nameOf.FindStringSubmatch(line); m != nil {
			documented[in+m[1]] = true
		}
	}
	d := &decoder{}
	var check func(prefix string, options []option)
	check = func(prefix string, options []option) {
		for _, o := range options {
			if !documented[prefix+o.name] {
				t.Errorf("%s%s is not in config.example.toml", prefix, o.name)
			}
			if o.options != nil {
				check(prefix+o.name+".", o.options())
			}
			if o.inner != nil {
				check(prefix+o.name+".", o.inner())
			}
		}
	}
	documented["theme.colors"] = strings.Contains(example(t), "\n[theme.colors]\n")
	check("", d.rootOptions(New()))
}

// Every action stands in the example with its default keys and its sentence.
func TestExampleHasEveryKey(t *testing.T) {
	text := example(t)
	for _, b := range keymap.Default().All() {
		keys := make([]string, len(b.Keys))
		for i, k := range b.Keys {
			keys[i] = strconv.Quote(k)
		}
		list := strings.Join(keys, ", ")
		if len(keys) != 1 {
			list = "[" + list + "]"
		}
		want := fmt.Sprintf("%-52s # %s\n", fmt.Sprintf("#%s = %s", b.ID, list), b.Help)
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("config.example.toml lacks the line\n%s", want)
		}
	}
}

func TestFind(t *testing.T) {
	home := t.TempDir()
	env := map[string]string{"HOME": home, "AppData": filepath.Join(home, "AppData")}
	getenv := func(name string) string { return env[name] }
	find := func(flag, path, source string, fails bool) {
		t.Helper()
		p, s, err := Find(flag, getenv)
		if p != path || s != source || (err != nil) != fails {
			t.Errorf("Find(%q): got %q, %q, %v; want %q, %q", flag, p, s, err, path, source)
		}
	}
	find("", "", "", false)

	def, err := DefaultPath(getenv)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(def), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(def, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	find("", def, "default", false)

	named := filepath.Join(home, "named.toml")
	env["GATEHOUSE_CONFIG"] = named
	find("", "", "", true)
	if err := os.WriteFile(named, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	find("", named, "GATEHOUSE_CONFIG", false)
	find(def, def, "--config", false)
	find(filepath.Join(home, "none"), "", "", true)
	if _, _, err := Find(filepath.Join(home, "none"), getenv); !strings.Contains(err.Error(), "named by --config") {
		t.Errorf("got %v", err)
	}
}

func TestBaseDir(t *testing.T) {
	for _, c := range []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", map[string]string{"HOME": "/home/a"}, "/home/a/.config"},
		{"darwin", map[string]string{"HOME": "/Users/a"}, "/Users/a/.config"},
		{"linux", map[string]string{"HOME": "/home/a", "XDG_CONFIG_HOME": "/x"}, "/x"},
		{"linux", map[string]string{"HOME": "/home/a", "XDG_CONFIG_HOME": "relative"}, "/home/a/.config"},
		{"linux", map[string]string{}, ""},
		{"windows", map[string]string{"AppData": `C:\Users\a\AppData\Roaming`}, `C:\Users\a\AppData\Roaming`},
		{"windows", map[string]string{}, ""},
	} {
		got, err := baseDir(c.goos, func(n string) string { return c.env[n] }, "XDG_CONFIG_HOME", "AppData", ".config")
		if got != filepath.FromSlash(c.want) || (err != nil) != (c.want == "") {
			t.Errorf("%s %v: got %q, %v", c.goos, c.env, got, err)
		}
	}
	dir, err := StateDir(func(n string) string { return map[string]string{"HOME": "/home/a", "XDG_STATE_HOME": "/s"}[n] })
	if err != nil || dir != filepath.FromSlash("/s/gatehouse") {
		t.Errorf("got %q, %v", dir, err)
	}
}
