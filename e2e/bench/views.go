//go:build linux || darwin

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gatehouse/e2e/term"
)

// place is a view of the console in which keys are pressed.
type place struct {
	name  string
	lead  []string // the keys that lead there, each followed by what is seen then
	press []string // pressed in turn
}

// The bounds of a key in a view, in process CPU and between the sizes.
const (
	cpuBound   = 750 * time.Microsecond
	sizesBound = 1.5
)

// viewSizes are the numbers of rows that a key is compared at.
var viewSizes = []string{"1000", "100000"}

func places() []place {
	const loaded = ` ─(?s:.*) of [\d,]+ (loaded|in all)`
	const suggested = "Suggestions" + loaded
	moves := append(slices.Repeat([]string{"j"}, 16), slices.Repeat([]string{"k"}, 16)...)
	letters := append(strings.Split("deputy", ""), slices.Repeat([]string{"<backspace>"}, 6)...)
	all := []place{{"Hooks", nil, moves}}
	for _, tab := range []struct{ key, name string }{{"2", "Webhooks"}, {"3", "Suggestions"}, {"4", "Secrets"}, {"5", "History"},
		{"6", "Roles"},
		{"7", "Exporters"}, {"8", "Keys"}, {"9", "Toolsets"}, {"0", "Tenant"}} {
		all = append(all, place{tab.name, []string{tab.key, `\b` + tab.name + `\b`}, moves})
	}
	arrows := append(slices.Repeat([]string{"<down>"}, 16), slices.Repeat([]string{"<up>"}, 16)...)
	return append(all,
		place{"detail", []string{"<enter>", "esc"}, moves},
		place{"in and out of a detail", nil, []string{"<enter>", "<esc>"}},
		place{"JSON", []string{"v", `"id"`}, moves},
		place{"triage", []string{"3", suggested, "t", "One card", "t", "decided"}, []string{"s", "b"}},
		place{"families", []string{"3", suggested, "t", "One card", "<down>", "▌ One card a family", "<enter>", "family 1 of"},
			[]string{"s", "b"}},
		place{"matrix", []string{"3", suggested, "H", "Access matrix"}, []string{"l", "j", "h", "k"}},
		place{"compare", []string{"3", suggested, "<space>", "marked", "j", "2 of", "c", "Compare two"}, moves},
		place{"timeline", []string{"5", "History" + loaded, "a", `\d changes of [\d,]+ servers`}, moves},
		place{"Today", []string{"`", "Today"}, moves},
		place{"help", []string{"?", "Keys that work here"}, arrows},
		place{"search in the help", []string{"?", "Keys that work here"}, letters},
		place{"palette", []string{":", "Go to"}, letters},
		place{"filter", []string{"/", `/ .* keeps it`}, letters},
		place{"form", []string{"2", "Webhooks" + loaded, "n", "Name"}, letters})
}

// cost is what a key costs in a view, by the number of rows.
type cost struct {
	place string
	cpu   []time.Duration // of a key, the best round, by size
}

func (c cost) ratio() float64 { return float64(c.cpu[len(c.cpu)-1]) / float64(max(c.cpu[0], 1)) }

// measureViews presses keys in each view at both sizes in turn.
func measureViews(ctx context.Context, s settings, house *program) ([]cost, error) {
	sizes := make([]*program, len(viewSizes))
	for i, rows := range viewSizes {
		sized := *house
		sized.args = append(append([]string(nil), house.args...), "--rows", rows)
		sizes[i] = &sized
	}
	var costs []cost
	for _, at := range places() {
		if !s.only.MatchString(at.name) {
			continue
		}
		c, err := measureView(ctx, s, at, sizes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at.name, err)
		}
		costs = append(costs, c)
	}
	return costs, nil
}

func measureView(ctx context.Context, s settings, at place, sizes []*program) (cost, error) {
	c := cost{place: at.name, cpu: make([]time.Duration, len(sizes))}
	sessions := make([]*term.Session, len(sizes))
	for i, p := range sizes {
		session, err := p.start(ctx, s, func(paint) {})
		if err != nil {
			return c, err
		}
		defer func() { _ = session.Close() }()
		if err := reach(ctx, p, session, at); err != nil {
			return c, err
		}
		sessions[i] = session
	}
	for range viewRounds {
		for i, session := range sessions {
			spent, err := pressed(session, at.press, s.presses/viewRounds)
			if err != nil {
				return c, err
			}
			if c.cpu[i] == 0 || spent < c.cpu[i] {
				c.cpu[i] = spent
			}
		}
	}
	return c, nil
}

const (
	viewRounds = 3
	viewGap    = 10 * time.Millisecond
)

// reach leads to a view.
func reach(ctx context.Context, p *program, session *term.Session, at place) error {
	if err := p.settle(ctx, session); err != nil {
		return err
	}
	for i := 0; i+1 < len(at.lead); i += 2 {
		if err := session.Keys(at.lead[i]); err != nil {
			return err
		}
		seen := regexp.MustCompile("(?m)" + at.lead[i+1])
		if err := session.WaitFor(ctx, at.lead[i+1], func(sc *term.Screen) bool { return seen.MatchString(sc.String()) }); err != nil {
			return err
		}
	}
	return session.WaitQuiet(ctx, 500*time.Millisecond)
}

// pressed is what a key costs the process.
func pressed(session *term.Session, keys []string, n int) (time.Duration, error) {
	before, err := usageOf(session.Pid())
	if err != nil {
		return 0, err
	}
	n = max(1, n/len(keys)) * len(keys)
	for i := range n {
		if err := session.Keys(keys[i%len(keys)]); err != nil {
			return 0, err
		}
		time.Sleep(viewGap)
	}
	after, err := usageOf(session.Pid())
	return (after.cpu - before.cpu) / time.Duration(n), err
}

// reportViews prints what a key costs in each view, and fails naming those over the bounds.
func reportViews(w io.Writer, costs []cost) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(t, "\nCPU a key at\t%s rows\t%s rows\tratio\t\t\n", viewSizes[0], viewSizes[1])
	var over []string
	for _, c := range costs {
		ok := c.cpu[0] <= cpuBound && c.cpu[len(c.cpu)-1] <= cpuBound && c.ratio() <= sizesBound
		if !ok {
			over = append(over, c.place)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%.2f\t%s\t\n", c.place, fine(c.cpu[0]), fine(c.cpu[len(c.cpu)-1]), c.ratio(), judge(ok))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(over) > 0 {
		return fmt.Errorf("a key costs more than %v, or more than %.1f times as much with more rows, in: %s", cpuBound, sizesBound,
			strings.Join(over, ", "))
	}
	return nil
}

func fine(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond))
}

// errNoKeys is when no key changes anything.
var errNoKeys = errors.New("no key changed anything on the screen")
