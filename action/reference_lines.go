package action

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Lines is what a line of a text says of secrets, or a few lines over which a link was broken.
type Lines struct {
	Found
	From, To int    // the numbers of the lines, from 1
	Text     string // as it stands
}

// FindByLine finds the references in each line of a text. A line without one goes together with those after it where that makes a link
// whole. Blank lines are left out.
func FindByLine(text string, hosts ...string) []Lines {
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(mailText(text), "\r\n", "\n"), "\n") {
		lines = append(lines, shorter(line)...)
	}
	var found []Lines
	for i := 0; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		next := Lines{Found: FindReferences(lines[i], hosts...), From: i + 1, To: i + 1, Text: lines[i]}
		if len(next.References) == 0 {
			next = joinLines(lines, next, hosts)
		}
		found = append(found, next)
		i = next.To - 1
	}
	return found
}

// joinLines puts a line together with as many as linkPieces allows, none of which has a reference of its own.
func joinLines(lines []string, first Lines, hosts []string) Lines {
	if !endsOpen(first.Text) {
		return first
	}
	cut := first.err == ErrNoSecret && endsInLink(first.Text) // a link of the tenant that goes on with its reference
	for to := first.To + 1; to <= min(len(lines), first.From+linkPieces-1); to++ {
		if !cut && len(FindReferences(lines[to-1], hosts...).References) > 0 {
			return first
		}
		text := strings.Join(lines[first.From-1:to], "\n")
		if whole := FindReferences(text, hosts...); len(whole.References) == 1 {
			return Lines{Found: whole, From: first.From, To: to, Text: text}
		}
	}
	return first
}

// endsOpen reports whether a line may go on in the next one: its last word is a link, a piece of one, or ends in what joins.
func endsOpen(line string) bool {
	words := strings.FieldsFunc(line, endsWord)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return strings.ContainsAny(last, "/.%") || strings.HasSuffix(last, "-") || strings.HasSuffix(last, "=") ||
		dashedPiece.MatchString(last) || strings.HasPrefix(strings.ToLower(last), "http") || len(words) == 1 && len(last) < 27 && isVaultPiece(last)
}

// dashedPiece is the beginning of a share code that was cut within a group.
var dashedPiece = regexp.MustCompile(`^[0-9A-Z]{4}-[0-9A-Z]{1,4}(-[0-9A-Z]{0,3})?$`)

func isVaultPiece(text string) bool {
	const digits, letters = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return strings.ContainsAny(text, digits) && strings.Trim(text, digits+letters) == ""
}

// MeantAsReference reports whether lines without a reference may have been meant as one, and not as a sentence around others: they are one
// word that is about as long as a reference, with a digit, a dash or a slash in it, or a link of the tenant.
func (l Lines) MeantAsReference() bool {
	words := slices.DeleteFunc(strings.FieldsFunc(l.Text, endsWord), func(word string) bool { return strings.Trim(word, "-=_.*#+:|") == "" })
	if len(words) != 1 || strings.HasPrefix(words[0], "--") {
		return false
	}
	length := len(strings.Join(strings.FieldsFunc(words[0], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), ""))
	return l.err == ErrNoSecret || length >= 8 && len(words[0]) < 64 && strings.ContainsAny(words[0], "0123456789-/") && strings.Count(words[0], ":") < 2
}

// endsInLink reports whether a line ends within a link, where the reference would begin.
func endsInLink(line string) bool {
	line = strings.TrimRight(line, " \t\\")
	return strings.HasSuffix(line, "/") || strings.HasSuffix(line, "=")
}

// shorter splits a line that is too long for FindReferences, where words end.
func shorter(line string) []string {
	var pieces []string
	for len(line) > referenceSize {
		at := strings.LastIndexFunc(line[:referenceSize], endsWord)
		if at <= 0 {
			at = referenceSize
		}
		pieces, line = append(pieces, line[:at]), line[at:]
	}
	return append(pieces, line)
}
