package api

import (
	"context"
	"fmt"
	"testing"

	"gatehouse/credential"
	"gatehouse/credential/credentialtest"
)

// auths are the ways in which a text can be given as a credential, beside texts that are in order.
func auths(text string) []Auth {
	return []Auth{
		{ClientID: testClientID, ClientSecret: text}, {ClientID: text, ClientSecret: "plain-secret"}, {Token: text},
		{ClientID: text, ClientSecret: text}, {Token: text, ClientID: text, ClientSecret: text},
	}
}

// sends makes a client of each way, uses it, and says what holds a piece of the key.
func (f *fake) sends(t *testing.T, key credentialtest.Key, text, how string) {
	t.Helper()
	for i, auth := range auths(text) {
		c, err := New(Options{BaseURL: f.URL, Auth: auth, Sleep: (&noWait{}).sleep})
		if err == nil {
			err = list(c)
			c.Close()
		}
		if err != nil && key.In(err.Error()) {
			t.Errorf("%s in slot %d: the error quotes it: %v", how, i, err)
		}
	}
	if d, err := StartDeviceSignIn(context.Background(), Options{BaseURL: f.URL}, text); err == nil {
		d.Close()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.reqs {
		if sent := fmt.Sprint(r.URI, r.Body, r.Header); key.In(sent) {
			t.Errorf("%s: %s %s holds a piece of the private key", how, r.Method, r.URI)
		}
	}
	f.reqs = nil
}

// However a private key gets into a slot, no piece of it is in any request.
func TestNoPrivateKeyLeaves(t *testing.T) {
	key := credentialtest.NewKey()
	f := newFake(t, answer(401, `{"error":"invalid_client"}`))
	for _, d := range credentialtest.Disguises() {
		for i, text := range []string{key.Secret, key.JWK, key.PEM, key.OneDER} {
			f.sends(t, key, d.Of(text, i), d.Name)
		}
	}
}

func FuzzNoPrivateKeyLeaves(f *testing.F) {
	f.Add([]byte{1, 0}, "")
	f.Add([]byte{15, 3, 17, 7}, "x")
	key, disguises := credentialtest.NewKey(), credentialtest.Disguises()
	f.Fuzz(func(t *testing.T, choices []byte, more string) {
		server := newFake(t, answer(401, `{"error":"invalid_client"}`))
		text, how := []string{key.Secret, key.JWK, key.PEM}[len(more)%3]+more, ""
		for i := 0; i+1 < len(choices) && i < 6 && len(text) < 4<<10; i += 2 {
			d := disguises[int(choices[i])%len(disguises)]
			text, how = d.Of(text, int(choices[i+1])), how+", "+d.Name
		}
		server.sends(t, key, text, how)
	})
}

// A key whose text would be sent only because the configuration says so is never one for other uses.
func TestForcedPlainSecrets(t *testing.T) {
	key := credentialtest.NewKey()
	for _, text := range []string{key.JWK, key.PEM, key.OneDER, "SECRET=" + key.Secret, "\ufeff\"" + key.Secret} {
		if _, err := New(Options{BaseURL: "https://acme.example", Auth: Auth{ClientID: testClientID, ClientSecret: text,
			ForcePlain: true}}); err == nil {
			t.Errorf("%.20q: accepted", text)
		}
	}
	if c, err := credential.Read(credential.PlainSecret, key.Secret+"\n"); err != nil || c.Kind() != credential.Plain ||
		c.Text() != key.Secret {
		t.Errorf("the explicit choice is refused: %v", err)
	}
}
