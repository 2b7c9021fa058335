package ui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/form"
)

// connectorToolsets are the toolsets of one connector.
func connectorToolsets(appID, connectorID, name string) resource[toolsetKey, api.Toolset] {
	r := toolsets()
	r.name, r.title = "toolsets/"+appID+"/"+connectorID, "Toolsets › "+firstOf(name, connectorID)
	r.fetch = func(ctx context.Context, c *api.Client, _ query, p api.PageRequest) (api.Page[api.Toolset], error) {
		return c.ListToolsets(ctx, appID, connectorID, p)
	}
	r.searches, r.own, r.byID = "", nil, nil
	r.empty = "This connector has no toolsets."
	return r
}

// askForConnector asks which connector's toolsets to list; it starts from the toolset under the cursor.
func askForConnector(p *list) tea.Cmd {
	row, _ := cursorOf[api.Toolset](p)
	spec := form.Spec{Title: "List a connector's toolsets", Submit: "List", New: true, Fields: []form.Field{
		{Name: "appId", Title: "App id", Kind: form.Line, Value: row.AppID, Required: true, Validate: checkID, Help: "The app that the connector belongs to."},
		{Name: "connectorId", Title: "Connector id", Kind: form.Line, Value: row.ConnectorID, Required: true, Validate: checkID,
			Help: "The connector whose toolsets are listed."},
	}}
	return p.link.form(formRequest{pane: p.name(), spec: spec, keep: func(d action.Draft) tea.Cmd {
		appID, connectorID, name := strings.TrimSpace(d.Values["appId"]), strings.TrimSpace(d.Values["connectorId"]), ""
		if connectorID == row.ConnectorID {
			name = row.ConnectorDisplayName
		}
		return p.link.push(newList(connectorToolsets(appID, connectorID, name), p.env, p.link))
	}})
}
