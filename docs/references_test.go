package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Comments refer to a page as docs/interface.md, and to a section of it as interface.md 4.10.
var (
	reference = regexp.MustCompile(`(\w+/)?\b(interface|companion)\.md( \d+(?:\.\d+)*)?`)
	heading   = regexp.MustCompile(`(?m)^#+ (\d+(?:\.\d+)*) `)
)

func TestReferencesLeadToSections(t *testing.T) {
	sections := map[string]bool{}
	for _, page := range []string{"interface.md", "companion.md"} {
		for _, found := range heading.FindAllStringSubmatch(read(t, page), -1) {
			sections[page+" "+found[1]] = true
		}
	}
	pages, err := filepath.Glob("../*.md")
	if err != nil {
		t.Fatal(err)
	}
	files := append(sources(t), "docs/interface.md", "docs/companion.md")
	for _, p := range pages {
		files = append(files, filepath.Base(p))
	}
	seen := 0
	for _, f := range files {
		if f == "docs/references_test.go" {
			continue
		}
		text := read(t, filepath.Join("..", f))
		for _, found := range reference.FindAllStringSubmatch(text, -1) {
			folder, page, section := found[1], found[2]+".md", strings.TrimSpace(found[3])
			switch {
			case section != "" && !sections[page+" "+section]:
				t.Errorf("%s: there is no section %s in docs/%s", f, section, page)
			case section == "" && folder != "docs/" && strings.HasSuffix(f, ".go"):
				t.Errorf("%s: which section of %s? (%q)", f, page, found[0])
			}
			seen++
		}
	}
	if seen < 100 {
		t.Errorf("only %d references were seen", seen)
	}
}

// Numbers of sections go up one by one, so that what is added doesn't take another's.
func TestSectionsAreNumberedInOrder(t *testing.T) {
	for _, page := range []string{"interface.md", "companion.md"} {
		seen := map[string]bool{"0": true}
		for _, found := range heading.FindAllStringSubmatch(read(t, page), -1) {
			if seen[found[1]] || !seen[before(found[1])] {
				t.Errorf("%s: section %s is out of order", page, found[1])
			}
			seen[found[1]] = true
		}
	}
}

// before is the section that stands before another of the same depth, or the one that holds it.
func before(section string) string {
	parts := strings.Split(section, ".")
	last, err := strconv.Atoi(parts[len(parts)-1])
	if err != nil {
		return ""
	}
	if last == 1 && len(parts) > 1 {
		return strings.Join(parts[:len(parts)-1], ".")
	}
	parts[len(parts)-1] = strconv.Itoa(last - 1)
	return strings.Join(parts, ".")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
