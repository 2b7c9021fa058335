package notifications

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/dialog"
	"gatehouse/ui/document"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/refresh"
	"gatehouse/ui/widget"
)

// notifications are the caller's own settings as a matrix: what one is told about, by which channel (operation 11).
type notifications struct {
	host.PlainPane
	channels   []channel
	categories []category

	read   document.Reading[api.NotificationSettings]
	edits  edits
	saving bool // the reading under way is the one before saving

	backOff refresh.BackOff // of the automatic refresh

	row, column int // the cell under the cursor; row 0 is the channel as a whole, the last one its digest
	top         int
	raw         widget.Detail // the JSON, while it is shown
}

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("notifications", "My notifications")
	return host.Declaration{
		Name: "notifications", Title: "My notification settings", Key: "m", Word: "notifications", Help: "Go to your own notification settings.",
		About: "What you are notified about by e-mail, Slack and Teams, and your digests.",
		Brief: "What you are notified about.",
		New:   New, Reread: reread, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "notifications.toggle", "on/off", "Turn this channel on or off for the category.", "space"),
			keymap.Bind(s, "notifications.left", "left", "Go to the channel on the left.", "h", "left"),
			keymap.Bind(s, "notifications.right", "right", "Go to the channel on the right.", "l", "right"),
			keymap.Bind(s, "notifications.edit", "digest", "Edit the digest of the channel.", "e"),
			keymap.Bind(s, "notifications.save", "save", "Save all changes in one request.", "ctrl+s"),
			keymap.Bind(s, "notifications.discard", "discard", "Discard the unsaved changes.", "x"),
		},
	}
}

// reread reads the settings, which no list holds.
func reread(e action.Entry) (host.Rereading, bool) {
	return func(ctx context.Context, c *api.Client) (json.RawMessage, string, error) {
		now, err := c.NotificationSettings(ctx)
		return now.Raw.JSON(), "", err
	}, e.Target.Kind == "notification settings"
}

func New(e *host.Env, h host.Host) host.Pane {
	d := Declaration()
	return &notifications{PlainPane: host.PlainPane{Env: e, Host: h, ID: d.Name, Heading: d.Title, In: d.Scope},
		channels: notificationChannels(), categories: notificationCategories(), edits: edits{}}
}

func (p *notifications) Rows() int { return len(p.categories) + 2 }

func (p *notifications) onDigest() bool { return p.row == p.Rows()-1 }

func (p *notifications) Holds(kind string) bool { return kind == "notification settings" }

func (p *notifications) Trouble() string { return p.read.Trouble(p.Env.Clock(), p.Label("refresh")) }

func (p *notifications) Enter() tea.Cmd {
	p.Visible = true
	if p.read.JustRead(p.Env) {
		return nil
	}
	return p.reload()
}

func (p *notifications) Leave() {
	p.Visible, p.saving = false, false
	p.read.Stop()
}

func (p *notifications) reload() tea.Cmd {
	get := func(ctx context.Context, c *api.Client) (api.NotificationSettings, error) {
		return c.NotificationSettings(ctx)
	}
	return p.read.Begin(&p.PlainPane, get)
}

func (p *notifications) Receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case document.ReadMsg[api.NotificationSettings]:
		cmd := p.handleSettings(msg)
		p.Redraw()
		return cmd
	case host.WaitGoesOn:
		return p.read.WaitsOn(&p.PlainPane)
	case action.Result:
		p.ended(msg)
		p.Redraw()
	case refresh.Due:
		if p.Visible && !p.read.Loading && p.backOff.Due(p.read.Err != nil) {
			return p.reload()
		}
	}
	return nil
}

// At is the setting in a cell; of a digest it is the switch.
func (p *notifications) At(row, column int) setting {
	c := p.channels[column]
	switch {
	case row == 0:
		return c.whole()
	case row == p.Rows()-1:
		return c.digest()[0]
	}
	return c.setting(p.categories[row-1])
}

// Value is what a setting is going to be: the edit, or what was read.
func (p *notifications) Value(s setting) (value string, edited bool) {
	if value, ok := p.edits[s.path]; ok {
		return value, true
	}
	return s.get(&p.read.Record.ChannelSettings), false
}

func (p *notifications) Do(id keymap.ID) (tea.Cmd, bool) {
	if p.raw.Raw {
		return p.doRaw(id)
	}
	last := p.Rows() - 1
	moves := map[keymap.ID]func(){
		"cursor.down":         func() { p.row = min(p.row+1, last) },
		"cursor.up":           func() { p.row = max(p.row-1, 0) },
		"cursor.top":          func() { p.row = 0 },
		"cursor.bottom":       func() { p.row = last },
		"cursor.page.down":    func() { p.row = min(p.row+p.shownRows(), last) },
		"cursor.page.up":      func() { p.row = max(p.row-p.shownRows(), 0) },
		"cursor.half.down":    func() { p.row = min(p.row+p.shownRows()/2, last) },
		"cursor.half.up":      func() { p.row = max(p.row-p.shownRows()/2, 0) },
		"notifications.left":  func() { p.column = max(p.column-1, 0) },
		"notifications.right": func() { p.column = min(p.column+1, len(p.channels)-1) },
	}
	if move, ok := moves[id]; ok {
		move()
		p.reveal()
		return nil, true
	}
	commands := map[keymap.ID]func() tea.Cmd{
		"notifications.toggle":  p.toggle,
		"notifications.edit":    p.editDigest,
		"notifications.save":    p.save,
		"notifications.discard": p.discard,
		"open":                  p.openCell,
		"refresh":               p.reload,
		"raw":                   p.showRaw,
	}
	if run, ok := commands[id]; ok {
		return run(), true
	}
	if id == "back" && p.read.StopWaiting(p.Env.Clock()) {
		return nil, true
	}
	if id == "back" && len(p.edits) > 0 {
		return tea.Batch(p.Host.Back(), p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: p.unsaved() + " and kept here."})), true
	}
	return nil, false
}

func (p *notifications) doRaw(id keymap.ID) (tea.Cmd, bool) {
	if host.ScrollBy(&p.raw, id) {
		return nil, true
	}
	if id == "raw" || id == "back" {
		p.raw.Raw = false
		return nil, true
	}
	return nil, false
}

func (p *notifications) Knows(id keymap.ID) bool {
	switch id {
	case "notifications.toggle", "notifications.edit", "notifications.save", "notifications.discard", "notifications.left",
		"notifications.right", "refresh", "raw", "open",
		"cursor.down", "cursor.up", "cursor.top", "cursor.bottom", "cursor.page.down", "cursor.page.up", "cursor.half.down", "cursor.half.up":
		return true
	}
	return false
}

// unsaved counts the edits: "2 changes are not saved".
func (p *notifications) unsaved() string {
	return widget.Count(int64(len(p.edits)), "change") + " " + host.Are(len(p.edits)) + " not saved"
}

func (p *notifications) Unsent() []string {
	if len(p.edits) == 0 {
		return nil
	}
	return []string{widget.Count(int64(len(p.edits)), "change") + " of your notification settings"}
}

func (p *notifications) unedited() bool { return len(p.edits) == 0 }

// discard drops all edits, after a question that names them.
func (p *notifications) discard() tea.Cmd {
	if p.unedited() {
		return p.SayWhile(p.unedited, "Nothing was changed, so there is nothing to discard.")
	}
	yes := func() tea.Cmd {
		p.edits = edits{}
		return p.SayWhile(p.unedited, "The changes are discarded; the settings are as they were read.")
	}
	words := append([]string{"Nothing of this was sent:"}, p.edits.sentences(p.read.Record)...)
	return p.Host.Open(dialog.NewQuestion(dialog.Asks{Title: "Discard " + widget.Count(int64(len(p.edits)), "change") + "?", Words: words,
		No: "Keep", Yes: "Discard", DoYes: yes}, p.Env))
}

// edit notes a value; the value that the settings have anyway is no edit.
func (p *notifications) edit(s setting, value string) {
	if value == s.get(&p.read.Record.ChannelSettings) {
		delete(p.edits, s.path)
		return
	}
	p.edits[s.path] = value
}

// whyFixed is why the cell under the cursor can't be changed.
func (p *notifications) whyFixed(s setting) action.Why {
	switch {
	case p.Env.Client.ReadOnly():
		return action.ReadOnly()
	case !p.read.Known:
		return action.Because("the settings could not be read yet")
	case s.locked(&p.read.Record.ChannelSettings):
		return action.Because("your organization has locked “" + s.title + "”")
	}
	return action.Why{}
}

// sayFixed says why the setting under the cursor can't be changed, until another is.
func (p *notifications) sayFixed(why action.Why) tea.Cmd {
	row, column := p.row, p.column
	return p.SayWhile(func() bool { return p.row == row && p.column == column }, why.Of("setting"))
}

func (p *notifications) toggle() tea.Cmd {
	s := p.At(p.row, p.column)
	if why := p.whyFixed(s); !why.None() {
		return p.sayFixed(why)
	}
	value, _ := p.Value(s)
	p.edit(s, truth(value != "true"))
	return nil
}

func (p *notifications) openCell() tea.Cmd {
	if p.onDigest() {
		return p.editDigest()
	}
	return p.toggle()
}

// editDigest opens the digest of the channel under the cursor. Its form changes the draft; saving sends it with everything else.
func (p *notifications) editDigest() tea.Cmd {
	c := p.channels[p.column]
	parts := c.digest()
	if why := p.whyFixed(parts[0]); !why.None() {
		return p.sayFixed(why)
	}
	value := func(s setting) string { v, _ := p.Value(s); return v }
	spec := form.Spec{Title: parts[0].title, Submit: "Keep", Intro: "This is kept with your other changes; " +
		p.Label("notifications.save") + " in the matrix sends them all.",
		Fields: []form.Field{
			{Name: "enabled", Title: "Digest", Kind: form.Toggle, Value: value(parts[0]), Help: "One summary instead of single messages."},
			{Name: "frequency", Title: "How often", Kind: form.Choice, Value: value(parts[1]), Options: frequencyOptions(value(parts[1]))},
			{Name: "dayOfWeek", Title: "Day", Kind: form.Choice, Value: value(parts[2]), Options: dayOptions(value(parts[2])),
				Help: "The day of a weekly digest; a daily one comes every day. " + digestClock},
		}}
	keep := func(d action.Draft) tea.Cmd {
		for i, name := range []string{"enabled", "frequency", "dayOfWeek"} {
			if d.Has(name) {
				p.edit(parts[i], d.Values[name])
			}
		}
		return nil
	}
	return p.Host.Form(host.FormRequest{Pane: p.ID, Spec: spec, Name: "notifications.edit", Keep: keep})
}

// optionsFor are the known values of an enumeration, with the value as it came when it is none of them.
func optionsFor(now string, words func(string) string, known ...string) []form.Option {
	var options []form.Option
	found := false
	for _, k := range known {
		options = append(options, form.Option{Value: k, Label: words(k)})
		found = found || k == now
	}
	if !found {
		options = append(options, form.Option{Value: now, Label: words(now)})
	}
	return options
}

func frequencyOptions(now string) []form.Option {
	return optionsFor(now, func(v string) string { return api.DigestFrequency(v).Words() },
		string(api.DigestFrequencyDaily), string(api.DigestFrequencyWeekly))
}

func dayOptions(now string) []form.Option {
	return optionsFor(now, func(v string) string { return api.Weekday(v).Words() }, string(api.WeekdayMonday), string(api.WeekdayTuesday),
		string(api.WeekdayWednesday), string(api.WeekdayThursday), string(api.WeekdayFriday), string(api.WeekdaySaturday),
		string(api.WeekdaySunday))
}

func (p *notifications) showRaw() tea.Cmd {
	if p.read.Known {
		p.raw.Raw, p.raw.Top = true, 0
		p.Redraw()
	}
	return nil
}

func (p *notifications) Offers() []host.Offer {
	fixed, digest := p.whyFixed(p.At(p.row, p.column)), p.whyFixed(p.channels[p.column].digest()[0])
	unchanged := action.Because(widget.IfText(len(p.edits) == 0, "nothing was changed"))
	save := unchanged
	if p.Env.Client.ReadOnly() {
		save = action.ReadOnly()
	}
	return []host.Offer{
		{ID: "notifications.toggle", Title: "Turn it on or off", Able: fixed.None(), Why: fixed},
		{ID: "notifications.edit", Title: "Edit the digest of the channel", Able: digest.None(), Why: digest},
		{ID: "notifications.save", Title: "Save my notification settings", Able: save.None(), Why: save},
		{ID: "notifications.discard", Title: "Discard the unsaved changes", Able: len(p.edits) > 0,
			Why: unchanged},
	}
}

func (p *notifications) Preview(id keymap.ID) (string, error) {
	if id != "notifications.save" {
		return p.PlainPane.Preview(id)
	}
	r, err := api.UpdateNotificationSettings(p.edits.apply(p.read.Record))
	if err != nil {
		return "", err
	}
	return host.RequestText(p.Env.Client, r), nil
}

func (p *notifications) Hints() []host.Hint {
	var hints []host.Hint
	if !p.read.Known { // there is no matrix
		return host.HintsOf("refresh", "back")
	}
	fields := !p.raw.Raw
	if changed := fields && len(p.edits) > 0; !p.Env.Client.ReadOnly() {
		hints = []host.Hint{host.HintIf(fields, "notifications.toggle"), host.HintIf(changed, "notifications.save"),
			host.HintIf(changed, "notifications.discard"), host.HintIf(fields, "notifications.edit")}
	}
	return append(hints, host.HintIf(fields, "notifications.left"), host.HintIf(fields, "notifications.right"),
		host.HintIf(fields, "refresh"), host.Hint{ID: "raw", Back: p.raw.Raw}, host.Hint{ID: "back"})
}

// Term calls a binding by what it does right now.
func (p *notifications) Term(id keymap.ID) string {
	return widget.IfText(id == "raw" && p.raw.Raw, "fields")
}

func (p *notifications) Resize(w, h int) {
	p.PlainPane.Resize(w, h)
	p.raw.Resize(p.W, max(0, p.H-1))
	p.reveal()
	p.Redraw()
}

func (p *notifications) Redraw() {
	if p.raw.Raw {
		p.raw.Set(0, widget.DrawJSON(p.read.Record.Raw.JSON(), p.raw.W, p.Env.Theme))
	}
}
