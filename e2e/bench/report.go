//go:build linux || darwin

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// What the console shows with its first frame (top line, tabs, and "loading" unless rows come with it), and with rows in its first pane.
const (
	defaultFrame = `(?s)^ *\S.*\n.* Today .*\n.*(Loading|` + defaultReady + `)`
	defaultReady = `loaded|in all`
)

// The bounds that gatehouse has to keep.
const (
	frameBound   = 5 * time.Millisecond  // after the frame of the empty program that paints on events
	rowsBound    = 10 * time.Millisecond // the demo's, after its frame
	requestBound = 5 * time.Millisecond  // the first one, after the frame, where the tenant is another process
	startBound   = 1.5                   // times the empty program
	keyBound     = 1.2                   // times the empty program
	heldBound    = 1000                  // bytes written
	idleBound    = 0.5                   // percentage points of one core more than the empty program
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

// table is gatehouse beside other programs.
type table struct {
	empty, house   *program
	events, remote *program // the empty program painting on events, gatehouse and a tenant in another process; nil: not compared
	others         []*program
}

func (t table) programs() []*program {
	all := append([]*program{t.empty, t.events, t.house, t.remote}, t.others...)
	return slices.DeleteFunc(all, func(p *program) bool { return p == nil })
}

// line is a line of the table: a number of each program, or of some.
type line struct {
	name, format string
	of           func(*program) float64
	who          []*program // whose it is; none: everybody's
	bound
}

// bound is the most that a number may be, in words and as a number, and who has to keep it.
type bound struct {
	words string
	most  float64
	keep  []*program
}

func atMost(most float64, keep ...*program) bound { return bound{fmt.Sprint(most), most, keep} }

// lines are those of the table.
func (t table) lines() []line { return slices.Concat(t.startLines(), t.keyLines(), t.idleLines()) }

func (t table) startLines() []line {
	frame := func(p *program) float64 { return ms(percentile(p.frames, 50)) }
	rows := func(p *program) float64 { return ms(percentile(p.readies, 50)) }
	behind := func(p *program) float64 { return rows(p) - frame(p) }
	lines := []line{
		{"start to the first frame, ms", "%.1f", frame, nil, bound{}},
		{"start to the first rows, ms", "%.1f", rows, nil, t.times(startBound, rows)},
		{"rows after the frame, ms", "%.1f", behind, nil, atMost(ms(rowsBound), t.house)},
	}
	if t.remote == nil {
		return lines
	}
	after := func(p *program) float64 { return frame(p) - frame(t.events) }
	request := func(p *program) float64 { return ms(percentile(p.requests, 50)) }
	return append(lines,
		line{"frame after that on events, ms", "%+.1f", after, []*program{t.house, t.remote}, atMost(ms(frameBound), t.house, t.remote)},
		line{"request after the frame, ms", "%+.1f", request, []*program{t.remote}, atMost(ms(requestBound), t.remote)})
}

func (t table) keyLines() []line {
	median := func(p *program) float64 { return ms(percentile(p.paints, 50)) }
	slow := func(p *program) float64 { return ms(percentile(p.paints, 95)) }
	return []line{
		{"key to paint, median, ms", "%.1f", median, nil, t.times(keyBound, median)},
		{"key to paint, 95 of 100, ms", "%.1f", slow, nil, t.times(keyBound, slow)},
		{"held key: CPU, ms", "%.2f", func(p *program) float64 { return ms(p.held.cpu) / float64(p.held.keys) }, nil, bound{}},
		{"held key: bytes written", "%.0f", func(p *program) float64 { return float64(p.held.bytes) / float64(p.held.keys) }, nil,
			atMost(heldBound, t.house, t.remote)},
	}
}

func (t table) idleLines() []line {
	cpu := func(p *program) float64 { return p.idle.cpu }
	return []line{
		{"idle: CPU, % of a core", "%.2f", cpu, nil,
			bound{fmt.Sprintf("empty + %.1f", idleBound), cpu(t.empty) + idleBound, []*program{t.house, t.remote}}},
		{"idle: bytes written", "%.0f", func(p *program) float64 { return float64(p.idle.bytes) }, nil, bound{}},
		{"memory, MiB", "%.1f", func(p *program) float64 { return float64(p.memory) / (1 << 20) }, nil, bound{}},
	}
}

// times is a bound in numbers of the empty program.
func (t table) times(most float64, of func(*program) float64) bound {
	return bound{fmt.Sprintf("%.1f × empty", most), most * of(t.empty), []*program{t.house}}
}

// over names who doesn't keep the bound.
func (l line) over() (names []string) {
	for _, p := range l.keep {
		if p != nil && l.of(p) > l.most {
			names = append(names, p.name)
		}
	}
	return names
}

const overBound = "over the bound"

// report prints what was measured, what is bounded with its verdict, and fails naming what is over its bound.
func (t table) report(w io.Writer, s settings) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) { _, _ = fmt.Fprintln(out, strings.Join(cells, "\t")+"\t") }
	all := t.programs()
	head := []string{""}
	for _, p := range all {
		head = append(head, p.name)
	}
	row(append(head, "at most", "")...)
	var broken []string
	for _, l := range t.lines() {
		cells := []string{l.name}
		for _, p := range all {
			cell := ""
			if l.who == nil || slices.Contains(l.who, p) {
				cell = fmt.Sprintf(l.format, l.of(p))
			}
			cells = append(cells, cell)
		}
		verdict := ""
		if l.words != "" {
			over := l.over()
			if verdict = judge(len(over) == 0); len(over) > 0 {
				broken = append(broken, fmt.Sprintf("%s (%s)", l.name, strings.Join(over, ", ")))
			}
		}
		row(append(cells, l.words, verdict)...)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "\n%s %s, %dx%d; medians of %d starts; %d keys %q (without any effect: %d and %d), %d held; %s idle\n",
		t.house.name, s.args, s.width, s.height, s.starts, s.presses, s.keys, t.empty.missed, t.house.missed, t.house.held.keys,
		s.idle); err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("%s: %s", overBound, strings.Join(broken, "; "))
	}
	return nil
}

func judge(ok bool) string {
	if ok {
		return "ok"
	}
	return "over"
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", ms(d)) }
