package widget

import (
	"bytes"
	"encoding/json"
	"strings"

	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// maxJSON bounds what of one record is drawn as JSON, in bytes: moving the cursor over it must cost little.
const maxJSON = 256 << 10

// DrawJSON indents and colours a JSON text to lines of at most w cells; what isn't JSON is drawn as it is.
func DrawJSON(raw json.RawMessage, w int, th *theme.Theme) []string {
	if w <= 0 {
		return nil
	}
	if len(raw) > maxJSON {
		head := draw.WrapText(strings.ToValidUTF8(string(raw[:maxJSON]), ""), w)
		return append(head, draw.Wrap("… and "+draw.Bytes(int64(len(raw)-maxJSON))+" more; this record is too large to be shown whole.", w)...)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, raw, "", "  "); err != nil {
		return draw.WrapText(string(raw), w)
	}
	text := indented.String()
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.SplitSeq(text, "\n") {
		if painted := paintJSONLine(line, w, th); painted != "" {
			lines = append(lines, painted)
		} else {
			lines = append(lines, drawJSONLine(line, w, th)...)
		}
	}
	return lines
}

// jsonToken is a stretch of a line of indented JSON.
type jsonToken struct {
	text string
	role theme.Role
}

// paintJSONLine is a line that fits as it is, as most do; "" for any other.
func paintJSONLine(line string, w int, th *theme.Theme) string {
	if len(line) > w {
		return ""
	}
	for i := range len(line) {
		if line[i] < ' ' || line[i] >= 0x7f {
			return ""
		}
	}
	const ofToken = 32 // bytes that paint it
	var out strings.Builder
	out.Grow(len(line) + 4*ofToken)
	indent := len(line) - len(strings.TrimLeft(line, " "))
	th.PaintTo(&out, theme.JSONPunct, line[:indent])
	for line = line[indent:]; line != ""; {
		n, role := jsonTokenLength(line)
		for role == theme.JSONPunct && n < len(line) && jsonIsPunct(line[n:]) { // those that stand together are painted together
			n++
		}
		th.PaintTo(&out, role, line[:n])
		line = line[n:]
	}
	return out.String()
}

func jsonIsPunct(s string) bool {
	_, role := jsonTokenLength(s)
	return role == theme.JSONPunct
}

func drawJSONLine(line string, w int, th *theme.Theme) []string {
	indent := len(line) - len(strings.TrimLeft(line, " "))
	hang := strings.Repeat(" ", min(indent+2, w/2))
	var lines []string
	var current strings.Builder
	left := w
	flush := func() {
		lines = append(lines, current.String())
		current.Reset()
		current.WriteString(hang)
		left = w - len(hang)
	}
	for _, token := range jsonTokens(line) {
		text := draw.Clean(token.text)
		for text != "" {
			head, rest := draw.Cut(text, left)
			if head == "" && left < w-len(hang) {
				flush()
				continue
			}
			if head == "" {
				break
			}
			current.WriteString(th.Paint(token.role, head))
			left -= draw.Width(head)
			if text = rest; text != "" {
				flush()
			}
		}
	}
	return append(lines, current.String())
}

// jsonTokens splits a line of indented JSON; a string is never split.
func jsonTokens(line string) []jsonToken {
	var tokens []jsonToken
	for line != "" {
		n, role := jsonTokenLength(line)
		tokens = append(tokens, jsonToken{line[:n], role})
		line = line[n:]
	}
	return tokens
}

func jsonTokenLength(s string) (int, theme.Role) {
	switch c := s[0]; {
	case c == '"':
		n := stringLength(s)
		if strings.HasPrefix(s[n:], ":") {
			return n, theme.JSONKey
		}
		return n, theme.JSONString
	case c == 't' || c == 'f':
		return wordLength(s), theme.JSONBool
	case c == 'n':
		return wordLength(s), theme.JSONNull
	case c == '-' || c >= '0' && c <= '9':
		return wordLength(s), theme.JSONNumber
	}
	return 1, theme.JSONPunct
}

func stringLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

func wordLength(s string) int {
	if n := strings.IndexAny(s, ",:]} "); n > 0 {
		return n
	}
	return len(s)
}
