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

const (
	// inOnePiece is what a word earns for being there as it is: "repay" before "p-a-y" and "company yard".
	inOnePiece = 32
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
	return result.Score + inOnePiece
}

// best returns the score of the cell that the word fits best.
func (s *scorer) best(all string, t *term) (score int, ok bool) {
	if i := strings.Index(all, t.begins); i >= 0 {
		return t.perfect + bonus(all, i+len(t.begins), wholeCell), true
	}
	if len(t.letters) == 1 && isASCII(all) {
		return bestLetter(all, t)
	}
	for all != "" {
		var cell string
		if cell, all = cutCell(all); !mayFit(cell, t) {
			continue
		}
		result, _ := s.cell(cell, t.runes, false)
		if result.Start < 0 {
			continue
		}
		points := result.Score
		if strings.Contains(cell, t.text) {
			points += inOnePiece
		}
		score, ok = max(score, points), true
	}
	return score, ok
}

// bonus is what a word earns that ends at i if its cell ends there too.
func bonus(all string, i, points int) int {
	if i == len(all) || all[i] == separator[0] {
		return points
	}
	return 0
}

// bestLetter is best for a word of one letter, which is in nearly every row: it looks only for a beginning of a word.
func bestLetter(all string, t *term) (score int, ok bool) {
	for i := strings.IndexByte(all, t.letters[0]); i >= 0; {
		if !isAlphanumeric(all[i-1]) {
			return t.perfect - 1, true
		}
		next := strings.IndexByte(all[i+1:], t.letters[0])
		if next < 0 {
			return t.perfect - inOnePiece, true
		}
		i += 1 + next
	}
	return 0, false
}

func isAlphanumeric(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }

// mayFit is a cheap test that most cells fail: whether the letters are there in this order.
// It lets cells pass whose letters may have accents.
func mayFit(cell string, t *term) bool {
	if t.letters == "" {
		return len(cell) >= len(t.runes)
	}
	rest := cell
	for i := range len(t.letters) {
		at := strings.IndexByte(rest, t.letters[i])
		if at < 0 {
			return !isASCII(cell)
		}
		rest = rest[at+1:]
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

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
