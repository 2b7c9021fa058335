package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode"

	"github.com/zalando/go-keyring"
)

const (
	commandLimit = 10 * time.Second
	secretSize   = 64 << 10 // bytes; no credential is longer
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
}

// Set reports whether there is a source at all.
func (s Source) Set() bool { return s.Kind != SourceNone }

// String names the place in words. A command's arguments may be secret, so only its program is named.
func (s Source) String() string {
	switch s.Kind {
	case SourceInline:
		if s.Name != "" {
			return s.Name
		}
		return "the configuration"
	case SourceEnvironment:
		return "the environment variable " + s.Name
	case SourceFile:
		return "the file " + s.Name
	case SourceCommand:
		return fmt.Sprintf("the command %q", strings.Join(s.Command[:min(1, len(s.Command))], ""))
	case SourceKeyring:
		return fmt.Sprintf("the keyring entry %s/%s", s.Name, s.Account)
	}
	return "nowhere"
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
	Source       string // where they come from, in words
}

// Credentials reads the tenant's credentials from where the configuration says they are, or else the login that is stored for its
// address. A command may take ten seconds and the keyring five. Errors say which place failed and why, and never hold what was read.
func (t Tenant) Credentials(ctx context.Context) (Credentials, error) {
	c := Credentials{ClientID: t.ClientID, Source: t.Secret.String()}
	var err error
	switch {
	case t.Token.Set():
		c.Source = t.Token.String()
		c.Token, err = t.Token.Read(ctx)
	case t.UsesLogin():
		c, err = t.storedLogin(ctx)
	default:
		c.ClientSecret, err = t.Secret.Read(ctx)
	}
	if err != nil {
		return Credentials{}, fmt.Errorf("the credentials of tenant %q can't be read: %w", t.Name, err)
	}
	return c, nil
}

// Read fetches the secret. One line break at its end is dropped.
func (s Source) Read(ctx context.Context) (Secret, error) {
	if err := ctx.Err(); err != nil {
		return Secret{}, err
	}
	text, err := s.fetch(ctx)
	if err != nil {
		return Secret{}, err
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	switch {
	case text == "":
		return Secret{}, fmt.Errorf("%s is empty", s)
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar }):
		return Secret{}, fmt.Errorf("%s holds more than one line, or characters that no credential has", s)
	}
	return NewSecret(text), nil
}

func (s Source) fetch(ctx context.Context) (string, error) {
	switch s.Kind {
	case SourceInline:
		return s.Inline.Reveal(), nil
	case SourceEnvironment:
		text, ok := os.LookupEnv(s.Name)
		if !ok {
			return "", fmt.Errorf("%s is not set", s)
		}
		return text, nil
	case SourceFile:
		return readSecretFile(s.Name)
	case SourceCommand:
		return s.runCommand(ctx)
	case SourceKeyring:
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
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	if why := looseMode(path, info); why != "" {
		return "", fmt.Errorf("%s holds a secret, but %s", path, why)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, secretSize+1))
	if err != nil {
		return "", err
	}
	if len(data) > secretSize {
		return "", fmt.Errorf("%s is too long for a credential", path)
	}
	return string(data), nil
}

// runCommand runs the program without a shell and without input. What it prints is the secret; what it complains about may be
// shown.
func (s Source) runCommand(ctx context.Context) (string, error) {
	if len(s.Command) == 0 {
		return "", errors.New("the command for the secret names no program")
	}
	limited, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	out, complaint := capped{limit: secretSize}, capped{limit: 4 << 10}
	cmd := exec.CommandContext(limited, s.Command[0], s.Command[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	cmd.WaitDelay = 500 * time.Millisecond // for a grandchild that keeps the pipe open
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("%s was stopped: %w", s, ctx.Err())
	case limited.Err() != nil:
		return "", fmt.Errorf("%s did not end within %v: %w", s, commandLimit, limited.Err())
	case err != nil:
		said := oneLine(withoutSecret(complaint.kept.String(), out.kept.String()))
		if said != "" {
			return "", fmt.Errorf("%s failed: %w: %s", s, err, said)
		}
		return "", fmt.Errorf("%s failed: %w", s, err)
	case out.over:
		return "", fmt.Errorf("%s printed too much for a credential", s)
	}
	return out.kept.String(), nil
}

// capped keeps the first bytes that are written and swallows the rest, so that a talkative program still ends. The buffer is not
// embedded: its ReadFrom would go around the limit.
type capped struct {
	kept  bytes.Buffer
	limit int
	over  bool
}

func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.kept.Len()
	if len(p) > room {
		c.over = true
		c.kept.Write(p[:room])
		return len(p), nil
	}
	return c.kept.Write(p)
}

// withoutSecret takes out of a complaint what the program printed as the secret.
func withoutSecret(complaint, printed string) string {
	for line := range strings.Lines(printed) {
		if line = strings.TrimSpace(line); line != "" {
			complaint = strings.ReplaceAll(complaint, line, hidden)
		}
	}
	return complaint
}

// oneLine makes foreign text fit for an error: one line, no control characters or invisible ones, at most 200 characters.
func oneLine(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	runes := []rune(strings.Join(strings.Fields(clean), " "))
	if len(runes) > 200 {
		return string(runes[:199]) + "…"
	}
	return string(runes)
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
