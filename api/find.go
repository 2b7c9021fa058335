package api

import (
	"context"
	"errors"
)

// findMost is how many rows of a list are read to find one of them.
const findMost = 1000

// errFound ends a walk; ErrTooLong too.
var (
	errFound   = errors.New("found")
	ErrTooLong = errors.New("the list is too long to look through all of it")
)

// Find reads a list until it comes to the row that is meant. A row that isn't there is an error of KindNotFound.
func Find[T any](ctx context.Context, meant func(T) bool, fetch func(context.Context, string) (Page[T], error)) (T, error) {
	var found T
	seen := 0
	err := Walk(ctx, fetch, func(p Page[T]) error {
		for _, row := range p.Rows {
			if meant(row) {
				found = row
				return errFound
			}
		}
		if seen += len(p.Rows); seen >= findMost && p.Next != "" {
			return ErrTooLong
		}
		return nil
	})
	switch {
	case errors.Is(err, errFound):
		return found, nil
	case err != nil:
		return found, err
	}
	return found, &Error{Kind: KindNotFound, Message: "it is not in the list"}
}
