package widget

import (
	"slices"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// KeptLines are lines that were put together, by their place: a key that moves a cursor leaves all but two as they were, and putting them
// together anew is most of what it costs to draw them. Two are kept of each place: what has the keys and what hasn't, in turn.
type KeptLines struct {
	all   []keptPlace
	rules [2]struct{ last, before keptRule } // above and below
	sides [2]edges                           // of those that have the keys and those that haven't
}

// edges are what stands beside the lines of a box. They are kept so that parts of lines are the same strings, which are told at once.
type edges struct {
	role               theme.Role
	theme              *theme.Theme
	thumb, track, left string
}

func newEdges(role theme.Role, th *theme.Theme) edges {
	track := th.Paint(role, edgeSign)
	return edges{role, th, th.Paint(role, thumbSign), track, track + " "}
}

func (k *KeptLines) edges(role theme.Role, th *theme.Theme) edges {
	if k == nil {
		return newEdges(role, th)
	}
	for _, side := range k.sides {
		if side.theme == th && side.role == role {
			return side
		}
	}
	k.sides = [2]edges{newEdges(role, th), k.sides[0]}
	return k.sides[0]
}

type keptPlace struct{ last, before keptLine }

type keptLine struct {
	of   parts
	line string
}

// parts are what a line of a box is put together of, from its left edge to what stands on the right of the box.
type parts struct{ left, line, gap, right, parting, beside string }

func (p parts) joined() string { return p.left + p.line + p.gap + p.right + p.parting + p.beside }

// joined is the line at a place, put together of its parts.
func (k *KeptLines) joined(i int, of parts) string {
	if k == nil {
		return of.joined()
	}
	for len(k.all) <= i {
		k.all = append(k.all, keptPlace{})
	}
	kept := &k.all[i]
	if kept.last.of == of {
		return kept.last.line
	}
	kept.last, kept.before = kept.before, kept.last
	if kept.last.of != of {
		kept.last = keptLine{of, of.joined()}
	}
	return kept.last.line
}

// KeptBlock is a block of lines, of which those that stay as they were aren't measured again.
type KeptBlock struct {
	w   int
	all []struct{ of, line string }
}

// Draw makes the lines of a block, as draw.Block does.
func (k *KeptBlock) Draw(lines []string, w, h int) []string {
	if h = max(h, 0); k.w != w || len(k.all) != h {
		k.w, k.all = w, make([]struct{ of, line string }, h)
	}
	out := make([]string, h)
	for i := range out {
		of, kept := "", &k.all[i]
		if i < len(lines) {
			of = lines[i]
		}
		if kept.of != of || kept.line == "" {
			kept.of, kept.line = of, draw.Block([]string{of}, w, 1)[0]
		}
		out[i] = kept.line
	}
	return out
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
