package filter

import (
	"cmp"
	"slices"
	"strings"
)

// Highlights returns the byte ranges of a cell's text that the filter found there, in order and without overlaps.
func (f *Filter) Highlights(column int, text string) [][2]int {
	if f.Empty() || text == "" {
		return nil
	}
	return f.HighlightsIn(column, FoldCell(text))
}

// HighlightsIn is Highlights for a cell in which filters look again and again: with each letter that is typed.
func (f *Filter) HighlightsIn(column int, cell *Folded) [][2]int {
	if f.Empty() {
		return nil
	}
	var ranges [][2]int
	lower := cell.text
	for i := range f.terms {
		t := &f.terms[i]
		if t.negated || t.column == anyColumn && !f.within.has(column) || t.column != anyColumn && t.column != column {
			continue
		}
		switch {
		case t.kind == exact, t.kind == word && !f.similar:
			ranges = appendAll(ranges, lower, t.text)
		case t.kind == pattern:
			for _, hit := range t.re.FindAllStringIndex(lower, -1) {
				ranges = append(ranges, [2]int{hit[0], hit[1]})
			}
		case t.kind == word:
			ranges = f.appendScattered(ranges, lower, t, column)
		}
	}
	if len(ranges) == 0 {
		return nil
	}
	for i, r := range ranges {
		ranges[i] = cell.from.span(r[0], r[1])
	}
	return merged(ranges)
}

func appendAll(ranges [][2]int, lower, text string) [][2]int {
	for from := 0; text != ""; {
		i := strings.Index(lower[from:], text)
		if i < 0 {
			break
		}
		ranges = append(ranges, [2]int{from + i, from + i + len(text)})
		from += i + len(text)
	}
	return ranges
}

func (f *Filter) appendScattered(ranges [][2]int, lower string, t *term, column int) [][2]int {
	if strings.Contains(lower, t.text) {
		return appendAll(ranges, lower, t.text)
	}
	if !f.resembles(t, column) || !t.inOrder(lower) && isASCII(lower) {
		return ranges
	}
	var s scorer
	result, positions := s.cell(lower, t.runes, true)
	if result.Start < 0 || !f.dense(t, result.End-result.Start) {
		return ranges
	}
	if positions == nil {
		return append(ranges, runeRange(lower, result.Start, result.End))
	}
	for _, p := range *positions {
		ranges = append(ranges, runeRange(lower, p, p+1))
	}
	return ranges
}

// runeRange turns rune positions into byte positions.
func runeRange(s string, start, end int) [2]int {
	r := [2]int{len(s), len(s)}
	n := 0
	for i := range s {
		if n == start {
			r[0] = i
		}
		if n == end {
			r[1] = i
			break
		}
		n++
	}
	return r
}

func merged(ranges [][2]int) [][2]int {
	slices.SortFunc(ranges, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	kept := ranges[:0]
	for _, r := range ranges {
		switch last := len(kept) - 1; {
		case r[0] == r[1]:
		case last >= 0 && r[0] <= kept[last][1]:
			kept[last][1] = max(kept[last][1], r[1])
		default:
			kept = append(kept, r)
		}
	}
	return kept
}
