package celbench

import (
	"context"
	"errors"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/atotto/clipboard"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Pane evaluates CEL expressions on the tenant (operation 7). Evaluating changes nothing.
type Pane struct {
	host.PlainPane
	area    *form.Area
	editing bool // keys are text
	past    past

	generation uint64 // of the evaluation whose answer counts
	cancel     context.CancelFunc
	waiting    bool
	wait       host.Patient
	shown      *tried        // whose result is shown, nil for none
	body       widget.Detail // the result

	Getenv func(string) string
	Edit   runEditor
	draft  *draft // nil: no editor is being opened
}

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.TypingScope("cel", "CEL bench")
	return host.Declaration{
		Name: "cel", Title: "CEL bench", Key: "b", Word: "CEL", Help: "Go to the bench for CEL expressions.",
		About: "Try a provisioning expression on the tenant and see its type and value.",
		Brief: "Try a provisioning expression.",
		New:   New, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "cel.evaluate", "evaluate", "Evaluate the expression on the tenant.", "ctrl+s", "alt+enter"),
			keymap.Bind(s, "cel.editor", "editor", "Edit the expression in $EDITOR.", "ctrl+o"),
			keymap.Bind(s, "cel.examples", "examples", "Choose an example.", "f2", "alt+e"),
			keymap.Bind(s, "cel.older", "older", "Show the previous expression.", "alt+up", "alt+p"),
			keymap.Bind(s, "cel.newer", "newer", "Show the next expression.", "alt+down", "alt+n"),
			keymap.Bind(s, "cel.result.down", "result down", "Scroll the result down.", "pgdown"),
			keymap.Bind(s, "cel.result.up", "result up", "Scroll the result up.", "pgup"),
			keymap.BindExit(s, "cel.leave", "leave", "Leave the editor; the text stays.", "esc"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane {
	d := Declaration()
	b := &Pane{PlainPane: host.PlainPane{Env: e, Host: h, ID: d.Name, Heading: d.Title, In: d.Scope},
		area: form.NewArea("", e.Theme), editing: true, Getenv: os.Getenv, Edit: execEditor}
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

func (b *Pane) Enter() tea.Cmd {
	b.Visible, b.editing = true, true // what is typed is text again, not commands
	return b.recall()
}

func (b *Pane) Leave() {
	b.Visible, b.editing = false, false
	b.giveUpEditor()
	b.Stop()
}

// Stop gives the evaluation under way up; a late answer is not shown.
func (b *Pane) Stop() {
	b.generation++
	b.waiting = false
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
	}
}

func (b *Pane) Typing() bool { return b.editing }

func (b *Pane) Scopes() []keymap.Scope {
	if b.editing {
		return keymap.Chain(b.In)
	}
	return append(keymap.Chain(keymap.ScopeList), b.In) // without the keys of the views around it: they are letters
}

func (b *Pane) Input(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		if id, ok := host.BindingForKey(b.Env.Keys, keymap.Chain(b.In), press); ok {
			cmd, _ := b.Do(id)
			return cmd
		}
		if press.String() == "ctrl+v" {
			return func() tea.Msg {
				text, err := clipboard.ReadAll()
				return b.Address(clipped{text, err})
			}
		}
	}
	before := b.area.Value()
	b.area.Update(msg)
	if b.area.Value() != before {
		b.past.typed()
	}
	b.Layout()
	return b.sayRefused()
}

func (b *Pane) Receive(msg any) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case evaluated:
		cmd = b.handleResult(msg)
	case clipped:
		cmd = b.handleClip(msg)
	case *draft:
		cmd = b.handleDraft(msg)
	case editorClosed:
		cmd = b.handleEditor(msg)
	case remembered:
		b.past.recall(msg.texts)
	case host.WaitGoesOn:
		if b.wait.Due = false; b.waiting {
			cmd = b.wait.Tick(b.Env, b.Host, b.Address(host.WaitGoesOn{}))
		}
	}
	b.Layout()
	return cmd
}

func (b *Pane) handleClip(msg clipped) tea.Cmd {
	if msg.err != nil {
		return b.Host.Say(host.Notice{Tone: host.ToneInfo, Text: "The clipboard can't be read from here. Paste with the terminal's own key."})
	}
	b.area.Insert(msg.text)
	b.past.typed()
	return b.sayRefused()
}

// sayRefused says why a text wasn't put in.
func (b *Pane) sayRefused() tea.Cmd {
	if why := b.area.Refused(); why != "" {
		return b.Host.Say(host.Notice{Tone: host.ToneInfo, Text: why})
	}
	return nil
}

func (b *Pane) commands() map[keymap.ID]func() tea.Cmd {
	quiet := func(f func()) func() tea.Cmd { return func() tea.Cmd { f(); b.Layout(); return nil } }
	page := func() int { return max(1, b.body.H-1) }
	scroll := func(n func() int) func() tea.Cmd { return quiet(func() { b.body.Scroll(n()) }) }
	return map[keymap.ID]func() tea.Cmd{
		"cel.evaluate":     b.evaluate,
		"cel.editor":       b.openEditor,
		"cel.examples":     b.examples,
		"cel.older":        func() tea.Cmd { return b.recallStep(b.past.older) },
		"cel.newer":        func() tea.Cmd { return b.recallStep(b.past.newer) },
		"cel.result.down":  scroll(page),
		"cel.result.up":    scroll(func() int { return -page() }),
		"cel.leave":        quiet(func() { b.editing = false; b.giveUpEditor() }),
		"open":             quiet(func() { b.editing = true }),
		"refresh":          b.evaluate,
		"copy.id":          func() tea.Cmd { return b.Host.Copy("the value", b.Value()) },
		"copy.menu":        b.copyMenu,
		"cursor.down":      scroll(func() int { return 1 }),
		"cursor.up":        scroll(func() int { return -1 }),
		"cursor.page.down": scroll(page),
		"cursor.page.up":   scroll(func() int { return -page() }),
		"cursor.top":       scroll(func() int { return -widget.MaxLines }),
		"cursor.bottom":    scroll(func() int { return widget.MaxLines }),
	}
}

func (b *Pane) Do(id keymap.ID) (tea.Cmd, bool) {
	if run, ok := b.commands()[id]; ok {
		return run(), true
	}
	return nil, false
}

func (b *Pane) Knows(id keymap.ID) bool {
	_, ok := b.commands()[id]
	return ok
}

func (b *Pane) Hints() []host.Hint {
	if !b.editing {
		return host.HintsOf("open", "cel.evaluate", "cel.examples", "copy.menu", "cursor.down", "back")
	}
	more := host.HintIf(len(b.body.Lines) > b.body.H, "cel.result.down")
	others := host.HintsOf("cel.examples", "cel.older", "cel.newer", "cel.editor", "cel.leave")
	return append([]host.Hint{{ID: "cel.evaluate"}, more}, others...)
}

// Claims keeps what is typed beside the editor from going elsewhere: it was meant as text, and must not switch panes or undo anything.
func (b *Pane) Claims(text string, id keymap.ID) bool {
	return !b.editing && text != "" && !b.Knows(id) && id != "help" && id != "palette" && id != "back"
}

func (b *Pane) Claimed() tea.Cmd {
	return b.SayWhile(func() bool { return !b.editing }, "Nothing is typed here: "+b.Label("open")+" edits the expression, "+
		b.Label("back")+" leaves the bench.")
}

func (b *Pane) Term(id keymap.ID) string { return widget.IfText(id == "open", "edit") }

// Unsent is the expression in the editor, as long as it isn't in the history.
func (b *Pane) Unsent() []string {
	if b.text() == "" || b.past.Has(b.area.Value()) {
		return nil
	}
	return []string{"an expression in the CEL bench that was not evaluated"}
}

func (b *Pane) Offers() []host.Offer {
	return []host.Offer{
		{ID: "cel.evaluate", Title: "Evaluate the expression", Able: b.text() != "",
			Why: action.Because(widget.IfText(b.text() == "", "there is no expression"))},
		{ID: "cel.examples", Title: "Choose an example expression", Able: true},
		{ID: "cel.editor", Title: "Edit the expression in your editor", Able: true},
	}
}

func (b *Pane) text() string { return strings.TrimSpace(b.area.Value()) }

// evaluate sends the expression as it is typed now; an answer to an earlier one is not waited for any more.
func (b *Pane) evaluate() tea.Cmd {
	if b.text() == "" {
		return b.SayWhile(func() bool { return b.text() == "" }, "There is no expression to evaluate; "+b.Label("cel.examples")+
			" shows examples.")
	}
	b.Stop()
	t := b.past.try(b.area.Value(), b.Env.Clock())
	b.shown, b.waiting = t, true
	b.wait.Since = b.Env.Clock()
	b.area.SetMarks(nil)
	ctx, cancel := context.WithCancel(b.Env.Life)
	b.cancel = cancel
	generation, client := b.generation, b.Env.Client
	b.Layout()
	return tea.Batch(b.remember(t.text), b.wait.Tick(b.Env, b.Host, b.Address(host.WaitGoesOn{})), func() tea.Msg {
		result, err := client.TestCEL(ctx, t.text)
		return b.Address(evaluated{generation: generation, tried: t, result: result, err: err})
	})
}

func (b *Pane) handleResult(msg evaluated) tea.Cmd {
	if msg.generation != b.generation {
		return nil
	}
	b.waiting = false
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	msg.tried.answer(msg.result, msg.err, b.Env.Clock())
	b.body.Top = 0
	b.Mark()
	if p := msg.tried.problems; len(p) > 0 && p[0].At.Line > 0 && msg.tried.text == b.area.Value() {
		b.area.GoTo(p[0].At) // where it is to be put right
	}
	return nil
}

// Mark shows in the text where it is wrong, as long as it is the text that was evaluated.
func (b *Pane) Mark() {
	b.area.SetMarks(nil)
	if b.shown == nil || b.shown.text != b.area.Value() {
		return
	}
	var marks []form.Mark
	for _, p := range b.shown.problems {
		if p.At.Line > 0 {
			marks = append(marks, p.At)
		}
	}
	b.area.SetMarks(marks)
}

// recallStep shows another expression of the history with its result.
func (b *Pane) recallStep(step func(now string) (*tried, string, bool)) tea.Cmd {
	t, text, ok := step(b.area.Value())
	if !ok {
		return b.Host.Say(host.Notice{Tone: host.ToneInfo, Text: "There is no other expression in the history that way."})
	}
	b.Stop()
	b.area.Set(text)
	b.shown, b.body.Top = t, 0
	b.Mark()
	b.Layout()
	return nil
}

func (b *Pane) Value() string {
	if b.shown == nil || !b.shown.ok() {
		return ""
	}
	return b.shown.result.Value
}

func (b *Pane) copyMenu() tea.Cmd {
	var items []host.MenuItem
	add := func(what, text string) {
		if text != "" {
			items = append(items, host.MenuItem{Title: "Copy the " + what, Run: func() tea.Cmd { return b.Host.Copy("the "+what, text) }})
		}
	}
	add("value", b.Value())
	add("expression", b.text())
	if b.shown != nil && b.shown.ok() {
		add("type", b.shown.result.Type)
	}
	return b.Host.Menu("Copy", items)
}

// examples offers expressions; what was typed before stays in the history.
func (b *Pane) examples() tea.Cmd {
	var items []host.MenuItem
	for _, x := range CELExamples() {
		items = append(items, host.MenuItem{Title: x.title, Note: x.Text, Run: func() tea.Cmd {
			b.past.keep(b.area.Value(), b.Env.Clock())
			b.area.Set(x.Text)
			b.past.typed()
			b.shown, b.editing = nil, true
			b.Layout()
			return nil
		}})
	}
	return b.Host.Menu("Examples", items)
}

// celExample is an expression to begin with.
type celExample struct{ title, Text string }

// CELExamples use what account provisioning expressions see (companion.md 9.8).
func CELExamples() []celExample {
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
func celVariables() []widget.Field {
	return []widget.Field{
		{Label: "subject", Value: "the user: email, username, display_name, department, job_title, employment_type"},
		{Label: "", Value: `subject.profile["…"] and subject.attributes["…"] hold further directory data.`, Role: theme.Dim},
		{Label: "entitlement", Value: "what the account is created for; not in every expression"},
		{Label: "task", Value: "the task at hand; not in every expression"},
	}
}
