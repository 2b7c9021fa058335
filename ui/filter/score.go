package filter

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/junegunn/fzf/src/algo"
	"github.com/junegunn/fzf/src/util"
)

// prepareScores fills the tables of the scoring algorithm, which are empty until asked for.
var prepareScores = sync.OnceFunc(func() { algo.Init("default") })

// A word is better there in one piece than scattered, and best at the beginning of a cell. What it loses elsewhere:
const (
	atWordStart = 2
	insideWord  = 12
	scattered   = 20
	// wholeCell is what it earns for being the whole cell: "pay" before "payments".
	wholeCell = 8
)

// Sizes of the scratch memory: enough for a word of 16 letters in a cell of 1,000; longer ones take a simpler algorithm.
const (
	scratch16 = 16 * 1024
	scratch32 = 2048
)

// scorer holds the scratch memory of one goroutine.
type scorer struct {
	slab  *util.Slab
	bytes []byte
	runes []rune
}

func newScorer() *scorer {
	prepareScores()
	return &scorer{slab: util.MakeSlab(scratch16, scratch32)}
}

// perfectScore is what the word earns at the beginning of a cell.
func perfectScore(word []rune) int {
	result, _ := newScorer().cell(string(word), word, false)
	return max(result.Score, scattered) + scattered
}

// best returns the score of the cell that the word fits best.
func (s *scorer) best(all string, t *term) (score int, ok bool) {
	if score, ok := t.inOnePiece(all); ok {
		return score, true
	}
	if t.letters != "" && isASCII(all) {
		if !t.inOrder(all) {
			return 0, false
		}
		return s.scattered(all, t)
	}
	for all != "" {
		var cell string
		// In a cell with other than ASCII letters, accents may still match.
		if cell, all = cutCell(all); t.inOrder(cell) || !isASCII(cell) {
			score = max(score, s.scatteredIn(cell, t))
		}
	}
	return score, score > 0
}

// scattered is best for ASCII text, where it can jump from one first letter to the next.
func (s *scorer) scattered(all string, t *term) (score int, ok bool) {
	for {
		i := strings.IndexByte(all, t.letters[0])
		if i < 0 {
			return score, score > 0
		}
		start := strings.LastIndexByte(all[:i], separator[0]) + len(separator)
		end := len(all)
		if length := strings.IndexByte(all[i:], separator[0]); length >= 0 {
			end = i + length
		}
		if t.inOrder(all[i:end]) {
			score = max(score, s.scatteredIn(all[start:end], t))
		}
		all = all[end:]
	}
}

// scatteredIn returns the score of one cell, 0 if the word isn't in it.
func (s *scorer) scatteredIn(cell string, t *term) int {
	if result, _ := s.cell(cell, t.runes, false); result.Start >= 0 {
		return max(1, min(result.Score, t.perfect-scattered))
	}
	return 0
}

// bonus is what a word earns that ends at i if its cell ends there too.
func bonus(all string, i, points int) int {
	if i == len(all) || all[i] == separator[0] {
		return points
	}
	return 0
}

// inOnePiece looks for the word as it is, somewhere in a cell.
func (t *term) inOnePiece(all string) (score int, ok bool) {
	for from := 0; ; {
		i := strings.Index(all[from:], t.text)
		if i < 0 {
			return score, score > 0
		}
		i += from
		from = i + len(t.text)
		switch before := all[i-1]; {
		case before == separator[0]:
			return t.perfect + bonus(all, from, wholeCell), true
		case isWord(before):
			score = max(score, t.perfect-insideWord)
		default:
			score = t.perfect - atWordStart
		}
	}
}

func isWord(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf
}

// inOrder says whether the letters are there, one after the other.
func (t *term) inOrder(cell string) bool {
	if t.letters == "" {
		return len(cell) >= len(t.runes)
	}
	for i := range len(t.letters) {
		at := strings.IndexByte(cell, t.letters[i])
		if at < 0 {
			return false
		}
		cell = cell[at+1:]
	}
	return true
}

// cell looks for the word in one lower-case cell; positions are in runes.
func (s *scorer) cell(cell string, word []rune, positions bool) (algo.Result, *[]int) {
	chars := s.chars(cell)
	return algo.FuzzyMatchV2(true, true, true, &chars, word, positions, s.slab)
}

func (s *scorer) chars(cell string) util.Chars {
	if isASCII(cell) {
		s.bytes = append(s.bytes[:0], cell...)
		return util.ToChars(s.bytes)
	}
	s.runes = s.runes[:0]
	for _, r := range cell {
		s.runes = append(s.runes, r)
	}
	return util.RunesToChars(s.runes)
}

// isASCII looks at eight bytes at a time, because it looks at every row.
func isASCII(s string) bool {
	const high = 0x8080808080808080
	for ; len(s) >= 8; s = s[8:] {
		eight := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if eight&high != 0 {
			return false
		}
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
