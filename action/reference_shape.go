package action

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"gatehouse/pattern"
)

var (
	dashed   = pattern.Of(`^[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}$`)
	undashed = pattern.Of(`^[0-9A-Za-z]{12}$`)
	vault    = pattern.Of(`^[0-9A-Za-z]{27}$`)

	dashedOn = pattern.Of(`^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})-+[a-z]*$`)

	dashedUpper = pattern.Of(`^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$`)
	looseUpper  = pattern.Of(`(?:^| )([0-9A-Z]{4})[ -]{0,3}([0-9A-Z]{4})[ -]{0,3}([0-9A-Z]{4})(?: |$)`)
	whole       = pattern.Of(`^([0-9A-Za-z]{4})[ -]*([0-9A-Za-z]{4})[ -]*([0-9A-Za-z]{4})$`)
)

// inLink finds references in the parts of a URL as a tenant writes them: path, query and fragment. They may be percent-encoded once more.
func inLink(u *url.URL) []Reference {
	texts := []string{u.Path, u.Fragment}
	for _, values := range u.Query() {
		texts = append(texts, values...)
	}
	var parts []string
	for _, text := range texts {
		if linkStart().MatchString(text) { // a link of its own
			continue
		}
		parts = append(parts, strings.FieldsFunc(text, endsPart)...)
	}
	for i, part := range parts {
		if plain, err := url.PathUnescape(part); err == nil {
			part = plain
		}
		parts[i] = trimmed(part)
	}
	if found := matching(parts, dashed(), vault()); len(found) > 0 {
		return found
	}
	if found := matching(parts, undashed()); len(found) > 0 {
		return found
	}
	for i, part := range parts { // a sentence goes on behind it after a dash
		parts[i] = dashedOn().ReplaceAllString(part, "$1")
	}
	return matching(parts, dashed())
}

// endsPart reports whether a part of a link ends there, also where something else stands right behind the link.
func endsPart(r rune) bool { return strings.ContainsRune("/&=?[]{}\\,;:", r) || endsWord(r) }

// pieces are what one word joins: the parts of a path without its host, as logs have it, or several references.
func pieces(word string) []string {
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("/+&?=", r) })
	references := !slices.ContainsFunc(parts, func(part string) bool { return !dashedUpper().MatchString(part) && !vault().MatchString(part) })
	if references || strings.HasPrefix(word, "/") {
		return parts
	}
	return []string{word}
}

// inWords finds references in a text without URLs, the surest kind first. alone: the text may be a reference and nothing else; where it is
// more, an ordinary word must not be taken for a code, nor a date, nor the number of a telephone or a card.
func inWords(text string, alone bool) []Reference {
	var words []string
	for _, word := range strings.Fields(text) {
		for _, piece := range pieces(word) {
			words = append(words, trimmed(piece))
		}
	}
	text = strings.TrimSpace(strings.Join(words, " "))
	m := whole().FindStringSubmatch(text)
	if alone && m != nil {
		return []Reference{codeOf(m[1] + m[2] + m[3])}
	}
	isDoubtful := func(word string) bool {
		return !vault().MatchString(word) && !isSureCode(word) && !(len(words) == 1 && dashed().MatchString(word) && !isNumber(word))
	}
	sure := slices.DeleteFunc(slices.Clone(words), isDoubtful)
	if found := matching(sure, dashedUpper(), vault()); len(found) > 0 {
		return found
	}
	if found := matching(sure, dashed()); len(found) > 0 {
		return found
	}
	if id := strings.ReplaceAll(text, " ", ""); len(words) == 2 && isVaultID(id) { // broken over two lines
		return []Reference{{vaultID: id}}
	}
	if m != nil && isSureCode(text) {
		return []Reference{codeOf(m[1] + m[2] + m[3])}
	}
	var found []Reference
	for _, m := range looseUpper().FindAllStringSubmatch(text, -1) {
		if isSureCode(m[1] + " " + m[2] + " " + m[3]) {
			found = append(found, codeOf(m[1]+m[2]+m[3]))
		}
	}
	return found
}

// isSureCode reports whether a text of the length of a share code can hardly be words or numbers: it is written as the tenant writes one,
// or has digits among the letters of a group.
func isSureCode(text string) bool {
	if dashedUpper().MatchString(text) {
		return !isNumber(text)
	}
	bare := strings.NewReplacer("-", "", " ", "").Replace(text)
	for ; len(bare) > 0; bare = bare[min(4, len(bare)):] {
		group := bare[:min(4, len(bare))]
		if strings.ContainsAny(group, digits) && strings.Trim(group, digits) != "" {
			return true
		}
	}
	return false
}

const digits = "0123456789"

func isNumber(text string) bool { return strings.Trim(text, digits+"-") == "" }

// isVaultID reports whether a text has the form of a vault id and can't be words: it has capitals and digits.
func isVaultID(text string) bool {
	return vault().MatchString(text) && strings.ContainsAny(text, digits) && strings.ToLower(text) != text
}

// spelledOut reports whether a reference that was put together from words can't be made of ordinary ones.
func spelledOut(r Reference, words []string) bool {
	if r.vaultID != "" {
		return isVaultID(r.vaultID)
	}
	return strings.ContainsAny(r.code, digits) || strings.Contains(strings.ToUpper(strings.Join(words, "")), r.code)
}

// trimmed takes off what a sentence of any language puts around a word, and "code:" or "code=" before it.
func trimmed(word string) string {
	word = strings.TrimFunc(word, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if at := strings.LastIndexAny(word, ":="); at >= 0 {
		return word[at+1:]
	}
	return word
}

func matching(words []string, shapes ...*regexp.Regexp) []Reference {
	var found []Reference
	for _, word := range words {
		if slices.ContainsFunc(shapes, func(shape *regexp.Regexp) bool { return shape.MatchString(word) }) {
			if len(word) == 27 {
				found = append(found, Reference{vaultID: word})
			} else {
				found = append(found, codeOf(word))
			}
		}
	}
	return found
}

// codeOf writes a share code as the tenant does.
func codeOf(text string) Reference {
	text = strings.ToUpper(strings.ReplaceAll(text, "-", ""))
	return Reference{code: text[:4] + "-" + text[4:8] + "-" + text[8:]}
}
