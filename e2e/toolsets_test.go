//go:build linux || darwin

package e2e_test

import (
	"testing"

	"gatehouse/e2e/term"
	"gatehouse/tenant"
)

// toolsetPath is the path of operation 9.
func (s *site) toolsetPath(id string) string {
	s.t.Helper()
	return "/api/v1/apps/" + s.text("toolsets", id, "appId") + "/connectors/" + s.text("toolsets", id, "connectorId") + "/mcp_toolsets/" + id
}

// Operation 9: the question tells what goes with the toolset, and wants its name.
func TestDeleteAToolset(t *testing.T) {
	t.Parallel()
	s := serve(t, tenant.Options{})
	id := s.ToolsetID(0)
	path := s.toolsetPath(id)
	c := s.open(term.Options{Width: 160, Height: 45})
	c.list("9", "Toolsets")
	c.sees(`^▌ .*CRM read tools`)
	c.keys("x")
	c.sees(`Delete toolset\?`)
	c.sees(`Its 26 tool bindings go with it`)
	c.sees(`people hold it and lose that access`)
	c.sees(`Type CRM read tools to confirm`)
	c.afterGrace()
	c.keys("<enter>")
	c.types("CRM")
	c.keys("<enter>")
	c.settled()
	s.untouched()
	c.types(" read tools")
	c.sees(`confirm: .*✓`)
	c.keys("<enter>")
	s.sent(1, "DELETE", path, `{}`)
	c.sees(`Deleted toolset “CRM read tools”`)
	c.sees(`^Toolsets .*32 in all`)
	c.misses(`^▌ .*CRM read tools`)
	if at := s.text("toolsets", id, "deletedAt"); at == "" {
		t.Error("the tenant's toolset is not deleted")
	}
	c.keys("<esc>u")
	c.sees(`There is nothing to undo`)
	s.quits(c, 1)
}
