package picker

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"gatehouse/api"
)

// Ids are unique only within an app, and a tenant may answer with more than it was asked for.
func TestAnEntitlementOfAnotherAppWithTheSameIDIsNotTheOneThatIsMeant(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"list":[{"appEntitlement":{"id":"admin","appId":"other","displayName":"Theirs"}},
			{"appEntitlement":{"id":"admin","appId":"app","displayName":"Ours"}}]}`))
	}))
	defer server.Close()
	client, err := api.New(api.Options{BaseURL: server.URL, Auth: api.Auth{Token: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	e, err := entitlementByID(context.Background(), client, EntitlementKey{AppID: "app", ID: "admin"})
	if err != nil || e.DisplayName != "Ours" {
		t.Errorf("%q is found, %v", e.DisplayName, err)
	}
	e, err = entitlementByID(context.Background(), client, EntitlementKey{AppID: "third", ID: "admin"})
	if api.KindOf(err) != api.KindNotFound {
		t.Errorf("%q is found for an app that has none, %v", e.DisplayName, err)
	}
}
