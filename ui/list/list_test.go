package list_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/list"
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
	found, err := list.Find(t.Context(), func(n int) bool { return n == 25 }, pages(100, &read))
	if err != nil || found != 25 || read != 3 {
		t.Errorf("found %d in %d pages, %v", found, read, err)
	}
	_, err = list.Find(t.Context(), func(int) bool { return false }, pages(100, &read))
	if api.KindOf(err) != api.KindNotFound {
		t.Errorf("a row that isn't there: %v", err)
	}
	read = 0
	_, err = list.Find(t.Context(), func(int) bool { return false }, pages(10_000_000, &read))
	if !errors.Is(err, list.ErrTooMany) {
		t.Errorf("a list without an end is read to page %d: %v", read, err)
	}
}

func TestHowOldRowsAreIsSaidInWords(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]string{30 * time.Second: "Refresh failed", 5 * time.Minute: "Not refreshed for 5m"} {
		if got := list.StaleSince(now.Add(-ago), now); got != want {
			t.Errorf("after %s: %q, want %q", ago, got, want)
		}
	}
}
