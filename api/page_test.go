package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// walk reads all hooks of a tenant whose page for a token is given by pages.
func walk(t *testing.T, pages func(token string) (rows []string, next string)) (ids []string, requests int, err error) {
	t.Helper()
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		token, _ := member(body, "pageToken")
		rows, next := pages(unquote(token))
		for i, id := range rows {
			rows[i] = fmt.Sprintf(`{"id":%q}`, id)
		}
		answer(200, fmt.Sprintf(`{"list":[%s],"nextPageToken":%q}`, strings.Join(rows, ","), next))(w, r)
	})
	c := newClient(t, f.URL, nil)
	err = Walk(context.Background(), func(ctx context.Context, token string) (Page[Hook], error) {
		return c.SearchHooks(ctx, HookSearch{}, PageRequest{Size: 25, Token: token})
	}, func(p Page[Hook]) error {
		for _, h := range p.Rows {
			ids = append(ids, h.ID)
		}
		return nil
	})
	return ids, len(f.requests()), err
}

func TestWalkReadsAllPages(t *testing.T) {
	ids, n, err := walk(t, func(token string) ([]string, string) {
		switch token {
		case "":
			return []string{"a", "b"}, "1"
		case "1":
			return nil, "2" // an empty page with a token goes on
		}
		return []string{"b", "c"}, ""
	})
	if err != nil || n != 3 || strings.Join(ids, "") != "abc" {
		t.Errorf("%v after %d requests, %v", ids, n, err)
	}
}

// Repeated and endless page tokens.
func TestWalkEnds(t *testing.T) {
	row := []string{"row1"}
	tests := []struct {
		name, reason string
		pages        func(token string) ([]string, string)
		most         int // requests
	}{
		{"always the same token", "the tenant repeated a page", func(string) ([]string, string) { return []string{"row1"}, "p1" }, 2},
		{"alternating tokens", "the tenant repeated a page", func(token string) ([]string, string) {
			if token == "p1" {
				return []string{"row1"}, "p2"
			}
			return []string{"row1"}, "p1"
		}, 3},
		{"own token on page 3", "the tenant repeated a page", func(token string) ([]string, string) {
			next := map[string]string{"": "1", "1": "2", "2": "2"}[token]
			return []string{"row1"}, next
		}, 3},
		{"ever new tokens", "the tenant kept sending pages without end", func(token string) ([]string, string) {
			return []string{"row1"}, token + "x"
		}, maxBarrenPages + 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ids, n, err := walk(t, tt.pages)
			var incomplete *IncompleteError
			if !errors.As(err, &incomplete) || incomplete.Error() != "incomplete: "+tt.reason {
				t.Errorf("%v, want incomplete: %s", err, tt.reason)
			}
			if n > tt.most {
				t.Errorf("%d requests, want at most %d", n, tt.most)
			}
			if strings.Join(ids, "") != strings.Join(row, "") {
				t.Errorf("rows %v, want the one row once", ids)
			}
		})
	}
}

func TestTrailOfEndlessNewRows(t *testing.T) {
	var trail Trail
	token := ""
	for i := range maxPagesOfChain + 1 {
		next := fmt.Sprint("t", i)
		if err := trail.Admit(token, next, 10); err != nil {
			if i != maxPagesOfChain-1 {
				t.Errorf("ended after %d pages", i+1)
			}
			return
		}
		token = next
	}
	t.Error("never ended")
}

// A search may pass over many rows between two that it finds.
func TestATrailGoesOnWhileNewRowsComeInBetween(t *testing.T) {
	var trail Trail
	token := ""
	for i := range 4 * maxBarrenPages {
		next := fmt.Sprint("t", i)
		newRows := 0
		if i%(maxBarrenPages-1) == 0 {
			newRows = 1
		}
		if err := trail.Admit(token, next, newRows); err != nil {
			t.Fatalf("ended after %d pages: %v", i+1, err)
		}
		token = next
	}
}

// The tokens of a chain are kept, so a service that sends huge ones must not fill the memory.
func TestTrailRefusesHugeTokens(t *testing.T) {
	var trail Trail
	var incomplete *IncompleteError
	if err := trail.Admit("", strings.Repeat("t", 64<<10), 1); err != nil {
		t.Error(err)
	}
	if err := trail.Admit("t", strings.Repeat("u", 64<<10+1), 1); !errors.As(err, &incomplete) {
		t.Errorf("got %v, want that the list is incomplete", err)
	}
}

func TestWalkStopsWithTheCaller(t *testing.T) {
	stop := errors.New("enough")
	calls := 0
	fetch := func(context.Context, string) (Page[Hook], error) {
		calls++
		return Page[Hook]{Next: fmt.Sprint(calls)}, nil
	}
	if err := Walk(context.Background(), fetch, func(Page[Hook]) error { return stop }); err != stop || calls != 1 {
		t.Errorf("%v after %d pages", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := Walk(ctx, fetch, func(Page[Hook]) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) || KindOf(err) != KindEndedEarly {
		t.Errorf("%v, want cancelled", err)
	}
}

// A page that failed is asked for again with the same token; the pages before it stay good.
func TestFailedPageCanBeRetried(t *testing.T) {
	failed := false
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Query().Get("page_token") == "":
			answer(200, `{"list":[{"id":"a"}],"nextPageToken":"1"}`)(w, r)
		case !failed:
			failed = true
			answer(400, `{}`)(w, r)
		default:
			answer(200, `{"list":[{"id":"b"}]}`)(w, r)
		}
	})
	c := newClient(t, f.URL, nil)
	ctx := context.Background()
	var trail Trail
	one, err := c.ListHooks(ctx, PageRequest{})
	if err != nil || trail.Admit("", one.Next, 1) != nil {
		t.Fatal(err)
	}
	if _, err := c.ListHooks(ctx, PageRequest{Token: one.Next}); err == nil {
		t.Fatal("a failed page was taken for a page")
	}
	two, err := c.ListHooks(ctx, PageRequest{Token: one.Next})
	if err != nil || len(two.Rows) != 1 || trail.Admit(one.Next, two.Next, 1) != nil {
		t.Errorf("%v %v", two, err)
	}
}

func TestUsersByID(t *testing.T) {
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		refs, _ := member(body, "refs")
		var rows []string
		for _, ref := range elements(refs) {
			id, _ := member(ref, "id")
			rows = append(rows, fmt.Sprintf(`{"user":{"id":%s,"displayName":"N"}}`, id))
		}
		answer(200, `{"list":[`+strings.Join(rows, ",")+`]}`)(w, r)
	})
	c := newClient(t, f.URL, nil)
	var ids []string
	for i := range 250 {
		ids = append(ids, fmt.Sprintf("u%03d", i), "u000", "")
	}
	users, err := c.UsersByID(context.Background(), ids)
	if err != nil || len(users) != 250 || len(f.requests()) != 3 {
		t.Errorf("%d users in %d requests, %v; want 250 in 3", len(users), len(f.requests()), err)
	}
	if users, err := c.UsersByID(context.Background(), nil); users != nil || err != nil || len(f.requests()) != 3 {
		t.Error("asked for nobody")
	}
}
