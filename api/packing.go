package api

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
)

// packable is a record of which there may be very many: what it keeps, it shares with the other rows of its page.
type packable interface {
	record
	pack(*packing, *packedPage)
}

// packing makes the packed page of rows.
type packing struct {
	page    packedPage
	text    strings.Builder
	numbers map[string]uint32 // of the parts
	others  map[string]string // texts that are no part: in the JSON they are escaped
	shared  map[string]any    // what was decoded of the same JSON
}

// packRows packs the rows of a page, where they are such that can be.
func packRows[T any](rows []T) {
	if _, ok := any(new(T)).(packable); !ok || len(rows) == 0 {
		return
	}
	p := packing{numbers: make(map[string]uint32, 8*len(rows)), others: map[string]string{}, shared: map[string]any{}}
	p.page.rows = make([]uint32, 0, len(rows))
	p.page.ends = make([]uint32, 0, 8*len(rows))
	p.page.code = make([]byte, 0, 64*len(rows))
	p.text.Grow(256 * len(rows))
	for i := range rows {
		p.add(any(&rows[i]).(packable).origin().json())
	}
	page := &packedPage{text: strings.Clone(p.text.String()), ends: slices.Clone(p.page.ends), code: slices.Clone(p.page.code),
		rows: p.page.rows}
	for i := range rows {
		row := any(&rows[i]).(packable)
		row.pack(&p, page)
		*row.origin().original = Original{page: page, row: int32(i)}
	}
}

// add takes a row apart: the values of texts and the numbers, and what stands between them, which is the same in most rows.
func (p *packing) add(raw json.RawMessage) {
	text, from := string(raw), 0
	cut := func(to int) {
		if to > from {
			p.part(text[from:to])
			from = to
		}
	}
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '"':
			end := stringEnd(raw, i)
			if !isName(raw, end) {
				cut(i + 1)
				cut(end - 1)
			}
			i = end
		case c == '-' || c >= '0' && c <= '9':
			cut(i)
			for i++; i < len(raw) && strings.IndexByte("+-.eE0123456789", raw[i]) >= 0; i++ {
			}
			cut(i)
		default:
			i++
		}
	}
	cut(len(raw))
	p.page.rows = append(p.page.rows, uint32(len(p.page.code)))
}

// isName reports whether the JSON string that ends before end is the name of a member.
func isName(raw []byte, end int) bool { return firstByte(raw[end:]) == ':' }

func (p *packing) part(text string) {
	n, known := p.numbers[text]
	if !known {
		n = uint32(len(p.page.ends))
		p.numbers[text] = n
		p.text.WriteString(text)
		p.page.ends = append(p.page.ends, uint32(p.text.Len()))
	}
	p.page.code = binary.AppendUvarint(p.page.code, uint64(n))
}

// keep makes texts of a record parts of the page's text.
func (p *packing) keep(page *packedPage, texts ...*string) {
	for _, text := range texts {
		if n, ok := p.numbers[*text]; ok {
			*text = page.part(n)
		} else if other, ok := p.others[*text]; ok {
			*text = other
		} else if *text != "" {
			p.others[*text] = *text
		}
	}
}

// share gives the value that a row before this one has of the same JSON, if there is one. Nobody changes what is shared.
func share[T any](p *packing, raw json.RawMessage, name string, value *T) *T {
	if value == nil {
		return nil
	}
	raw = soleMember(raw, name)
	if same, ok := p.shared[string(raw)].(*T); ok {
		return same
	}
	if raw != nil {
		p.shared[string(raw)] = value
	}
	return value
}
