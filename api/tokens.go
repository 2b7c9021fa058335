package api

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"gatehouse/credential"
)

// tokens gives access tokens to requests.
type tokens interface {
	// token gives a token to send. It may wait for one, no longer than ctx.
	token(ctx context.Context) (string, error)
	// ready reports whether token gives one without asking the tenant.
	ready() bool
	// refused is told that the service answered 401 to a token, and reports whether asking for another one makes sense.
	refused(token string) bool
	// secrets are the texts that must not appear anywhere.
	secrets() []string
	close()
}

// newTokens chooses the way in that the credentials allow. What a text is and how it may be sent is decided by package credential alone.
func newTokens(c *Client, a Auth) (tokens, error) {
	if a.Made && sendable(a.Token) {
		return staticToken(a.Token), nil
	}
	if a.Token != "" {
		token, err := credential.Read(credential.AccessToken, a.Token)
		if err != nil {
			return nil, err
		}
		return staticToken(token.Text()), nil
	}
	if a.ClientID == "" || a.ClientSecret == "" {
		return nil, errors.New("there are no credentials: give an access token, or a client id and its secret")
	}
	id, err := credential.Read(credential.ClientID, a.ClientID)
	if err != nil {
		return nil, err
	}
	secret, err := credential.Read(a.secretSlot(), a.ClientSecret)
	if err != nil {
		return nil, err
	}
	g, err := newGrant(c, id, secret)
	if err != nil {
		return nil, err
	}
	return newKeeper(g.fetch, c.now, c.timeout, g.known), nil
}

// sendable reports whether a token fits into a header: visible ASCII, not empty.
func sendable(token string) bool {
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return false
		}
	}
	return token != ""
}

// staticToken is a token that can't be renewed.
type staticToken string

func (t staticToken) token(context.Context) (string, error) { return string(t), nil }
func (t staticToken) ready() bool                           { return true }
func (t staticToken) refused(string) bool                   { return false }
func (t staticToken) secrets() []string                     { return []string{string(t)} }
func (t staticToken) close()                                {}

// Lifetimes of fetched tokens.
const (
	unknownLifetime = 5 * time.Minute  // when the tenant does not say anything usable
	minimumReuse    = 10 * time.Second // however short the lifetime
	longestLifetime = 24 * time.Hour
	earliestRenewal = time.Minute      // before the end, or half the lifetime if that is less
	renewalPause    = 10 * time.Second // between failed renewals in the background
)

// keeper holds the current token of a client. One fetch serves all who wait; it runs in a goroutine of the keeper, so that a waiter who
// gives up never takes it away from the others, and has a time limit, so that it never hangs them.
type keeper struct {
	fetch   func(context.Context) (*oauth2.Token, error)
	now     func() time.Time
	timeout time.Duration
	known   []string // secrets besides the tokens
	ctx     context.Context
	cancel  context.CancelFunc

	mu       sync.Mutex
	current  held
	former   string // the token before, which may still be in somebody's answer
	flight   *flight
	renewing time.Time // earliest time of the next renewal in the background
}

type held struct {
	token string
	renew time.Time // from here on a new one is fetched while this one still works
	end   time.Time
}

// flight is a fetch under way. token and err are set before done is closed.
type flight struct {
	done  chan struct{}
	token string
	err   error
}

func newKeeper(fetch func(context.Context) (*oauth2.Token, error), now func() time.Time, timeout time.Duration, known []string) *keeper {
	k := &keeper{fetch: fetch, now: now, timeout: timeout, known: known}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	return k
}

func (k *keeper) token(ctx context.Context) (string, error) {
	k.mu.Lock()
	now := k.now()
	if k.current.token != "" && now.Before(k.current.end) {
		token := k.current.token
		if k.flight == nil && !now.Before(k.current.renew) && !now.Before(k.renewing) {
			k.renewing = now.Add(renewalPause)
			k.start()
		}
		k.mu.Unlock()
		return token, nil
	}
	if k.flight == nil {
		k.start()
	}
	f := k.flight
	k.mu.Unlock()
	select {
	case <-f.done:
		return f.token, f.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (k *keeper) ready() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.current.token != "" && k.now().Before(k.current.end)
}

// start begins a fetch. The caller holds the lock.
func (k *keeper) start() {
	f := &flight{done: make(chan struct{})}
	k.flight = f
	go func() {
		ctx, cancel := context.WithTimeout(k.ctx, k.timeout)
		defer cancel()
		token, err := k.fetch(ctx)
		k.land(f, token, err)
	}()
}

// land keeps what a fetch has brought and wakes those who wait for it.
func (k *keeper) land(f *flight, token *oauth2.Token, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flight = nil
	if err != nil {
		f.err = err
	} else {
		now := k.now()
		life := lifetime(token.ExpiresIn)
		k.former = k.current.token
		k.current = held{token: token.AccessToken, renew: now.Add(life - min(earliestRenewal, life/2)), end: now.Add(life)}
		k.renewing = time.Time{}
		f.token = token.AccessToken
	}
	close(f.done)
}

// lifetime makes sense of expires_in, in seconds.
func lifetime(seconds int64) time.Duration {
	if seconds <= 0 {
		return unknownLifetime
	}
	return max(time.Duration(min(seconds, int64(longestLifetime/time.Second)))*time.Second, minimumReuse)
}

// refused drops the token if it is still the current one; a newer one stays.
func (k *keeper) refused(token string) bool {
	if token == "" {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.current.token == token {
		k.former, k.current = token, held{}
	}
	return true
}

func (k *keeper) secrets() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]string{k.current.token, k.former}, k.known...)
}

func (k *keeper) close() { k.cancel() }
