package form

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A frame asks many times what changed in a list: that is worked out once a key, however long the list is.
func TestAKeyInAListUpToTheLimit(t *testing.T) {
	var all []string
	for n := range linesLimit/7 - 10 {
		all = append(all, fmt.Sprintf("e%05d", n))
	}
	whole := strings.Join(all, "\n")
	for name, was := range map[string]string{"what was there": whole, "all new": "", "all others": strings.ReplaceAll(whole, "e", "f")} {
		f := open(t, Spec{Title: "T", Fields: []Field{{Name: "x", Title: "X", Kind: Lines, Distinct: true, Value: was}, {Name: "y", Title: "Y"}}})
		if was != whole {
			f.fields[0].edit.set("")
			f.Update(tea.PasteMsg{Content: whole})
		}
		bytes := allocated(func(key tea.KeyPressMsg) {
			f.Update(key)
			f.View(80, f.Height(80, 38))
			f.Cursor()
		}, tea.KeyPressMsg{Code: 'y', Text: "y"})
		if most := uint64(8 << 20); bytes > most {
			t.Errorf("%s: a key allocates %d bytes, want at most %d", name, bytes, most)
		}
	}
}

func TestComparingEntries(t *testing.T) {
	for _, c := range []struct {
		was, now         string
		same             bool
		added, removed   string
		twice, goesOutAs string
	}{
		{"a\nb", "b\na", true, "", "", "", "b\na"},
		{"a\nb", " a \n\n b", true, "", "", "", "a\nb"},
		{"a\na\nb", "a\nb\nb", false, "", "", "b", "a\nb\nb"},
		{"a\nb", "a\nb\nc\nc", false, "[c c]", "", "c", "a\nb\nc\nc"},
		{"a\nb", "", false, "", "[a b]", "", ""},
	} {
		fd := newField(Field{Kind: Lines, Distinct: true, Value: c.was})
		for range 2 { // anew, and as it is kept
			fd.put(c.now)
			got := fd.compared()
			if got.same != c.same || fd.changed() == c.same || list(got.added) != c.added || list(got.removed) != c.removed ||
				fd.twice() != c.twice || fd.outgoing(fd.text()) != c.goesOutAs {
				t.Errorf("%q, then %q: %+v, twice %q, as %q", c.was, c.now, *got, fd.twice(), fd.outgoing(fd.text()))
			}
		}
		fd.put(c.was)
		if fd.changed() {
			t.Errorf("%q, then back: it counts as changed", c.now)
		}
	}
}

func list(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprint(all)
}

// Of an endless paste only a part arrives, so its length isn't known.
func TestTheLengthOfAnEndlessPaste(t *testing.T) {
	for would, want := range map[int]string{1_000_000: "have 1,000,000, so", 1_000_001: "have more than 1,000,000, so",
		2_800_000: "have more than 1,000,000, so"} {
		if got := TooLong("The text", AreaLimit, would); !strings.Contains(got, want) {
			t.Errorf("%d: %s", would, got)
		}
	}
}
