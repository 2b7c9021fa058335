package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/draw"
	"gatehouse/ui/form"
)

// grace is how long a dialog takes no keys after it opened: what was typed before it was seen is not an answer.
const grace = 250 * time.Millisecond

// confirm asks before a plan runs. Cancel has the focus, and the key that opened it does nothing in it.
type confirm struct {
	ask     started
	tenant  string
	request scroller // shown on demand
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

func newConfirm(ask started, e *env, yes func() tea.Cmd) *confirm {
	c := &confirm{ask: ask, keys: e.keys, theme: e.theme, now: e.now, opened: e.now(), yes: yes}
	if c.tenant = e.tenant.Name; e.tenant.Host != e.tenant.Name { // without a configuration the host is the name
		c.tenant += " (" + e.tenant.Host + ")"
	}
	var requests []string
	for _, s := range ask.plan.Steps {
		requests = append(requests, requestText(e.client, s.Request))
	}
	c.request = scroller{intro: "This is what will be sent, with your token:", text: strings.Join(requests, "\n\n")}
	if len(ask.plan.Steps) == 1 { // the question may have no room for all of it
		c.request.text += "\n\nWhat it is done to: " + draw.Clean(targetName(ask.plan.Steps[0].Target))
	}
	if ask.plan.Danger == action.Type {
		c.typed = form.NewWord(ask.plan.Word, e.theme)
	}
	return c
}

func (c *confirm) title() string    { return firstOf(c.ask.title, c.ask.plan.Title) + "?" }
func (c *confirm) role() theme.Role { return theme.DangerBorder }
func (c *confirm) closed() bool     { return c.over }
func (c *confirm) restyle(th *theme.Theme) {
	c.theme = th
	if c.typed != nil {
		c.typed.SetTheme(th)
	}
}

func (c *confirm) scope() keymap.Scope {
	if c.typed != nil {
		return keymap.ScopeConfirm
	}
	return keymap.ScopeDialog
}

func (c *confirm) hints() []keymap.ID {
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

// term: while the request is shown, the key that cancels goes back to the question.
func (c *confirm) term(id keymap.ID) string {
	return ifText(c.showing && (id == "dialog.cancel" || id == "confirm.cancel"), "back to the question")
}

func (c *confirm) update(msg tea.Msg) tea.Cmd {
	if c.now().Sub(c.opened) < grace {
		return nil
	}
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		if c.typed != nil {
			c.typed.Update(msg) // it refuses pastes, and says so
		}
		return nil
	}
	id, _ := lookup(c.keys, keymap.Chain(c.scope()), press)
	c.wrong, c.tried = false, false
	if c.showing && c.request.press(press) {
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
		c.showing, c.request.top = !c.showing, 0
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
func (c *confirm) move(by int, page bool) {
	if c.showing {
		c.request.top = max(0, c.request.top+by)
		return
	}
	c.scroll(by, page)
}

// submit confirms what is typed.
func (c *confirm) submit() tea.Cmd {
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

func (c *confirm) activate() tea.Cmd {
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

func (c *confirm) cancel() {
	c.over = true
	if c.ask.cancelled != nil {
		c.ask.cancelled()
	}
}

// whyNot is why it can't be confirmed, "" when it can.
func (c *confirm) whyNot() string {
	if !c.fits {
		return "Not all of this was seen. Scroll down or enlarge the window to confirm."
	}
	if c.ask.learns != nil {
		if _, ready := c.ask.learns(); !ready {
			return "The tenant hasn't said yet what else would be lost."
		}
	}
	if c.ask.changed != nil {
		return c.ask.changed()
	}
	return ""
}

func (c *confirm) lines() []string { return c.drawn }
func (c *confirm) layout(w, h int) { c.drawn = c.draw(w, h) }

func (c *confirm) cursor() *tea.Cursor { return nil }
