package api

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
)

// Original is the JSON that a record came as, byte for byte. The zero one says that the record never came: nothing but its id is known.
// Those of one page are kept together, packed; what they are kept in never changes, so that any goroutine may read it.
type Original struct {
	page *packedPage
	row  int32
}

// NewOriginal is the original of a record that came by itself; nothing makes the zero one.
func NewOriginal(raw json.RawMessage) Original {
	if len(raw) == 0 {
		return Original{}
	}
	return Original{page: &packedPage{whole: raw}}
}

// Came reports whether there is any. It costs nothing, unlike JSON.
func (o Original) Came() bool { return o.page != nil }

// JSON is the record as it came, nil if it never came. It must not be changed.
func (o Original) JSON() json.RawMessage {
	switch {
	case o.page == nil:
		return nil
	case o.page.whole != nil:
		return o.page.whole
	}
	return o.page.unpack(o.row)
}

// Equal reports whether two records came as the same bytes. Records are compared by it: two of the same JSON may be kept in two ways.
func (o Original) Equal(other Original) bool {
	return o == other || bytes.Equal(o.JSON(), other.JSON())
}

// packedPage holds the originals of a page: each part that they are made of once, and which parts make one.
type packedPage struct {
	whole json.RawMessage // the only original, where it isn't packed

	text string   // the parts, one after the other
	ends []uint32 // where in text each of them ends
	code []byte   // the numbers of the parts, as varints, original after original
	rows []uint32 // where in code each original ends
}

// part is the part of a number.
func (p *packedPage) part(n uint32) string {
	from := uint32(0)
	if n > 0 {
		from = p.ends[n-1]
	}
	return p.text[from:p.ends[n]]
}

// unpack puts an original together again.
func (p *packedPage) unpack(i int32) json.RawMessage {
	from := uint32(0)
	if i > 0 {
		from = p.rows[i-1]
	}
	code, size := p.code[from:p.rows[i]], 0
	for rest := code; len(rest) > 0; {
		n, width := binary.Uvarint(rest)
		size, rest = size+len(p.part(uint32(n))), rest[width:]
	}
	raw := make(json.RawMessage, 0, size)
	for len(code) > 0 {
		n, width := binary.Uvarint(code)
		raw, code = append(raw, p.part(uint32(n))...), code[width:]
	}
	return raw
}
