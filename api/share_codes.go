package api

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/pattern"
)

// A share code (XXXX-XXXX-XXXX) opens a secret. People write it with or without its dashes, with spaces, in small letters and within
// URLs. In these forms it also is a run of ordinary words, so what is hidden depends on where it stands.
const (
	anyDash = `[\p{Pd}\x{2212}]|%2[Dd]`
	anyGap  = `(?:` + anyDash + `|[\s\p{Z}\p{Cf}+]|%20)*`
	four    = `[0-9A-Za-z]{4}`
)

var (
	looseCode   = pattern.Of(four + anyGap + four + anyGap + four)
	dashedCode  = pattern.Of(four + `(?:` + anyDash + `)` + four + `(?:` + anyDash + `)` + four) // also within a longer word
	between     = pattern.Of(anyDash + `|[\s\p{Z}\p{Cf}+]|%20`)
	escapedByte = pattern.Of(`%[0-9A-Fa-f]{2}$`)
	schemeless  = pattern.Of(`(?i)^[^0-9a-z]*([0-9a-z-]+\.)+[a-z]{2,}(:[0-9]+)?/`)
)

// HideShareCodes leaves out of a text what looks like a share code: with its dashes and in capitals anywhere, in any letters within a URL,
// and without dashes within a URL that speaks of secrets.
func HideShareCodes(text string) string {
	var b strings.Builder
	done := 0
	for from := 0; ; {
		start, end := writtenCode(text, from)
		switch {
		case start < 0 && done == 0:
			return text
		case start < 0:
			b.WriteString(text[done:])
			return b.String()
		}
		switch {
		case goesOn(text, start, end): // part of something longer: a UUID, a name
			from = nextStart(text, start)
			continue
		case isShareCode(text[:start], text[start:end]):
			b.WriteString(text[done:start] + hidden)
			done = end
		}
		from = end
	}
}

// writtenCode is where the next text stands that is written as a share code may be, three times four characters with or without dashes
// between them; -1 for none. Tables show texts of many rows, of which nearly none has one, so this is no regular expression.
func writtenCode(text string, from int) (start, end int) {
	for start = from; start+12 <= len(text); start++ {
		if !isWordByte(text[start+3]) { // none that begins before the next byte has four characters
			start += 3
			continue
		}
		end = start
		for group := 0; group < 3 && end >= 0; group++ {
			if group > 0 {
				end += dashAt(text[end:])
			}
			end = behindFour(text, end)
		}
		if end >= 0 {
			return start, end
		}
	}
	return -1, -1
}

// behindFour is the place behind four characters, -1 where they aren't.
func behindFour(text string, at int) int {
	if at+4 > len(text) {
		return -1
	}
	for _, c := range []byte(text[at : at+4]) {
		if !isWordByte(c) {
			return -1
		}
	}
	return at + 4
}

// dashAt is how many bytes the dash has that a text begins with; 0: it begins with none.
func dashAt(text string) int {
	switch {
	case text == "" || isWordByte(text[0]):
		return 0
	case text[0] == '%':
		if len(text) > 2 && text[1] == '2' && lowerByte(text[2]) == 'd' {
			return 3
		}
		return 0
	}
	if r, size := utf8.DecodeRuneInString(text); r == '\u2212' || unicode.Is(unicode.Pd, r) {
		return size
	}
	return 0
}

// nextStart is from where to look on after a part of a word: behind the word, whose other parts are no more than that, unless it begins
// with an escaped byte.
func nextStart(text string, start int) int {
	if strings.HasSuffix(text[:start], "%") {
		return start + 2
	}
	next := start + 1
	for next < len(text) && isWordByte(text[next]) {
		next++
	}
	return next
}

// isShareCode reports whether what looks like a share code is one, by how it is written and by what stands before it.
func isShareCode(before, found string) bool {
	dashed := len(between().FindAllString(found, -1)) == 2
	if bare := bareCode(found); dashed && bare == strings.ToUpper(bare) {
		return true
	}
	word := before[strings.LastIndexAny(before, " \t\r\n\"'<>")+1:]
	if !strings.Contains(word, "://") && !schemeless().MatchString(word) {
		return false
	}
	return dashed || strings.Contains(strings.ToLower(word), "secret")
}

// bareCode is a share code without what stands between its characters.
func bareCode(found string) string { return between().ReplaceAllString(found, "") }

// goesOn reports whether what stands from start to end is only a part of a word.
func goesOn(text string, start, end int) bool {
	before, after := text[:start], text[end:]
	return !escapedByte().MatchString(before) && continues(reversed(before)) || continues(after)
}

// continues reports whether a text begins with what belongs to the word before it: a letter, a digit, or a dash before one.
func continues(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && isWordByte(text[0])
}

// reversed are the last two bytes of a text, the last one first.
func reversed(text string) string {
	tail := []byte(text[max(0, len(text)-2):])
	slices.Reverse(tail)
	return string(tail)
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// codesIn are all share codes that a text could be meant to name, without their dashes. It is for texts in which a reference to a secret
// is to be expected; in others, many words look like one.
func codesIn(text string) []string {
	if isOpaque(text) {
		return nil
	}
	return codesInReadings(text)
}

func codesInReadings(text string) []string {
	var codes []string
	for _, text := range asRead(text) {
		for from := 0; ; {
			at := looseCode().FindStringIndex(text[from:])
			if at == nil {
				break
			}
			if start, end := from+at[0], from+at[1]; !goesOn(text, start, end) {
				codes = append(codes, bareCode(text[start:end]))
			}
			from += at[0] + 1
		}
	}
	return codes
}

// asRead is a text in all its readings, escaped as a segment of a path or not, with the links that it wraps, and, where it may hold a link
// that was broken over lines, without its blanks.
func asRead(text string) []string {
	texts := []string{text}
	add := func(text string) {
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	for i := 0; i < len(texts) && i < 32; i++ {
		for _, reading := range Readings(texts[i]) {
			add(reading)
			if link := wrappedLink(reading); link != "" {
				add(link)
				add(strings.Join(strings.FieldsFunc(reading, betweenPieces), ""))
				if u, err := url.Parse(link); err == nil {
					for _, inner := range WrappedLinks(u) {
						add(inner)
					}
				}
			}
		}
		if plain, err := url.PathUnescape(texts[i]); err == nil {
			add(plain)
		}
	}
	return texts
}

// isOpaque reports whether a text is a word that can be read in no other way, and too long or too short to be a share code: nearly every
// id is one.
func isOpaque(text string) bool {
	return len(text) != 12 && isWord(text) && unbased(text) == "" && unbasedText(text) == text
}

// isWord reports whether a text is nothing but ASCII letters and digits.
func isWord(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return true
}

// betweenPieces reports what stands between the pieces of a link that was broken over lines: blanks, and the marks of quotes and frames.
func betweenPieces(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(">|│┃║", r)
}

// looksLikeShareCode reports whether a text, without its dashes, is as long as a share code.
func looksLikeShareCode(text string) bool {
	return len(text) == 12 && strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !isWordByte(byte(r)) }) < 0
}

// spelled finds a share code in a text, however it is spelled there: with anything between its characters that is no letter and no digit,
// or that stands for a dash.
func spelled(code string) *regexp.Regexp {
	const gap = `(?:%(?:25)*2d|[=-]2d|&#(?:45|x2d);|\\(?:u00|x)2d|[^0-9A-Za-z])*?`
	return regexp.MustCompile(`(?i)` + strings.Join(strings.Split(code, ""), gap))
}

const (
	secretRoutes   = "secrets"
	secretSearches = "search/secrets"
)

// RedactPath leaves out of the path of a request, which may have a query, what opens a secret.
func RedactPath(path string) string {
	path, query, asked := strings.Cut(path, "?")
	if leadsToSecrets(path) {
		segments := strings.Split(path, "/")
		for i, segment := range segments {
			if segment != "" && opensSecret(segments[:i], segment) {
				segments[i] = hidden
			}
		}
		path = strings.Join(segments, "/")
	}
	path = HideShareCodes(path)
	if asked {
		path += "?" + HideShareCodes(query)
	}
	return path
}

// leadsToSecrets reports whether segments of a path may open a secret.
func leadsToSecrets(path string) bool { return strings.HasPrefix(path, pathPrefix+secretRoutes) }

// opensSecret reports whether a segment of a path opens a secret: what stands for a share code, and a share code that stands for an id.
func opensSecret(before []string, segment string) bool {
	route := strings.Join(before, "/") + "/"
	return leadsToSecrets(route) && (route == pathPrefix+"secrets/code/" || len(codesIn(segment)) > 0)
}

// namedSecrets are the texts in a request that may open a secret, in the spelling without dashes where they are share codes.
func (r Request) namedSecrets() []string {
	named := slices.Clone(r.Hides)
	var segments []string
	if leadsToSecrets(r.Path) {
		segments = strings.Split(r.Path, "/")
	}
	for i, segment := range segments {
		if segment == "" || !opensSecret(segments[:i], segment) {
			continue
		}
		if plain, err := url.PathUnescape(segment); err == nil {
			named = append(named, plain)
		}
		named = append(named, segment)
		named = append(named, codesIn(segment)...)
	}
	for _, text := range r.typedReferences() {
		named = append(append(named, text), codesIn(text)...)
	}
	return named
}

// typedReferences are the texts in the body of a search for secrets that somebody may have meant as a reference to one.
func (r Request) typedReferences() []string {
	if !strings.HasPrefix(r.Path, pathPrefix+secretSearches) {
		return nil
	}
	var body struct {
		Query   string `json:"query"`
		VaultID string `json:"vaultId"`
	}
	_ = json.Unmarshal(r.Body, &body) // it is ours; what has another form names nothing
	return slices.DeleteFunc([]string{body.Query, body.VaultID}, func(text string) bool {
		return len(codesIn(text)) == 0 && !dashedCode().MatchString(text)
	})
}
