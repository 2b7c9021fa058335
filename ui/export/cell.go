package export

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"unicode"

	"gatehouse/api"
	"gatehouse/ui/draw"
	"gatehouse/ui/grid"
)

// CSVCell makes a text from the tenant harmless in a spreadsheet, and reports whether that changed how it starts. Control characters
// are shown as symbols. A text that a spreadsheet would take for a formula gets an apostrophe in front: it begins, after any blanks
// and quotation marks, with =, +, - or @ or one of their wide and small forms; or it begins with a tab or a line break. The same goes
// for what follows a semicolon, because a spreadsheet may split the line there. A plain negative number stays a number.
func CSVCell(text string) (cell string, defused bool) {
	broken := text != "" && strings.ContainsRune("\t\r\n", rune(text[0]))
	text = draw.Safe(text)
	if IsPlainNumber(text) {
		return text, false
	}
	defused = broken || startsFormula(text)
	if !strings.ContainsRune(text, ';') {
		if defused {
			text = "'" + text
		}
		return text, defused
	}
	parts := strings.Split(text, ";")
	for i, part := range parts {
		if startsFormula(part) || broken && i == 0 {
			parts[i], defused = "'"+part, true
		}
	}
	return strings.Join(parts, ";"), defused
}

// startsFormula reports whether a text begins like a formula once what spreadsheets skip is left out.
func startsFormula(text string) bool {
	for _, r := range text {
		switch {
		case unicode.IsSpace(r), r == '"', unicode.In(r, unicode.Cf, unicode.Zs):
			continue
		}
		return strings.ContainsRune("=+-@＝＋－＠﹦﹢﹣﹫−", r)
	}
	return false
}

// IsPlainNumber reports whether a text is digits with at most a minus in front and one point between them.
func IsPlainNumber(text string) bool {
	whole, fraction, pointed := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return isDigits(whole) && (!pointed || isDigits(fraction))
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// PlainJSON is a JSON text on one line that is safe to print: what would act on a terminal or isn't seen stands as \uXXXX, which
// reads as the same value.
func PlainJSON(raw []byte) ([]byte, error) {
	var line bytes.Buffer
	line.Grow(len(raw))
	if err := json.Compact(&line, raw); err != nil {
		return nil, err
	}
	return api.EscapeHidden(line.Bytes()), nil
}

// LeaveOut takes members with these names out of a JSON value, however deep they lie. Names count without case and underscores. All
// else stays as it was written, digit by digit.
func LeaveOut(raw json.RawMessage, names []string) (json.RawMessage, error) {
	if len(names) == 0 {
		return raw, nil
	}
	leave := make(map[string]bool, len(names))
	for _, name := range names {
		leave[folded(name)] = true
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out bytes.Buffer
	if err := copyValue(d, &out, leave); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func folded(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// copyValue copies the next value of a decoder without the members to be left out.
func copyValue(d *json.Decoder, out *bytes.Buffer, leave map[string]bool) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return copyObject(d, out, leave)
	case json.Delim('['):
		return copyArray(d, out, leave)
	}
	return writeJSON(out, token)
}

func copyObject(d *json.Decoder, out *bytes.Buffer, leave map[string]bool) error {
	out.WriteByte('{')
	for first := true; d.More(); {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value bytes.Buffer
		if err := copyValue(d, &value, leave); err != nil {
			return err
		}
		text, _ := name.(string)
		if leave[folded(text)] {
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		if err := writeJSON(out, text); err != nil {
			return err
		}
		out.WriteByte(':')
		out.Write(value.Bytes())
	}
	out.WriteByte('}')
	_, err := d.Token()
	return err
}

func copyArray(d *json.Decoder, out *bytes.Buffer, leave map[string]bool) error {
	out.WriteByte('[')
	for first := true; d.More(); first = false {
		if !first {
			out.WriteByte(',')
		}
		if err := copyValue(d, out, leave); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	_, err := d.Token()
	return err
}

// writeJSON appends a string, number, boolean or null.
func writeJSON(out *bytes.Buffer, value any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	out.Truncate(out.Len() - 1) // its line break
	return nil
}

// CellOf is what a file gets of a cell: what is declared for files, else the number, else the text.
func CellOf[T any](c grid.Column[T], row T, e grid.Env) FileCell {
	switch {
	case c.Export != nil:
		return FileCell{Text: c.Export(row, e)}
	case c.Number != nil:
		n, ok := c.Number(row)
		if !ok || math.IsNaN(n) || math.IsInf(n, 0) {
			return FileCell{None: true}
		}
		return FileCell{Number: n, IsNumber: true}
	case c.Text == nil:
		return FileCell{None: true}
	}
	text := c.Text(row, e)
	if c.Signed {
		_, words, signed := strings.Cut(text, " ")
		if signed {
			text = words
		}
	}
	return FileCell{Text: text}
}
