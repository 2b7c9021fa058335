package widget

import (
	"slices"

	"gatehouse/theme"
)

// KeptLines are lines that were put together, by their place: a key that moves a cursor leaves all but two as they were, and putting them
// together anew is most of what it costs to draw them. Two are kept of each place: what has the keys and what hasn't, in turn.
type KeptLines struct {
	all   []keptPlace
	rules [2]struct{ last, before keptRule } // above and below
}

type keptPlace struct{ last, before keptLine }

type keptLine struct {
	of   [4]string
	line string
}

// Joined is the line at a place, put together of its parts.
func (k *KeptLines) Joined(i int, left, line, gap, right string) string {
	if k == nil {
		return left + line + gap + right
	}
	for len(k.all) <= i {
		k.all = append(k.all, keptPlace{})
	}
	kept, of := &k.all[i], [4]string{left, line, gap, right}
	if kept.last.of == of {
		return kept.last.line
	}
	kept.last, kept.before = kept.before, kept.last
	if kept.last.of != of {
		kept.last = keptLine{of, left + line + gap + right}
	}
	return kept.last.line
}

// ruleOf is what a line of a box is drawn of.
type ruleOf struct {
	role        theme.Role
	left, right []Piece
	first, w    int
	theme       *theme.Theme
}

func (r ruleOf) is(other ruleOf) bool {
	return r.role == other.role && r.first == other.first && r.w == other.w && r.theme == other.theme && samePieces(r.left, other.left) &&
		samePieces(r.right, other.right)
}

func samePieces(a, b []Piece) bool {
	return slices.EqualFunc(a, b, func(a, b Piece) bool {
		return a.Role == b.Role && a.Text == b.Text && samePieces(a.Before, b.Before)
	})
}

type keptRule struct {
	of   ruleOf
	line string
}

// rule is the line of a box in a place, drawn where it isn't kept.
func (k *KeptLines) rule(place int, of ruleOf, drawn func() string) string {
	if k == nil {
		return drawn()
	}
	kept := &k.rules[place]
	if kept.last.line != "" && kept.last.of.is(of) {
		return kept.last.line
	}
	kept.last, kept.before = kept.before, kept.last
	if kept.last.line == "" || !kept.last.of.is(of) {
		of.left, of.right = slices.Clone(of.left), slices.Clone(of.right)
		kept.last = keptRule{of, drawn()}
	}
	return kept.last.line
}
