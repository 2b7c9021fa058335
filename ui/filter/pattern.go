package filter

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// pattern takes /regex/. The closing slash is the first one before a space or the end, so that /api/v1/ is one pattern.
func (p *parser) pattern(t *term) error {
	start := p.at
	end := start + 1
	for ; end < len(p.in); end++ {
		if p.in[end] == '\\' {
			end++
		} else if p.in[end] == '/' && p.ends(end+1) {
			break
		}
	}
	if end >= len(p.in) {
		return mistake(start, `The regular expression is not closed: end it with "/", or write \/ for a plain slash.`)
	}
	source := p.today(t.column, string(p.in[start+1:end]))
	if source == "" {
		return mistake(start, `There is nothing between the slashes.`)
	}
	re, err := compile(source)
	if err != nil {
		return mistake(start+1, `The regular expression is not valid: %s.`, reason(err))
	}
	t.kind, t.re = pattern, re
	t.prefix, _ = re.LiteralPrefix()
	p.at = end + 1
	return nil
}

// compile makes an expression for folded text: folded literals are found much faster than those in either case.
func compile(source string) (*regexp.Regexp, error) {
	tree, err := syntax.Parse(norm.NFC.String(source), syntax.Perl|syntax.FoldCase)
	if err != nil {
		return nil, err
	}
	foldTree(tree)
	return regexp.Compile(tree.String())
}

func foldTree(tree *syntax.Regexp) {
	switch tree.Op {
	case syntax.OpLiteral:
		tree.Flags &^= syntax.FoldCase
		tree.Rune = []rune(Fold(string(tree.Rune)))
	case syntax.OpCharClass:
		tree.Rune = foldClass(tree.Rune)
	}
	for _, sub := range tree.Sub {
		foldTree(sub)
	}
}

// fewRunes is how many runes a class has that lists what it means; those that leave something out have many more.
const fewRunes = 512

// foldClass adds the folded forms of what a class lists, as far as they are single characters.
func foldClass(ranges []rune) []rune {
	n := 0
	for i := 0; i+1 < len(ranges); i += 2 {
		n += int(ranges[i+1]-ranges[i]) + 1
	}
	if n > fewRunes {
		return ranges
	}
	folded := ranges
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if one := []rune(Fold(string(r))); len(one) == 1 && one[0] != r {
				folded = append(slices.Clip(folded), one[0], one[0])
			}
		}
	}
	return folded
}

func reason(err error) string {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return err.Error()
	}
	if bad.Expr == "" {
		return string(bad.Code)
	}
	return fmt.Sprintf("%s in %q", bad.Code, bad.Expr)
}
