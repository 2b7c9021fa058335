package dialog

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

// Grace is how long a dialog takes no keys after it opened: what was typed before it was seen is not an answer.
const Grace = 250 * time.Millisecond

// Confirm asks before a plan runs. Cancel has the focus, and the key that opened it does nothing in it.
type Confirm struct {
	host.OverlayBase
	Ask     host.Request
	tenant  string
	request widget.Scroller // shown on demand
	keys    *keymap.Map
	theme   *theme.Theme
	now     func() time.Time
	opened  time.Time
	yes     func() tea.Cmd
	typed   *form.Word // for type-to-confirm
	onYes   bool       // the focus is on the button that acts
	showing bool       // the request is shown
	gate
	wrong bool // what is typed was confirmed and doesn't match
	tried bool // it was confirmed before it could be
	drawn []string
	over  bool
}

func NewConfirm(ask host.Request, e *host.Env, yes func() tea.Cmd) *Confirm {
	c := &Confirm{Ask: ask, keys: e.Keys, theme: e.Theme, now: e.Clock, opened: e.Clock(), yes: yes}
	if c.tenant = e.Tenant.Name; e.Tenant.Host != e.Tenant.Name { // without a configuration the host is the name
		c.tenant += " (" + e.Tenant.Host + ")"
	}
	var requests []string
	for _, s := range ask.Plan.Steps {
		requests = append(requests, host.RequestText(e.Client, s.Request))
	}
	c.request = widget.Scroller{Intro: "This is what will be sent, with your token:", Text: strings.Join(requests, "\n\n")}
	if len(ask.Plan.Steps) == 1 { // the question may have no room for all of it
		c.request.Text += "\n\nWhat it is done to: " + draw.Clean(host.TargetName(ask.Plan.Steps[0].Target))
	}
	if ask.Plan.Danger == action.Type {
		c.typed = form.NewWord(ask.Plan.Word, e.Theme)
	}
	return c
}

// Title is what is asked; that of a batch says of how many.
func (c *Confirm) Title() string {
	plan := c.Ask.Plan
	if n := len(plan.Steps); n > 1 && c.Ask.Title == "" {
		return strings.TrimSuffix(plan.Title, " "+plan.Steps[0].Target.Kind) + " " + c.counted() + "?"
	}
	return host.FirstOf(c.Ask.Title, plan.Title) + "?"
}

func (c *Confirm) Role() theme.Role {
	if c.destroys() {
		return theme.DangerBorder
	}
	return theme.DialogBorder
}

// destroys reports whether something is lost that can't be brought back.
func (c *Confirm) destroys() bool {
	plan := c.Ask.Plan
	return len(plan.Loses) > 0 || c.Ask.Losses != nil || plan.Danger == action.Type ||
		slices.ContainsFunc(plan.Steps, func(s action.Step) bool { return s.Removes })
}

func (c *Confirm) Closed() bool { return c.over }

// Confirms: what is typed may do something.
func (*Confirm) Confirms() {}

func (c *Confirm) Restyle(th *theme.Theme) {
	c.theme = th
	if c.typed != nil {
		c.typed.SetTheme(th)
	}
}

func (c *Confirm) Scope() keymap.Scope {
	if c.typed != nil {
		return keymap.ScopeConfirm
	}
	return keymap.ScopeDialog
}

func (c *Confirm) Hints() []keymap.ID {
	switch {
	case c.typed != nil && c.showing:
		return []keymap.ID{"confirm.cancel", "confirm.down"}
	case c.showing:
		return []keymap.ID{"dialog.cancel", "dialog.down"}
	case c.typed != nil:
		return []keymap.ID{"confirm.submit", "confirm.cancel", "confirm.request"}
	}
	return []keymap.ID{"dialog.next", "dialog.activate", "dialog.cancel", "dialog.request"}
}

// Term calls the key that cancels “back” while the request is shown: it goes back to the question.
func (c *Confirm) Term(id keymap.ID) string {
	return widget.IfText(c.showing && (id == "dialog.cancel" || id == "confirm.cancel"), "back to the question")
}

func (c *Confirm) Update(msg tea.Msg) tea.Cmd {
	if c.now().Sub(c.opened) < Grace {
		return nil
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		if c.typed != nil {
			c.typed.Update(msg) // it refuses pastes, and says so
		}
		return nil
	}
	id, _ := host.BindingForKey(c.keys, keymap.Chain(c.Scope()), press)
	c.wrong, c.tried = false, false
	if c.showing && c.request.Press(press) {
		return nil
	}
	switch id {
	case "dialog.cancel", "confirm.cancel":
		if c.showing { // back to the question
			c.showing = false
			return nil
		}
		c.cancel()
	case "dialog.next", "dialog.previous":
		c.onYes = c.onYes != !c.showing // its buttons are not in view while the request is
	case "dialog.request", "confirm.request":
		c.showing, c.request.Top = !c.showing, 0
	case "dialog.down", "confirm.down":
		c.move(1, press.String() == "pgdown")
	case "dialog.up", "confirm.up":
		c.move(-1, press.String() == "pgup")
	case "dialog.activate":
		return c.activate()
	case "confirm.submit":
		return c.submit()
	default:
		if c.typed != nil {
			c.typed.Update(press)
		}
	}
	return nil
}

// move scrolls what is in view: the request, or the question and its targets.
func (c *Confirm) move(by int, page bool) {
	if c.showing {
		c.request.Top = max(0, c.request.Top+by)
		return
	}
	c.Scroll(by, page)
}

// submit confirms what is typed.
func (c *Confirm) submit() tea.Cmd {
	switch {
	case c.showing:
		c.showing = false
		return nil
	case !c.typed.Matches():
		c.wrong = true
		return nil
	}
	c.onYes = true
	return c.activate()
}

func (c *Confirm) activate() tea.Cmd {
	if c.showing { // back to the question: what stands there now is not what would be confirmed
		c.showing = false
		return nil
	}
	if !c.onYes {
		c.cancel()
		return nil
	}
	if c.whyNot() != "" {
		c.tried = true
		return nil
	}
	c.over = true
	return c.yes()
}

func (c *Confirm) cancel() {
	c.over = true
	if c.Ask.Cancelled != nil {
		c.Ask.Cancelled()
	}
}

// whyNot is why it can't be confirmed, "" when it can.
func (c *Confirm) whyNot() string {
	if !c.fits {
		return "Not all of this was seen. Scroll down or enlarge the window to confirm."
	}
	if c.Ask.Losses != nil {
		if _, ready := c.Ask.Losses(); !ready {
			return "The tenant hasn't said yet what else would be lost."
		}
	}
	if c.Ask.Changed != nil {
		return c.Ask.Changed()
	}
	return ""
}

func (c *Confirm) Lines() []string { return c.drawn }

func (c *Confirm) Layout(w, h int) { c.drawn = c.draw(w, h) }
