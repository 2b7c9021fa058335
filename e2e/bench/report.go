//go:build linux || darwin

package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"
)

// defaultReady matches the console with rows in its first pane.
const defaultReady = `loaded|in all`

// The bounds that gatehouse has to keep against the empty program.
const (
	startBound = 1.5 // times
	keyBound   = 1.2 // times
	idleBound  = 0.5 // percentage points of one core more
)

// percentile is the nearest-rank percentile; 0 of nothing.
func percentile(d []time.Duration, p float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	rank := int(p*float64(len(sorted))/100 + 0.999999)
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// report prints what was measured, what is bounded with its verdict. Other programs stand beside it for comparison.
func report(w io.Writer, s settings, floor, house *program, others ...*program) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', tabwriter.AlignRight)
	row := func(cells ...string) {
		for _, c := range cells {
			_, _ = fmt.Fprintf(t, "%s\t", c)
		}
		_, _ = fmt.Fprintln(t)
	}
	beside := func(of func(*program) string) (cells []string) {
		for _, p := range others {
			cells = append(cells, of(p))
		}
		return cells
	}
	row(append([]string{"", floor.name, house.name, "ratio", "bound", ""}, beside(func(p *program) string { return p.name })...)...)
	times := func(name string, of func(*program) time.Duration, bound float64) {
		a, b := of(floor), of(house)
		ratio := float64(b) / float64(max(a, 1))
		limit, verdict := "", ""
		if bound > 0 {
			limit, verdict = fmt.Sprintf("%.1f", bound), judge(ratio <= bound)
		}
		row(append([]string{name, millis(a), millis(b), fmt.Sprintf("%.2f", ratio), limit, verdict},
			beside(func(p *program) string { return millis(of(p)) })...)...)
	}
	times("start to first frame", func(p *program) time.Duration { return percentile(p.firstFrames, 50) }, 0)
	times("start to first useful frame", func(p *program) time.Duration { return percentile(p.readies, 50) }, startBound)
	times("key to paint, median", func(p *program) time.Duration { return percentile(p.paints, 50) }, keyBound)
	times("key to paint, 95 of 100", func(p *program) time.Duration { return percentile(p.paints, 95) }, keyBound)
	more := house.idle.cpu - floor.idle.cpu
	row(append([]string{"idle: CPU, % of a core", fmt.Sprintf("%.2f", floor.idle.cpu), fmt.Sprintf("%.2f", house.idle.cpu),
		fmt.Sprintf("%+.2f", more), fmt.Sprintf("+%.1f", idleBound), judge(more <= idleBound)},
		beside(func(p *program) string { return fmt.Sprintf("%.2f", p.idle.cpu) })...)...)
	row(append([]string{"idle: bytes written", fmt.Sprint(floor.idle.bytes), fmt.Sprint(house.idle.bytes), "", "", ""},
		beside(func(p *program) string { return fmt.Sprint(p.idle.bytes) })...)...)
	row(append([]string{"memory, MiB", mebi(floor.memory), mebi(house.memory), "", "", ""},
		beside(func(p *program) string { return mebi(p.memory) })...)...)
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s %s, %dx%d; %d starts, %d keys %q (without any effect: %d and %d), %s idle\n",
		house.name, s.args, s.width, s.height, s.starts, s.presses, s.keys, floor.missed, house.missed, s.idle)
	return err
}

func judge(ok bool) string {
	if ok {
		return "ok"
	}
	return "over"
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func mebi(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/(1<<20)) }
