package filter

import (
	"context"
	"slices"
)

// Source gives the rows to a search; its methods are called from several goroutines at once.
type Source interface {
	Len() int
	// Doc returns the row's document; false leaves the row out.
	Doc(i int) (Doc, bool)
}

// Docs is a Source of ready documents.
type Docs []Doc

// Len is the number of documents.
func (d Docs) Len() int { return len(d) }

// Doc returns a document.
func (d Docs) Doc(i int) (Doc, bool) { return d[i], true }

// chunk is how many rows a worker takes at a time: small enough to stop soon when cancelled.
const chunk = 1024

// out is the score of a row that doesn't match.
const out = int32(-1)

// Run returns the indices of the rows that match: best first, equals in their order. The only error is the context's.
func Run(ctx context.Context, f *Filter, source Source) ([]int32, error) {
	s := NewSearch(f, source)
	if err := s.Step(ctx, source.Len()); err != nil {
		return nil, err
	}
	return s.Best(), nil
}

// Search goes through rows in steps, and knows after each what it has found so far.
type Search struct {
	filter *Filter
	source Source
	scores []int32
	looked int
}

// NewSearch begins a search; it has looked at nothing yet.
func NewSearch(f *Filter, source Source) *Search {
	return &Search{filter: f, source: source, scores: make([]int32, source.Len())}
}

// Looked is how many rows it has looked at.
func (s *Search) Looked() int { return s.looked }

// Step looks at the rows up to an index, on all processors where they are more than one looks at in the time that waking another takes. The
// only error is the context's; nothing is known of these rows then.
func (s *Search) Step(ctx context.Context, to int) error {
	from, each := s.looked, chunk
	if s.filter.Slow() {
		each = max(1, min(each, (to-from+workers(ctx)-1)/workers(ctx)))
	}
	err := InChunks(ctx, to-from, each, func() func(a, b int) {
		scratch := newScorer()
		return func(a, b int) { s.filter.score(s.source, s.scores, from+a, from+b, scratch) }
	})
	if err == nil {
		s.looked = to
	}
	return err
}

// Best are the indices of the rows found so far: best first, equals in their order.
func (s *Search) Best() []int32 { return ranked(s.scores[:s.looked]) }

// Found are the indices of the rows found so far, in their order.
func (s *Search) Found() []int32 {
	found := []int32{}
	for i, score := range s.scores[:s.looked] {
		if score != out {
			found = append(found, int32(i))
		}
	}
	return found
}

func (f *Filter) score(source Source, scores []int32, from, to int, s *scorer) {
	for i := from; i < to; i++ {
		scores[i] = out
		d, ok := source.Doc(i)
		if !ok {
			continue
		}
		if f.Empty() {
			scores[i] = 0
		} else if score, ok := f.match(d, s); ok {
			scores[i] = int32(max(score, 0))
		}
	}
}

// ranked lists the rows that match by falling score. There are few different scores, so counting them beats sorting.
func ranked(scores []int32) []int32 {
	highest := int32(-1)
	if len(scores) > 0 {
		highest = slices.Max(scores)
	}
	if highest < 0 {
		return []int32{}
	}
	starts := make([]int32, highest+2)
	for _, score := range scores {
		if score != out {
			starts[score]++
		}
	}
	total := int32(0)
	for score := highest; score >= 0; score-- {
		count := starts[score]
		starts[score] = total
		total += count
	}
	rows := make([]int32, total)
	for i, score := range scores {
		if score != out {
			rows[starts[score]] = int32(i)
			starts[score]++
		}
	}
	return rows
}
