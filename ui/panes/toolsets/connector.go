package toolsets

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
	"gatehouse/ui/host"
	"gatehouse/ui/list"
)

// connectorToolsets are the toolsets of one connector.
func connectorToolsets(appID, connectorID, name string) list.Resource[toolsetKey, api.Toolset] {
	r := toolsets()
	r.Name, r.Title = "toolsets/"+appID+"/"+connectorID, "Toolsets › "+host.FirstOf(name, connectorID)
	r.Fetch = func(ctx context.Context, c *api.Client, _ host.Query, p api.PageRequest) (api.Page[api.Toolset], error) {
		return c.ListToolsets(ctx, appID, connectorID, p)
	}
	r.Searches, r.Own, r.ByID = "", nil, nil
	r.Empty = "This connector has no toolsets."
	return r
}

// askForConnector asks which connector's toolsets to list; it starts from the toolset under the cursor.
func askForConnector(p *list.Pane) tea.Cmd {
	row, _ := list.CursorOf[api.Toolset](p)
	spec := form.Spec{Title: "List a connector's toolsets", Submit: "List", New: true, Fields: []form.Field{
		{Name: "appId", Title: "App id", Kind: form.Line, Value: row.AppID, Required: true, Validate: host.CheckID,
			Help: "The app that the connector belongs to."},
		{Name: "connectorId", Title: "Connector id", Kind: form.Line, Value: row.ConnectorID, Required: true, Validate: host.CheckID,
			Help: "The connector whose toolsets are listed."},
	}}
	return p.Host.Form(host.FormRequest{Pane: p.Name(), Spec: spec, Keep: func(d action.Draft) tea.Cmd {
		appID, connectorID, name := strings.TrimSpace(d.Values["appId"]), strings.TrimSpace(d.Values["connectorId"]), ""
		if connectorID == row.ConnectorID {
			name = row.ConnectorDisplayName
		}
		return p.Host.Push(list.New(connectorToolsets(appID, connectorID, name), p.Env, p.Host))
	}})
}
