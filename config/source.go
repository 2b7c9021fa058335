package config

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/zalando/go-keyring"

	"gatehouse/credential"
	"gatehouse/pattern"
	"gatehouse/textfile"
)

// SourceKind says where a secret comes from.
type SourceKind int

// The kinds of sources.
const (
	SourceNone SourceKind = iota
	SourceInline
	SourceEnvironment
	SourceFile
	SourceCommand
	SourceKeyring
)

// Source is a place that a secret can be read from.
type Source struct {
	Kind    SourceKind
	Name    string   // the environment variable, the file, the keyring's service, or where Inline was found if not in the configuration
	Account string   // of the keyring
	Command []string // program and arguments; no shell
	Inline  Secret
	Pos     Pos // in the configuration file; zero: it isn't there
}

// isVariable reports whether a text is the name of a variable; what is longer was probably meant as its value.
func isVariable(name string) bool {
	odd := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return name != "" && len(name) <= 64 && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, odd)
}

// seemsSecret reports whether a name looks like a secret that a generator made, and not like a name that somebody chose: without anything
// that parts its words, and with digits among letters of both cases, or again and again.
func seemsSecret(name string) bool {
	if len(name) < 12 || strings.ContainsAny(name, "_-./~ \\") {
		return false
	}
	mixed := strings.ToUpper(name) != name && strings.ToLower(name) != name && strings.ContainsAny(name, "0123456789")
	return mixed || len(digitRuns().FindAllString(name, -1)) >= 3 || len(name) > 40
}

var digitRuns = pattern.Of(`[0-9]+`)

// Set reports whether there is a source at all.
func (s Source) Set() bool { return s.Kind != SourceNone }

// String names the place in words. A command's arguments may be secret, so only its program is named, and a name that seems to be a secret
// is left out.
func (s Source) String() string {
	name, known := s.name()
	switch {
	case s.Kind == SourceNone:
		return "nowhere"
	case s.Kind == SourceInline:
		return cmp.Or(s.Name, "the configuration")
	case known:
		return s.kindWords() + " " + name
	}
	return s.kindWords() + " that the configuration names"
}

// name is what tells the place from others of its kind, and whether it may be shown.
func (s Source) name() (name string, known bool) {
	switch s.Kind {
	case SourceCommand:
		program := strings.Join(s.Command[:min(1, len(s.Command))], "")
		return fmt.Sprintf("%q", program), !seemsSecret(filepath.Base(program))
	case SourceKeyring:
		return s.Name + "/" + s.Account, !seemsSecret(s.Name) && !seemsSecret(s.Account)
	}
	return s.Name, !seemsSecret(filepath.Base(s.Name))
}

func (s Source) kindWords() string {
	switch s.Kind {
	case SourceEnvironment:
		return "the environment variable"
	case SourceFile:
		return "the file"
	case SourceCommand:
		return "the command"
	}
	return "the keyring entry"
}

// Format prints String for every verb of fmt, so that no verb reaches a command's arguments.
func (s Source) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, s.String()) }

// MarshalText writes String, for logs and JSON.
func (s Source) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Credentials are what signs a tenant's requests: a token, or a client id with its secret.
type Credentials struct {
	Token        Secret
	ClientID     string
	ClientSecret Secret
	Source       string    // where they come from, in words
	Renew        string    // what gets new ones, as in "run gatehouse login"; "": they are put right where they come from
	Expires      time.Time // zero: nobody knows, or never
}

// Credentials reads the tenant's credentials from where the configuration says they are, or else the login that is stored for its
// address. A command may take its time where there is a terminal, else ten seconds; a keyring has five. Errors say which place failed and
// why, and never hold what was read.
func (t Tenant) Credentials(ctx context.Context, by Means) (Credentials, error) {
	source, slot := t.credentialSource()
	c := Credentials{ClientID: t.ClientID, Source: source.String()}
	var err error
	switch {
	case t.UsesLogin():
		c, err = t.storedLogin(ctx, by)
	case slot == credential.AccessToken:
		c.Token, err = source.Read(ctx, slot, by)
	default:
		c.ClientSecret, err = source.Read(ctx, slot, by)
	}
	if err == nil && c.ClientID != "" {
		var id credential.Credential
		id, err = credential.Read(credential.ClientID, c.ClientID)
		c.ClientID = id.Text()
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("the credentials of tenant %q can't be read: %w", t.Name, err)
	}
	return c, nil
}

// credentialSource is where the configuration says that the credential is, and what it is meant for.
func (t Tenant) credentialSource() (Source, credential.Slot) {
	if t.Token.Set() {
		return t.Token, credential.AccessToken
	}
	return t.Secret, t.SecretSlot()
}

// SecretSlot is how the configuration wants the client secret to be used.
func (t Tenant) SecretSlot() credential.Slot {
	if t.Auth == AuthClientSecret {
		return credential.PlainSecret
	}
	return credential.ClientSecret
}

// Means are how credentials are got at. The zero value is for a program that nobody sits in front of.
type Means struct {
	// Lookup gives a variable of the environment; nil: os.LookupEnv.
	Lookup func(name string) (string, bool)
	// Lend runs a command that has the terminal for what it asks and says; nil, or ErrNoTerminal from it: there is none.
	Lend func(ctx context.Context, cmd *exec.Cmd) error
	// Meanwhile is told what is waited for, and done when that is over; nil: nobody is told.
	Meanwhile func(what string) (done func())
}

// ErrNoTerminal says that a command was not run, since there is no terminal to lend it.
var ErrNoTerminal = errors.New("there is no terminal")

func (m Means) meanwhile(what string) (done func()) {
	if m.Meanwhile == nil {
		return func() {}
	}
	return m.Meanwhile(what)
}

// Read fetches a credential that is meant for a slot.
func (s Source) Read(ctx context.Context, slot credential.Slot, by Means) (Secret, error) {
	if err := ctx.Err(); err != nil {
		return Secret{}, err
	}
	text, err := s.fetch(ctx, by)
	if err != nil {
		return Secret{}, err
	}
	read, err := credential.Read(slot, text)
	if err != nil {
		return Secret{}, fmt.Errorf("%s: %w", s, err)
	}
	return NewSecret(read.Text()), nil
}

func (s Source) fetch(ctx context.Context, by Means) (string, error) {
	switch s.Kind {
	case SourceInline:
		return s.Inline.Reveal(), nil
	case SourceEnvironment:
		lookup := by.Lookup
		if lookup == nil {
			lookup = os.LookupEnv
		}
		text, ok := lookup(s.Name)
		if !ok {
			return "", fmt.Errorf("%s is not set", s)
		}
		return text, nil
	case SourceFile:
		text, err := readSecretFile(s.Name)
		if _, known := s.name(); err != nil && !known {
			return "", fmt.Errorf("%s can't be read; write the path of a file that holds the secret, and not the secret itself", s)
		}
		return text, err
	case SourceCommand:
		return s.runCommand(ctx, by)
	case SourceKeyring:
		defer by.meanwhile(waitingForKeyring)()
		return s.askKeyring(ctx)
	}
	return "", errors.New("no place for the secret is configured")
}

// readSecretFile reads a small regular file that only its owner can read. Anything else, a pipe say, might never end.
func readSecretFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s %w", path, textfile.ErrNotRegular)
	}
	if why := looseMode(path, info); why != "" {
		return "", fmt.Errorf("%s holds a secret, but %s", path, why)
	}
	if info.Size() > credential.Size {
		return "", fmt.Errorf("%s is too long for a credential", path)
	}
	text, _, err := textfile.Read(path, credential.Size)
	return string(text), err
}

// askKeyring reads from the system's keyring.
func (s Source) askKeyring(ctx context.Context) (string, error) {
	text, err := inTime(ctx, keyringLimit, func() (string, error) { return keyring.Get(s.Name, s.Account) })
	switch {
	case errors.Is(err, keyring.ErrNotFound):
		return "", fmt.Errorf("%s does not exist: %w", s, err)
	case err != nil:
		return "", fmt.Errorf("%s can't be read: %w", s, err)
	}
	return text, nil
}
