package ui

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// lateWords say when a change of owners can be seen, neverWords that it can't, maybeWords are for a tenant whose list nobody has asked yet.
const (
	lateWords  = "The list of owners shows it 45 to 150 seconds later."
	neverWords = "It shows up 45 to 150 seconds later, and can't be watched here, because owners can't be listed."
	maybeWords = "It shows up 45 to 150 seconds later, and can be watched here only if this tenant lists owners."
)

// when says when a change of owners can be seen.
func (p *owners) when() string {
	switch {
	case p.blind:
		return neverWords
	case p.listed:
		return lateWords
	}
	return maybeWords
}

// ownership is what an action on an owner is about: the row's, or the draft's where there is no row.
func ownership(o owner, d action.Draft) (at entitlementKey, userID string) {
	if o.user.ID != "" {
		return o.at, o.user.ID
	}
	return entitlementKey{d.Values["appId"], d.Values["entitlementId"]}, d.Values["userId"]
}

func ownershipTarget(e *env) func(owner, action.Draft) action.Target {
	return func(o owner, d action.Draft) action.Target {
		if o.user.ID != "" {
			return ownerTarget(e, o)
		}
		at, userID := ownership(o, d)
		return action.Target{Kind: "owner", Name: d.Labels["userId"], ID: userID, Within: owns(e, at, d.Labels["entitlementId"], d.Labels["appId"])}
	}
}

// addOwner makes a user an owner of an entitlement (operation 8). when says when it can be seen. What nobody has looked at before isn't
// taken back: that could remove somebody who was an owner already.
func addOwner(e *env, when string) *action.Spec[owner] {
	return &action.Spec[owner]{
		Name: "owners.add", Title: "Add owner", Doing: "Adding", Done: "Added", Noun: "addition", Late: true,
		Absent: true,
		Target: ownershipTarget(e),
		Request: func(o owner, d action.Draft) (api.Request, error) {
			at, userID := ownership(o, d)
			return api.AddOwner(at.appID, at.id, userID)
		},
		Read: findOwner,
		Check: func(_ owner, _ action.Draft, _ owner, gone bool) action.Verdict {
			if gone {
				return action.NotDone
			}
			return action.Done
		},
		Inverse: func(o owner, d action.Draft) (*action.Spec[owner], action.Draft) {
			if o.user.ID == "" && blindOwner(d) {
				return nil, action.Draft{}
			}
			return freely(removeOwner(e)), d
		},
		InverseIfSeen: true,
		SaysUnread:    neverWords,
		Says:          func(action.Draft, api.Answer) string { return when },
	}
}

// blindOwner reports whether the tenant couldn't tell the names of what was chosen.
func blindOwner(d action.Draft) bool {
	return d.Labels["userId"] == "" || d.Labels["entitlementId"] == ""
}

func removeOwner(e *env) *action.Spec[owner] {
	return &action.Spec[owner]{
		Name: "owners.remove", Title: "Remove owner", Doing: "Removing", Done: "Removed", Noun: "removal", Late: true,
		Danger: func(owner) action.Danger { return action.Confirm },
		Loses: func(o owner) string {
			return "This person no longer owns the entitlement “" + firstOf(e.Name("entitlement", o.at.String()), o.at.id) + "” of " +
				firstOf(e.Name("app", o.at.appID), o.at.appID) + "."
		},
		Decides: func(o owner) []action.Value { return []action.Value{{Name: "Entitlement", Is: o.at.String()}} },
		Applies: func(o owner) (bool, string) {
			return o.pending != leaving, "its removal was sent already"
		},
		Target: ownershipTarget(e),
		Request: func(o owner, d action.Draft) (api.Request, error) {
			at, userID := ownership(o, d)
			return api.RemoveOwner(at.appID, at.id, userID)
		},
		Read: findOwner,
		Check: func(_ owner, _ action.Draft, _ owner, gone bool) action.Verdict {
			if gone {
				return action.Done
			}
			return action.NotDone
		},
		Inverse: func(_ owner, d action.Draft) (*action.Spec[owner], action.Draft) { return addOwner(e, lateWords), d },
		Says:    func(action.Draft, api.Answer) string { return lateWords },
	}
}

// findOwner looks for the user among the owners, which may be behind.
func findOwner(ctx context.Context, c *api.Client, o owner, d action.Draft) (owner, error) {
	at, userID := ownership(o, d)
	found := owner{}
	err := api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.User], error) {
		return c.Owners(ctx, at.appID, at.id, api.PageRequest{Size: 100, Token: token})
	}, func(page api.Page[api.User]) error {
		for _, u := range page.Rows {
			if u.ID == userID {
				found = owner{user: u, at: at}
			}
		}
		return nil
	})
	if err == nil && found.user.ID == "" {
		err = notThere("owner")
	}
	return found, err
}

// openAdd opens the form of a new owner, for the entitlement that is shown or any other.
func (p *owners) openAdd() tea.Cmd {
	if p.env.client.ReadOnly() {
		return p.link.say(notice{toneInfo, saidWhy("owner", lockedWhy)})
	}
	at, _ := p.chosen()
	picks := pickEntitlement(p.env, p.link)
	picks["userId"] = func(_ map[string]string, set func(name, value, label string)) overlay {
		choice := users()
		choice.chosen = func(u api.User) tea.Cmd {
			p.people[u.ID] = u
			p.env.names.learn(map[ref]string{{"user", u.ID}: userName(u)})
			set("userId", u.ID, userLabel(u))
			return nil
		}
		choice.unnamed = func(id string) tea.Cmd { set("userId", id, ""); return nil }
		return newPicker(choice, p.env, p.link)
	}
	whose, who := entitlementFields(at, p.env), pickField("userId", "User", "Who is to own it: search by name or e-mail address, or paste the id.", "", "")
	spec := form.Spec{Title: "Add an owner", Submit: "Add", New: true, Intro: p.when(), Fields: append(whose, who)}
	if at.id != "" { // what is open is the user
		spec.Fields = append([]form.Field{who}, whose...)
	}
	return p.link.form(formRequest{pane: p.list.name(), spec: spec, name: "owners.add", picks: picks, tells: p.tellOwner, submit: p.planAdd, then: p.added})
}

// planAdd binds the draft; what the tenant couldn't tell the name of, or can't show, is asked about before it is sent. Somebody who owns
// the entitlement already isn't added again, because taking that back would remove an owner.
func (p *owners) planAdd(d action.Draft) (*action.Plan, error) {
	at, userID := ownership(owner{}, d)
	who := sentOwner{at, userID}
	name := firstOf(d.Labels["userId"], userID)
	waits := p.watch.waitsFor(who, p.env.now())
	if waits && p.watch.sent[who].kind == joining {
		return nil, errors.New(name + " was added already; the list of owners shows it later")
	}
	says := lateWords
	if p.blind {
		says = neverWords
	}
	plan, err := action.Bind(addOwner(p.env, says), func(o owner) action.Target { return p.target(o) }, d, owner{})
	if err != nil {
		return nil, err
	}
	if blindOwner(d) || p.blind {
		plan.Danger = action.Confirm
	}
	step := &plan.Steps[0]
	if step.AsIs = waits; !waits { // else the list still shows who was removed
		step.Lenient, step.Unmet = true, action.AlreadySo("“"+name+"” owns this entitlement already")
		step.Expect = func(_ any, gone bool) action.Verdict {
			if gone {
				return action.Done
			}
			return action.ChangedByOthers
		}
	}
	return plan, nil
}

func (p *owners) tellOwner(d action.Draft) []string {
	at, userID := ownership(owner{}, d)
	told := []string{"Entitlement: " + firstOf(d.Labels["entitlementId"], at.id) + " in " + firstOf(d.Labels["appId"], at.appID) + ".",
		"User: " + firstOf(d.Labels["userId"], userID) + "."}
	told = append(told, p.env.names.unknownTo(d, map[string]string{"user": "userId", "entitlement": "entitlementId", "app": "appId"})...)
	if blindOwner(d) {
		told = append(told, "Some names are unknown: make sure that the ids are right.")
	}
	if blindOwner(d) || p.blind {
		told = append(told, "This can't be undone from here.")
	}
	return append(told, p.when())
}

// added shows the entitlement whose owner was added, if it isn't the one that is shown.
func (p *owners) added(r action.Result) tea.Cmd {
	change, ok := ownerChange(r.Step.Request)
	if !ok || !isDone(r) {
		return nil
	}
	if at, _ := p.chosen(); at != change.at {
		return p.show(change.at)
	}
	return nil
}

// sentOwner is one person at one entitlement.
type sentOwner struct {
	at     entitlementKey
	userID string
}

// ownerChange reads from a request whom it makes an owner of what, or no longer.
func ownerChange(r api.Request) (sentOwner, bool) {
	var ids []string
	for _, segment := range strings.Split(strings.TrimPrefix(r.Path, "/api/v1/"), "/") {
		id, err := url.PathUnescape(segment)
		if err != nil {
			return sentOwner{}, false
		}
		ids = append(ids, id)
	}
	if len(ids) < 5 || ids[0] != "apps" || ids[2] != "entitlements" || ids[4] != "owners" {
		return sentOwner{}, false
	}
	change := sentOwner{at: entitlementKey{ids[1], ids[3]}}
	if r.Method == http.MethodDelete && len(ids) == 6 {
		change.userID = ids[5]
		return change, true
	}
	var body struct {
		UserID string `json:"userId"`
	}
	err := json.Unmarshal(r.Body, &body)
	change.userID = body.UserID
	return change, err == nil && change.userID != ""
}
