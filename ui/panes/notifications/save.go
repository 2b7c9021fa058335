package notifications

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/document"
	"gatehouse/ui/host"
	"gatehouse/ui/widget"
)

func settingsTarget(api.NotificationSettings) action.Target {
	return action.Target{Kind: "notification settings"}
}

const wholeObject = "Saving sends all of your settings at once. What follows the organization's defaults today may become your own, and " +
	"no longer follow them."

// saveSettings writes the settings that were read with the edits of the draft made: the whole object, members that gatehouse doesn't
// know as they were read (companion.md 9.9).
func saveSettings() *action.Spec[api.NotificationSettings] {
	return &action.Spec[api.NotificationSettings]{
		Name: "notifications.save", Title: "Save settings", Doing: "Saving", Done: "Saved", Noun: "edit",
		Danger: func(api.NotificationSettings) action.Danger { return action.Confirm },
		Loses:  func(api.NotificationSettings) string { return wholeObject },
		Request: func(s api.NotificationSettings, d action.Draft) (api.Request, error) {
			return api.UpdateNotificationSettings(edits(d.Values).apply(s))
		},
		Decides: settingsValues,
		Answer:  api.NotificationSettingsFrom,
		Read:    readSettings,
		Check: func(before api.NotificationSettings, d action.Draft, now api.NotificationSettings, _ bool) action.Verdict {
			return settingsVerdict(before, edits(d.Values), now)
		},
		Sets: func(s api.NotificationSettings, d action.Draft) (values []action.Value) {
			for _, each := range allSettings() {
				if _, changed := d.Values[each.path]; changed {
					values = append(values, action.Value{Name: each.title, Is: each.words(each.get(&s.ChannelSettings))})
				}
			}
			return values
		},
		Inverse: func(before api.NotificationSettings, _ action.Draft) (*action.Spec[api.NotificationSettings], action.Draft) {
			return restoreSettings(), action.Draft{}
		},
	}
}

// restoreSettings writes the settings back exactly as they were read.
func restoreSettings() *action.Spec[api.NotificationSettings] {
	return &action.Spec[api.NotificationSettings]{
		Name: "notifications.restore", Title: "Put back", Doing: "Putting back", Done: "Put back",
		Request: func(s api.NotificationSettings, _ action.Draft) (api.Request, error) {
			return api.RestoreNotificationSettings(s)
		},
		Decides: settingsValues,
		Sets:    func(s api.NotificationSettings, _ action.Draft) []action.Value { return settingsValues(s) },
		Answer:  api.NotificationSettingsFrom,
		Read:    readSettings,
		Check: func(before api.NotificationSettings, _ action.Draft, now api.NotificationSettings, _ bool) action.Verdict {
			if reflect.DeepEqual(before.ChannelSettings, now.ChannelSettings) {
				return action.Done
			}
			return action.NotDone
		},
	}
}

// settingsValues are all that the settings hold, because saving writes all of it.
func settingsValues(s api.NotificationSettings) []action.Value {
	var values []action.Value
	known := map[string]bool{}
	for _, each := range allSettings() {
		known[each.path] = true
		values = append(values, action.Value{Name: each.title, Is: each.words(each.get(&s.ChannelSettings))})
	}
	var whole struct {
		ChannelSettings any `json:"channelSettings"`
	}
	if json.Unmarshal(s.Raw.JSON(), &whole) != nil {
		return values
	}
	leaves := leavesOf("", whole.ChannelSettings)
	for _, path := range slices.Sorted(maps.Keys(leaves)) {
		if !known[strings.TrimSuffix(path, ".enabled")] && !known[path] {
			values = append(values, action.Value{Name: "The setting " + path, Is: leaves[path]})
		}
	}
	return values
}

// leavesOf are the values of a JSON text by their paths: "email.reviews.locked".
func leavesOf(path string, of any) map[string]string {
	object, ok := of.(map[string]any)
	if !ok {
		return map[string]string{path: fmt.Sprint(of)}
	}
	leaves := map[string]string{}
	for name, member := range object {
		maps.Copy(leaves, leavesOf(strings.TrimPrefix(path+"."+name, "."), member))
	}
	return leaves
}

func readSettings(ctx context.Context, c *api.Client, _ api.NotificationSettings, _ action.Draft) (api.NotificationSettings, error) {
	return c.NotificationSettings(ctx)
}

// settingsVerdict compares the values that were changed.
func settingsVerdict(before api.NotificationSettings, e edits, now api.NotificationSettings) action.Verdict {
	done, same := true, true
	for _, s := range allSettings() {
		if value, ok := e[s.path]; ok {
			is := s.get(&now.ChannelSettings)
			done = done && is == value
			same = same && is == s.get(&before.ChannelSettings)
		}
	}
	switch {
	case done:
		return action.Done
	case same:
		return action.NotDone
	}
	return action.ChangedByOthers
}

// save reads the settings again before anything is asked or sent.
func (p *notifications) save() tea.Cmd {
	switch {
	case p.Env.Client.ReadOnly():
		return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: action.ReadOnly().Of("setting")})
	case !p.read.Known:
		return p.SayWhile(func() bool { return !p.read.Known }, "The settings could not be read yet.")
	case len(p.edits) == 0:
		return p.SayWhile(p.unedited, "Nothing was changed, so nothing is sent.")
	}
	p.saving = true
	return p.reload()
}

// handleSettings fits the edits onto what was just read, and goes on with saving when that was wanted.
func (p *notifications) handleSettings(msg document.ReadMsg[api.NotificationSettings]) tea.Cmd {
	before, known := p.read.Record, p.read.Known
	if !p.read.Handle(msg, p.Env.Clock()) {
		return nil
	}
	saving := p.saving
	p.saving = false
	switch {
	case msg.Err != nil && saving:
		what, next := p.Env.Explain(msg.Err)
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: "Nothing was sent: your settings could not be read again first. " + what + " " +
			next})
	case msg.Err != nil || !known:
		return nil
	}
	kept, clashes, locked := p.edits.onto(before, msg.Record)
	p.edits = kept
	if said := clashNotice(clashes, locked, msg.Record, p.edits); said != "" {
		return p.Host.Say(host.Notice{Tone: host.ToneWarning, Text: said})
	}
	if !saving {
		return nil
	}
	return p.ask()
}

// clashNotice says what somebody else has done to the values that were edited here, "" when nothing.
func clashNotice(clashes, locked []setting, now api.NotificationSettings, e edits) string {
	text := ""
	if len(locked) > 0 {
		text = "Your organization has locked this meanwhile, so your change to it is gone: " + titles(locked) + "."
	}
	if len(clashes) > 0 {
		first := clashes[0]
		text += widget.IfText(text != "", " ") + "This was changed elsewhere meanwhile: " + first.title + " is " +
			first.words(first.get(&now.ChannelSettings)) +
			" now, you want " + first.words(e[first.path]) + "."
		if len(clashes) > 1 {
			text += " The same goes for: " + titles(clashes[1:]) + "."
		}
	}
	if text == "" {
		return ""
	}
	return text + " Nothing was sent. Look again, then save."
}

// ask shows what will be sent. Right before it is sent the settings are read once more: what the dialog showed is what goes out, or
// nothing does.
func (p *notifications) ask() tea.Cmd {
	if len(p.edits) == 0 {
		return p.SayWhile(p.unedited, "The settings show your changes already, so nothing is sent.")
	}
	shown := p.read.Record
	draft := action.Draft{Values: maps.Clone(p.edits), Changed: slices.Sorted(maps.Keys(p.edits))}
	plan, err := action.Bind(saveSettings(), settingsTarget, draft, shown)
	if err != nil {
		return p.Host.Say(host.Notice{Tone: host.ToneBad, Text: host.Capital(err.Error()) + "."})
	}
	plan.Steps[0].Expect = func(now any, _ bool) action.Verdict {
		if is, ok := now.(api.NotificationSettings); ok && !widget.Differs(is.Raw, shown.Raw) {
			return action.Done
		}
		return action.ChangedByOthers
	}
	return p.Host.Start(host.Request{Pane: p.ID, Plan: plan, Facts: p.edits.sentences(shown), Then: p.ended})
}

// ended takes the settings as they are now; changes that are not there stay as edits.
func (p *notifications) ended(r action.Result) tea.Cmd {
	now, ok := r.Now.(api.NotificationSettings)
	if !ok {
		return nil
	}
	before := p.read.Record
	p.read.Stop()
	p.read.Put(now, p.Env.Clock())
	p.edits, _, _ = p.edits.onto(before, now)
	return nil
}
