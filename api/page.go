package api

import (
	"context"
	"net/url"
	"strconv"
)

// Page sizes of interface.md 8.
const (
	minPageSize     = 10
	maxPageSize     = 100
	maxHistoryPage  = 200
	maxBarrenPages  = 50     // pages in a row without a new row before a chain counts as endless
	maxPagesOfChain = 20_000 // 100,000 rows come in 10,000 of the smallest pages
)

// Page is one page of a list. Next is the token of the page after it, "" at the end. Problems says which rows were odd and
// what was wrong with them; odd rows are kept as long as they have an id. LeftOut counts those that have none.
type Page[T any] struct {
	Rows     []T
	Next     string
	Problems []string
	LeftOut  int
}

// PageRequest asks for a page. Size 0 leaves the size to the tenant; other sizes are clamped to what the interface allows
// (10 to 100, history up to 200). Token is the Next of the page before, "" for the first.
type PageRequest struct {
	Size  int
	Token string
}

func (p PageRequest) size(most int) int {
	if p.Size == 0 {
		return 0
	}
	return min(max(p.Size, minPageSize), most)
}

// query gives the parameters of a GET list.
func (p PageRequest) query(most int) url.Values {
	q := url.Values{}
	if n := p.size(most); n > 0 {
		q.Set("page_size", strconv.Itoa(n))
	}
	if p.Token != "" {
		q.Set("page_token", p.Token)
	}
	return q
}

// paging is the part of a search body that pages.
type paging struct {
	PageSize  int    `json:"pageSize,omitempty"`
	PageToken string `json:"pageToken,omitempty"`
}

func (p PageRequest) body() paging { return paging{PageSize: p.size(maxPageSize), PageToken: p.Token} }

// IncompleteError says that a list could not be read to its end because of the tokens the tenant sent. The rows so far are good.
type IncompleteError struct{ Reason string }

func (e *IncompleteError) Error() string { return "incomplete: " + e.Reason }

// maxTokenSize is the longest page token that is taken, in bytes: the tokens of a chain are kept.
const maxTokenSize = 64 << 10

// Trail remembers the page tokens of one walk through a list and notices when they lead nowhere. The zero value is ready to use;
// it is not for concurrent use.
type Trail struct {
	seen   map[string]struct{}
	pages  int
	barren int
}

// Admit records that the page asked for with the token sent has arrived and names next as its follower. newRows is how many
// of its rows had not been seen before. It returns an *IncompleteError when the chain repeats itself or does not end.
func (t *Trail) Admit(sent, next string, newRows int) error {
	if next == "" {
		return nil
	}
	if len(next) > maxTokenSize {
		return &IncompleteError{Reason: "the tenant named its next page in more than 64 KiB"}
	}
	if t.seen == nil {
		t.seen = map[string]struct{}{}
	}
	t.seen[sent] = struct{}{}
	if _, again := t.seen[next]; again {
		return &IncompleteError{Reason: "the tenant repeated a page"}
	}
	t.seen[next] = struct{}{}
	t.pages++
	if newRows > 0 {
		t.barren = 0
	} else {
		t.barren++
	}
	if t.barren >= maxBarrenPages || t.pages >= maxPagesOfChain {
		return &IncompleteError{Reason: "the tenant kept sending pages without end"}
	}
	return nil
}

// Walk fetches all pages of a list in order and hands each to each. An empty page with a token goes on. Rows whose id came
// before are left out. It ends at the last page, at the first error of fetch, each or ctx, or with an *IncompleteError.
func Walk[T any](ctx context.Context, fetch func(ctx context.Context, token string) (Page[T], error), each func(Page[T]) error) error {
	var trail Trail
	seen := map[string]struct{}{}
	for token := ""; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := fetch(ctx, token)
		if err != nil {
			return err
		}
		page.Rows = withoutSeen(page.Rows, seen)
		if err := each(page); err != nil {
			return err
		}
		if err := trail.Admit(token, page.Next, len(page.Rows)); err != nil {
			return err
		}
		if page.Next == "" {
			return nil
		}
		token = page.Next
	}
}

// withoutSeen leaves out rows whose key is in seen and adds the others' keys to it. Rows without a key stay.
func withoutSeen[T any](rows []T, seen map[string]struct{}) []T {
	kept := make([]T, 0, len(rows))
	for i := range rows {
		if r, ok := any(&rows[i]).(record); ok {
			if key := r.origin().key; key != "" {
				if _, again := seen[key]; again {
					continue
				}
				seen[key] = struct{}{}
			}
		}
		kept = append(kept, rows[i])
	}
	return kept
}
