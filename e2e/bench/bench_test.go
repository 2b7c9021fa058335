//go:build linux || darwin

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestPercentile(t *testing.T) {
	ms := func(n ...int) (d []time.Duration) {
		for _, v := range n {
			d = append(d, time.Duration(v)*time.Millisecond)
		}
		return d
	}
	for _, c := range []struct {
		of   []time.Duration
		p    float64
		want time.Duration
	}{
		{nil, 50, 0},
		{ms(7), 50, 7 * time.Millisecond},
		{ms(3, 1, 2), 50, 2 * time.Millisecond},
		{ms(4, 3, 2, 1), 50, 2 * time.Millisecond},
		{ms(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 95, 10 * time.Millisecond},
		{ms(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 90, 9 * time.Millisecond},
	} {
		if got := percentile(c.of, c.p); got != c.want {
			t.Errorf("percentile %v of %v is %v, want %v", c.p, c.of, got, c.want)
		}
	}
}

func TestReport(t *testing.T) {
	ms := func(n int) []time.Duration { return []time.Duration{time.Duration(n) * time.Millisecond} }
	floor := &program{name: "empty program", firstFrames: ms(10), readies: ms(10), paints: ms(5), idle: idleCost{cpu: 0.5}, memory: 8 << 20}
	house := &program{name: "gatehouse", firstFrames: ms(11), readies: ms(16), paints: ms(6), idle: idleCost{cpu: 1.1, bytes: 12},
		memory: 24 << 20}
	var out strings.Builder
	if err := report(&out, settings{}, floor, house); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string][]string{
		"first frame":        {"10.0 ms", "11.0 ms", "1.10"},
		"first useful frame": {"16.0 ms", "1.60", "1.5", "over"},
		"median":             {"5.0 ms", "6.0 ms", "1.20", "1.2", "ok"},
		"CPU":                {"0.50", "1.10", "+0.60", "+0.5", "over"},
		"bytes":              {"0", "12"},
		"memory":             {"8.0", "24.0"},
	} {
		got := lineWith(out.String(), line)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("the line about %s lacks %q: %s", line, w, got)
			}
		}
	}
}

func TestViewsOverTheirBoundsFailByName(t *testing.T) {
	us := func(a, b int) []time.Duration {
		return []time.Duration{time.Duration(a) * time.Microsecond, time.Duration(b) * time.Microsecond}
	}
	var out strings.Builder
	err := reportViews(&out, []cost{{"Hooks", us(300, 310)}, {"triage", us(800, 810)}, {"help", us(100, 190)}})
	if err == nil || !strings.HasSuffix(err.Error(), "in: triage, help") {
		t.Errorf("the error is %v", err)
	}
	for view, want := range map[string]string{"Hooks": "ok", "triage": "over", "help": "1.90"} {
		if got := lineWith(out.String(), view); !strings.Contains(got, want) {
			t.Errorf("the line about %s is %q, want %q in it", view, got, want)
		}
	}
	if err := reportViews(&out, []cost{{"Hooks", us(300, 310)}}); err != nil {
		t.Error(err)
	}
}

func TestAViewThatFailsIsNamedAndTheOthersAreMeasured(t *testing.T) {
	costs, err := costsOf(regexp.MustCompile("^[JTH]"), []place{{name: "JSON"}, {name: "Today"}, {name: "form"}, {name: "Hooks"}},
		func(at place) (cost, error) {
			if at.name == "Today" {
				return cost{}, os.ErrDeadlineExceeded
			}
			return cost{place: at.name}, nil
		})
	if len(costs) != 2 || costs[0].place != "JSON" || costs[1].place != "Hooks" {
		t.Errorf("measured are %v", costs)
	}
	if !errors.Is(err, os.ErrDeadlineExceeded) || !strings.HasPrefix(err.Error(), "Today: ") {
		t.Errorf("the error is %v", err)
	}
}

func TestLeavingOverItsBoundFailsByName(t *testing.T) {
	ms := func(n ...int) (d []time.Duration) {
		for _, v := range n {
			d = append(d, time.Duration(v)*time.Millisecond)
		}
		return d
	}
	var out strings.Builder
	err := reportLeaving(&out, []*leaving{{name: "q", typed: 40, took: ms(20, 30, 900)}, {name: "TERM", took: ms(701, 702, 20)}})
	if err == nil || !strings.HasSuffix(err.Error(), "by: TERM") {
		t.Errorf("the error is %v", err)
	}
	for way, want := range map[string][]string{"q": {"2000 bytes/s", "30.0 ms", "900.0 ms", "ok"},
		"TERM": {"full speed", "701.0 ms", "over"}} {
		for _, w := range want {
			if got := lineWith(out.String(), way); !strings.Contains(got, w) {
				t.Errorf("the line about %s is %q, want %q in it", way, got, w)
			}
		}
	}
}

func TestPeersAreThoseThatAreInstalled(t *testing.T) {
	only := func(names ...string) func(string) (string, error) {
		return func(name string) (string, error) {
			if slices.Contains(names, name) {
				return name, nil
			}
			return "", os.ErrNotExist
		}
	}
	if found, err := peers(t.Context(), only(), filepath.Join(t.TempDir(), "missing")); err != nil || len(found) > 0 {
		t.Errorf("with nothing installed: found %v, error %v", found, err)
	}
	dir := t.TempDir()
	found, err := peers(t.Context(), only("fzf", "lazygit"), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].name != "fzf" || found[1].name != "lazygit" {
		t.Errorf("found %v", found)
	}
	log, err := exec.Command("git", "-C", filepath.Join(dir, "repo"), "log", "--format=%s").Output()
	if n := strings.Count(string(log), "\n"); err != nil || n != peerRows || !strings.HasPrefix(string(log), "change number 1000\n") {
		t.Errorf("the repository has %d commits, error %v, and begins %.40q", n, err, log)
	}
}

func TestTheStartsAreJudgedByTheirMedians(t *testing.T) {
	ms := func(n ...int) (d []time.Duration) {
		for _, v := range n {
			d = append(d, time.Duration(v)*time.Millisecond)
		}
		return d
	}
	s := starts{events: &program{firstFrames: ms(10, 11, 50)}, demo: &program{firstFrames: ms(15, 16, 90), readies: ms(27, 27, 27)},
		remote: &program{firstFrames: ms(17, 17, 17)}, requests: ms(-1, 2, 30)}
	var out strings.Builder
	if err := s.report(&out); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"demo's frame": "5.0 ms 5.0 ms ok", "rows": "11.0 ms 10.0 ms over",
		"remote: the frame": "6.0 ms 5.0 ms over", "request": "2.0 ms 5.0 ms ok"} {
		if got := strings.Join(strings.Fields(lineWith(out.String(), line)), " "); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q at its end", got, want)
		}
	}
}

func TestTheTenantSaysHowItIsOpened(t *testing.T) {
	base, token, err := opening(strings.NewReader("listens\n\n  GATEHOUSE_BASE_URL=http://h:1 GATEHOUSE_ACCESS_TOKEN=demo.x gatehouse\n"))
	if err != nil || base.Host != "h:1" || token != "demo.x" {
		t.Errorf("%v %q %v", base, token, err)
	}
	if _, _, err := opening(strings.NewReader("refused\n")); err == nil {
		t.Error("a tenant that says nothing is one that can be opened")
	}
}

func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return line
		}
	}
	return ""
}

// The floor stands for gatehouse here: what is measured is itself.
func TestMeasuresAProgram(t *testing.T) {
	dir := t.TempDir()
	if err := build(t.Context(), dir+"/floor", "gatehouse/e2e/bench/floor"); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	args := []string{"-binary", dir + "/floor", "-args", "", "-ready", "keys pressed", "-n", "6", "-rounds", "2", "-starts", "1", "-idle",
		"50ms", "-views=false", "-compare=false"}
	if err := run(t.Context(), &out, args); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `6 keys "j" (without any effect: 0 and 0)`) {
		t.Errorf("report is\n%s", out.String())
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range [][]string{{"-size", "12"}, {"-n", "0"}, {"-ready", "("}, {"-nosuch"}} {
		if err := run(t.Context(), io.Discard, args); err == nil {
			t.Errorf("%q gave no error", args)
		}
	}
}
