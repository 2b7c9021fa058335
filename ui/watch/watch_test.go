package watch

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"gatehouse/api"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// lamps is a list of lamps, a number each, of which those above 0 are counted. It notes the sizes of the pages that it is asked for.
func lamps(rows int, asked *[]int, fetch func(size int) (api.Page[int], error)) List[int, int] {
	return List[int, int]{Rows: rows, Resource: list.Resource[int, int]{
		Fetch: func(_ context.Context, _ *api.Client, _ host.Query, p api.PageRequest) (api.Page[int], error) {
			*asked = append(*asked, p.Size)
			return fetch(p.Size)
		},
	}, Lines: []Line[int]{{
		TodayLine: host.TodayLine{Name: "lamps.on"},
		Is:        func(lamp int, _ time.Time) bool { return lamp > 0 },
		Item:      func(lamp int, _ *host.Env) host.TodayItem { return host.TodayItem{Name: fmt.Sprint(lamp)} },
	}}}
}

func testEnv() *host.Env {
	return &host.Env{Clock: func() time.Time { return time.Unix(1e9, 0) }, Names: host.NewNames()}
}

func read(t *testing.T, l List[int, int], e *host.Env) ([]host.Found, error) {
	t.Helper()
	return l.Topic(e, nil).Read(t.Context(), nil, e.Frozen())
}

func TestALineCountsTheRowsThatItIsAbout(t *testing.T) {
	var asked []int
	l := lamps(100, &asked, func(int) (api.Page[int], error) { return api.Page[int]{Rows: []int{0, 7, 0, 8}, Next: "more"}, nil })
	found, err := read(t, l, testEnv())
	if err != nil || len(found) != 1 || found[0].Count != 2 || found[0].Of != 4 || !found[0].More {
		t.Errorf("%+v, %v", found, err)
	}
	if !slices.Equal(asked, []int{100}) {
		t.Errorf("asked for pages of %v", asked)
	}
}

// A tenant may refuse the size of a page: then a small one is asked for, unless that was it.
func TestASmallPageIsAskedForWhereABigOneIsRefused(t *testing.T) {
	most10 := func(size int) (api.Page[int], error) {
		if size > 10 {
			return api.Page[int]{}, &api.Error{Kind: api.KindInvalid}
		}
		return api.Page[int]{Rows: []int{7}}, nil
	}
	var asked []int
	found, err := read(t, lamps(100, &asked, most10), testEnv())
	if err != nil || len(found) != 1 || found[0].Count != 1 || !slices.Equal(asked, []int{100, 10}) {
		t.Errorf("%+v, %v after pages of %v", found, err, asked)
	}
	asked = nil
	never := func(int) (api.Page[int], error) { return api.Page[int]{}, &api.Error{Kind: api.KindInvalid} }
	if _, err := read(t, lamps(10, &asked, never), testEnv()); api.KindOf(err) != api.KindInvalid || !slices.Equal(asked, []int{10}) {
		t.Errorf("%v after pages of %v", err, asked)
	}
}

func TestTheListOfALineKeepsTheOrderInWhichItsRowsCame(t *testing.T) {
	var asked, opened []int
	l := lamps(100, &asked, func(int) (api.Page[int], error) { return api.Page[int]{Rows: []int{5, 9, 7, 6, 8}}, nil })
	l.Lines[0].Sort = func(rows []int, _ *host.Env) { slices.SortFunc(rows, func(a, b int) int { return b - a }) }
	l.Lines[0].Open = func(rows []int) host.Pane { opened = rows; return nil }
	e := testEnv()
	found, err := read(t, l, e)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, item := range found[0].Items(e) {
		names = append(names, item.Name)
	}
	if !slices.Equal(names, []string{"9", "8", "7", "6"}) {
		t.Errorf("the most urgent are %v", names)
	}
	if found[0].Open(e.Clock()); !slices.Equal(opened, []int{5, 9, 7, 6, 8}) {
		t.Errorf("opened is %v", opened)
	}
}

func TestAQuestionWithinAnotherDecidesOnlyTheFacetsThatItChooses(t *testing.T) {
	off, app := host.Narrowing{Facet: "state", Value: "off"}, host.Narrowing{Facet: "app", Value: "a1"}
	on := host.Narrowing{Facet: "state", Value: "on"}
	ask := host.Query{Narrow: []host.Narrowing{off, app}, Choice: "mine", Text: "lamp"}
	for _, c := range []struct {
		chosen, want []host.Narrowing
	}{
		{nil, []host.Narrowing{off, app}},
		{[]host.Narrowing{on}, []host.Narrowing{app, on}},
		{[]host.Narrowing{{Facet: "room", Value: "r1"}}, []host.Narrowing{off, app, {Facet: "room", Value: "r1"}}},
	} {
		got := within(ask, host.Query{Narrow: c.chosen})
		if !slices.Equal(got.Narrow, c.want) || got.Choice != "mine" || got.Text != "lamp" {
			t.Errorf("%v within %v is %+v", c.chosen, ask.Narrow, got)
		}
	}
	if got := within(ask, host.Query{Choice: "all", Text: "desk"}); got.Choice != "all" || got.Text != "desk" {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(ask.Narrow, []host.Narrowing{off, app}) {
		t.Errorf("the question itself is changed: %v", ask.Narrow)
	}
}
