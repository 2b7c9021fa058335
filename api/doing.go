package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"gatehouse/span"
)

// subjects are what requests are about, by how their paths begin below /api/v1/. The longest beginning counts.
var subjects = [...]struct{ path, words string }{
	{"appentitlementmonitorbinding", "the binding"},
	{"accessconflict/", "the conflict monitor"},
	{"role-mining/suggestions", "the suggestions"},
	{"search/role-mining/suggestions", "the suggestions"},
	{"role-mining/runs/", "the analysis"},
	{"role-mining/trigger", "the analysis"},
	{"role-mining/access-profiles", "the access profiles"},
	{"systemlog/exports", "the exporters"},
	{"search/systemlog/exports", "the exporters"},
	{"iam/roles", "the roles"},
	{"iam/personal_clients", "your credentials"},
	{"secrets", "the secrets"},
	{"search/secrets", "the secrets"},
	{"search/secrets-admin/audit_events", "the audit events"},
	{"hooks", "the hooks"},
	{"search/hooks", "the hooks"},
	{"webhooks", "the webhooks"},
	{"search/webhooks", "the webhooks"},
	{"policies/test-account-provision-policy", "the value of the expression"},
	{"llm-gateway/keys", "the gateway keys"},
	{"mcp_toolsets", "the toolsets"},
	{"search/xaa/resource_servers", "the resource servers"},
	{"settings/notifications", "your notification settings"},
	{"settings/contacts", "the contacts"},
	{"attributes/risk_levels", "the risk levels"},
	{"search/apps", "the apps"},
	{"search/entitlements", "the entitlements"},
	{"search/users", "the people"},
	{"auth/introspect", "who you are"},
}

// subjectsOfApps are what requests below an app are about, by how their paths end or what they hold.
var subjectsOfApps = [...]struct{ path, words string }{
	{"/history", "the history"},
	{"/xaa/resource_servers", "the resource servers"},
	{"/mcp_toolsets", "the toolsets"},
	{"/owners", "the owners"},
	{"/users", "the holders of the entitlement"},
}

// doing says in words what a request is for: "reading the hooks".
func doing(method, path string) string {
	switch path {
	case tokenPath:
		return "signing in"
	case devicePath:
		return "starting the sign-in"
	}
	subject := subjectOf(strings.TrimPrefix(path, pathPrefix))
	switch {
	case subject == "":
		return method + " " + path
	case !(Request{Method: method, Path: path}).Mutates():
		return "reading " + subject
	case method == http.MethodDelete:
		return "deleting from " + subject
	}
	return "changing " + subject
}

func subjectOf(path string) string {
	if strings.HasPrefix(path, "apps/") {
		for _, s := range subjectsOfApps {
			if strings.Contains(path, s.path) {
				return s.words
			}
		}
	}
	longest, words := 0, ""
	for _, s := range subjects {
		if len(s.path) > longest && strings.HasPrefix(path, s.path) {
			longest, words = len(s.path), s.words
		}
	}
	return words
}

// Retrying says what is tried again, why, and when.
func (x Exchange) Retrying() string {
	doing := x.Doing()
	doing = strings.ToUpper(doing[:1]) + doing[1:]
	when := "now"
	if wait := x.Wait.Round(100 * time.Millisecond); wait > 0 {
		when = "in " + span.Write(wait)
	}
	if x.Attempt == 0 { // it was held back before it was sent
		return doing + " waits and isn't sent yet: the tenant asked us to slow down. Trying " + when + "…"
	}
	return fmt.Sprintf("%s failed (try %d): %s. Trying again %s…", doing, x.Attempt, x.why(), when)
}

// why says what went wrong with an attempt.
func (x Exchange) why() string {
	var e *Error
	var foreign *ForeignAnswer
	errors.As(x.Err, &e)
	stuck := stuckAt(x.Err)
	switch {
	case x.Status == 0 && stuck != nil:
		return stuck.Said
	case x.Status == 0 && e != nil && e.Message != "":
		return e.Message
	case x.Status == 0:
		return connectionBroke
	case x.Status < 300:
		return "the answer was cut short"
	case errors.As(x.Err, &foreign):
		return fmt.Sprintf("%s answered %d with %s, perhaps a proxy", foreign.Host, x.Status, foreign.What)
	}
	return fmt.Sprintf("the tenant answered %d", x.Status)
}

type backgroundKey struct{}

// InBackground marks what is asked with a context as asked for by nobody: names of ids and the like.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

func inBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }
