package credential

// How long the shortest stretches are that are decoded: of base64, and of hexadecimal and base32 digits.
const (
	shortestCoded  = 16
	shortestDigits = 32
)

// stretches are the parts of a text, as long as they can be and no shorter than least, that have only bytes of a sort. A text has hundreds
// of readings, and this is far cheaper than a pattern.
func stretches(text string, least int, is func(byte) bool) []string {
	var all []string
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && is(text[i]) {
			continue
		}
		if i-start >= least {
			all = append(all, text[start:i])
		}
		start = i + 1
	}
	return all
}

// countStretches is how many stretches of a sort a text has, however short.
func countStretches(text string, is func(byte) bool) int {
	count := 0
	for i := range len(text) {
		if is(text[i]) && (i == 0 || !is(text[i-1])) {
			count++
		}
	}
	return count
}

// follows reports whether a byte of a sort stands anywhere behind the mark.
func follows(text string, mark byte, is func(byte) bool) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] == mark && is(text[i]) {
			return true
		}
	}
	return false
}

// without is a text without the bytes of a sort.
func without(text string, is func(byte) bool) string {
	first := 0
	for first < len(text) && !is(text[first]) {
		first++
	}
	if first == len(text) {
		return text
	}
	kept := make([]byte, 0, len(text))
	for i := range len(text) {
		if !is(text[i]) {
			kept = append(kept, text[i])
		}
	}
	return string(kept)
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isCoded(c byte) bool {
	return isDigit(c) || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '_' || c == '-'
}

func isBased32(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '2' && c <= '7' }

func isHexed(c byte) bool { return isDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f' }
