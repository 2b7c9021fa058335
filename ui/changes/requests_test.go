package changes

import (
	"strings"
	"testing"

	"gatehouse/api"
)

func TestAPathIsShortenedToTheResourceItIsAbout(t *testing.T) {
	for path, want := range map[string]string{
		"/api/v1/search/hooks": "/search/hooks",
		"/auth/v1/token":       "/auth/v1/token",
		"/api/v1/apps/2xqvPhzlKPLWkUcNdGGQSVJx0Fx/entitlements/2xqvPkDsW3fPPpTXNkfNRdUxLPJ/owners": "/apps/2xqv…/entitlements/2xqv…/owners",
	} {
		if got := briefPath(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

func TestARequestIsShownAsItWasSent(t *testing.T) {
	body := []byte(`{"displayName":"R&D <x>"}`)
	raw := string(requestJSON(api.Attempt{Exchange: api.Exchange{Path: "/x", Query: "a=1&b=2", Body: body}}))
	if !strings.Contains(raw, "a=1&b=2") || !strings.Contains(raw, `R&D <x>`) {
		t.Errorf("the log shows %s", raw)
	}
}
