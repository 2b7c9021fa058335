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

// wholeCell is what a word earns for being the whole cell: "pay" before "payments".
const wholeCell = 8

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
	s := newScorer()
	result, _ := s.cell(string(word), word, false)
	return result.Score
}

// best returns the score of the cell that the word fits best.
func (s *scorer) best(all string, t *term) (score int, ok bool) {
	for len(all) > 0 {
		cell, rest, _ := strings.Cut(all, separator)
		all = rest
		if !mayFit(cell, t) {
			continue
		}
		result, _ := s.cell(cell, t.runes, false)
		if result.Start < 0 {
			continue
		}
		ok = true
		points := result.Score
		if result.Start == 0 && len(cell) == len(t.text) {
			points += wholeCell
		}
		if score = max(score, points); score >= t.perfect {
			break
		}
	}
	return score, ok
}

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
