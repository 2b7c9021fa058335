package grid

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gatehouse/theme"
	"gatehouse/theme/themetest"
	"gatehouse/ui/draw"
)

// hook is a row as wide as those of a real pane.
type hook struct {
	id, name, server, owner string
	enabled                 bool
	priority                int
	coverage                float64
	updated                 time.Time
}

var hookColumns = []Column[hook]{
	{Name: "name", Title: "Name", Min: 12, Weight: 2, Text: func(h hook, _ Env) string { return h.name }},
	{Name: "state", Title: "State", Min: 8, Max: 10, Text: func(h hook, _ Env) string {
		if h.enabled {
			return "enabled"
		}
		return "disabled"
	}, Role: func(h hook, _ Env) theme.Role {
		if h.enabled {
			return theme.Good
		}
		return theme.Dim
	}},
	{Name: "priority", Title: "Prio", Min: 4, Max: 6, Align: draw.Right, Priority: 3,
		Text: func(h hook, _ Env) string { return fmt.Sprint(h.priority) }, Number: func(h hook) (float64, bool) {
			return float64(h.priority),
				true
		}},
	{Name: "server", Title: "Server", Min: 10, Max: 30, Priority: 2, Text: func(h hook, _ Env) string { return h.server }},
	{Name: "coverage", Title: "Coverage", Min: 10, Max: 14, Priority: 4, Text: func(h hook, _ Env) string { return draw.Bar(h.coverage, 10) },
		Search: func(hook) string { return "" }, Role: func(hook, Env) theme.Role { return theme.Info }},
	{Name: "owner", Title: "Owner", Min: 10, Max: 24, Priority: 5, Text: func(h hook, e Env) string { return e.Name("user", h.owner) }},
	{Name: "updated", Title: "Updated", Min: 8, Max: 10, Priority: 6, Align: draw.Right,
		Text:   func(h hook, e Env) string { return draw.Ago(h.updated, e.Now()) },
		Search: func(h hook) string { return h.updated.Format(time.DateOnly) },
		Role:   func(hook, Env) theme.Role { return theme.Dim }},
	{Name: "id", Title: "Id", Min: 8, Max: 27, Priority: 7, Middle: true, Text: func(h hook, _ Env) string { return h.id },
		Role: func(hook, Env) theme.Role { return theme.Dim }},
}

type benchEnv struct{ now time.Time }

func (e benchEnv) Now() time.Time         { return e.now }
func (benchEnv) Name(_, id string) string { return "Anna Example " + id }

func hooks(from, n int) []hook {
	rows := make([]hook, n)
	for i := range rows {
		k := from + i
		rows[i] = hook{
			id: fmt.Sprintf("2ab%024d", k), name: fmt.Sprintf("%s guard for payroll %d",
				[]string{"Prompt", "日本語", "Secret", "Écrit"}[k%4], k),
			server: fmt.Sprintf("server-%d.example.com", k%97), owner: fmt.Sprint(k % 50), enabled: k%3 > 0, priority: k % 100,
			coverage: float64(k%100) / 100, updated: time.Unix(int64(1_790_000_000-k*600), 0),
		}
	}
	return rows
}

var benchNow = benchEnv{now: time.Unix(1_795_000_000, 0)}

func hookGrid(n int) *Grid[string, hook] {
	g := New(func(h hook) string { return h.id }, hookColumns)
	g.SetSize(160, 45)
	g.Append(hooks(0, n))
	return g
}

func benchKeyPress(b *testing.B, n int, filter string) {
	g := hookGrid(n)
	th := themetest.New(b, "dark")
	if filter != "" {
		arrange(b, g, filter)
	}
	g.Select(hooks(n/2, 1)[0].id)
	step := 1
	b.ReportAllocs()
	for b.Loop() {
		if at, shown := g.Position(); at == shown-1 || at == 0 {
			step = -step
		}
		g.Move(step)
		g.View(benchNow, th, true)
	}
}

func BenchmarkKeyPress1k(b *testing.B)           { benchKeyPress(b, 1_000, "") }
func BenchmarkKeyPress100k(b *testing.B)         { benchKeyPress(b, 100_000, "") }
func BenchmarkKeyPressFiltered1k(b *testing.B)   { benchKeyPress(b, 1_000, "payroll") }
func BenchmarkKeyPressFiltered100k(b *testing.B) { benchKeyPress(b, 100_000, "payroll") }

func BenchmarkAppendPage(b *testing.B) {
	for _, n := range []int{0, 100_000} {
		b.Run(fmt.Sprintf("to %d", n), func(b *testing.B) {
			g := hookGrid(n)
			from := n
			for b.Loop() {
				b.StopTimer()
				page := hooks(from, 100)
				from += 100
				b.StartTimer()
				g.Append(page)
			}
		})
	}
}

func BenchmarkFilter100k(b *testing.B) {
	g := hookGrid(100_000)
	arrange(b, g, "warm")
	for _, text := range []string{"a", "pay", "secr", "pay 77", "state:disabled"} {
		b.Run(strings.ReplaceAll(text, " ", "_"), func(b *testing.B) {
			f, err := g.ParseFilter(text)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				a, err := g.Snapshot(benchNow).Arrange(context.Background(), f, Sort{})
				if err != nil || !g.Apply(a) {
					b.Fatal("refused", err)
				}
			}
		})
	}
}

// The first filter also reads all texts.
func BenchmarkFirstFilter100k(b *testing.B) {
	g := hookGrid(100_000)
	f, err := g.ParseFilter("pay")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		g.ForgetTexts()
		if _, err := g.Snapshot(benchNow).Arrange(context.Background(), f, Sort{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSort100k(b *testing.B) {
	g := hookGrid(100_000)
	arrange(b, g, "warm")
	for _, column := range []string{"name", "priority"} {
		b.Run(column, func(b *testing.B) {
			for b.Loop() {
				if _, err := g.Snapshot(benchNow).Arrange(context.Background(), nil, Sort{Column: column}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Memory of the grid besides the rows, in bytes a row, without and with the filter's documents.
func BenchmarkMemory100k(b *testing.B) {
	heap := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	const n = 100_000
	rows := hooks(0, n)
	for b.Loop() {
		before := heap()
		g := New(func(h hook) string { return h.id }, hookColumns)
		g.Append(rows)
		loaded := heap()
		arrange(b, g, "pay")
		b.ReportMetric((loaded-before)/n, "grid-B/row")
		b.ReportMetric((heap()-loaded)/n, "docs-B/row")
		runtime.KeepAlive(g)
	}
	runtime.KeepAlive(rows)
}
