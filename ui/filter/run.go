package filter

import (
	"context"
	"slices"
)

// Source gives the rows to Run; its methods are called from several goroutines at once.
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
	scores := make([]int32, source.Len())
	err := InChunks(ctx, len(scores), chunk, func() func(from, to int) {
		s := newScorer()
		return func(from, to int) { f.score(source, scores, from, to, s) }
	})
	if err != nil {
		return nil, err
	}
	return ranked(scores), nil
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
