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

// The bounds of a key in a view, in process CPU and between the sizes.
const (
	cpuBound   = 750 * time.Microsecond
	sizesBound = 1.5
)

// viewSizes are the numbers of rows that a key is compared at.
var viewSizes = []string{"1000", "100000"}

// cost is what a key costs in a view, by the number of rows.
type cost struct {
	place string
	cpu   []time.Duration // of a key, the best round, by size
	asked float64         // requests that a key sends
	free  bool            // of the bounds, whatever is asked
}

// asks reports whether keys ask the tenant, not the console once in between.
func (c cost) asks() bool { return c.free || c.asked >= 0.2 }

// kept reports whether the bounds are kept. There are none for what asks the tenant: that takes what HTTP and reading the answer take.
func (c cost) kept() bool {
	return c.asks() || slices.Max(c.cpu) <= cpuBound && c.ratio() <= sizesBound
}

// verdict says so.
func (c cost) verdict() string {
	if c.asks() {
		return "asks"
	}
	return judge(c.kept())
}

func (c cost) ratio() float64 { return float64(c.cpu[len(c.cpu)-1]) / float64(max(c.cpu[0], 1)) }

// measureViews presses keys in each view at both sizes in turn.
func measureViews(ctx context.Context, s settings, house *program) (costs []cost, failed error) {
	for _, of := range groups() {
		if !slices.ContainsFunc(of.places, func(at place) bool { return s.only.MatchString(at.name) }) {
			continue
		}
		sizes, leave, err := sized(ctx, house, of.asks)
		if err == nil {
			var more []cost
			more, err = costsOf(s.only, of.places, func(at place) (cost, error) { return measureView(ctx, s, at, of.gap, sizes) })
			for _, c := range more {
				c.free = of.free
				costs = append(costs, c)
			}
		}
		leave()
		failed = errors.Join(failed, err)
	}
	return costs, failed
}

// sized is gatehouse at both sizes, with the tenant in itself or elsewhere, and what ends those tenants.
func sized(ctx context.Context, house *program, elsewhere bool) (sizes []*program, leave func(), err error) {
	leave = func() {
		for _, p := range sizes {
			if p.remote != nil {
				p.remote.close()
			}
		}
	}
	for _, rows := range viewSizes {
		p := *house
		if p.args = append(slices.Clone(house.args), "--rows", rows); elsewhere {
			p.args = []string{"--start", "hooks"}
			if p.remote, err = newRemote(ctx, house.command, "--rows", rows); err != nil {
				return sizes, leave, err
			}
			p.env = p.remote.env()
		}
		sizes = append(sizes, &p)
	}
	return sizes, leave, nil
}

// costsOf are those of the views that are wanted. One that fails is named in the error, and the others are there.
func costsOf(only *regexp.Regexp, all []place, measure func(place) (cost, error)) (costs []cost, _ error) {
	var failed []error
	for _, at := range all {
		if !only.MatchString(at.name) {
			continue
		}
		c, err := measure(at)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", at.name, err))
			continue
		}
		costs = append(costs, c)
	}
	return costs, errors.Join(failed...)
}

func measureView(ctx context.Context, s settings, at place, gap time.Duration, sizes []*program) (cost, error) {
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
	before := askedOf(sizes)
	for range viewRounds {
		for i, session := range sessions {
			spent, err := pressed(session, at.press, gap, s.presses/viewRounds)
			if err != nil {
				return c, err
			}
			if c.cpu[i] == 0 || spent < c.cpu[i] {
				c.cpu[i] = spent
			}
		}
	}
	c.asked = float64(askedOf(sizes)-before) / float64(viewRounds*len(sizes)*pressesOf(at.press, gap, s.presses/viewRounds))
	return c, nil
}

// askedOf is how many requests programs have sent so far, where that is counted.
func askedOf(all []*program) (n int64) {
	for _, p := range all {
		if p.remote != nil {
			n += p.remote.asked.Load()
		}
	}
	return n
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
		if at.lead[i] == "<enter>" {
			if err := session.WaitQuiet(ctx, reading+answers); err != nil {
				return err
			}
		}
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

// pressesOf is how often keys are pressed in a round: less often where each has to wait for what the one before brings.
func pressesOf(keys []string, gap time.Duration, n int) int {
	return max(1, n*int(viewGap)/int(gap)/len(keys)) * len(keys)
}

// pressed is what a key costs the process.
func pressed(session *term.Session, keys []string, gap time.Duration, n int) (time.Duration, error) {
	before, err := usageOf(session.Pid())
	if err != nil {
		return 0, err
	}
	n = pressesOf(keys, gap, n)
	for i := range n {
		if err := session.Keys(keys[i%len(keys)]); err != nil {
			return 0, err
		}
		time.Sleep(gap)
	}
	after, err := usageOf(session.Pid())
	return (after.cpu - before.cpu) / time.Duration(n), err
}

// reportViews prints what a key costs in each view, and fails naming those over the bounds.
func reportViews(w io.Writer, costs []cost) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(t, "\nCPU a key at\t%s rows\t%s rows\tratio\trequests\t\t\n", viewSizes[0], viewSizes[1])
	var over []string
	for _, c := range costs {
		if !c.kept() {
			over = append(over, c.place)
		}
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%.2f\t%.1f\t%s\t\n", c.place, fine(c.cpu[0]), fine(c.cpu[len(c.cpu)-1]), c.ratio(), c.asked,
			c.verdict())
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
