package filter

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/junegunn/fzf/src/algo"
	"github.com/junegunn/fzf/src/util"
)

// prepareScores fills the tables of the scoring algorithm, which are empty until asked for.
var prepareScores = sync.OnceFunc(func() { algo.Init("default") })

// Ranks of a row that contains a word.
const (
	inside    = 1 + iota
	beginning // a cell begins with it
	whole     // it is a whole cell
)

// Among scattered letters, a word is better there in one piece, and best at the beginning of a cell. What it loses elsewhere:
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
	keeps bool       // many cells are looked at with it
	slab  *util.Slab // nil before the first of them: most filters need none
	bytes []byte
	runes []rune
}

func newScorer() *scorer { return &scorer{keeps: true} }

// perfectScore is what the word earns at the beginning of a cell.
func perfectScore(word []rune) int {
	once := scorer{keeps: len(word)*len(word) > scratch16} // without scratch memory, a long word would take much more
	result, _ := once.cell(string(word), word, false)
	return max(result.Score, scattered) + scattered
}

// pieces goes through the places where the word stands as it is in a cell of the scope: the byte before it, and whether it begins and ends
// the cell.
func (t *term) pieces(all string, within scope) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		column, counted := -1, 0
		for from := 0; ; {
			i := strings.Index(all[from:], t.text)
			if i < 0 {
				return
			}
			i += from
			from = i + len(t.text)
			if within != nil {
				column += strings.Count(all[counted:i], separator)
				counted = i
				if !within.has(column) {
					next := strings.IndexByte(all[i:], separator[0])
					if next < 0 {
						return
					}
					from = i + next
					continue
				}
			}
			ends := from == len(all) || all[from] == separator[0]
			if !yield(piece{before: all[i-1], begins: all[i-1] == separator[0], ends: ends}) {
				return
			}
		}
	}
}

// piece is a place where a word stands as it is.
type piece struct {
	before       byte
	begins, ends bool
}

// rank says how well the row contains the word, 0 if it doesn't. The cells in which it is nowhere aren't looked at one by one.
func (t *term) rank(d Doc, within scope) int {
	all := d.All
	first := strings.Index(all, t.text)
	if first < 0 || t.begins == "" {
		return 0
	}
	best := 0
	if d.Initials.mayBegin(t) {
		for at := range places(all, t.begins, max(0, first-len(separator)), within) {
			if end := at + len(t.begins); end == len(all) || all[end] == separator[0] {
				return whole
			}
			best = beginning
		}
	}
	if best == 0 {
		for range places(all, t.text, first, within) {
			return inside
		}
	}
	return best
}

// places are where a text stands, from some byte on, in cells of the scope, of which it may have the separator before.
func places(all, text string, from int, within scope) iter.Seq[int] {
	return func(yield func(int) bool) {
		column, counted := -1, 0
		for from <= len(all) {
			i := strings.Index(all[from:], text)
			if i < 0 {
				return
			}
			i += from
			from = i + max(1, len(text))
			if within != nil {
				column += strings.Count(all[counted:min(i+1, len(all))], separator)
				counted = min(i+1, len(all))
				if !within.has(column) {
					continue
				}
			}
			if !yield(i) {
				return
			}
		}
	}
}

// best returns the score of the cell that the word fits best, be its letters scattered or in one piece.
func (s *scorer) best(all string, t *term, f *Filter) (score int, ok bool) {
	if score := t.inOnePiece(all, f.within); score > 0 {
		return score, true
	}
	if isASCII(all) && (t.letters == "" || !t.inOrder(all)) {
		return 0, false
	}
	for column := 0; all != ""; column++ {
		var cell string
		cell, all = cutCell(all)
		// In a cell with other than ASCII letters, accents may still match.
		if f.resembles(t, column) && (t.inOrder(cell) || !isASCII(cell)) {
			score = max(score, s.scatteredIn(cell, t, f))
		}
	}
	return score, score > 0
}

// scatteredIn returns the score of one cell, 0 if the word isn't in it.
func (s *scorer) scatteredIn(cell string, t *term, f *Filter) int {
	if result, _ := s.cell(cell, t.runes, false); result.Start >= 0 && f.dense(t, result.End-result.Start) {
		return max(1, min(result.Score, t.perfect-scattered))
	}
	return 0
}

// inOnePiece is the score of the word as it is somewhere in a cell, 0 if it isn't there.
func (t *term) inOnePiece(all string, within scope) (score int) {
	for p := range t.pieces(all, within) {
		switch {
		case p.begins && p.ends:
			return t.perfect + wholeCell
		case p.begins:
			score = t.perfect
		case isWord(p.before):
			score = max(score, t.perfect-insideWord)
		default:
			score = max(score, t.perfect-atWordStart)
		}
	}
	return score
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

// cell looks for the word in one folded cell; positions are in runes.
func (s *scorer) cell(cell string, word []rune, positions bool) (algo.Result, *[]int) {
	prepareScores()
	if s.keeps && s.slab == nil {
		s.slab = util.MakeSlab(scratch16, scratch32)
	}
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
