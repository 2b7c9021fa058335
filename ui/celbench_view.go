package ui

import (
	"encoding/json"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/draw"
)

// areaHeight is how many lines the editor has: what the text needs, up to half of the pane.
func (b *bench) areaHeight() int {
	room := max(1, b.h-2)
	if b.h < 6 {
		return room
	}
	most := max(2, room/2)
	return min(most, max(2, min(5, most-1), b.area.Rows(most)))
}

func (b *bench) resize(w, h int) {
	b.w, b.h = w, h
	b.layout()
}

func (b *bench) redraw() {
	b.area.SetTheme(b.env.theme)
	b.layout()
}

// layout brings sizes and the drawn result up to date.
func (b *bench) layout() {
	if b.w <= 0 || b.h <= 0 {
		return
	}
	b.area.Resize(max(0, b.w-2), 1) // the width decides how many rows the text takes
	b.area.Resize(max(0, b.w-2), b.areaHeight())
	b.body.resize(b.w, max(0, b.h-2-b.areaHeight()))
	lines := b.result(b.w)
	if b.shown != nil && b.shown.answered && !b.waiting {
		if help := b.variables(b.w); len(lines)+1+len(help) <= b.body.h {
			lines = append(append(lines, ""), help...)
		}
	}
	b.body.set(b.shown, lines)
}

func (b *bench) view() []string {
	if b.w <= 0 || b.h <= 0 {
		return nil
	}
	th := b.env.theme
	lines := []string{drawPieces([]piece{{theme.Title, "CEL bench"}, {theme.Dim, b.where()}}, []piece{{theme.Dim, b.standing()}}, b.w, th)}
	edge := th.Paint(theme.Border, "│") + " "
	if b.editing {
		edge = th.Paint(theme.BorderFocus, "┃") + " "
	}
	for _, line := range b.area.View() {
		lines = append(lines, edge+line)
	}
	if b.h >= 3 {
		lines = append(lines, b.rule())
	}
	return draw.Block(append(lines, b.body.view()...), b.w, b.h)
}

// rule parts the result from the editor, and says which part of it is in view when not all is.
func (b *bench) rule() string {
	th := b.env.theme
	part := ""
	if len(b.body.lines) > b.body.h && b.body.h > 0 {
		part = spanned("─ result", b.body.top, b.body.h, len(b.body.lines)) + " · " + b.label("cel.result.down") + " and " + b.label("cel.result.up") + " scroll "
		if draw.Width(part) > b.w-2 {
			part = spanned("─", b.body.top, b.body.h, len(b.body.lines)) + " · " + b.label("cel.result.down") + " "
		}
	}
	part = draw.Truncate(part, b.w)
	return th.Paint(theme.Info, part) + th.Paint(theme.Border, strings.Repeat("─", max(0, b.w-draw.Width(part))))
}

// where says which expression of the history is in the editor.
func (b *bench) where() string {
	if n := len(b.past.all); n > 0 && b.past.at < n {
		return fmt.Sprintf("%d of %d in the history", b.past.at+1, n)
	}
	return ""
}

func (b *bench) standing() string {
	if b.editing || b.w < 60 {
		return ""
	}
	return b.label("open") + " edits the expression"
}

// result draws what came of the expression that is shown.
func (b *bench) result(w int) []string {
	th := b.env.theme
	t := b.shown
	switch {
	case b.waiting:
		words := "Asking the tenant…"
		if waited := b.wait.waited(b.env.now()); waited >= waitIsLong {
			words = b.env.waitingWords(waited) + "."
		}
		return paintAll(th, theme.Info, draw.Wrap(words, w))
	case t == nil || !t.answered:
		return b.introduction(w)
	case t.err == nil:
		lines := drawSections([]section{{fields: []field{{label: "Type", value: t.result.Type, role: theme.Info}}}}, w, th)
		return append(append(lines, b.changedNote(w)...), b.valueLines(t.result.Value, w)...)
	case len(t.problems) > 0:
		return append(b.problemLines(w), b.changedNote(w)...)
	}
	lines := paintAll(th, theme.Bad, draw.Wrap("✗ Not evaluated. "+whyNotEvaluated(t.err), w))
	return append(lines, paintAll(th, theme.Dim, draw.Wrap(b.label("cel.evaluate")+" tries again.", w))...)
}

// whyNotEvaluated says why the tenant gave no result.
func whyNotEvaluated(err error) string {
	switch api.KindOf(err) {
	case api.KindForbidden:
		return "You may not evaluate expressions on this tenant." + said(plainCause(err)) + " Ask for the role that allows it."
	case api.KindUnsupported:
		return "This tenant doesn't offer to evaluate expressions."
	}
	what, _ := explain(err)
	return what
}

// changedNote says that the result is not that of what is typed now.
func (b *bench) changedNote(w int) []string {
	if b.shown.text == b.area.Value() {
		return nil
	}
	return paintAll(b.env.theme, theme.Warn, draw.Wrap("This is the result of the expression as it was before you changed it.", w))
}

// valueLines draw a value; lists and maps, which come as JSON, are spread out.
func (b *bench) valueLines(value string, w int) []string {
	th := b.env.theme
	if trimmed := strings.TrimSpace(value); strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "{") {
		if spread := drawJSON(json.RawMessage(trimmed), w, th); json.Valid([]byte(trimmed)) && (len(spread)+2 <= b.body.h || b.body.h >= 10) {
			return append([]string{th.Paint(theme.Label, draw.Truncate("Value", w))}, spread...)
		}
	}
	f := field{label: "Value", value: value, role: theme.Value}
	if value == "" {
		f.value, f.role = "(empty)", theme.Dim
	}
	return drawSections([]section{{fields: []field{f}}}, w, th)
}

func (b *bench) problemLines(w int) []string {
	th := b.env.theme
	lines := paintAll(th, theme.Bad, draw.Wrap("✗ The tenant can't evaluate this expression.", w))
	for _, p := range b.shown.problems {
		text := p.message
		if p.at.Line > 0 {
			text = fmt.Sprintf("line %d, column %d: %s", p.at.Line, p.at.Column, p.message)
		}
		lines = append(lines, paintAll(th, theme.Text, quoted(text, w))...)
	}
	return lines
}

// introduction is what stands there before anything was evaluated.
func (b *bench) introduction(w int) []string {
	th := b.env.theme
	say := fmt.Sprintf("%s evaluates the expression on the tenant; nothing is changed by it. %s shows examples, %s opens your editor, %s goes back in the history.",
		b.label("cel.evaluate"), b.label("cel.examples"), b.label("cel.editor"), b.label("cel.older"))
	lines := paintAll(th, theme.Text, draw.Wrap(say, w))
	return append(append(lines, ""), b.variables(w)...)
}

func (b *bench) variables(w int) []string {
	return drawSections([]section{{title: "What an expression may use", fields: celVariables()}}, w, b.env.theme)
}

func (b *bench) cursor() *tea.Cursor {
	if !b.editing {
		return nil
	}
	at := b.area.Cursor()
	if at != nil {
		at.Position.X += 2
		at.Position.Y++
	}
	return at
}

func (b *bench) wheel(delta int) tea.Cmd {
	b.body.scroll(3 * delta)
	return nil
}
