package action

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/api"
	"gatehouse/pattern"
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
	for line := range strings.SplitSeq(strings.ReplaceAll(api.Unfolded(mailText(text)), "\r\n", "\n"), "\n") {
		lines = append(lines, shorter(line)...)
	}
	within := slices.IndexFunc(lines, isFilled) != lastFilled(lines)
	var found []Lines
	for i := 0; i < len(lines); i++ {
		if !isFilled(lines[i]) {
			continue
		}
		next := Lines{Found: findReferences(lines[i], within, hosts), From: i + 1, To: i + 1, Text: lines[i]}
		if len(next.References) == 0 {
			next = joinLines(lines, next, hosts)
		}
		found = append(found, next)
		i = next.To - 1
	}
	return found
}

func isFilled(line string) bool { return strings.TrimSpace(line) != "" }

func lastFilled(lines []string) int {
	last := len(lines) - 1
	for last >= 0 && !isFilled(lines[last]) {
		last--
	}
	return last
}

// joinLines puts a line together with as many as linkPieces allows, none of which has a reference of its own.
func joinLines(lines []string, first Lines, hosts []string) Lines {
	if !endsOpen(first.Text) {
		return first
	}
	cut := first.err == ErrNoSecret && endsInLink(first.Text) // a link of the tenant that goes on with its reference
	elsewhere := len(first.Elsewhere) > 0 && !first.isElsewhere() && endsInLink(first.Text)
	cut = cut || elsewhere && first.To < len(lines) && goesOnWith(first.Text, strings.TrimLeft(lines[first.To], " \t>|"))
	for to := first.To + 1; to <= min(len(lines), first.From+linkPieces-1); to++ {
		if !cut && len(findReferences(lines[to-1], true, hosts).References) > 0 {
			return first
		}
		text := strings.Join(lines[first.From-1:to], "\n")
		if whole := findReferences(text, true, hosts); len(whole.References) == 1 || elsewhere && whole.NamesElsewhere() {
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
		dashedPiece().MatchString(last) || strings.HasPrefix(strings.ToLower(last), "http") || len(words) == 1 && len(last) < 27 &&
		isVaultPiece(last)
}

// dashedPiece is the beginning of a share code that was cut within a group.
var dashedPiece = pattern.Of(`^[0-9A-Z]{4}-[0-9A-Z]{1,4}(-[0-9A-Z]{0,3})?$`)

func isVaultPiece(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return strings.ContainsAny(text, digits) && strings.Trim(text, digits+letters) == ""
}

// MeantAsReference reports whether lines without a reference may have been meant as one, and not as a sentence around others: they are a
// link of the tenant, or one word that is about as long as a reference and, like one, no plain word, number, date or name.
func (l Lines) MeantAsReference() bool {
	words := slices.DeleteFunc(strings.FieldsFunc(l.Text, endsWord), func(word string) bool { return strings.Trim(word, "-=_.*#+:|") == "" })
	if len(words) != 1 || strings.HasPrefix(words[0], "--") || datelike().MatchString(words[0]) {
		return false
	}
	if l.err == ErrNoSecret {
		return true
	}
	word := words[0][strings.LastIndexAny(words[0], ":=")+1:]
	groups := strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	length := len(strings.Join(groups, ""))
	return (length >= 8 && length <= 16 || length >= 24 && length <= 30) && slices.ContainsFunc(groups, isDamaged(len(groups)))
}

var datelike = pattern.Of(`^\d{4}-\d\d-\d\d|:\d{8}T\d{6}Z?$`)

// isDamaged tells a group of what may be a damaged reference of so many groups: it has digits among its letters, or is one of the few and
// all in capitals.
func isDamaged(groups int) func(string) bool {
	return func(group string) bool {
		letters := strings.Trim(group, digits)
		mixed := letters != "" && strings.ContainsAny(group, digits)
		return mixed || groups > 1 && groups <= 3 && letters == group && len(group) < 4 && strings.ToUpper(group) == group
	}
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
