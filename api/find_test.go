package api_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"gatehouse/api"
)

// pages are lists of numbers, ten a page.
func pages(n int, read *int) func(context.Context, string) (api.Page[int], error) {
	return func(_ context.Context, token string) (api.Page[int], error) {
		*read++
		from, _ := strconv.Atoi(token)
		page := api.Page[int]{}
		for i := from; i < min(from+10, n); i++ {
			page.Rows = append(page.Rows, i)
		}
		if from+10 < n {
			page.Next = strconv.Itoa(from + 10)
		}
		return page, nil
	}
}

func TestALookThroughAListEndsWhereTheRowIs(t *testing.T) {
	read := 0
	found, err := api.Find(t.Context(), func(n int) bool { return n == 25 }, pages(100, &read))
	if err != nil || found != 25 || read != 3 {
		t.Errorf("found %d in %d pages, %v", found, read, err)
	}
	_, err = api.Find(t.Context(), func(int) bool { return false }, pages(100, &read))
	if api.KindOf(err) != api.KindNotFound {
		t.Errorf("a row that isn't there: %v", err)
	}
	read = 0
	_, err = api.Find(t.Context(), func(int) bool { return false }, pages(10_000_000, &read))
	if !errors.Is(err, api.ErrTooLong) {
		t.Errorf("a list without an end is read to page %d: %v", read, err)
	}
}
