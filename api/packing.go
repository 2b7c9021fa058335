package api

import (
	"encoding/binary"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
)

// packing makes the packed page of the rows of an answer: it takes their originals apart, has rows with the same settings share them, and
// has the texts that were decoded be parts of what they were decoded from.
type packing struct {
	page     *packedPage
	text     strings.Builder
	numbers  map[string]uint32 // of the parts
	others   map[string]string // texts that are no part: in the JSON they are escaped
	settings []setting
	shared   map[shareable]reflect.Value
	packed   map[uintptr]struct{} // what is shared and was packed with an earlier row
}

// setting is a member of a record that points to a struct of its own.
type setting struct {
	field int
	name  string
	value json.RawMessage // in the row that is packed
	times int
}

// shareable is what was decoded of some JSON.
type shareable struct {
	kind reflect.Type
	json string
}

// packRows packs the rows of a page. What rows share nobody may change, as little as what Original.JSON gives.
func packRows[T any, P recordOf[T]](rows []T) {
	if len(rows) == 0 {
		return
	}
	p := newPacking(reflect.TypeFor[T](), len(rows))
	for i := range rows {
		at := P(&rows[i]).origin()
		if *at.problem == "" {
			p.share(reflect.ValueOf(&rows[i]).Elem(), at.raw.JSON())
		}
		p.eachPart(reflect.ValueOf(&rows[i]).Elem(), p.takeApart)
	}
	p.page.text, p.page.code, p.page.ends = strings.Clone(p.text.String()), slices.Clone(p.page.code), slices.Clone(p.page.ends)
	clear(p.packed)
	for i := range rows {
		p.eachPart(reflect.ValueOf(&rows[i]).Elem(), p.keep)
	}
}

func newPacking(of reflect.Type, rows int) *packing {
	p := &packing{numbers: make(map[string]uint32, 8*rows), others: map[string]string{}, shared: map[shareable]reflect.Value{},
		packed: map[uintptr]struct{}{}}
	p.page = &packedPage{rows: make([]uint32, 0, rows), ends: make([]uint32, 0, 8*rows), code: make([]byte, 0, 64*rows)}
	p.text.Grow(256 * rows)
	for i := range of.NumField() {
		f := of.Field(i)
		points := f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && points {
			p.settings = append(p.settings, setting{field: i, name: name})
		}
	}
	return p
}

// eachPart calls f for the texts and the originals in a value.
func (p *packing) eachPart(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.String:
		f(v)
	case reflect.Struct:
		switch v.Type() {
		case reflect.TypeFor[Original]():
			f(v)
		case reflect.TypeFor[time.Time]():
		default:
			for i := range v.NumField() {
				p.eachPart(v.Field(i), f)
			}
		}
	case reflect.Pointer:
		if _, done := p.packed[v.Pointer()]; !done && !v.IsNil() {
			p.packed[v.Pointer()] = struct{}{}
			p.eachPart(v.Elem(), f)
		}
	case reflect.Slice:
		if kind := v.Type().Elem().Kind(); kind == reflect.String || kind == reflect.Struct {
			for i := range v.Len() {
				p.eachPart(v.Index(i), f)
			}
		}
	}
}

// takeApart packs an original: the values of texts and the numbers, and what stands between them, which is the same in most rows.
func (p *packing) takeApart(v reflect.Value) {
	if v.Kind() != reflect.Struct || !v.Addr().Interface().(*Original).Came() {
		return
	}
	original := v.Addr().Interface().(*Original)
	raw, from := original.JSON(), 0
	text := string(raw)
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
			if firstByte(raw[end:]) != ':' { // not the name of a member
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
	*original = Original{page: p.page, row: int32(len(p.page.rows))}
	p.page.rows = append(p.page.rows, uint32(len(p.page.code)))
}

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

// keep makes a text a part of the page's.
func (p *packing) keep(v reflect.Value) {
	if v.Kind() != reflect.String || v.Len() == 0 {
		return
	}
	text := v.String()
	if n, ok := p.numbers[text]; ok {
		v.SetString(p.page.part(n))
	} else if other, ok := p.others[text]; ok {
		v.SetString(other)
	} else {
		p.others[text] = text
	}
}

// share has the row have the settings that a row before it was decoded to from the same JSON.
func (p *packing) share(row reflect.Value, raw json.RawMessage) {
	if len(p.settings) == 0 {
		return
	}
	for i := range p.settings {
		p.settings[i].times = 0
	}
	escaped := false
	eachQuoted(raw, func(name, value []byte) {
		name = name[1 : len(name)-1]
		escaped = escaped || !isPlain(name)
		for i := range p.settings {
			if s := &p.settings[i]; len(name) == len(s.name) && strings.EqualFold(string(name), s.name) {
				s.value, s.times = value, s.times+1
			}
		}
	})
	for _, s := range p.settings {
		if v := row.Field(s.field); s.times == 1 && !escaped && !v.IsNil() { // encoding/json puts members of one name in any case together
			p.shareOne(v, s.value)
		}
	}
}

func (p *packing) shareOne(v reflect.Value, raw json.RawMessage) {
	if same, ok := p.shared[shareable{v.Type(), string(raw)}]; ok {
		v.Set(same)
		return
	}
	p.shared[shareable{v.Type(), string(raw)}] = reflect.ValueOf(v.Interface())
}
