package api

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"net/http"
	"strings"
	"testing"
)

// updateCalls gives for each function that makes an update the pattern of its path.
func updateCalls(t *testing.T) map[string]string {
	t.Helper()
	calls := map[string]string{}
	for _, file := range packageFiles(t) {
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "update" {
					calls[fn.Name.Name] = strings.Trim(call.Args[1].(*ast.BasicLit).Value, `"`)
				}
				return true
			})
		}
	}
	return calls
}

// No update leaves with a mask that is missing or names nothing: not from a builder, and not made by hand either.
func TestNoUpdateLeavesWithoutAMask(t *testing.T) {
	builders := map[string]func() (Request, error){
		"UpdateWebhook":  func() (Request, error) { return UpdateWebhook("w1", WebhookChanges{}) },
		"UpdateHook":     func() (Request, error) { return UpdateHook("h1", HookChanges{}) },
		"UpdateRole":     func() (Request, error) { return UpdateRole("r1", RoleChanges{}) },
		"UpdateExporter": func() (Request, error) { return UpdateExporter("x1", ExporterChanges{}) },
		"UpdateContacts": func() (Request, error) { return UpdateContacts(ContactsChanges{}) },
	}
	f := newFake(t, answer(200, `{}`))
	c := newClient(t, f.URL, nil)
	calls := updateCalls(t)
	if len(calls) != len(builders) || len(calls) != len(updates) {
		t.Errorf("the updates are made by %v; %d are tried here and %d are guarded", calls, len(builders), len(updates))
	}
	for name, pattern := range calls {
		builder, ok := builders[name]
		if !ok {
			t.Errorf("%s makes an update that no test tries without changes", name)
			continue
		}
		if r, err := builder(); !errors.Is(err, ErrNothingChanged) || r.Path != "" {
			t.Errorf("%s without a change gives %v, %v", name, r, err)
		}
		path := pathPrefix + strings.ReplaceAll(pattern, "{}", "id%2F1")
		for _, body := range []string{"", "null", "[]", "{}", `{"updateMask":null}`, `{"updateMask":""}`, `{"updateMask":" "}`,
			`{"updateMask":","}`,
			`{"updateMask":"a,,b"}`, `{"updateMask":["a"]}`, `{"webhook":{"displayName":"x"}}`, `{"webhook":{"updateMask":"displayName"}}`} {
			_, err := c.Do(context.Background(), Request{Method: http.MethodPost, Path: path, Body: json.RawMessage(body)})
			if KindOf(err) != KindInvalid {
				t.Errorf("POST %s with %q: %v, want it refused before it is sent", path, body, err)
			}
		}
	}
	if n := len(f.requests()); n > 0 {
		t.Errorf("%d requests arrived", n)
	}
}

// What the requests next to the updates carry is none of the mask's business.
func TestOnlyUpdatesNeedAMask(t *testing.T) {
	for path, want := range map[string]bool{
		"webhooks/w": true, "hooks/h": true, "iam/roles/r": true, "systemlog/exports/x": true, "settings/contacts": true,
		"webhooks": false, "webhooks/w/test": false, "search/webhooks": false, "iam/personal_clients": false,
		"settings/notifications/user":     false,
		"role-mining/suggestions/s/state": false,
	} {
		if got := isUpdate(pathPrefix + path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
