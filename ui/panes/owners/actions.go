package owners

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
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/picker"
	"gatehouse/ui/widget"
)

// lateWords say when a change of owners can be seen, neverWords that it can't, maybeWords are for a tenant whose list nobody has asked yet.
const (
	lateWords  = "The list of owners shows it 45 to 150 seconds later."
	neverWords = "It shows up 45 to 150 seconds later, and can't be watched here, because owners can't be listed."
	maybeWords = "It shows up 45 to 150 seconds later, and can be watched here only if this tenant lists owners."
)

// when says when a change of owners can be seen.
func (p *Pane) when() string {
	switch {
	case p.blind:
		return neverWords
	case p.listed:
		return lateWords
	}
	return maybeWords
}

// ownership is what an action on an owner is about: the row's, or the draft's where there is no row.
func ownership(o Owner, d action.Draft) (at picker.EntitlementKey, userID string) {
	if o.User.ID != "" {
		return o.At, o.User.ID
	}
	return picker.EntitlementKey{AppID: d.Values["appId"], ID: d.Values["entitlementId"]}, d.Values["userId"]
}

func ownershipTarget(e *host.Env) func(Owner, action.Draft) action.Target {
	return func(o Owner, d action.Draft) action.Target {
		if o.User.ID != "" {
			return ownerTarget(e, o)
		}
		at, userID := ownership(o, d)
		return action.Target{Kind: "owner", Name: d.Labels["userId"], ID: userID,
			Within: owns(e, at, d.Labels["entitlementId"], d.Labels["appId"])}
	}
}

// addOwner makes a user an owner of an entitlement (operation 8). when says when it can be seen. What nobody has looked at before isn't
// undone: that could remove somebody who was an owner already.
func addOwner(e *host.Env, when string) *action.Spec[Owner] {
	return &action.Spec[Owner]{
		Name: "owners.add", Title: "Add owner", Doing: "Adding", Done: "Added", Noun: "addition", Late: true,
		Absent: true,
		Target: ownershipTarget(e),
		Request: func(o Owner, d action.Draft) (api.Request, error) {
			at, userID := ownership(o, d)
			return api.AddOwner(at.AppID, at.ID, userID)
		},
		Read: findOwner,
		Check: func(_ Owner, _ action.Draft, _ Owner, gone bool) action.Verdict {
			if gone {
				return action.NotDone
			}
			return action.Done
		},
		Inverse: func(o Owner, d action.Draft) (*action.Spec[Owner], action.Draft) {
			if o.User.ID == "" && blindOwner(d) {
				return nil, action.Draft{}
			}
			return list.Freely(removeOwner(e)), d
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

func removeOwner(e *host.Env) *action.Spec[Owner] {
	return &action.Spec[Owner]{
		Name: "owners.remove", Title: "Remove owner", Doing: "Removing", Done: "Removed", Noun: "removal", Late: true,
		Danger: func(Owner) action.Danger { return action.Confirm },
		Loses: func(o Owner) string {
			return "This person no longer owns the entitlement “" + host.FirstOf(e.Name("entitlement", o.At.String()), o.At.ID) + "” of " +
				host.FirstOf(e.Name("app", o.At.AppID), o.At.AppID) + "."
		},
		Decides: func(o Owner) []action.Value { return []action.Value{{Name: "Entitlement", Is: o.At.String()}} },
		Applies: func(o Owner) action.Why {
			return action.Because(widget.IfText(o.pending == leaving, "its removal was sent already"))
		},
		Target: ownershipTarget(e),
		Request: func(o Owner, d action.Draft) (api.Request, error) {
			at, userID := ownership(o, d)
			return api.RemoveOwner(at.AppID, at.ID, userID)
		},
		Read: findOwner,
		Check: func(_ Owner, _ action.Draft, _ Owner, gone bool) action.Verdict {
			if gone {
				return action.Done
			}
			return action.NotDone
		},
		Inverse: func(_ Owner, d action.Draft) (*action.Spec[Owner], action.Draft) { return addOwner(e, lateWords), d },
		Says:    func(action.Draft, api.Answer) string { return lateWords },
	}
}

// findOwner looks for the user among the owners, which may be behind.
func findOwner(ctx context.Context, c *api.Client, o Owner, d action.Draft) (Owner, error) {
	at, userID := ownership(o, d)
	found := Owner{}
	err := api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.User], error) {
		return c.Owners(ctx, at.AppID, at.ID, api.PageRequest{Size: 100, Token: token})
	}, func(page api.Page[api.User]) error {
		for _, u := range page.Rows {
			if u.ID == userID {
				found = Owner{User: u, At: at}
			}
		}
		return nil
	})
	if err == nil && found.User.ID == "" {
		err = host.NotThere("owner")
	}
	return found, err
}

// openAdd opens the form of a new owner, for the entitlement that is shown or any other.
func (p *Pane) openAdd() tea.Cmd {
	if p.Env.Client.ReadOnly() {
		return p.Host.Say(host.Notice{Tone: host.ToneInfo, Text: action.ReadOnly().Of("owner")})
	}
	at, _ := p.chosen()
	picks := picker.PickEntitlement(p.Env, p.Host)
	picks["userId"] = func(_ map[string]string, set func(name, value, label string)) host.Overlay {
		choice := picker.Users()
		choice.Chosen = func(u api.User) tea.Cmd {
			p.people[u.ID] = u
			p.Env.Names.Learn(map[widget.Ref]string{{Kind: "user", ID: u.ID}: host.UserName(u)})
			set("userId", u.ID, host.UserLabel(u))
			return nil
		}
		choice.Unnamed = func(id string) tea.Cmd { set("userId", id, ""); return nil }
		return picker.New(choice, p.Env, p.Host)
	}
	whose, who := picker.EntitlementFields(at, p.Env), picker.PickField("userId", "User",
		"Who is to own it: search by name or e-mail address, or paste the id.", "", "")
	spec := form.Spec{Title: "Add an owner", Submit: "Add", New: true, Intro: p.when(), Fields: append(whose, who)}
	if at.ID != "" { // what is open is the user
		spec.Fields = append([]form.Field{who}, whose...)
	}
	return p.Host.Form(host.FormRequest{Pane: p.Pane.Name(), Spec: spec, Name: "owners.add", Picks: picks, Facts: p.ownerFacts,
		Submit: p.planAdd, Then: p.added})
}

// planAdd binds the draft; what the tenant couldn't tell the name of, or can't show, is asked about before it is sent. Somebody who owns
// the entitlement already isn't added again, because undoing that would remove an owner.
func (p *Pane) planAdd(d action.Draft) (*action.Plan, error) {
	at, userID := ownership(Owner{}, d)
	who := sentOwner{at, userID}
	name := host.FirstOf(d.Labels["userId"], userID)
	waits := p.watch.waitsFor(who, p.Env.Clock())
	if waits && p.watch.sent[who].kind == joining {
		return nil, errors.New(name + " was added already; the list of owners shows it later")
	}
	says := lateWords
	if p.blind {
		says = neverWords
	}
	plan, err := action.Bind(addOwner(p.Env, says), func(o Owner) action.Target { return p.Target(o) }, d, Owner{})
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

func (p *Pane) ownerFacts(d action.Draft) []string {
	at, userID := ownership(Owner{}, d)
	facts := []string{"Entitlement: " + host.FirstOf(d.Labels["entitlementId"], at.ID) + " in " + host.FirstOf(d.Labels["appId"], at.AppID) +
		".",
		"User: " + host.FirstOf(d.Labels["userId"], userID) + "."}
	facts = append(facts, p.Env.Names.UnknownTo(d, map[string]string{"user": "userId", "entitlement": "entitlementId", "app": "appId"})...)
	if blindOwner(d) {
		facts = append(facts, "Some names are unknown: make sure that the ids are right.")
	}
	if blindOwner(d) || p.blind {
		facts = append(facts, "This can't be undone from here.")
	}
	return append(facts, p.when())
}

// added shows the entitlement whose owner was added, if it isn't the one that is shown.
func (p *Pane) added(r action.Result) tea.Cmd {
	change, ok := ownerChange(r.Step.Request)
	if !ok || !host.IsDone(r) {
		return nil
	}
	if at, _ := p.chosen(); at != change.at {
		return p.show(change.at)
	}
	return nil
}

// sentOwner is one person at one entitlement.
type sentOwner struct {
	at     picker.EntitlementKey
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
	change := sentOwner{at: picker.EntitlementKey{AppID: ids[1], ID: ids[3]}}
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
