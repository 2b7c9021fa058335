package batch

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
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Batch is a plan on many targets: its progress while it runs, its results afterwards.
type Batch struct {
	host.OverlayBase
	Plan    *action.Plan
	run     *action.Run
	Env     *host.Env
	Results []action.Result
	LeftOut []action.Result // of the marked records, those that the plan leaves out
	ended   []bool
	sent    int
	done    int
	slowed  time.Time // the tenant wants nothing before
	stopped bool
	// SignedOut is the refusal when the tenant stopped accepting the credentials.
	SignedOut error
	Over      bool         // all steps have ended
	Hidden    bool         // the person has closed it
	Trouble   *host.Notice // what was said of it last, where that is trouble
	List      resultList
	drawn     []string
}

func New(plan *action.Plan, run *action.Run, e *host.Env) *Batch {
	return &Batch{Plan: plan, run: run, Env: e, Results: make([]action.Result, len(plan.Steps)), ended: make([]bool, len(plan.Steps)),
		List: NewResults(e)}
}

func (b *Batch) Title() string {
	if b.Over {
		return b.List.Title(b.Plan.Title + ": results")
	}
	return b.Plan.Doing + " " + widget.Count(int64(len(b.Plan.Steps)), b.Plan.Steps[0].Target.Kind)
}

// Scrolled is which part of the results is in view.
func (b *Batch) Scrolled() widget.Scroll {
	if !b.Over {
		return widget.Scroll{}
	}
	return b.List.Scrolled()
}

func (b *Batch) Role() theme.Role { return theme.DialogBorder }

func (b *Batch) Closed() bool { return b.Hidden }

func (b *Batch) Cursor() *tea.Cursor { return b.List.Cursor(len(b.drawn)) }

func (b *Batch) Lines() []string { return b.drawn }

func (b *Batch) Layout(w, h int) { b.drawn = b.draw(min(w, 120), h) }

func (b *Batch) Scope() keymap.Scope {
	if b.Over {
		return b.List.Scope()
	}
	return keymap.ScopeProgress
}

func (b *Batch) Hints() []keymap.ID {
	if b.Over {
		return b.List.Hints()
	}
	return []keymap.ID{"progress.stop"}
}

// Handle notes an event of the run.
func (b *Batch) Handle(e action.Event) {
	switch e.Phase {
	case action.Sending:
		b.sent++
	case action.Ended:
		b.Results[e.Index], b.ended[e.Index] = e.Result, true
		if api.KindOf(e.Result.Err) == api.KindUnauthenticated {
			b.SignedOut = e.Result.Err
		}
		b.done++
	}
}

func (b *Batch) Update(msg tea.Msg) tea.Cmd {
	if b.Over {
		cmd, closed := b.List.Update(msg)
		b.Hidden = closed
		return cmd
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	if id, _ := host.BindingForKey(b.Env.Keys, keymap.Chain(b.Scope()), press); id == "progress.stop" {
		b.stopped = true
		b.run.Stop()
	}
	return nil
}

// Slow notes that the tenant has asked to wait so long.
func (b *Batch) Slow(wait time.Duration) {
	if until := b.Env.Clock().Add(wait); until.After(b.slowed) {
		b.slowed = until
	}
}

// Summary is what came of the batch, in one line: "497 done, 2 refused, 1 unknown".
func (b *Batch) Summary() string {
	counts := map[string]int{}
	all := groups()
	for _, g := range all {
		for j, r := range b.Results {
			if b.ended[j] && g.has(r) {
				counts[g.word]++
			}
		}
		for _, r := range b.LeftOut {
			if b.Over && g.has(r) {
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

func (b *Batch) Clean() bool {
	for _, r := range b.Results {
		if !host.Worked(r) {
			return false
		}
	}
	return true
}

// AllDone reports whether every record is as the batch was to make it, whoever did it.
func (b *Batch) AllDone() bool {
	return !slices.ContainsFunc(b.Results, func(r action.Result) bool { return !host.IsDone(r) })
}

// Tone is the mark of what came of it: only what was refused or couldn't be sent is a failure.
func (b *Batch) Tone() host.Tone {
	worst := host.ToneGood
	for _, r := range b.Results {
		switch {
		case host.Worked(r):
		case r.Outcome == action.DoneAlready:
			if worst == host.ToneGood {
				worst = host.ToneInfo
			}
		case r.Outcome == action.Unknown:
			worst = host.ToneUnknown
		case host.IsChanged(r), notStarted(r):
			if worst != host.ToneUnknown {
				worst = host.ToneWarning
			}
		default:
			return host.ToneBad
		}
	}
	return worst
}

func (b *Batch) draw(w, h int) []string {
	if !b.Over {
		return b.drawProgress(w, h)
	}
	lines := []string{b.Env.Theme.Paint(theme.Value, draw.Truncate(b.Summary(), w)), ""}
	return append(lines, b.List.draw(b.Entries(w), w, h-len(lines))...)
}

func (b *Batch) drawProgress(w, h int) []string {
	th, all := b.Env.Theme, len(b.Plan.Steps)
	percent := float64(b.done) / float64(all)
	lines := []string{widget.DrawBar(percent, max(1, w-6), th) + " " + th.Paint(theme.Text, draw.Fit(draw.Percent(percent), 5, draw.Right)),
		th.Paint(theme.Text, draw.Truncate(fmt.Sprintf("%s of %s finished%s", draw.Count(int64(b.done)), draw.Count(int64(all)),
			widget.IfText(b.Summary() != "", ": "+b.Summary())), w))}
	if b.slowed.After(b.Env.Clock()) {
		words := "The tenant asked us to slow down; it goes on at " + b.slowed.In(b.Env.Location).Format("15:04:05") + "."
		lines = append(lines, widget.PaintAll(th, theme.Warn, draw.Wrap(words, w))...)
	}
	hint := b.Env.Keys.Label("progress.stop") + " stops what was not sent yet."
	if b.stopped {
		hint = "Stopping: what was sent is waited for."
	}
	lines = append(lines, th.Paint(theme.Dim, draw.Truncate(hint, w)))
	return lines[:min(len(lines), max(0, h))]
}

// ProvedNotice says what is known of a batch by now.
func (b *Batch) ProvedNotice() host.Notice {
	said := host.Notice{Tone: host.ToneGood, Text: b.Plan.Title + ", read again: " + b.Summary() + "."}
	if !b.Clean() {
		said.Tone = b.Tone()
		said.Text += " " + b.Env.Keys.Label("results") + " shows the list again."
	}
	return said
}
