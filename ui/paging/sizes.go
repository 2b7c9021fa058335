package paging

import "time"

// Sizes are those of the pages that are asked ahead: the first is there at once, and the others come while it is judged.
type Sizes struct {
	Small bool // the tenant doesn't like large pages
}

// FirstAhead is how many rows the first page that is asked ahead has.
const FirstAhead = 10

const (
	moreAhead = 50
	slowPage  = 2 * time.Second
)

// Size is that of the page with a token.
func (s *Sizes) Size(token string) int {
	if token == "" || s.Small {
		return FirstAhead
	}
	return moreAhead
}

// Took learns from how long a page took.
func (s *Sizes) Took(d time.Duration) { s.Small = s.Small || d > slowPage }
