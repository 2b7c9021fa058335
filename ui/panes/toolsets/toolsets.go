package toolsets

import (
	"context"
	"fmt"
	"strings"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/keymap"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/draw"
	"gatehouse/ui/edit"
	"gatehouse/ui/grid"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
	"gatehouse/ui/widget"
)

// toolsetKey identifies a toolset.
type toolsetKey struct{ appID, connectorID, id string }

// Declaration is the pane in the registry.
func Declaration() host.Declaration {
	s := keymap.PaneScope("toolsets", "Toolsets")
	return host.Declaration{
		Name: "toolsets", Title: "Toolsets", Key: "9", Help: "Go to the toolsets.",
		Views: true, New: New, Scope: s, Bindings: []keymap.Binding{
			keymap.Bind(s, "toolsets.connector", "connector", "List one connector's toolsets, by app id and connector id.", "p"),
			keymap.Bind(s, "toolsets.delete", "delete", "Delete the toolset and everything that depends on it.", "x"),
		},
	}
}

func New(e *host.Env, h host.Host) host.Pane { return list.New(toolsets(), e, h) }

func toolsets() list.Resource[toolsetKey, api.Toolset] {
	d := Declaration()
	return list.Resource[toolsetKey, api.Toolset]{
		Name: d.Name, Title: d.Title, One: "toolset", Scope: d.Scope,
		Key: func(t api.Toolset) toolsetKey { return toolsetKey{t.AppID, t.ConnectorID, t.ID} },
		Target: func(t api.Toolset) action.Target {
			return action.Target{Kind: "toolset", Name: t.DisplayName, ID: t.ID, Within: belongs("of ", t.ConnectorDisplayName, t.ConnectorID)}
		},
		Columns: toolsetColumns(),
		Raw:     func(t api.Toolset) api.Original { return t.Raw },
		Problem: func(t api.Toolset) string { return t.Problem },
		Fetch: func(ctx context.Context, c *api.Client, q host.Query, p api.PageRequest) (api.Page[api.Toolset], error) {
			return c.SearchToolsets(ctx, q.Text, p)
		},
		Get: findToolset,
		ByID: &list.ByID[api.Toolset]{
			Ids: []list.IDField{{Name: "appId", Title: "App id", Help: "The app that the connector belongs to."},
				{Name: "connectorId", Title: "Connector id", Help: "The connector whose tools these are."},
				{Name: "id", Title: "Toolset id", Help: "The toolset's own id. The tenant calls it an MCP access profile."}},
			Of: func(t api.Toolset) []string { return []string{t.AppID, t.ConnectorID, t.ID} },
			Blank: func(ids []string, name string) api.Toolset {
				return api.Toolset{AppID: ids[0], ConnectorID: ids[1], ID: ids[2], DisplayName: name}
			},
		},
		Searches: "names and descriptions",
		Empty:    "This tenant has no toolsets. They are created in the tenant's web console.",
		Detail:   toolsetDetail,
		Refs:     func(t api.Toolset) []widget.Ref { return []widget.Ref{{Kind: "app", ID: t.AppID}} },
		Verbs: []list.Verb[api.Toolset]{{Spec: func(*host.Env) *action.Spec[api.Toolset] { return deleteToolset() }, Loses: toolsetCascade,
			Facts: toolsetPlace}},
		Own: []list.Command{{ID: "toolsets.connector", Title: "List a connector's toolsets", Run: askForConnector}},
		Copies: []list.Copyable[api.Toolset]{
			{Title: "app id", Text: func(t api.Toolset) string { return t.AppID }},
			{Title: "connector id", Text: func(t api.Toolset) string { return t.ConnectorID }},
			{Title: "entitlement id", Text: func(t api.Toolset) string { return t.AppEntitlementID }}},
	}
}

// findToolset looks for a toolset among those of its connector: there is no operation that reads one.
func findToolset(ctx context.Context, c *api.Client, t api.Toolset) (api.Toolset, error) {
	return api.Find(ctx, func(now api.Toolset) bool { return now.ID == t.ID },
		func(ctx context.Context, token string) (api.Page[api.Toolset], error) {
			return c.ListToolsets(ctx, t.AppID, t.ConnectorID, api.PageRequest{Size: 100, Token: token})
		})
}

func toolsetColumns() []grid.Column[api.Toolset] {
	return []grid.Column[api.Toolset]{
		{Name: "name", Title: "Name", Min: 24, Want: 32, Max: 50, Weight: 2, Text: func(t api.Toolset, _ grid.Env) string {
			return widget.DeletedName(t.DisplayName, api.ToolsetStateOf(t))
		},
			Role:   func(t api.Toolset, _ grid.Env) theme.Role { return widget.DeletedRole(api.ToolsetStateOf(t)) },
			Export: func(t api.Toolset, _ grid.Env) string { return t.DisplayName }},
		{Name: "tools", Title: "Tools", Min: 5, Max: 7, Align: draw.Right, Text: func(t api.Toolset, _ grid.Env) string { return toolCount(t) },
			Number: func(t api.Toolset) (float64, bool) {
				if t.ToolCount == nil {
					return 0, false
				}
				return float64(*t.ToolCount), true
			}},
		{Name: "connector", Title: "Connector", Min: 14, Want: 28, Max: 40, Weight: 1,
			Text: func(t api.Toolset, _ grid.Env) string { return host.FirstOf(t.ConnectorDisplayName, t.ConnectorID) },
			Role: func(api.Toolset, grid.Env) theme.Role { return theme.Info }},
		{Name: "app", Title: "App", Min: 16, Max: 30, Weight: 1, Priority: 3,
			Text: func(t api.Toolset, e grid.Env) string { return host.FirstOf(e.Name("app", t.AppID), t.AppID) }},
		{Name: "requestable", Title: "Requestable", Min: 11, Max: 11, Priority: 4, Text: func(t api.Toolset, _ grid.Env) string {
			return widget.Flag(t.Problem, t.Raw, "requestable", t.Requestable)
		}},
		column.Time("updated", "Updated", 2, func(t api.Toolset) api.Time { return t.UpdatedAt }),
		{Name: "description", Title: "Description", Min: 16, Weight: 2, Priority: 6,
			Text: func(t api.Toolset, _ grid.Env) string { return t.Description },
			Role: func(api.Toolset, grid.Env) theme.Role { return theme.Dim }},
		column.ID(5, func(t api.Toolset) string { return t.ID }),
	}
}

// toolCount is how many tools a toolset binds; lists may leave the number out, and that is not none.
func toolCount(t api.Toolset) string {
	if t.ToolCount == nil {
		return "?"
	}
	return draw.Count(*t.ToolCount)
}

func toolsetDetail(t api.Toolset, at list.DetailEnv[api.Toolset]) []widget.Section {
	tools := widget.Field{Label: "Tools", Value: toolCount(t)}
	if t.ToolCount == nil {
		tools.Value, tools.Note = "unknown", "The tenant didn't count them here; that doesn't mean that there are none."
	}
	request := "Nobody can ask for it."
	switch {
	case t.Requestable:
		request = "People can ask for it."
	case widget.UnreadFlag(t.Problem, t.Raw, "requestable"):
		request = "Whether people can ask for it can't be read."
	}
	return []widget.Section{
		{Title: t.DisplayName, Fields: append(widget.DeletedField(api.ToolsetStateOf(t), "Nobody can use it any more."),
			tools,
			widget.Field{Label: "Requestable", Value: widget.Flag(t.Problem, t.Raw, "requestable", t.Requestable), Note: request},
			widget.Field{Label: "Description", Value: t.Description},
			widget.Field{Label: "Connector", IDs: []widget.NamedID{{Name: t.ConnectorDisplayName, ID: t.ConnectorID}}},
			widget.Field{Label: "App", IDs: at.Called("app", t.AppID)},
			widget.Field{Label: "Entitlement", IDs: widget.OnlyID(t.AppEntitlementID), Note: "Whoever holds it may use the tools."},
			widget.Field{Label: "Id", IDs: widget.OnlyID(t.ID), Note: at.Age(t.ID, t.CreatedAt)},
		)},
		at.Dates(t.CreatedAt, t.UpdatedAt, t.DeletedAt),
	}
}

// toolsetPlace says where a toolset belongs: its id alone doesn't make it out.
func toolsetPlace(t api.Toolset, e *host.Env) []string {
	return []string{"App: " + e.Named("app", t.AppID), "Connector: " + named(t.ConnectorDisplayName, t.ConnectorID)}
}

// belongs says what a record belongs to, by name or else by id; "" when neither is known.
func belongs(what, name, id string) string {
	if name = host.FirstOf(name, id); name == "" {
		return ""
	}
	return what + name
}

// named is an id with the name that goes with it.
func named(name, id string) string {
	if name == "" || id == "" {
		return name + id
	}
	return name + " (" + id + ")"
}

// deleteToolset is operation 9. Lists show it late, so the answer is taken for it.
func deleteToolset() *action.Spec[api.Toolset] {
	return &action.Spec[api.Toolset]{
		Name: "toolsets.delete", Title: "Delete toolset", Doing: "Deleting", Done: "Deleted", Noun: "deletion", Late: true, Removes: true,
		Danger:  func(api.Toolset) action.Danger { return action.Type },
		Word:    func(t api.Toolset) string { return edit.Typeable(t.DisplayName, t.ID) },
		Loses:   func(t api.Toolset) string { return toolsLost(t) + " This can't be undone." },
		Decides: toolsetDecides,
		Applies: func(t api.Toolset) action.Why {
			if api.ToolsetStateOf(t) == api.RecordDeleted {
				return action.WhyIt("is deleted already")
			}
			return action.Why{}
		},
		Request: func(t api.Toolset, _ action.Draft) (api.Request, error) {
			return api.DeleteToolset(t.AppID, t.ConnectorID, t.ID)
		},
		Read: func(ctx context.Context, c *api.Client, t api.Toolset, _ action.Draft) (api.Toolset, error) {
			return findToolset(ctx, c, t)
		},
		Check: func(_ api.Toolset, _ action.Draft, now api.Toolset, gone bool) action.Verdict {
			if gone || api.ToolsetStateOf(now) == api.RecordDeleted {
				return action.Done
			}
			return action.NotDone
		},
	}
}

// toolsetDecides are what a person knows a toolset by, and what goes with it as far as that is known.
func toolsetDecides(t api.Toolset) []action.Value {
	values := []action.Value{{Name: "Name", Is: t.DisplayName}}
	if t.ToolCount != nil {
		values = append(values, action.Value{Name: "Tools", Is: draw.Count(*t.ToolCount)})
	}
	return values
}

// toolsLost says what becomes of the tools.
func toolsLost(t api.Toolset) string {
	switch {
	case t.ToolCount == nil:
		return "Its tool bindings go with it; their number is unknown here."
	case *t.ToolCount == 0:
		return "It binds no tools."
	case *t.ToolCount == 1:
		return "Its 1 tool binding goes with it."
	}
	return "Its " + draw.Count(*t.ToolCount) + " tool bindings go with it."
}

// holdersMost is how many holders are counted, holdersNamed up to how many the sentence names; more are listed below it.
const (
	holdersMost  = 500
	holdersNamed = 5
)

// toolsetCascade asks who loses what with a toolset: its entitlement goes too, and everybody's hold on it.
func toolsetCascade(ctx context.Context, c *api.Client, t api.Toolset) list.Loss {
	if t.AppEntitlementID == "" {
		return list.Loss{Lines: []string{"The entitlement behind it goes too, and with it the access of whoever holds it. " +
			"The tenant doesn't say which one that is or who they are."}}
	}
	sentence, listed := holdersLost(ctx, c, t)
	return list.Loss{Lines: []string{"The entitlement behind it goes too: " + backingEntitlement(ctx, c, t) + ".", sentence}, Listed: listed}
}

func backingEntitlement(ctx context.Context, c *api.Client, t api.Toolset) string {
	page, err := c.SearchEntitlements(ctx, api.EntitlementSearch{Refs: []api.EntitlementKey{{AppID: t.AppID, ID: t.AppEntitlementID}}},
		api.PageRequest{Size: 10})
	if err == nil {
		for _, e := range page.Rows {
			if e.AppID == t.AppID && e.ID == t.AppEntitlementID && e.DisplayName != "" {
				return fmt.Sprintf("“%s” (%s)", e.DisplayName, e.ID)
			}
		}
	}
	return t.AppEntitlementID
}

// holdersLost says who holds the entitlement, as far as the tenant tells, and lists those whom it only counts.
func holdersLost(ctx context.Context, c *api.Client, t api.Toolset) (sentence string, listed []string) {
	var names []string
	more := false
	err := api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.Holder], error) {
		return c.EntitlementHolders(ctx, t.AppID, t.AppEntitlementID, api.PageRequest{Size: 100, Token: token})
	}, func(p api.Page[api.Holder]) error {
		for _, h := range p.Rows {
			names = append(names, holderName(h))
		}
		if more = p.Next != ""; more && len(names) >= holdersMost {
			return api.ErrTooLong
		}
		return nil
	})
	if len(names) == 0 && err != nil {
		return unknownHolders(err), nil
	}
	if len(names) > holdersNamed {
		listed = names
	}
	return holdersSentence(names, more || err != nil), listed
}

func holderName(h api.Holder) string {
	u := h.AppUser.AppUser
	name := host.FirstOf(u.DisplayName, u.Email, u.Username, h.AppUserID)
	if u.Email != "" && u.Email != name { // two people may have one name
		name += " · " + u.Email
	}
	return name
}

// holdersSentence says who loses access, by name when they are few; more: there are others beyond those that were counted.
func holdersSentence(names []string, more bool) string {
	n := len(names)
	who := "."
	if n <= holdersNamed {
		who = ": " + strings.Join(names, ", ") + "."
	}
	switch {
	case n == 0:
		return "Nobody holds that entitlement now."
	case more:
		return widget.Count(int64(n), "person") + " or more hold it and lose that access" + who
	case n == 1:
		return "1 person holds it and loses that access" + who
	}
	return widget.Count(int64(n), "person") + " hold it and lose that access" + who
}

func unknownHolders(err error) string {
	switch api.KindOf(err) {
	case api.KindUnsupported:
		return "Whoever holds it loses that access. This tenant doesn't say who they are."
	case api.KindForbidden:
		return "Whoever holds it loses that access. You may not see who they are."
	case api.KindNotFound:
		return "The tenant doesn't know that entitlement, so it doesn't say who holds it."
	}
	what, _ := host.Explain(err)
	return "Whoever holds it loses that access. Who they are can't be read now: " + what
}
