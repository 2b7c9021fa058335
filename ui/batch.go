package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

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
	leftOut []action.Result // of the marked records, those that the plan leaves out
	ended   []bool
	sent    int
	done    int
	slowed  time.Time // the tenant wants nothing before
	stopped bool
	// signedOut is the refusal when the tenant stopped accepting the credentials.
	signedOut error
	over      bool    // all steps have ended
	hidden    bool    // the person has closed it
	trouble   *notice // what was said of it last, where that is trouble
	list      resultList
	drawn     []string
}

func newBatch(plan *action.Plan, run *action.Run, e *env) *batch {
	return &batch{plan: plan, run: run, env: e, results: make([]action.Result, len(plan.Steps)), ended: make([]bool, len(plan.Steps)), list: newResultList(e)}
}

func (b *batch) title() string {
	if b.over {
		return b.list.title(b.plan.Title + ": results")
	}
	return b.plan.Doing + " " + count(int64(len(b.plan.Steps)), b.plan.Steps[0].Target.Kind)
}

func (b *batch) role() theme.Role     { return theme.DialogBorder }
func (b *batch) closed() bool         { return b.hidden }
func (b *batch) restyle(*theme.Theme) {}
func (b *batch) cursor() *tea.Cursor  { return b.list.cursor(len(b.drawn)) }
func (b *batch) lines() []string      { return b.drawn }
func (b *batch) layout(w, h int)      { b.drawn = b.draw(min(w, 120), h) }

func (b *batch) scope() keymap.Scope {
	if b.over {
		return b.list.scope()
	}
	return keymap.ScopeProgress
}

func (b *batch) hints() []keymap.ID {
	if b.over {
		return b.list.hints()
	}
	return []keymap.ID{"progress.stop"}
}

// took notes an event of the run.
func (b *batch) took(e action.Event) {
	switch e.Phase {
	case action.Sending:
		b.sent++
	case action.Ended:
		b.results[e.Index], b.ended[e.Index] = e.Result, true
		if api.KindOf(e.Result.Err) == api.KindUnauthenticated {
			b.signedOut = e.Result.Err
		}
		b.done++
	}
}

func (b *batch) update(msg tea.Msg) tea.Cmd {
	if b.over {
		cmd, closed := b.list.update(msg)
		b.hidden = closed
		return cmd
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	if id, _ := lookup(b.env.keys, keymap.Chain(b.scope()), press); id == "progress.stop" {
		b.stopped = true
		b.run.Stop()
	}
	return nil
}

// slow notes that the tenant has asked to wait so long.
func (b *batch) slow(wait time.Duration) {
	if until := b.env.now().Add(wait); until.After(b.slowed) {
		b.slowed = until
	}
}

// summary is what came of the batch, in one line: "497 done, 2 refused, 1 unknown".
func (b *batch) summary() string {
	counts := map[string]int{}
	all := groups()
	for _, g := range all {
		for j, r := range b.results {
			if b.ended[j] && g.has(r) {
				counts[g.word]++
			}
		}
		for _, r := range b.leftOut {
			if b.over && g.has(r) {
				counts[g.word]++
			}
		}
	}
	var parts []string
	for _, g := range slices.Backward(all) {
		if n := counts[g.word]; n > 0 {
			parts = append(parts, draw.Count(int64(n))+" "+g.word)
			delete(counts, g.word)
		}
	}
	return strings.Join(parts, ", ")
}

func (b *batch) clean() bool {
	for _, r := range b.results {
		if !worked(r) {
			return false
		}
	}
	return true
}

// settled reports whether every record is as the batch was to make it, whoever did it.
func (b *batch) settled() bool {
	return !slices.ContainsFunc(b.results, func(r action.Result) bool { return !isDone(r) })
}

// tone is the mark of what came of it: only what was refused or couldn't be sent is a failure.
func (b *batch) tone() tone {
	worst := toneGood
	for _, r := range b.results {
		switch {
		case worked(r):
		case r.Outcome == action.DoneAlready:
			if worst == toneGood {
				worst = toneInfo
			}
		case r.Outcome == action.Unknown, isChanged(r), notStarted(r):
			worst = toneUnknown
		default:
			return toneBad
		}
	}
	return worst
}

func (b *batch) draw(w, h int) []string {
	if !b.over {
		return b.drawProgress(w, h)
	}
	lines := []string{b.env.theme.Paint(theme.Value, draw.Truncate(b.summary(), w)), ""}
	return append(lines, b.list.draw(b.entries(w), w, h-len(lines))...)
}

func (b *batch) drawProgress(w, h int) []string {
	th, all := b.env.theme, len(b.plan.Steps)
	percent := float64(b.done) / float64(all)
	lines := []string{drawBar(percent, max(1, w-6), th) + " " + th.Paint(theme.Text, draw.Fit(draw.Percent(percent), 5, draw.Right)),
		th.Paint(theme.Text, draw.Truncate(fmt.Sprintf("%s of %s finished%s", draw.Count(int64(b.done)), draw.Count(int64(all)), ifText(b.summary() != "", ": "+b.summary())), w))}
	if b.slowed.After(b.env.now()) {
		words := "The tenant asked us to slow down; it goes on at " + b.slowed.In(b.env.location).Format("15:04:05") + "."
		lines = append(lines, paintAll(th, theme.Warn, draw.Wrap(words, w))...)
	}
	hint := b.env.keys.Label("progress.stop") + " stops what was not sent yet."
	if b.stopped {
		hint = "Stopping: what was sent is waited for."
	}
	lines = append(lines, th.Paint(theme.Dim, draw.Truncate(hint, w)))
	return lines[:min(len(lines), max(0, h))]
}
