package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/ui/form"
)

// notifications are the caller's own settings as a matrix: what one is told about, by which channel (operation 11).
type notifications struct {
	plainPane
	channels   []channel
	categories []category

	read   reading[api.NotificationSettings]
	edits  edits
	saving bool // the reading under way is the one before saving

	backOff backOff // of the automatic refresh

	row, column int // the cell under the cursor; row 0 is the channel as a whole, the last one its digest
	top         int
	raw         detail // the JSON, while it is shown
}

func newNotifications(e *env, l *link) pane {
	return &notifications{plainPane: plainPane{env: e, link: l, id: "notifications", heading: "My notification settings", in: keymap.ScopeNotifications},
		channels: notificationChannels(), categories: notificationCategories(), edits: edits{}}
}

func (p *notifications) rows() int              { return len(p.categories) + 2 }
func (p *notifications) onDigest() bool         { return p.row == p.rows()-1 }
func (p *notifications) holds(kind string) bool { return kind == "notification settings" }
func (p *notifications) trouble() string        { return p.read.trouble(p.env.now(), p.label("refresh")) }

func (p *notifications) enter() tea.Cmd {
	p.visible = true
	return p.reread()
}

func (p *notifications) leave() {
	p.visible, p.saving = false, false
	p.read.stop()
}

func (p *notifications) reread() tea.Cmd {
	get := func(ctx context.Context, c *api.Client) (api.NotificationSettings, error) {
		return c.NotificationSettings(ctx)
	}
	return p.read.begin(&p.plainPane, get)
}

func (p *notifications) receive(msg any) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg[api.NotificationSettings]:
		cmd := p.tookSettings(msg)
		p.redraw()
		return cmd
	case waitGoesOn:
		return p.read.waitsOn(&p.plainPane)
	case action.Result:
		p.ended(msg)
		p.redraw()
	case refreshDue:
		if p.visible && !p.read.loading && p.backOff.due(p.read.err != nil) {
			return p.reread()
		}
	}
	return nil
}

// at is the setting in a cell; of a digest it is the switch.
func (p *notifications) at(row, column int) setting {
	c := p.channels[column]
	switch {
	case row == 0:
		return c.whole()
	case row == p.rows()-1:
		return c.digest()[0]
	}
	return c.setting(p.categories[row-1])
}

// value is what a setting is going to be: the edit, or what was read.
func (p *notifications) value(s setting) (value string, edited bool) {
	if value, ok := p.edits[s.path]; ok {
		return value, true
	}
	return s.get(&p.read.record.ChannelSettings), false
}

func (p *notifications) do(id keymap.ID) (tea.Cmd, bool) {
	if p.raw.raw {
		return p.doRaw(id)
	}
	last := p.rows() - 1
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
		"refresh":               p.reread,
		"raw":                   p.showRaw,
	}
	if run, ok := commands[id]; ok {
		return run(), true
	}
	if id == "back" && p.read.stopWaiting(p.env.now()) {
		return nil, true
	}
	if id == "back" && len(p.edits) > 0 {
		return tea.Batch(p.link.back(), p.link.say(notice{toneInfo, p.unsaved() + " and kept here."})), true
	}
	return nil, false
}

func (p *notifications) doRaw(id keymap.ID) (tea.Cmd, bool) {
	page := max(1, p.raw.h-1)
	moves := map[keymap.ID]int{"cursor.down": 1, "cursor.up": -1, "cursor.page.down": page, "cursor.page.up": -page, "cursor.half.down": page / 2,
		"cursor.half.up": -page / 2, "cursor.top": -maxLines, "cursor.bottom": maxLines}
	if n, ok := moves[id]; ok {
		p.raw.scroll(n)
		return nil, true
	}
	if id == "raw" || id == "back" {
		p.raw.raw = false
		return nil, true
	}
	return nil, false
}

func (p *notifications) knows(id keymap.ID) bool {
	switch id {
	case "notifications.toggle", "notifications.edit", "notifications.save", "notifications.discard", "notifications.left", "notifications.right", "refresh", "raw", "open",
		"cursor.down", "cursor.up", "cursor.top", "cursor.bottom", "cursor.page.down", "cursor.page.up", "cursor.half.down", "cursor.half.up":
		return true
	}
	return false
}

// unsaved counts the edits: "2 changes are not saved".
func (p *notifications) unsaved() string {
	return count(int64(len(p.edits)), "change") + " " + are(len(p.edits)) + " not saved"
}

func (p *notifications) unsent() []string {
	if len(p.edits) == 0 {
		return nil
	}
	return []string{count(int64(len(p.edits)), "change") + " of your notification settings"}
}

// discard takes all edits back, after a question that names them.
func (p *notifications) discard() tea.Cmd {
	if len(p.edits) == 0 {
		return p.link.say(notice{toneInfo, "Nothing was changed, so there is nothing to discard."})
	}
	yes := func() tea.Cmd {
		p.edits = edits{}
		return p.link.say(notice{toneInfo, "The changes are discarded; the settings are as they were read."})
	}
	words := append([]string{"Nothing of this was sent:"}, p.edits.sentences(p.read.record)...)
	return p.link.open(newQuestion(asks{title: "Discard " + count(int64(len(p.edits)), "change") + "?", words: words, no: "Keep", yes: "Discard", doYes: yes}, p.env))
}

// edit notes a value; the value that the settings have anyway is no edit.
func (p *notifications) edit(s setting, value string) {
	if value == s.get(&p.read.record.ChannelSettings) {
		delete(p.edits, s.path)
		return
	}
	p.edits[s.path] = value
}

// whyFixed is why the cell under the cursor can't be changed, "" when it can.
func (p *notifications) whyFixed(s setting) string {
	switch {
	case p.env.client.ReadOnly():
		return lockedWhy
	case !p.read.known:
		return "the settings could not be read yet"
	case s.locked(&p.read.record.ChannelSettings):
		return "your organization has locked “" + s.title + "”"
	}
	return ""
}

func (p *notifications) toggle() tea.Cmd {
	s := p.at(p.row, p.column)
	if why := p.whyFixed(s); why != "" {
		return p.link.say(notice{toneInfo, saidWhy("setting", why)})
	}
	value, _ := p.value(s)
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
	if why := p.whyFixed(parts[0]); why != "" {
		return p.link.say(notice{toneInfo, saidWhy("setting", why)})
	}
	value := func(s setting) string { v, _ := p.value(s); return v }
	spec := form.Spec{Title: parts[0].title, Submit: "Keep", Intro: "This is kept with your other changes; " + p.label("notifications.save") + " in the matrix sends them all.",
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
	return p.link.form(formRequest{pane: p.id, spec: spec, name: "notifications.edit", keep: keep})
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
		string(api.WeekdayWednesday), string(api.WeekdayThursday), string(api.WeekdayFriday), string(api.WeekdaySaturday), string(api.WeekdaySunday))
}

func (p *notifications) showRaw() tea.Cmd {
	if p.read.known {
		p.raw.raw, p.raw.top = true, 0
		p.redraw()
	}
	return nil
}

func (p *notifications) offers() []offer {
	fixed, digest := p.whyFixed(p.at(p.row, p.column)), p.whyFixed(p.channels[p.column].digest()[0])
	save := ""
	switch {
	case p.env.client.ReadOnly():
		save = lockedWhy
	case len(p.edits) == 0:
		save = "nothing was changed"
	}
	return []offer{
		{id: "notifications.toggle", title: "Turn it on or off", able: fixed == "", why: fixed},
		{id: "notifications.edit", title: "Edit the digest of the channel", able: digest == "", why: digest},
		{id: "notifications.save", title: "Save my notification settings", able: save == "", why: save},
		{id: "notifications.discard", title: "Discard the unsaved changes", able: len(p.edits) > 0, why: ifText(len(p.edits) == 0, "nothing was changed")},
	}
}

func (p *notifications) preview(id keymap.ID) (string, error) {
	if id != "notifications.save" {
		return p.plainPane.preview(id)
	}
	r, err := api.UpdateNotificationSettings(p.edits.apply(p.read.record))
	if err != nil {
		return "", err
	}
	return requestText(p.env.client, r), nil
}

func (p *notifications) hints() []keymap.ID {
	var ids []keymap.ID
	if !p.read.known { // there is no matrix
		return []keymap.ID{"refresh", "back"}
	}
	if p.raw.raw {
		return []keymap.ID{"raw", "back"}
	}
	if !p.env.client.ReadOnly() {
		ids = []keymap.ID{"notifications.toggle", "notifications.edit"}
		if len(p.edits) > 0 {
			ids = append([]keymap.ID{"notifications.save", "notifications.discard"}, ids...)
		}
	}
	return append(ids, "notifications.left", "notifications.right", "refresh", "raw", "back")
}

// term calls a binding by what it does right now.
func (p *notifications) term(id keymap.ID) string { return ifText(id == "raw" && p.raw.raw, "fields") }

func (p *notifications) resize(w, h int) {
	p.w, p.h = w, h
	p.raw.resize(w, max(0, h-1))
	p.reveal()
	p.redraw()
}

func (p *notifications) redraw() {
	if p.raw.raw {
		p.raw.set(0, drawJSON(p.read.record.Raw, p.raw.w, p.env.theme))
	}
}
