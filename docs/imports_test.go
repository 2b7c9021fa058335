package docs_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "gatehouse"

// listed is a package as go list tells it; tests may import what they like.
type listed struct {
	ImportPath string
	Imports    []string
}

// name is the package as ARCHITECTURE.md calls it.
func name(importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// packages are those of the project with what they import of it.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		found[name(p.ImportPath)] = nil
		for _, i := range p.Imports {
			if i == module || strings.HasPrefix(i, module+"/") {
				found[name(p.ImportPath)] = append(found[name(p.ImportPath)], name(i))
			}
		}
	}
}

// layers are the layers of the packages, as ARCHITECTURE.md has them.
func layers(t *testing.T) map[string]int {
	t.Helper()
	row := regexp.MustCompile("(?m)^\\| (\\d+) \\| ((?:`[^`]+` ?)+)\\|")
	all := map[string]int{}
	for _, m := range row.FindAllStringSubmatch(read(t, "../ARCHITECTURE.md"), -1) {
		layer, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range strings.Fields(m[2]) {
			all[strings.Trim(p, "`")] = layer
		}
	}
	return all
}

// layerOf is the layer of a package: its own, or else that of its folder, which stands as "folder/*".
func layerOf(layers map[string]int, p string) (int, bool) {
	if layer, own := layers[p]; own {
		return layer, true
	}
	layer, known := layers[path.Dir(p)+"/*"]
	return layer, known
}

func TestImportsPointOneWay(t *testing.T) {
	all, layers := packages(t), layers(t)
	for p, imports := range all {
		layer, known := layerOf(layers, p)
		if !known {
			t.Errorf("%s is in no layer: give it one in ARCHITECTURE.md", p)
			continue
		}
		for _, i := range imports {
			below, known := layerOf(layers, i)
			tools := layer == 0 && below == 0 // which only tests and tools import
			if known && below >= layer && !tools || layer > 0 && below == 0 {
				t.Errorf("%s (layer %d) imports %s (layer %d)", p, layer, i, below)
			}
		}
	}
	for p := range layers {
		if _, there := all[p]; !there && !strings.HasSuffix(p, "/*") {
			t.Errorf("ARCHITECTURE.md speaks of the package %s, which isn't there", p)
		}
	}
}

func console(p string) bool { return p == "ui" || strings.HasPrefix(p, "ui/") }
func pane(p string) bool    { return strings.HasPrefix(p, "ui/panes/") }
func tool(p string) bool    { return strings.HasPrefix(p, "e2e") || p == "docs" }

// Some packages are for few others only.
func TestWhoMayImport(t *testing.T) {
	only := map[string][]string{
		"tenant":          {"cli/session", "cli/tenantcmd", "cli/clitest", "ui/panetest"},
		"tenant/world":    {"tenant"},
		"ui":              {"cli/console"},
		"cli/clitest":     nil,
		"ui/panetest":     nil,
		"theme/themetest": nil,
		"keymap/keytest":  {"ui/panetest"},
	}
	all := packages(t)
	for p, imports := range all {
		for _, i := range imports {
			if may, limited := only[i]; limited && !slices.Contains(may, p) {
				t.Errorf("%s imports %s, which is for %q only", p, i, may)
			}
			if console(i) && i != "ui/draw" && !console(p) && p != "cli/console" && !tool(p) {
				t.Errorf("%s imports %s, which belongs to the console", p, i)
			}
			if pane(p) && pane(i) && p != "ui/panes/tenantmenu" {
				t.Errorf("the pane %s imports the pane %s: what both need goes below them", p, i)
			}
		}
	}
	for _, i := range slices.Concat(all["tenant"], all["tenant/world"]) {
		if i != "tenant/world" {
			t.Errorf("the built-in tenant imports %s: it would share its mistakes about the wire", i)
		}
	}
}

// Files that the pages name are there.
func TestPagesNameFilesThatExist(t *testing.T) {
	files := sources(t)
	path := regexp.MustCompile("`([a-z0-9_]+/)*[a-z0-9_]+\\.go`")
	for _, page := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"} {
		for _, found := range path.FindAllString(read(t, "../"+page), -1) {
			if !slices.Contains(files, strings.Trim(found, "`")) {
				t.Errorf("%s names %s, which isn't there", page, found)
			}
		}
	}
}
