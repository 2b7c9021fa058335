package session

import "testing"

func TestATenantIsNamedAfterItsHost(t *testing.T) {
	for base, want := range map[string]string{
		"https://acme.example.com":      "acme",
		"https://acme.example.com:8443": "acme",
		"https://localhost:8080":        "localhost:8080", // there is only one part
		"https://10.0.0.1:8443":         "10.0.0.1:8443",  // its first part is no name
		"https://.example.com":          ".example.com",
		"https://[::1]:8443":            "[::1]:8443",
	} {
		if got := NameFor(base); got != want {
			t.Errorf("%s is called %q, want %q", base, got, want)
		}
	}
}
