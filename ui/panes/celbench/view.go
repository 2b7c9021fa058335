package celbench

import (
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// areaHeight is how many lines the editor has: what the text needs, up to half of the pane.
func (b *Pane) areaHeight() int {
	room := max(1, b.H-2)
	if b.H < 6 {
		return room
	}
	most := max(2, room/2)
	return min(most, max(2, min(5, most-1), b.area.Rows(most)))
}

func (b *Pane) Resize(w, h int) {
	b.PlainPane.Resize(w, h)
	b.Layout()
}

func (b *Pane) Redraw() { b.Layout() }

// Layout brings sizes, colours and the drawn result up to date.
func (b *Pane) Layout() {
	if b.W <= 0 || b.H <= 0 {
		return
	}
	b.area.SetTheme(b.Env.Theme)    // it may be another since the bench was in front
	b.area.Resize(max(0, b.W-2), 1) // the width decides how many rows the text takes
	b.area.Resize(max(0, b.W-2), b.areaHeight())
	b.body.Resize(b.W, max(0, b.H-2-b.areaHeight()))
	lines := b.result(b.W)
	if b.shown != nil && b.shown.answered && !b.waiting {
		if help := b.variables(b.W); len(lines)+1+len(help) <= b.body.H {
			lines = append(append(lines, ""), help...)
		}
	}
	b.body.Set(b.shown, lines)
}

func (b *Pane) View() []string {
	if b.W <= 0 || b.H <= 0 {
		return nil
	}
	th := b.Env.Theme
	var lines []string
	edge := th.Paint(theme.Border, "│") + " "
	if b.editing {
		edge = th.Paint(theme.BorderFocus, "┃") + " "
	}
	for _, line := range b.area.View() {
		lines = append(lines, edge+line)
	}
	if b.H >= 3 {
		lines = append(lines, b.rule())
	}
	around := widget.Box{Scroll: b.body.Scrolled()}
	if where := b.where(); where != "" {
		around.Title = []widget.Piece{{Role: theme.Dim, Text: where}}
	}
	if status := b.status(); status != "" {
		around.Notes = []widget.Piece{{Role: theme.Dim, Text: status}}
	}
	return b.Frame(append(lines, b.body.View()...), around)
}

// rule parts the result from the editor, and says which part of either is in view when not all is.
func (b *Pane) rule() string {
	th := b.Env.Theme
	var edited, result widget.Scroll
	edited.Top, edited.Rows, edited.All = b.area.InView()
	result = b.body.Scrolled()
	long, short, shortest := "", "", ""
	if edited.Needed() {
		long, short = "─ expression · "+edited.Span()+" ", "─ "+edited.Span()+" "
		shortest = short
	}
	if result.Needed() {
		down := b.Label("cel.result.down")
		long += "─ result · " + result.Span() + " · " + down + " and " + b.Label("cel.result.up") + " scroll "
		shortest += widget.IfText(edited.Needed(), "─ result ") + widget.IfEmpty(short, "─ · ") + result.Span()
		short = shortest + " · " + down + " "
	}
	part := draw.Truncate(widget.Fitting(b.W-2, long, short, shortest+" "), b.W)
	return th.Paint(theme.Info, part) + th.Paint(theme.Border, strings.Repeat("─", max(0, b.W-draw.Width(part))))
}

// where says which expression of the history is in the editor.
func (b *Pane) where() string {
	if n := len(b.past.all); n > 0 && b.past.at < n {
		return fmt.Sprintf("%d of %d in the history", b.past.at+1, n)
	}
	return ""
}

func (b *Pane) status() string {
	if b.editing || b.W < 60 {
		return ""
	}
	return b.Label("open") + " edits the expression"
}

// result draws what came of the expression that is shown.
func (b *Pane) result(w int) []string {
	th := b.Env.Theme
	t := b.shown
	switch {
	case b.waiting:
		words := "Asking the tenant…"
		if waited := b.wait.Waited(b.Env.Clock()); waited >= host.WaitIsLong {
			words = b.Env.WaitingWords(waited) + "."
		}
		return widget.PaintAll(th, theme.Info, draw.Wrap(words, w))
	case t == nil || !t.answered:
		return b.introduction(w)
	case t.err == nil:
		lines := widget.DrawSections([]widget.Section{{Fields: []widget.Field{{Label: "Type", Value: t.result.Type, Role: theme.Info}}}}, w, th)
		return append(append(lines, b.changedNote(w)...), b.valueLines(t.result.Value, w)...)
	case len(t.problems) > 0:
		return append(b.problemLines(w), b.changedNote(w)...)
	}
	lines := widget.PaintAll(th, theme.Bad, draw.Wrap("✗ Not evaluated. "+whyNotEvaluated(t.err), w))
	return append(lines, widget.PaintAll(th, theme.Dim, draw.Wrap(b.Label("cel.evaluate")+" tries again.", w))...)
}

// whyNotEvaluated says why the tenant gave no result.
func whyNotEvaluated(err error) string {
	switch api.KindOf(err) {
	case api.KindForbidden:
		return "You may not evaluate expressions on this tenant." + host.Said(host.PlainCause(err)) + " Ask for the role that allows it."
	case api.KindUnsupported:
		return "This tenant doesn't offer to evaluate expressions."
	}
	what, _ := host.Explain(err)
	return what
}

// changedNote says that the result is not that of what is typed now.
func (b *Pane) changedNote(w int) []string {
	if b.shown.text == b.area.Value() {
		return nil
	}
	return widget.PaintAll(b.Env.Theme, theme.Warn, draw.Wrap("This is the result of the expression as it was before you changed it.", w))
}

// valueLines draw a value; lists and maps, which come as JSON, are spread out.
func (b *Pane) valueLines(value string, w int) []string {
	th := b.Env.Theme
	if trimmed := strings.TrimSpace(value); strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "{") {
		if spread := widget.DrawJSON(json.RawMessage(trimmed), w, th); json.Valid([]byte(trimmed)) &&
			(len(spread)+2 <= b.body.H || b.body.H >= 10) {
			return append([]string{th.Paint(theme.Label, draw.Truncate("Value", w))}, spread...)
		}
	}
	f := widget.Field{Label: "Value", Value: value, Role: theme.Value}
	if value == "" {
		f.Value, f.Role = "(empty)", theme.Dim
	}
	return widget.DrawSections([]widget.Section{{Fields: []widget.Field{f}}}, w, th)
}

func (b *Pane) problemLines(w int) []string {
	th := b.Env.Theme
	lines := widget.PaintAll(th, theme.Bad, draw.Wrap("✗ The tenant can't evaluate this expression.", w))
	for _, p := range b.shown.problems {
		text := p.Message
		if p.At.Line > 0 {
			text = fmt.Sprintf("line %d, column %d: %s", p.At.Line, p.At.Column, p.Message)
		}
		lines = append(lines, widget.PaintAll(th, theme.Text, widget.Quoted(text, w))...)
	}
	return lines
}

// introduction is what stands there before anything was evaluated.
func (b *Pane) introduction(w int) []string {
	th := b.Env.Theme
	say := fmt.Sprintf("%s evaluates the expression on the tenant; nothing is changed by it. %s shows examples, %s opens your editor, %s "+
		"goes back in the history.",
		b.Label("cel.evaluate"), b.Label("cel.examples"), b.Label("cel.editor"), b.Label("cel.older"))
	lines := widget.PaintAll(th, theme.Text, draw.Wrap(say, w))
	return append(append(lines, ""), b.variables(w)...)
}

func (b *Pane) variables(w int) []string {
	return widget.DrawSections([]widget.Section{{Title: "What an expression may use", Fields: celVariables()}}, w, b.Env.Theme)
}

func (b *Pane) Cursor() *tea.Cursor {
	if !b.editing {
		return nil
	}
	at := b.area.Cursor()
	if at != nil {
		at.Position.X += 2 + b.Inset()
		at.Position.Y++
	}
	return at
}

func (b *Pane) Wheel(delta int) tea.Cmd {
	b.body.Scroll(3 * delta)
	return nil
}
