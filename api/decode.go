package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// origin is where a record keeps what is known about how it came.
type origin struct {
	raw     *Original
	problem *string
	key     string // identifies the record in its list
	keyless bool   // the type has no identifying field, so an empty key is no fault
}

// record is implemented by the pointers of all record types.
type record interface{ origin() origin }

// finisher is a record that takes something from its raw JSON that field tags cannot say.
type finisher interface{ finish() }

type recordOf[T any] interface {
	*T
	record
}

// decodeRecord reads one record. Odd fields stay zero and are named in the record's Problem; only a value that is no object fails.
func decodeRecord[T any, P recordOf[T]](raw json.RawMessage) (T, error) {
	var row T
	err := decodeInto[T, P](raw, &row, nil)
	return row, err
}

// decodeInto is decodeRecord into a row that is zero.
func decodeInto[T any, P recordOf[T]](raw json.RawMessage, row P, of *shape) error {
	if firstByte(raw) != '{' {
		return errors.New("is not an object")
	}
	problem := decodeShaped(raw, row, of)
	at := row.origin()
	*at.raw = NewOriginal(raw)
	*at.problem = problem
	if r, ok := any(row).(finisher); ok {
		r.finish()
	}
	return nil
}

// decodePage reads the rows of a list answer. Rows stand in the array named listKey, each perhaps wrapped in an object with the
// one member wrap. Rows that are no objects or have no id are left out and named in Problems.
func decodePage[T any, P recordOf[T]](body json.RawMessage, listKey, wrap string) (Page[T], error) {
	array, next, err := listOfAnswer(body, listKey)
	if err != nil {
		return Page[T]{}, err
	}
	page := decodeRows[T, P](array, next, wrap)
	packRows[T, P](page.Rows)
	return page, nil
}

// decodeRows reads the rows of a list.
func decodeRows[T any, P recordOf[T]](array json.RawMessage, next, wrap string) Page[T] {
	page := Page[T]{Next: next}
	rows := elements(array)
	of := shapeOf(reflect.TypeFor[T]())
	page.Rows = make([]T, 0, len(rows)) // decoded where they stay: a copy of each would be garbage
	for i, raw := range rows {
		n := len(page.Rows)
		row := P(&page.Rows[:n+1][n])
		*row = *new(T)
		if err := decodeInto[T, P](unwrap(raw, wrap), row, of); err != nil {
			page.Problems = append(page.Problems, fmt.Sprintf("row %d %v, so it is left out", i+1, err))
			page.LeftOut++
			continue
		}
		at := row.origin()
		if at.key == "" && !at.keyless {
			page.Problems = append(page.Problems, fmt.Sprintf("row %d has no id, so it is left out", i+1))
			page.LeftOut++
			continue
		}
		if *at.problem != "" {
			page.Problems = append(page.Problems, fmt.Sprintf("row %d: %s", i+1, *at.problem))
		}
		page.Rows = page.Rows[:n+1]
	}
	clear(page.Rows[len(page.Rows):cap(page.Rows)])
	return page
}

// unwrap gives the member wrap of a row that is an envelope, and the row itself otherwise.
func unwrap(raw json.RawMessage, wrap string) json.RawMessage {
	if wrap == "" {
		return raw
	}
	if inner, ok := member(raw, wrap); ok && firstByte(inner) == '{' {
		return inner
	}
	return raw
}

// listOfAnswer finds the rows and the next page token. A missing or null list is empty, unless the answer has an array under
// another name: then it is not the answer it should be.
func listOfAnswer(body json.RawMessage, listKey string) (array json.RawMessage, next string, err error) {
	if firstByte(body) != '{' {
		return nil, "", errors.New("the answer is not a JSON object")
	}
	var other string
	var odd error
	eachMember(body, func(name string, value json.RawMessage) {
		switch {
		case name == listKey && firstByte(value) == '[':
			array = value
		case name == listKey && !isNull(value):
			odd = fmt.Errorf("%q in the answer is not a list", listKey)
		case name == "nextPageToken" && !isNull(value):
			if json.Unmarshal(value, &next) != nil {
				odd = errors.New("the next page token in the answer is not text")
			}
		case firstByte(value) == '[' && other == "":
			other = name
		}
	})
	if odd == nil && array == nil && other != "" {
		odd = fmt.Errorf("the answer has no %q but a list called %q", listKey, Shorten(oneLine(other), 40))
	}
	return array, next, odd
}

// decodeMember reads the record that stands in the member name of an answer.
func decodeMember[T any, P recordOf[T]](body json.RawMessage, name string) (T, error) {
	var none T
	inner, ok := member(body, name)
	if !ok || isNull(inner) {
		return none, fmt.Errorf("the answer has no %q", name)
	}
	row, err := decodeRecord[T, P](inner)
	if err != nil {
		return none, fmt.Errorf("%q in the answer %w", name, err)
	}
	if at := P(&row).origin(); at.key == "" && !at.keyless { // nobody knows whose fields these are
		return none, fmt.Errorf("%q in the answer has no id", name)
	}
	return row, nil
}

// answered reads the record in the answer to a write. A write may be answered with an empty body or an empty object: then there is no
// record, and no error.
func answered[T any, P recordOf[T]](a Answer, name string) (*T, error) {
	body := a.Body
	if firstByte(body) != '{' {
		return nil, nil
	}
	if name != "" {
		inner, ok := member(body, name)
		if !ok || isNull(inner) {
			return nil, nil
		}
		body = inner
	} else if isEmptyObject(body) {
		return nil, nil
	}
	row, err := decodeRecord[T, P](body)
	if err != nil {
		return nil, &Error{Kind: KindMalformed, Status: a.Status, RequestID: a.RequestID, Message: fmt.Sprintf("%q in the answer %v", name, err)}
	}
	return &row, nil
}
