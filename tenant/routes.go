package tenant

import (
	"slices"
	"strings"
)

// served is an operation, as a method and a path whose open segments are {}.
type served struct {
	at     string
	sort   int
	handle func(*call) (any, error)
}

// routeTable lists every operation: the sixteen of docs/interface.md first, then the companions. Fixed segments come before open ones.
func (t *Tenant) routeTable() []route {
	table := slices.Concat(t.contractTable(), t.reviewTable(), t.directoryTable())
	routes := make([]route, len(table))
	for i, each := range table {
		method, path, _ := strings.Cut(each.at, " ")
		routes[i] = route{
			method: method, pattern: strings.Split(strings.TrimPrefix(path, "/"), "/"), handle: each.handle,
			companion: each.sort == companion || each.sort == openCompanion, open: each.sort == open || each.sort == openCompanion,
		}
	}
	return routes
}

// contractTable are the operations of docs/interface.md.
func (t *Tenant) contractTable() []served {
	return []served{
		{"POST /auth/v1/token", open, t.issueToken},
		{"POST /api/v1/appentitlementmonitorbinding", own, t.bind},
		{"POST /api/v1/role-mining/suggestions/{}/state", own, t.updateSuggestionState},
		{"POST /api/v1/systemlog/exports/{}", own, t.updateExporter},
		{"POST /api/v1/iam/roles/{}", own, t.updateRole},
		{"DELETE /api/v1/secrets/{}", own, t.revokeSecret},
		{"POST /api/v1/search/hooks", own, t.searchHooks},
		{"POST /api/v1/policies/test-account-provision-policy", own, t.testPolicy},
		{"POST /api/v1/apps/{}/entitlements/{}/owners", own, t.addOwner},
		{"DELETE /api/v1/apps/{}/connectors/{}/mcp_toolsets/{}", own, t.deleteToolset},
		{"GET /api/v1/apps/{}/xaa/resource_servers/{}/history", own, t.listHistory},
		{"GET /api/v1/settings/notifications/user", own, t.getNotifications},
		{"GET /api/v1/llm-gateway/keys", own, t.listKeys},
		{"GET /api/v1/settings/contacts", own, t.getContacts},
		{"POST /api/v1/webhooks/{}", own, t.updateWebhook},
		{"POST /api/v1/search/webhooks", own, t.searchWebhooks},
		{"POST /api/v1/webhooks", own, t.createWebhook},
	}
}

// reviewTable are the companions about signing in, mining, secrets, hooks and webhooks.
func (t *Tenant) reviewTable() []served {
	return []served{
		{"GET /api/v1/auth/introspect", companion, t.introspect},
		{"POST /auth/v1/device_authorization", openCompanion, t.startDevice},
		{"GET /device", openCompanion, t.devicePage},
		{"POST /device", openCompanion, t.deviceAnswer},
		{"POST /api/v1/iam/personal_clients", companion, t.createPersonalClient},
		{"POST /api/v1/search/role-mining/suggestions", companion, t.searchSuggestions},
		{"GET /api/v1/role-mining/suggestions/{}", companion, t.getSuggestion},
		{"POST /api/v1/role-mining/suggestions/{}/users", companion, t.suggestionUsers},
		{"GET /api/v1/role-mining/runs/latest", companion, t.latestRun},
		{"GET /api/v1/role-mining/runs", companion, t.listRuns},
		{"GET /api/v1/role-mining/config", companion, t.getMiningConfig},
		{"POST /api/v1/role-mining/config", companion, t.updateMiningConfig},
		{"POST /api/v1/role-mining/custom-analysis/trigger", companion, t.triggerAnalysis},
		{"GET /api/v1/role-mining/custom-analysis", companion, t.listAnalyses},
		{"GET /api/v1/role-mining/custom-analysis/{}", companion, t.getAnalysis},
		{"POST /api/v1/role-mining/trigger", companion, t.triggerMining},
		{"POST /api/v1/role-mining/access-profiles", companion, t.createAccessProfile},
		{"POST /api/v1/search/secrets-admin", companion, t.searchSecretsAdmin},
		{"POST /api/v1/search/secrets/mine", companion, t.searchMySecrets},
		{"GET /api/v1/secrets-admin/{}", companion, t.getSecretAdmin},
		{"GET /api/v1/secrets/{}", companion, t.getSecret},
		{"GET /api/v1/secrets/code/{}", companion, t.getSecretByCode},
		{"DELETE /api/v1/secrets-admin/{}", companion, t.revokeSecretAdmin},
		{"POST /api/v1/search/secrets-admin/audit_events", companion, t.searchAudit},
		{"POST /api/v1/search/secrets/audit_events", companion, t.searchMyAudit},
		{"POST /api/v1/hooks", companion, t.createHook},
		{"GET /api/v1/hooks", companion, t.listHooks},
		{"GET /api/v1/hooks/{}", companion, t.getHook},
		{"POST /api/v1/hooks/{}", companion, t.updateHook},
		{"DELETE /api/v1/hooks/{}", companion, t.deleteHook},
		{"GET /api/v1/webhooks/{}", companion, t.getWebhook},
		{"DELETE /api/v1/webhooks/{}", companion, t.deleteWebhook},
		{"POST /api/v1/webhooks/{}/test", companion, t.testWebhook},
	}
}

// directoryTable are the companions about what is administered besides: roles, exporters, servers, toolsets, monitors, settings, people.
func (t *Tenant) directoryTable() []served {
	return []served{
		{"GET /api/v1/iam/roles", companion, t.listRoles},
		{"GET /api/v1/iam/roles/{}", companion, t.getRole},
		{"GET /api/v1/attributes/risk_levels", companion, t.listRiskLevels},
		{"GET /api/v1/apps/{}/entitlements/{}/users", companion, t.listHolders},
		{"GET /api/v1/systemlog/exports", companion, t.listExporters},
		{"POST /api/v1/search/systemlog/exports", companion, t.searchExporters},
		{"GET /api/v1/systemlog/exports/{}", companion, t.getExporter},
		{"POST /api/v1/systemlog/exports/{}/events", companion, t.exporterEvents},
		{"POST /api/v1/systemlog/events", companion, t.listEvents},
		{"GET /api/v1/apps/{}/xaa/resource_servers/{}", companion, t.getServer},
		{"POST /api/v1/apps/{}/xaa/resource_servers/{}", companion, t.updateServer},
		{"POST /api/v1/search/xaa/resource_servers", companion, t.searchServers},
		{"GET /api/v1/apps/{}/xaa/resource_servers", companion, t.listServers},
		{"DELETE /api/v1/llm-gateway/keys/{}", companion, t.revokeKey},
		{"GET /api/v1/mcp_toolsets/search", companion, t.searchToolsets},
		{"GET /api/v1/apps/{}/connectors/{}/mcp_toolsets", companion, t.listToolsets},
		{"GET /api/v1/apps/{}/connectors/{}/mcp_toolsets/{}", companion, t.getToolset},
		{"GET /api/v1/apps/{}/connectors/{}/mcp_toolsets/{}/tool_bindings", companion, t.listTools},
		{"GET /api/v1/apps/{}/connectors/{}/mcp_toolsets/{}/tool_bindings/history", companion, t.toolHistory},
		{"GET /api/v1/apps/{}/connectors/{}/mcp_tools/{}", companion, t.getTool},
		{"GET /api/v1/apps/{}/entitlements/{}/owners", companion, t.listOwners},
		{"DELETE /api/v1/apps/{}/entitlements/{}/owners/{}", companion, t.removeOwner},
		{"POST /api/v1/appentitlementmonitorbinding/get", companion, t.getBinding},
		{"DELETE /api/v1/appentitlementmonitorbinding", companion, t.unbind},
		{"GET /api/v1/accessconflict/{}", companion, t.getMonitor},
		{"POST /api/v1/settings/contacts", companion, t.updateContacts},
		{"POST /api/v1/settings/notifications/user", companion, t.updateNotifications},
		{"POST /api/v1/search/apps", companion, t.searchApps},
		{"POST /api/v1/search/entitlements", companion, t.searchEntitlements},
		{"POST /api/v1/search/users", companion, t.searchUsers},
		{"POST /api/v1/search/user-ownership", companion, t.searchOwnership},
		{"GET /api/v1/users/{}", companion, t.getUser},
		{"GET /api/v1/functions/{}", companion, t.getFunction},
		{"GET /api/v1/functions/{}/invocations", companion, t.listInvocations},
		{"GET /api/v1/catalogs/{}", companion, t.getCatalog},
	}
}

// The sorts of operations: the contract's own or a companion; open ones need no token.
const (
	own = iota
	open
	companion
	openCompanion
)
