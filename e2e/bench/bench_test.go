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
	for _, c := range []struct {
		of   []time.Duration
		p    float64
		want time.Duration
	}{
		{nil, 50, 0},
		{millisOf(7), 50, 7 * time.Millisecond},
		{millisOf(3, 1, 2), 50, 2 * time.Millisecond},
		{millisOf(4, 3, 2, 1), 50, 2 * time.Millisecond},
		{millisOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 95, 10 * time.Millisecond},
		{millisOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 90, 9 * time.Millisecond},
	} {
		if got := percentile(c.of, c.p); got != c.want {
			t.Errorf("percentile %v of %v is %v, want %v", c.p, c.of, got, c.want)
		}
	}
}

func millisOf(n ...int) (d []time.Duration) {
	for _, v := range n {
		d = append(d, time.Duration(v)*time.Millisecond)
	}
	return d
}

// measured is a table with each bound kept but those that a test breaks.
func measured() table {
	t := table{
		empty: &program{name: "empty", frames: millisOf(10), readies: millisOf(10), paints: millisOf(5), idle: idleCost{cpu: 0.5},
			memory: 8 << 20},
		events: &program{name: "on events", frames: millisOf(9, 10, 50), readies: millisOf(10)},
		house: &program{name: "gatehouse", frames: millisOf(14, 15, 90), readies: millisOf(15, 15, 15), paints: millisOf(6),
			idle: idleCost{cpu: 1, bytes: 12}, memory: 24 << 20},
		remote: &program{name: "remote", frames: millisOf(12, 12, 12), readies: millisOf(40), paints: millisOf(20), requests: millisOf(-1, 5, 30),
			idle: idleCost{cpu: 0.5}},
		others: []*program{{name: "fzf", frames: millisOf(20), readies: millisOf(21), paints: millisOf(90), idle: idleCost{cpu: 9}}},
	}
	for _, p := range t.programs() {
		p.held = heldCost{keys: 10, bytes: 10000, cpu: 5 * time.Millisecond}
	}
	t.others[0].held.bytes = 50000
	return t
}

func TestTheTableHasAllProgramsAndTheBoundsOfGatehouse(t *testing.T) {
	var out strings.Builder
	if err := measured().report(&out, settings{}); err != nil {
		t.Error(err)
	}
	for line, want := range map[string]string{
		"at most":            "empty on events gatehouse remote fzf at most",
		"to the first frame": "10.0 10.0 15.0 12.0 20.0",
		"to the first rows":  "10.0 10.0 15.0 40.0 21.0 1.5 × empty ok",
		"after the frame":    "0.0 0.0 0.0 28.0 1.0 10 ok",
		"that on events":     "+5.0 +2.0 5 ok",
		"request":            "+5.0 5 ok",
		"median, ms":         "5.0 0.0 6.0 20.0 90.0 1.2 × empty ok",
		"95 of 100":          "5.0 0.0 6.0 20.0 90.0 1.2 × empty ok",
		"held key: CPU":      "0.50 0.50 0.50 0.50 0.50",
		"held key: bytes":    "1000 1000 1000 1000 5000 1000 ok",
		"idle: CPU":          "0.50 0.00 1.00 0.50 9.00 empty + 0.5 ok",
		"idle: bytes":        "0 0 12 0 0",
		"memory":             "8.0 0.0 24.0 0.0 0.0",
	} {
		if got := strings.Join(strings.Fields(lineWith(out.String(), line)), " "); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q at its end", got, want)
		}
	}
}

func TestABoundOfTheTableThatIsNotKeptFailsByName(t *testing.T) {
	for name, spoil := range map[string]func(table){
		"start to the first rows, ms (gatehouse)":    func(t table) { t.empty.readies = millisOf(9) },
		"rows after the frame, ms (gatehouse)":       func(t table) { t.house.frames, t.empty.readies = millisOf(4), millisOf(90) },
		"frame after that on events, ms (gatehouse)": func(t table) { t.house.frames, t.empty.readies = millisOf(16), millisOf(90) },
		"frame after that on events, ms (remote)":    func(t table) { t.remote.frames = millisOf(16) },
		"request after the frame, ms (remote)":       func(t table) { t.remote.requests = millisOf(6) },
		"key to paint, 95 of 100, ms (gatehouse)":    func(t table) { t.house.paints = millisOf(5, 5, 7) },
		"held key: bytes written (remote)":           func(t table) { t.remote.held.bytes++ },
		"held key: bytes written (gatehouse)":        func(t table) { t.house.held.bytes++ },
		"idle: CPU, % of a core (gatehouse)":         func(t table) { t.house.idle.cpu = 1.01 },
	} {
		all := measured()
		spoil(all)
		var out strings.Builder
		if err := all.report(&out, settings{}); err == nil || err.Error() != overBound+": "+name {
			t.Errorf("want %s over its bound; the error is %v", name, err)
		}
		what, _, _ := strings.Cut(name, " (")
		if got := lineWith(out.String(), what); !strings.HasSuffix(strings.TrimSpace(got), "over") {
			t.Errorf("the line is %q", got)
		}
	}
}

func TestTheFirstFrameIsTabsTopLineAndLoading(t *testing.T) {
	frame := regexp.MustCompile(defaultFrame)
	const tabs = " ` Today ▏1 Hooks▕ 2 Webhooks\n"
	for screen, want := range map[string]bool{
		"": false, " demo   built-in tenant": false, " demo\n" + tabs: false, "\n" + tabs + "│ Loading hooks…": false,
		" demo\n" + tabs + "│ Loading hooks…": true, " demo\n" + tabs + "│\n╰ 1 of 42 in all ─╯": true,
	} {
		if frame.MatchString(screen) != want {
			t.Errorf("%q is a first frame: %v, want %v", screen, !want, want)
		}
	}
}

func TestViewsOverTheirBoundsFailByName(t *testing.T) {
	us := func(a, b int) []time.Duration {
		return []time.Duration{time.Duration(a) * time.Microsecond, time.Duration(b) * time.Microsecond}
	}
	var out strings.Builder
	err := reportViews(&out, []cost{{"Hooks", us(300, 310), 0, false}, {"triage", us(800, 810), 0, false}, {"help", us(100, 190), 0.01, false},
		{"matrix", us(9000, 9100), 8, false},
		{"members after members", us(1300, 1200), 0.1, true}})
	if err == nil || !strings.HasSuffix(err.Error(), "in: triage, help") {
		t.Errorf("the error is %v", err)
	}
	for view, want := range map[string]string{"Hooks": "ok", "triage": "over", "help": "1.90", "matrix": "asks", "members": "asks"} {
		if got := lineWith(out.String(), view); !strings.Contains(got, want) {
			t.Errorf("the line about %s is %q, want %q in it", view, got, want)
		}
	}
	if err := reportViews(&out, []cost{{"Hooks", us(300, 310), 0, false}}); err != nil {
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
	var out strings.Builder
	err := reportLeaving(&out, []*leaving{{name: "q", typed: 40, took: millisOf(20, 30, 900)}, {name: "TERM", took: millisOf(701, 702, 20)}})
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
	found, err := peers(t.Context(), only("fzf", "lazygit", "tig"), dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 3 || found[0].name != "fzf" || found[1].name != "lazygit" || found[2].name != "tig" {
		t.Fatalf("found %v", found)
	}
	if args := found[2].args; !slices.Equal(args, []string{"-C", filepath.Join(dir, "repo")}) {
		t.Errorf("tig is given %q", args)
	}
	log, err := exec.Command("git", "-C", filepath.Join(dir, "repo"), "log", "--format=%s").Output()
	if n := strings.Count(string(log), "\n"); err != nil || n != sameRows || !strings.HasPrefix(string(log), "change number 1000\n") {
		t.Errorf("the repository has %d commits, error %v, and begins %.40q", n, err, log)
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
	args := []string{"-binary", dir + "/floor", "-args", "", "-frame", "keys", "-ready", "keys pressed", "-n", "6", "-rounds", "2",
		"-starts", "1", "-idle", "50ms", "-views=false", "-compare=false"}
	// Of two that are the same one may well be 1.2 times as slow.
	if err := run(t.Context(), &out, args); err != nil && !strings.HasPrefix(err.Error(), overBound+": ") {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `6 keys "j" (without any effect: 0 and 0)`) {
		t.Errorf("report is\n%s", out.String())
	}
}

func TestBadFlags(t *testing.T) {
	for _, args := range [][]string{{"-size", "12"}, {"-n", "0"}, {"-ready", "("}, {"-frame", "("}, {"-only", "("}, {"-nosuch"}} {
		if err := run(t.Context(), io.Discard, args); err == nil {
			t.Errorf("%q gave no error", args)
		}
	}
}
