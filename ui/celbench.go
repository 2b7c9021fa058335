package ui

import (
	"context"
	"errors"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/atotto/clipboard"

	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
)

// bench evaluates CEL expressions on the tenant (operation 7). Evaluating changes nothing.
type bench struct {
	plainPane
	area    *form.Area
	editing bool // keys are text
	past    past

	generation uint64 // of the evaluation whose answer counts
	cancel     context.CancelFunc
	waiting    bool
	wait       patient
	shown      *tried // whose result is shown, nil for none
	body       detail // the result

	getenv func(string) string
	edit   runEditor
}

func newBench(e *env, l *link) pane {
	b := &bench{plainPane: plainPane{env: e, link: l, id: "cel", heading: "CEL bench", in: keymap.ScopeTenant},
		area: form.NewArea("", e.theme), editing: true, getenv: os.Getenv, edit: execEditor}
	return b
}

// evaluated brings an answer.
type evaluated struct {
	generation uint64
	tried      *tried
	result     api.CELResult
	err        error
}

// clipped is what ctrl+v read from the clipboard.
type clipped struct {
	text string
	err  error
}

func (b *bench) enter() tea.Cmd {
	b.visible, b.editing = true, true // what is typed is text again, not commands
	return b.recall()
}

func (b *bench) leave() {
	b.visible, b.editing = false, false
	b.stop()
}

// stop gives the evaluation under way up; a late answer is not shown.
func (b *bench) stop() {
	b.generation++
	b.waiting = false
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
	}
}

func (b *bench) typing() bool { return b.editing }

func (b *bench) scopes() []keymap.Scope {
	if b.editing {
		return keymap.Chain(keymap.ScopeCEL)
	}
	return append(keymap.Chain(keymap.ScopeList), keymap.ScopeCEL) // without the keys of the views around it: they are letters
}

func (b *bench) input(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		if id, ok := lookup(b.env.keys, keymap.Chain(keymap.ScopeCEL), press); ok {
			cmd, _ := b.do(id)
			return cmd
		}
		if press.String() == "ctrl+v" {
			return func() tea.Msg {
				text, err := clipboard.ReadAll()
				return b.address(clipped{text, err})
			}
		}
	}
	before := b.area.Value()
	b.area.Update(msg)
	if b.area.Value() != before {
		b.past.typed()
	}
	b.layout()
	return b.sayRefused()
}

func (b *bench) receive(msg any) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case evaluated:
		cmd = b.tookResult(msg)
	case clipped:
		cmd = b.tookClip(msg)
	case editorClosed:
		cmd = b.tookEditor(msg)
	case remembered:
		b.past.recall(msg.texts)
	case waitGoesOn:
		if b.wait.due = false; b.waiting {
			cmd = b.wait.tick(b.env, b.link, b.address(waitGoesOn{}))
		}
	}
	b.layout()
	return cmd
}

func (b *bench) tookClip(msg clipped) tea.Cmd {
	if msg.err != nil {
		return b.link.say(notice{toneInfo, "The clipboard can't be read from here. Paste with the terminal's own key."})
	}
	b.area.Insert(msg.text)
	b.past.typed()
	return b.sayRefused()
}

// sayRefused says why a text wasn't put in.
func (b *bench) sayRefused() tea.Cmd {
	if why := b.area.Refused(); why != "" {
		return b.link.say(notice{toneInfo, why})
	}
	return nil
}

func (b *bench) commands() map[keymap.ID]func() tea.Cmd {
	quiet := func(f func()) func() tea.Cmd { return func() tea.Cmd { f(); b.layout(); return nil } }
	page := func() int { return max(1, b.body.h-1) }
	scroll := func(n func() int) func() tea.Cmd { return quiet(func() { b.body.scroll(n()) }) }
	return map[keymap.ID]func() tea.Cmd{
		"cel.evaluate":     b.evaluate,
		"cel.editor":       b.openEditor,
		"cel.examples":     b.examples,
		"cel.older":        func() tea.Cmd { return b.recallStep(b.past.older) },
		"cel.newer":        func() tea.Cmd { return b.recallStep(b.past.newer) },
		"cel.result.down":  scroll(page),
		"cel.result.up":    scroll(func() int { return -page() }),
		"cel.leave":        quiet(func() { b.editing = false }),
		"open":             quiet(func() { b.editing = true }),
		"refresh":          b.evaluate,
		"copy.id":          func() tea.Cmd { return b.link.copy("the value", b.value()) },
		"copy.menu":        b.copyMenu,
		"cursor.down":      scroll(func() int { return 1 }),
		"cursor.up":        scroll(func() int { return -1 }),
		"cursor.page.down": scroll(page),
		"cursor.page.up":   scroll(func() int { return -page() }),
		"cursor.top":       scroll(func() int { return -maxLines }),
		"cursor.bottom":    scroll(func() int { return maxLines }),
	}
}

func (b *bench) do(id keymap.ID) (tea.Cmd, bool) {
	if run, ok := b.commands()[id]; ok {
		return run(), true
	}
	return nil, false
}

func (b *bench) knows(id keymap.ID) bool {
	_, ok := b.commands()[id]
	return ok
}

func (b *bench) hints() []keymap.ID {
	if b.editing {
		ids := []keymap.ID{"cel.evaluate", "cel.examples", "cel.older", "cel.newer", "cel.editor", "cel.leave"}
		if len(b.body.lines) > b.body.h {
			ids = append([]keymap.ID{"cel.evaluate", "cel.result.down"}, ids[1:]...)
		}
		return ids
	}
	return []keymap.ID{"open", "cel.evaluate", "cel.examples", "copy.menu", "cursor.down", "back"}
}

// claims keeps what is typed beside the editor from going elsewhere: it was meant as text, and must not switch panes or take anything back.
func (b *bench) claims(text string, id keymap.ID) bool {
	return !b.editing && text != "" && !b.knows(id) && id != "help" && id != "palette" && id != "back"
}

func (b *bench) claimed() tea.Cmd {
	return b.link.say(notice{toneInfo, "Nothing is typed here: " + b.label("open") + " edits the expression, " + b.label("back") + " leaves the bench."})
}

func (b *bench) term(id keymap.ID) string { return ifText(id == "open", "edit") }

// unsent is the expression in the editor, as long as it isn't in the history.
func (b *bench) unsent() []string {
	if b.text() == "" || b.past.has(b.area.Value()) {
		return nil
	}
	return []string{"an expression in the CEL bench that was not evaluated"}
}

func (b *bench) offers() []offer {
	return []offer{
		{id: "cel.evaluate", title: "Evaluate the expression", able: b.text() != "", why: ifText(b.text() == "", "there is no expression")},
		{id: "cel.examples", title: "Choose an example expression", able: true},
		{id: "cel.editor", title: "Edit the expression in your editor", able: true},
	}
}

func (b *bench) text() string { return strings.TrimSpace(b.area.Value()) }

// evaluate sends the expression as it is typed now; an answer to an earlier one is not waited for any more.
func (b *bench) evaluate() tea.Cmd {
	if b.text() == "" {
		return b.link.say(notice{toneInfo, "There is no expression to evaluate; " + b.label("cel.examples") + " shows examples."})
	}
	b.stop()
	t := b.past.try(b.area.Value(), b.env.now())
	b.shown, b.waiting = t, true
	b.wait.since = b.env.now()
	b.area.SetMarks(nil)
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel
	generation, client := b.generation, b.env.client
	b.layout()
	return tea.Batch(b.remember(t.text), b.wait.tick(b.env, b.link, b.address(waitGoesOn{})), func() tea.Msg {
		result, err := client.TestCEL(ctx, t.text)
		return b.address(evaluated{generation: generation, tried: t, result: result, err: err})
	})
}

func (b *bench) tookResult(msg evaluated) tea.Cmd {
	if msg.generation != b.generation {
		return nil
	}
	b.waiting = false
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	msg.tried.answer(msg.result, msg.err, b.env.now())
	b.body.top = 0
	b.mark()
	if p := msg.tried.problems; len(p) > 0 && p[0].at.Line > 0 && msg.tried.text == b.area.Value() {
		b.area.GoTo(p[0].at) // where it is to be put right
	}
	return nil
}

// mark shows in the text where it is wrong, as long as it is the text that was evaluated.
func (b *bench) mark() {
	b.area.SetMarks(nil)
	if b.shown == nil || b.shown.text != b.area.Value() {
		return
	}
	var marks []form.Mark
	for _, p := range b.shown.problems {
		if p.at.Line > 0 {
			marks = append(marks, p.at)
		}
	}
	b.area.SetMarks(marks)
}

// recallStep shows another expression of the history with its result.
func (b *bench) recallStep(step func(now string) (*tried, string, bool)) tea.Cmd {
	t, text, ok := step(b.area.Value())
	if !ok {
		return b.link.say(notice{toneInfo, "There is no other expression in the history that way."})
	}
	b.stop()
	b.area.Set(text)
	b.shown, b.body.top = t, 0
	b.mark()
	b.layout()
	return nil
}

func (b *bench) value() string {
	if b.shown == nil || !b.shown.ok() {
		return ""
	}
	return b.shown.result.Value
}

func (b *bench) copyMenu() tea.Cmd {
	var items []menuItem
	add := func(what, text string) {
		if text != "" {
			items = append(items, menuItem{title: "Copy the " + what, run: func() tea.Cmd { return b.link.copy("the "+what, text) }})
		}
	}
	add("value", b.value())
	add("expression", b.text())
	if b.shown != nil && b.shown.ok() {
		add("type", b.shown.result.Type)
	}
	return b.link.menu("Copy", items)
}

// examples offers expressions; what was typed before stays in the history.
func (b *bench) examples() tea.Cmd {
	var items []menuItem
	for _, x := range celExamples() {
		items = append(items, menuItem{title: x.title, note: x.text, run: func() tea.Cmd {
			b.past.keep(b.area.Value(), b.env.now())
			b.area.Set(x.text)
			b.past.typed()
			b.shown, b.editing = nil, true
			b.layout()
			return nil
		}})
	}
	return b.link.menu("Examples", items)
}

// celExample is an expression to begin with.
type celExample struct{ title, text string }

// celExamples use what account provisioning expressions see (companion.md 9.8).
func celExamples() []celExample {
	return []celExample{
		{"E-mail address", "subject.email"},
		{"The part before the @", `subject.email.split("@")[0]`},
		{"User name in lowercase", "subject.username.lowerAscii()"},
		{"First initial and last name", `subject.display_name.substring(0, 1).lowerAscii() + "." + subject.username`},
		{"Depends on the department", `subject.department == "Finance" ? "fin-users" : "users"`},
		{"Whether it is a contractor", `subject.employment_type == "Contractor"`},
		{"Profile field with a default", `"cost_center" in subject.profile ? subject.profile["cost_center"] : "none"`},
		{"An attribute", `has(subject.attributes.employee_number) ? subject.attributes.employee_number : ""`},
		{"A list of groups", `["everyone", "dept-" + subject.department.lowerAscii()]`},
		{"The requested entitlement", "entitlement.display_name"},
		{"The task", "task.reason"},
	}
}

// celVariables are what an expression may use.
func celVariables() []field {
	return []field{
		{label: "subject", value: "the user: email, username, display_name, department, job_title, employment_type"},
		{label: "", value: `subject.profile["…"] and subject.attributes["…"] hold further directory data.`, role: theme.Dim},
		{label: "entitlement", value: "what the account is created for; not in every expression"},
		{label: "task", value: "the task at hand; not in every expression"},
	}
}
