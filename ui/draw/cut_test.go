package draw

import "testing"

func TestCutKeepsCharactersWhole(t *testing.T) {
	for _, c := range []struct {
		text, head, rest string
		w                int
	}{
		{"hooks", "hoo", "ks", 3},
		{"日本語", "日", "本語", 3},
		{"abc", "abc", "", 9},
		{"abc", "", "abc", 0},
	} {
		if head, rest := Cut(c.text, c.w); head != c.head || rest != c.rest {
			t.Errorf("Cut(%q, %d) = %q, %q; want %q, %q", c.text, c.w, head, rest, c.head, c.rest)
		}
	}
}
