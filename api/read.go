package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
)

// page sends a read and decodes its answer as a page.
func page[T any, P recordOf[T]](ctx context.Context, c *Client, r Request, listKey, wrap string) (Page[T], error) {
	a, err := c.Do(ctx, r)
	if err != nil {
		return Page[T]{}, err
	}
	p, err := decodePage[T, P](a.Body, listKey, wrap)
	return p, c.malformed(r, a, err)
}

// postPage searches with a body.
func postPage[T any, P recordOf[T]](ctx context.Context, c *Client, path string, body any, listKey, wrap string) (Page[T], error) {
	r, err := build("search", http.MethodPost, path, body)
	if err != nil {
		return Page[T]{}, err
	}
	return page[T, P](ctx, c, r, listKey, wrap)
}

// getPage lists with a query string.
func getPage[T any, P recordOf[T]](ctx context.Context, c *Client, path string, query url.Values, listKey, wrap string) (Page[T], error) {
	r, err := build("list", http.MethodGet, path, nil)
	if err != nil {
		return Page[T]{}, err
	}
	r.Query = query
	return page[T, P](ctx, c, r, listKey, wrap)
}

// getRecord reads one record, which stands in the member name of the answer, or is the answer itself when name is "".
func getRecord[T any, P recordOf[T]](ctx context.Context, c *Client, name, pattern string, ids ...string) (T, error) {
	var none T
	r, err := build("read "+orWord(name, "record"), http.MethodGet, pattern, nil, ids...)
	if err != nil {
		return none, err
	}
	return fetchRecord[T, P](ctx, c, r, name)
}

// fetchRecord sends a read and decodes the record in its answer.
func fetchRecord[T any, P recordOf[T]](ctx context.Context, c *Client, r Request, name string) (T, error) {
	var none T
	a, err := c.Do(ctx, r)
	if err != nil {
		return none, err
	}
	var row T
	if name == "" {
		row, err = decodeRecord[T, P](a.Body)
		if at := P(&row).origin(); err == nil && at.key == "" && !at.keyless {
			err = errors.New("the answer has no id")
		}
	} else {
		row, err = decodeMember[T, P](a.Body, name)
	}
	if err != nil {
		return none, c.malformed(r, a, err)
	}
	return row, nil
}

func orWord(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// malformed makes the error for an answer that is JSON but not what the interface describes; nil stays nil.
func (c *Client) malformed(r Request, a Answer, err error) error {
	if err == nil {
		return nil
	}
	return &Error{
		Kind: KindMalformed, Status: a.Status, RequestID: a.RequestID, Method: r.Method, Path: RedactPath(r.Path),
		Message: err.Error(), Err: err,
	}
}

// Answer is what came back from a request that succeeded. Body is nil when a write was answered with nothing.
type Answer struct {
	Status    int
	Body      json.RawMessage
	RequestID string
}
