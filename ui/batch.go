package ui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// batch is a plan on many targets: its progress while it runs, its results afterwards.
type batch struct {
	plan    *action.Plan
	run     *action.Run
	env     *env
	results []action.Result
	begun   []bool
	ended   []bool
	sent    int
	done    int
	stopped bool
	over    bool // all steps have ended
	hidden  bool // the person has closed it
	top     int
	rows    int
	all     int // lines of the list of results
	drawn   []string
}

func newBatch(plan *action.Plan, run *action.Run, e *env) *batch {
	return &batch{plan: plan, run: run, env: e, results: make([]action.Result, len(plan.Steps)), begun: make([]bool, len(plan.Steps)), ended: make([]bool, len(plan.Steps))}
}

func (b *batch) title() string {
	if b.over {
		return spanned(b.plan.Title+": results", b.top, b.rows, b.all)
	}
	return b.plan.Doing + " " + count(int64(len(b.plan.Steps)), b.plan.Steps[0].Target.Kind)
}

func (b *batch) role() theme.Role     { return theme.DialogBorder }
func (b *batch) closed() bool         { return b.hidden }
func (b *batch) restyle(*theme.Theme) {}
func (b *batch) cursor() *tea.Cursor  { return nil }
func (b *batch) lines() []string      { return b.drawn }
func (b *batch) layout(w, h int)      { b.drawn = b.draw(min(w, 120), h) }

func (b *batch) scope() keymap.Scope {
	if b.over {
		return keymap.ScopeDetail
	}
	return keymap.ScopeProgress
}

func (b *batch) hints() []keymap.ID {
	if b.over {
		return []keymap.ID{"detail.down", "detail.page.down", "back"}
	}
	return []keymap.ID{"progress.stop"}
}

// took notes an event of the run.
func (b *batch) took(e action.Event) {
	b.begun[e.Index] = true
	switch e.Phase {
	case action.Sending:
		b.sent++
	case action.Ended:
		b.results[e.Index], b.ended[e.Index] = e.Result, true
		b.done++
	}
}

// notStarted counts the targets whose turn has not come.
func (b *batch) notStarted() (n int) {
	for _, begun := range b.begun {
		if !begun {
			n++
		}
	}
	return n
}

func (b *batch) update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	id, _ := lookup(b.env.keys, keymap.Chain(b.scope()), press)
	switch id {
	case "progress.stop":
		b.stopped = true
		b.run.Stop()
	case "back", "detail.leave", keymap.Quit:
		b.hidden = b.over
	case "detail.down":
		b.top++
	case "detail.up":
		b.top--
	case "detail.page.down", "detail.half.down":
		b.top += b.rows
	case "detail.page.up", "detail.half.up":
		b.top -= b.rows
	case "detail.top":
		b.top = 0
	case "detail.bottom":
		b.top = b.all
	}
	return nil
}

// group is a kind of ending, in the order in which people need to know of it.
type group struct {
	sign, word string
	role       theme.Role
	has        func(action.Result) bool
}

func groups(done string) []group {
	of := func(outcomes ...action.Outcome) func(action.Result) bool {
		return func(r action.Result) bool {
			for _, o := range outcomes {
				if r.Outcome == o && !notStarted(r) {
					return true
				}
			}
			return false
		}
	}
	return []group{
		{"✗", "failed", theme.Bad, of(action.Failed)},
		{"?", "unknown", theme.Warn, of(action.Unknown, action.Lost, action.NotShown, action.Overtaken)},
		{"·", "not started", theme.Dim, notStarted},
		{"✓", strings.ToLower(done), theme.Good, of(action.Worked, action.Accepted)},
	}
}

// notStarted reports whether nothing of a step was sent, because the batch was stopped or the session locked before its turn.
func notStarted(r action.Result) bool {
	return errors.Is(r.Err, action.ErrNotStarted) || api.KindOf(r.Err) == api.KindReadOnly
}

// summary is what came of the batch, in one line: "497 accepted, 2 failed, 1 unknown".
func (b *batch) summary() string {
	var parts []string
	all := groups(b.plan.Done)
	for i := len(all) - 1; i >= 0; i-- {
		n := 0
		for j, r := range b.results {
			if b.ended[j] && all[i].has(r) {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, draw.Count(int64(n))+" "+all[i].word)
		}
	}
	return strings.Join(parts, ", ")
}

func (b *batch) clean() bool {
	for _, r := range b.results {
		if r.Outcome != action.Worked && r.Outcome != action.Accepted {
			return false
		}
	}
	return true
}

func (b *batch) draw(w, h int) []string {
	th := b.env.theme
	if !b.over {
		all := len(b.plan.Steps)
		percent := float64(b.done) / float64(all)
		lines := []string{drawBar(percent, max(1, w-6), th) + " " + th.Paint(theme.Text, draw.Fit(draw.Percent(percent), 5, draw.Right)),
			th.Paint(theme.Text, draw.Truncate(fmt.Sprintf("%s of %s ended: %s", draw.Count(int64(b.done)), draw.Count(int64(all)), firstOf(b.summary(), "none yet")), w))}
		hint := b.env.keys.Label("progress.stop") + " stops what has not started."
		if b.stopped {
			hint = "Stopping: what was sent is waited for."
		}
		return append(lines, th.Paint(theme.Dim, draw.Truncate(hint, w)))[:min(3, h)]
	}
	lines := []string{th.Paint(theme.Value, draw.Truncate(b.summary(), w)), ""}
	entries := b.entries(w)
	b.rows, b.all = max(1, h-len(lines)), len(entries)
	b.top = max(0, min(b.top, len(entries)-b.rows))
	return append(lines, entries[b.top:min(len(entries), b.top+b.rows)]...)
}

// entries list every target with what came of it, those first that need looking at. What ended for one reason stands under it.
func (b *batch) entries(w int) []string {
	th := b.env.theme
	var lines []string
	for _, g := range groups(b.plan.Done) {
		for _, part := range byReason(b.results, g) {
			head := fmt.Sprintf("%s %s %s", g.sign, draw.Count(int64(len(part.results))), g.word)
			if part.why != "" {
				head += ": " + part.why
			}
			for i, line := range draw.Wrap(draw.Clean(head), max(1, w-2)) {
				lines = append(lines, th.Paint(g.role, draw.Spaces(min(i, 1)*2)+line))
			}
			for _, r := range part.results {
				lines = append(lines, b.entry(r, w))
			}
		}
	}
	return lines
}

// entry is one target; who asks the tenant's support about it needs the request's id.
func (b *batch) entry(r action.Result, w int) string {
	var right []piece
	var e *api.Error
	if errors.As(r.Err, &e) && e.RequestID != "" {
		right = []piece{{theme.Dim, "request " + e.RequestID}}
	}
	return drawPieces([]piece{{theme.Text, "  " + firstOf(r.Step.Target.Name, r.Step.Target.ID)}}, right, w, b.env.theme)
}

// reasoned are results of one kind that ended for one reason, in a person's words.
type reasoned struct {
	why     string
	results []action.Result
}

func byReason(results []action.Result, g group) []reasoned {
	var parts []reasoned
	at := map[string]int{}
	for _, r := range results {
		if !g.has(r) {
			continue
		}
		why := shortReason(r)
		i, ok := at[why]
		if !ok {
			i = len(parts)
			at[why] = i
			parts = append(parts, reasoned{why: why})
		}
		parts[i].results = append(parts[i].results, r)
	}
	return parts
}
