package filter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold is the form in which texts are compared: however they were composed and in whichever letter case they were typed, they read the
// same in it. Accents are kept.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	folded := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(s)))
	return strings.ReplaceAll(folded, "i\u0307", "i") // a capital İ is an i in another letter case, and its dot no accent
}

// Folded is the text of a cell as texts are compared, and where each part of it comes from.
type Folded struct {
	text string
	from origins
}

// FoldCell folds the text of a cell.
func FoldCell(text string) *Folded {
	folded, from := foldMapped(text)
	return &Folded{folded, from}
}

// foldMapped folds a text and says where each byte comes from.
func foldMapped(s string) (folded string, from origins) {
	if isASCII(s) {
		return strings.ToLower(s), nil
	}
	all := make([]byte, 0, len(s))
	from = make(origins, 0, len(s)+1)
	if all, from, whole := foldASCII(all, from, s); whole {
		return string(all), from
	}
	all, from = all[:0], from[:0]
	var it norm.Iter
	it.InitString(norm.NFKC, s)
	for !it.Done() {
		start := it.Pos()
		piece := it.Next()
		if len(piece) == 1 { // ASCII, as most of a cell is behind its sign
			all, from = append(all, lower(piece[0])), append(from, start)
			continue
		}
		if r, size := utf8.DecodeRune(piece); size < len(piece) || !unicode.In(r, unicode.S, unicode.P) {
			piece = []byte(Fold(string(piece)))
		}
		for _, c := range piece {
			all, from = append(all, c), append(from, start)
		}
	}
	return string(all), append(from, len(s))
}

// foldASCII folds ASCII among signs that stay as they are, as most cells are; whole: s is nothing else.
func foldASCII(all []byte, from origins, s string) (_ []byte, _ origins, whole bool) {
	for i, r := range s {
		if r < utf8.RuneSelf {
			all, from = append(all, lower(byte(r))), append(from, i)
			continue
		}
		if !strings.ContainsRune(unfoldedSigns, r) {
			return all, from, false
		}
		for range utf8.RuneLen(r) {
			from = append(from, i)
		}
		all = utf8.AppendRune(all, r)
	}
	return all, append(from, len(s)), true
}

// unfoldedSigns are signs that the console draws in cells and that are what they are in any letter case and form.
const unfoldedSigns = "●○◐◌◆◇■□▪▮▯▲▼━─╸·–—✓✗→›"

// origins maps byte positions of a folded text to where the character begins that they belong to; nil when they are the same.
type origins []int

// span is the part of the text that a part of the folded text comes from, in whole characters.
func (o origins) span(start, end int) [2]int {
	if o == nil {
		return [2]int{start, end}
	}
	for end > start && end < len(o)-1 && o[end] == o[end-1] {
		end++
	}
	return [2]int{o[start], o[end]}
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
