package ui

import (
	"errors"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/tenant"
	"gatehouse/theme"
	"gatehouse/ui/panes/celbench"
	"gatehouse/ui/panes/tenantmenu"
)

const celRoute = "POST /api/v1/policies/test-account-provision-policy"

func TestBenchTypesEveryKey(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys(`qQ?:/jkdDrRaAgG0123456789 ,.x"[]'`)
	d.sees(`qQ?:/jkdDrRaAgG0123456789 ,.x"[]'`)
	d.paste("\nsecond line")
	d.sees("2  second line")
	if d.quit {
		t.Fatal("a key left the program")
	}
	d.wantMutations()
	if sent := d.asked(celRoute); len(sent) != 0 {
		t.Errorf("typing sent %v", sent)
	}
}

func TestBenchShowsTypeAndValue(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30, readOnly: true})
	d.tenantMenu("b")
	d.keys(`subject.department + "!"`, "<ctrl+s>")
	d.sees("string", "!", "1 of 1 in the history")
	d.keys("<ctrl+a>")
	d.keys("<ctrl+k>")
	d.keys(`[1, 2]`, "<ctrl+s>")
	d.sees("list", "1,")
}

func TestBenchMarksWhereTheExpressionIsWrong(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1 +", "<enter>", "subject.emial", "<ctrl+s>")
	d.sees("can't evaluate this expression", "line 2, column 8:", "2✗")
	d.keys("x")
	d.sees("2  subjectx.emial")
	d.seesNot("2✗")
	d.sees("as it was before you changed it")
}

// A slow answer to an expression that was changed and evaluated again is not shown.
func TestBenchDropsLateAnswers(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys(`"first"`)
	late := d.holding(func() { d.keys("<ctrl+s>") })
	d.sees("Asking the tenant")
	d.keys("<ctrl+a>")
	d.keys("<ctrl+k>")
	d.keys(`"second"`, "<ctrl+s>")
	late.deliver()
	d.sees(`second`, "2 of 2 in the history")
	if line := d.line("Value"); strings.Contains(line, "first") {
		t.Errorf("the value is %q", line)
	}
}

func TestBenchGoesThroughItsHistory(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	for _, x := range []string{"1 + 1", "2 + 2"} {
		d.keys("<ctrl+a>")
		d.keys("<ctrl+k>")
		d.keys(x, "<ctrl+s>")
	}
	d.keys("<ctrl+a>")
	d.keys("<ctrl+k>")
	d.keys("draft")
	d.keys("<alt+up>")
	d.sees("2 + 2", "2 of 2")
	d.keys("<alt+up>")
	d.sees("1 + 1", "1 of 2")
	d.keys("<alt+up>")
	d.sees("no other expression")
	d.keys("<alt+down>", "<alt+down>")
	d.sees("1  draft")
}

func TestBenchExamplesKeepWhatWasTyped(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("my work", "<alt+e>")
	d.sees("Examples", "E-mail address")
	d.keys("<enter>")
	d.sees("1  subject.email")
	d.keys("<ctrl+s>")
	d.sees("string")
	d.keys("<alt+up>")
	d.sees("my work")
}

// Every example is an expression that the built-in tenant evaluates.
func TestBenchExamplesWork(t *testing.T) {
	d := newDriver(t, driverOptions{})
	for _, x := range celbench.CELExamples() {
		if _, err := d.client.TestCEL(t.Context(), x.Text); err != nil {
			t.Errorf("%s: %v", x.Text, err)
		}
	}
}

// fakeEditor stands in for the person's editor: it is run at once, on the file that it was given.
func fakeEditor(d *driver, edit func(name string) error) (names *[]string) {
	names = &[]string{}
	d.model.tabs[tenantMenuTab(d)].top().(tenantmenu.View).Pane.(*celbench.Pane).Edit = func(cmd *exec.Cmd, then tea.ExecCallback) tea.Cmd {
		name := cmd.Args[len(cmd.Args)-1]
		*names = append(*names, name)
		return func() tea.Msg { return then(edit(name)) }
	}
	return names
}

func tenantMenuTab(d *driver) int {
	for i, t := range d.model.tabs {
		if t.key == "pane.0" {
			return i
		}
	}
	d.t.Fatal("there is no pane 0")
	return 0
}

func TestBenchEditor(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1 + 1")
	var mode os.FileMode
	names := fakeEditor(d, func(name string) error {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		mode = info.Mode().Perm()
		return os.WriteFile(name, []byte("subject.email +\n  \"!\"\n"), 0o600)
	})
	d.keys("<ctrl+o>")
	d.sees("1  subject.email +", "2    \"!\"")
	if mode != 0o600 {
		t.Errorf("the file has mode %o", mode)
	}
	if _, err := os.Stat(filepath.Dir((*names)[0])); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
	d.keys("<alt+up>")
	d.sees("1 + 1")
}

func TestBenchEditorThatFailsLosesNothing(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1 + 1")
	fakeEditor(d, func(name string) error {
		if err := os.WriteFile(name, []byte("half done"), 0o600); err != nil {
			return err
		}
		return errors.New("exit status 1")
	})
	d.keys("<ctrl+o>")
	d.sees("1  1 + 1", "The editor failed (exit status 1)", "in the history")
	d.keys("<alt+up>")
	d.sees("half done")
	d.keys("<alt+down>")
	d.sees("1  1 + 1")
}

func TestBenchRefusesWhatAnEditorMadeTooLong(t *testing.T) {
	for n, want := range map[int]string{65537: "The text takes 65,536 characters; with this it would have 65,537",
		2 << 20: "more than 1,048,576 bytes"} {
		for _, failed := range []error{nil, errors.New("exit status 1")} {
			t.Setenv("TMPDIR", t.TempDir())
			d := newDriver(t, driverOptions{w: 160, h: 30})
			d.tenantMenu("b")
			d.keys("1 + 1")
			names := fakeEditor(d, func(name string) error {
				return errors.Join(os.WriteFile(name, []byte(strings.Repeat("x", n)+"\n"), 0o600), failed)
			})
			d.keys("<ctrl+o>")
			d.sees("1  1 + 1", want)
			d.tells("nothing was put in. What the editor wrote is in " + (*names)[0])
			if info, err := os.Stat((*names)[0]); err != nil || info.Size() != int64(n)+1 {
				t.Errorf("what the editor wrote is lost: %v", err)
			}
		}
	}
}

func TestBenchRemembersExpressions(t *testing.T) {
	dir := t.TempDir()
	with := func(o *Options) { o.Opened = state.Open(dir, nil) }
	d := newDriver(t, driverOptions{w: 100, h: 30, options: with})
	base := d.client.BaseURL()
	if err := state.Open(dir, nil).Remember(t.Context(), base, celbench.CELKind,
		state.Opened{IDs: map[string]string{"expression": "40 + 2"}}); err != nil {
		t.Fatal(err)
	}
	d.tenantMenu("b")
	d.keys("<alt+up>")
	d.sees("1  40 + 2")
	d.keys("<ctrl+s>")
	d.sees("42")
	d.keys("<ctrl+a>")
	d.keys("<ctrl+k>")
	d.keys("7 * 6", "<ctrl+s>")
	kept, err := state.Open(dir, nil).Opened(base, celbench.CELKind)
	if err != nil || len(kept) != 2 || kept[0].IDs["expression"] != "7 * 6" {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestBenchLeavesTheEditorThenTheView(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1 + 1", "<ctrl+s>", "<esc>")
	d.sees("1 + 1", "enter edits the expression")
	d.keys("y")
	if len(d.copied) != 1 || d.copied[0] != "2" {
		t.Errorf("copied %q", d.copied)
	}
	d.keys("<esc>", "<esc>") // the notice, then the view
	d.sees("▌ b  CEL bench")
	d.keys("b")
	d.sees("1 + 1")
}

func TestBenchSaysWhatFailed(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Path: "/api/v1/policies/test-account-provision-policy", Status: 403, Message: "no role"})
	d.tenantMenu("b")
	d.keys("1 + 1", "<ctrl+s>")
	d.sees("Not evaluated", "no role")
}

// What the tenant says never reaches the terminal as it came.
func TestBenchShowsHostileValuesAsText(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Path: "/api/v1/policies/test-account-provision-policy",
		Body: `{"type":"A\u001b[31mB","value":"A\u001b]52;c;SGVsbG8=\u0007B\u202eC"}`})
	d.tenantMenu("b")
	d.keys("1", "<ctrl+s>")
	d.sees("Type", "Value")
}

func TestComingBackToTheBenchTypesText(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.tenantMenu("b")
	d.keys("1", "<esc>", "<tab>", "0")
	d.keys(" + 2")
	d.sees("1 + 2")
	d.wantMutations()
}

func TestALongResultSaysThatThereIsMoreAndScrollsWhileEditing(t *testing.T) {
	for _, size := range [][2]int{{160, 45}, {80, 24}, {40, 10}} {
		d := newDriver(t, driverOptions{w: size[0], h: size[1]})
		d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/policies/*", Body: `{"type":"list","value":"[` +
			strings.Repeat(`\"abcdefghijkl\",`, 99) + `\"last\"]"}`})
		d.keys("0", "b", "x", "<ctrl+s>")
		d.sees("pgdown", " of ")
		for range 60 {
			d.keys("<pgdown>")
		}
		d.sees("last")
		d.keys("<pgup>", "y")
		d.sees("xy")
	}
}

func TestARefusalInTheBenchNamesAKeyThatWorksThere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 30})
	d.fault(tenant.Rule{Method: "POST", Path: "/api/v1/policies/*", Status: 403})
	d.tenantMenu("b")
	d.keys("1", "<ctrl+s>")
	d.reads("You may not evaluate expressions on this tenant.", "Ask for the role that allows it.", "ctrl+s tries again.")
	d.seesNot("press r")
}

func TestTheEditorHasRoomForALongExpression(t *testing.T) {
	d := newDriver(t, driverOptions{w: 100, h: 45})
	d.tenantMenu("b")
	d.paste(strings.Repeat("1 +\n", 18) + "1")
	d.sees(" 1  1 +", "19  1")
	d.keys("<esc>")
	d.sees("enter edit ", "enter edits the expression")
}

// What is typed while the answer has the focus is neither text nor a command of another pane.
func TestWhatIsTypedBesideTheEditorGoesNowhere(t *testing.T) {
	d := newDriver(t, driverOptions{w: 120, h: 30})
	d.keys("1", "t") // something that u would undo
	d.tenantMenu("b")
	d.keys("1 + 1", "<ctrl+s>", "<esc>")
	sent := len(d.mutations())
	d.keys("0bcnuTq3")
	d.sees("CEL bench", "1 + 1")
	d.tells("Nothing is typed here: enter edits the expression, esc leaves the bench.")
	if d.quit || len(d.mutations()) != sent {
		t.Fatalf("quit %v, sent %v", d.quit, d.mutations())
	}
	d.keys("<enter>", "0b")
	d.sees("1 + 10b")
	d.keys("<esc>", "?")
	d.sees("Everywhere")
	d.seesNot("Go to your own notification settings")
	d.seesNot("Undo", "Quit gatehouse", "Switch tenants", "Go to the hooks")
	for range 40 {
		d.keys("<down>")
	}
	d.seesNot("Undo", "Quit gatehouse", "Switch tenants", "Go to the hooks")
	d.sees("Go to the next pane.") // tab types nothing
}

// A bench that was left stands in the colours of a theme that was learned meanwhile.
func TestTheBenchHasTheColoursOfTheThemeLearnedMeanwhile(t *testing.T) {
	d := newDriver(t, driverOptions{options: func(o *Options) { o.Theme = theme.Options{Name: "auto", Dark: true} }})
	d.tenantMenu("b")
	d.keys("1 + 1", "<esc>", "<esc>", "1")
	d.send(tea.BackgroundColorMsg{Color: color.White})
	d.tenantMenu("b")
	d.sees("CEL bench", "1 + 1")
	was := d.model.View().Content
	if d.model.redrawPanes(); d.model.View().Content != was {
		t.Errorf("it is drawn otherwise than in the theme:\n%s", d.screen())
	}
}
