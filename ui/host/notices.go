package host

import (
	"slices"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// NoticeTime is how long a good or plain notice stays. Trouble stays until esc, or until there is news about its target.
const NoticeTime = 12 * time.Second

// LeastName is how many cells of a name are worth showing in a sentence.
const LeastName = 8

// NoticeOver ends the notice with that number.
type NoticeOver struct{ ID int }

// AboutTarget is how trouble about a target is told from other trouble.
func AboutTarget(t action.Target) string { return t.Kind + " " + t.ID }

// sign is the notice's tone without colour.
func (n Notice) sign() (string, theme.Role) {
	switch n.Tone {
	case ToneGood:
		return "✓ ", theme.Good
	case ToneBad:
		return "✗ ", theme.Bad
	case ToneUnknown:
		return "? ", theme.Warn
	case ToneWarning:
		return "! ", theme.Warn
	}
	return "· ", theme.Info
}

// Lines draws a notice in at most rows lines of w cells; a nil one has none.
func (n *Notice) Lines(w, rows int, th *theme.Theme) []string {
	if n == nil || rows <= 0 {
		return nil
	}
	texts := Shortened(draw.Clean(n.Text), w-3, rows)
	sign, role := n.sign()
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = th.Paint(role, sign+draw.Fit(text, w-2, draw.Left))
		sign = "  "
	}
	return lines
}

// Shortened wraps sentences into rows lines of w cells. What has no room is cut out of their names, the longest first, then out of ids;
// then sentences between the first and the last go, and at last what is in the middle: how it begins and what to do next are read.
func Shortened(text string, w, rows int) []string {
	const leastQuoted = 12
	lines := draw.Wrap(text, w)
	for most := w; len(lines) > rows && most >= leastQuoted; most -= 4 {
		lines = draw.Wrap(cutNames(text, most), w)
	}
	if len(lines) <= rows {
		return lines
	}
	text = cutIDs(cutNames(text, leastQuoted), leastQuoted)
	lines = draw.Wrap(text, w)
	for all := sentences(text); len(lines) > rows && len(all) > 2; lines = draw.Wrap(text, w) {
		at := len(all) - 2
		if strings.HasPrefix(all[at+1], "Request ") { // the id of the answer, which the requests have, too
			at++
		}
		all = slices.Delete(all, at, at+1)
		text = strings.Join(all, " ")
	}
	for most := rows * w; len(lines) > rows && most > 0; most -= max(1, w/8) {
		lines = draw.Wrap(draw.Middle(text, most), w)
	}
	return lines[:min(len(lines), rows)]
}

// Leading are the first sentences of a text that fit into w cells, one in any case.
func Leading(text string, w int) string {
	if draw.Width(draw.Clean(text)) <= w {
		return text
	}
	all := sentences(text)
	for len(all) > 1 && draw.Width(draw.Clean(strings.Join(all, " "))) > w {
		all = all[:len(all)-1]
	}
	return strings.Join(all, " ")
}

// sentences are those of a text; what stands in quotation marks ends none.
func sentences(text string) (all []string) {
	var one []string
	open := 0
	for word := range strings.SplitSeq(text, " ") {
		one = append(one, word)
		if open += strings.Count(word, "“") - strings.Count(word, "”"); open <= 0 && strings.HasSuffix(word, ".") {
			all, one = append(all, strings.Join(one, " ")), nil
		}
	}
	if len(one) > 0 {
		all = append(all, strings.Join(one, " "))
	}
	return all
}

// cutIDs shortens words that are longer than any that people say, in their middle, to so many cells.
func cutIDs(text string, most int) string {
	const said = 20
	words := strings.Split(text, " ")
	for i, word := range words {
		if end := strings.TrimRight(word, ".,;:"); draw.Width(end) > said && !strings.ContainsAny(word, "“”") {
			words[i] = draw.Middle(end, most) + word[len(end):]
		}
	}
	return strings.Join(words, " ")
}

// cutNames shortens what stands in quotation marks to so many cells, in its middle.
func cutNames(text string, most int) string {
	var out strings.Builder
	for {
		before, rest, opens := strings.Cut(text, "“")
		name, after, closes := strings.Cut(rest, "”")
		out.WriteString(before)
		if !opens || !closes {
			if opens {
				out.WriteString("“" + rest)
			}
			return out.String()
		}
		out.WriteString("“" + draw.Middle(name, most) + "”")
		text = after
	}
}
