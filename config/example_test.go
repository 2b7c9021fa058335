package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const examplePath = "../config.example.toml"

// nameOf finds an option in the example: "#name = value", or another way of saying the same, "#or: name = value".
var nameOf = regexp.MustCompile(`^#(?:or: )?([a-z_]+) =`)

func example(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(examplePath)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestExampleLoadsAsItIs(t *testing.T) {
	c, err := Load(examplePath, Palette{}, Panes{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tenants) != 0 || len(c.Views) != 0 {
		t.Errorf("the example configures something: %+v", c)
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
