package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"gatehouse/credential"
	"gatehouse/credential/credentialtest"
)

// The test binary stands in for a password manager: with this variable set it does what the variable says.
const actAs = "GATEHOUSE_TEST_ACT_AS"

func TestMain(m *testing.M) {
	switch os.Getenv(actAs) {
	case "":
		os.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere") // the keyring of the tests needs none, but it is looked for
		os.Exit(m.Run())
	case "good":
		fmt.Println("CANARY")
	case "argument":
		fmt.Print(os.Args[len(os.Args)-1])
	case "fail":
		fmt.Print("CANARY\n")
		fmt.Fprintln(os.Stderr, "\x1b[31mlocked\x1b[0m:\n CANARY can't be opened\u202e", strings.Repeat("x", 300))
		os.Exit(3)
	case "endless":
		chunk := strings.Repeat("A", 1<<16)
		for range 64 {
			fmt.Print(chunk)
		}
	case "hang":
		fmt.Fprintln(os.Stderr, "up")
		select {}
	case "silent":
	}
	os.Exit(0)
}

func command(t *testing.T, act string, args ...string) Source {
	t.Helper()
	t.Setenv(actAs, act)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Source{Kind: SourceCommand, Command: append([]string{self}, args...)}
}

func secretFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustRead(t *testing.T, s Source, want string) {
	t.Helper()
	got, err := s.Read(t.Context(), credential.ClientSecret, Means{})
	if err != nil || got.Reveal() != want {
		t.Errorf("%s: got %.40q, %v; want %q", s, got.Reveal(), err, want)
	}
}

func mustFail(t *testing.T, s Source, want string) error {
	t.Helper()
	got, err := s.Read(t.Context(), credential.ClientSecret, Means{})
	if err == nil || !got.Empty() || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: got %.40q, %v; want an error with %q", s, got.Reveal(), err, want)
	} else if strings.Contains(err.Error(), "CANARY") {
		t.Errorf("the secret is in the error: %v", err)
	}
	return err
}

func TestReadEnvironment(t *testing.T) {
	s := Source{Kind: SourceEnvironment, Name: "GATEHOUSE_TEST_SECRET"}
	mustFail(t, s, "the environment variable GATEHOUSE_TEST_SECRET is not set")
	t.Setenv(s.Name, "")
	mustFail(t, s, "is empty")
	t.Setenv(s.Name, "CANARY")
	mustRead(t, s, "CANARY")
	t.Setenv(s.Name, "CANARY\nX-Evil: 1")
	mustFail(t, s, "more than one line")
}

func TestReadFile(t *testing.T) {
	file := func(path string) Source { return Source{Kind: SourceFile, Name: path} }
	for content, want := range map[string]string{
		"CANARY": "CANARY", "CANARY\n": "CANARY", "CANARY\r\n": "CANARY", " CANARY ": "CANARY", "CANARY\n\n": "CANARY",
		"\ufeffCANARY": "CANARY", "\"CANARY\"\n": "CANARY",
	} {
		mustRead(t, file(secretFile(t, content)), want)
	}
	mustFail(t, file(secretFile(t, "")), "is empty")
	mustFail(t, file(secretFile(t, "CANARY\nCANARY\n")), "more than one line")
	mustFail(t, file(secretFile(t, "CANARY\x00")), "characters that can't be sent")
	mustFail(t, file(secretFile(t, "CANARY\xff")), "characters that can't be sent")
	mustFail(t, file(secretFile(t, strings.Repeat("CANARY", credential.Size))), "too long")
	mustFail(t, file(secretFile(t, "\xff\xfeC\x00A\x00")), "is saved as UTF-16")
	key := credentialtest.NewKey()
	mustRead(t, file(secretFile(t, "\ufeff"+key.Secret+"\r\n")), key.Secret)
	mustFail(t, file(secretFile(t, "export SECRET="+key.Secret)), "holds a signing key, but not alone")
	if err := mustFail(t, file(filepath.Join(t.TempDir(), "none")), "none"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	mustFail(t, file(t.TempDir()), "is not a regular file")
	if runtime.GOOS != "windows" {
		loose := secretFile(t, "CANARY")
		if err := os.Chmod(loose, 0o640); err != nil {
			t.Fatal(err)
		}
		mustFail(t, file(loose), "run chmod 600 "+loose)
	}
}

func TestReadCommand(t *testing.T) {
	mustRead(t, command(t, "good"), "CANARY")
	// Arguments reach the program as they are: there is no shell.
	mustRead(t, command(t, "argument", "--", "$HOME;`id`|a\"b"), "$HOME;`id`|a\"b")
	mustFail(t, command(t, "silent"), "is empty")
	mustFail(t, command(t, "endless"), "printed too much")
	mustFail(t, Source{Kind: SourceCommand, Command: []string{"gatehouse-test-no-such-program", "CANARY"}}, "failed")

	err := mustFail(t, command(t, "fail", "CANARY-argument"), "exit status 3: [31mlocked[0m: [hidden] can't be opened")
	if strings.ContainsAny(err.Error(), "\x1b\n\u202e") || len([]rune(err.Error())) > 400 {
		t.Errorf("not fit for a line: %q", err)
	}
}

// A command that may ask has the terminal and no limit; the secret is what it prints, not what it says there.
func TestReadCommandWithATerminal(t *testing.T) {
	lent := 0
	by := Means{Lend: func(ctx context.Context, cmd *exec.Cmd) error {
		lent++
		if _, limited := ctx.Deadline(); limited || cmd.Stderr != nil || cmd.Stdin != nil {
			t.Error("the terminal isn't its own")
		}
		return cmd.Run()
	}}
	got, err := command(t, "good").Read(t.Context(), credential.ClientSecret, by)
	if err != nil || got.Reveal() != "CANARY" || lent != 1 {
		t.Errorf("got %q, %v, lent %d times", got.Reveal(), err, lent)
	}
	if _, err := command(t, "fail").Read(t.Context(), credential.ClientSecret, by); err == nil || strings.Contains(err.Error(), "CANARY") ||
		!strings.HasSuffix(err.Error(), "failed: exit status 3") {
		t.Errorf("got %v", err)
	}
}

// Whether there is a terminal is found out when a command wants it; without one it is run as by a program that nobody sits in front of.
func TestReadCommandWithoutATerminalToLend(t *testing.T) {
	by := Means{Lend: func(context.Context, *exec.Cmd) error { return ErrNoTerminal }}
	if got, err := command(t, "good").Read(t.Context(), credential.ClientSecret, by); err != nil || got.Reveal() != "CANARY" {
		t.Errorf("got %q, %v", got.Reveal(), err)
	}
	_, alone := command(t, "fail").Read(t.Context(), credential.ClientSecret, Means{})
	if _, err := command(t, "fail").Read(t.Context(), credential.ClientSecret, by); err == nil || err.Error() != alone.Error() {
		t.Errorf("got %v, want %v", err, alone)
	}
}

func TestVariablesAreLookedUp(t *testing.T) {
	by := Means{Lookup: func(name string) (string, bool) { return "CANARY", name == "GATEHOUSE_TEST_APART" }}
	got, err := Source{Kind: SourceEnvironment, Name: "GATEHOUSE_TEST_APART"}.Read(t.Context(), credential.AccessToken, by)
	if err != nil || got.Reveal() != "CANARY" {
		t.Errorf("got %q, %v", got.Reveal(), err)
	}
}

func TestReadCommandEndsWithTheContext(t *testing.T) {
	s := command(t, "hang")
	ctx, cancel := context.WithCancel(t.Context())
	cancelled := make(chan error, 1)
	go func() {
		_, err := s.Read(ctx, credential.ClientSecret, Means{})
		cancelled <- err
	}()
	cancel()
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestReadKeyring(t *testing.T) {
	keyring.MockInit()
	s := Source{Kind: SourceKeyring, Name: "gatehouse", Account: "acme"}
	if err := mustFail(t, s, "the keyring entry gatehouse/acme does not exist"); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if err := keyring.Set("gatehouse", "acme", "CANARY"); err != nil {
		t.Fatal(err)
	}
	mustRead(t, s, "CANARY")
	keyring.MockInitWithError(errors.New("no bus\x1b[2J\nat all"))
	err := mustFail(t, s, "the keyring entry gatehouse/acme can't be read: no bus[2J at all")
	if strings.ContainsAny(err.Error(), "\x1b\n") {
		t.Errorf("not clean: %q", err)
	}
}

func TestReadNothing(t *testing.T) {
	mustFail(t, Source{Kind: SourceCommand}, "names no program")
	mustFail(t, Source{}, "no place for the secret is configured")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Source{Kind: SourceInline, Inline: NewSecret("CANARY")}).Read(ctx, credential.ClientSecret, Means{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCredentials(t *testing.T) {
	inline := func(s string) Source { return Source{Kind: SourceInline, Inline: NewSecret(s)} }
	c, err := Tenant{Name: "acme", ClientID: "a@acme.example/x", Secret: inline("CANARY")}.Credentials(t.Context(), Means{})
	if err != nil || c.ClientID != "a@acme.example/x" || c.ClientSecret.Reveal() != "CANARY" || !c.Token.Empty() {
		t.Errorf("got %+v, %v", c, err)
	}
	c, err = Tenant{Name: "acme", Token: inline("CANARY")}.Credentials(t.Context(), Means{})
	if err != nil || c.Token.Reveal() != "CANARY" || !c.ClientSecret.Empty() {
		t.Errorf("got %+v, %v", c, err)
	}
	_, err = Tenant{Name: "acme", Token: Source{Kind: SourceEnvironment, Name: "GATEHOUSE_TEST_NONE"}}.Credentials(t.Context(), Means{})
	if err == nil || err.Error() != `the credentials of tenant "acme" can't be read: the environment variable GATEHOUSE_TEST_NONE is not set` {
		t.Errorf("got %v", err)
	}
}

// However a secret or something that holds one is printed, logged or marshalled, its text stays hidden.
func TestSecretsStayHidden(t *testing.T) {
	secret := NewSecret("CANARY")
	tenant := Tenant{Name: "acme", Secret: Source{Kind: SourceInline, Inline: secret},
		Token: Source{Kind: SourceCommand, Command: []string{"op", "CANARY"}}}
	buried := struct {
		inner struct{ secret Secret }
		list  []Secret
	}{list: []Secret{secret}}
	buried.inner.secret = secret
	printed := map[string]any{
		"secret": secret, "pointer": &secret, "tenant": tenant, "tenant pointer": &tenant, "map": map[string]Secret{"a": secret},
		"credentials": Credentials{Token: secret, ClientSecret: secret}, "buried": buried, "choice": Choice{Tenant: tenant},
		"config": &Config{Tenants: []Tenant{tenant}},
	}
	for name, v := range printed {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%10.3s"} {
			if out := fmt.Sprintf(verb, v); strings.Contains(out, "CANARY") || strings.Contains(strings.ToLower(out), "43414e415259") {
				t.Errorf("%s with %s: %s", name, verb, out)
			}
		}
	}
	var log bytes.Buffer
	for _, l := range []*slog.Logger{slog.New(slog.NewTextHandler(&log, nil)), slog.New(slog.NewJSONHandler(&log, nil))} {
		l.Info("x", "secret", secret, "pointer", &secret, "credentials", Credentials{Token: secret}, "inline", tenant.Secret, "tenant", tenant)
	}
	marshalled, err := json.Marshal(map[string]any{"secret": secret, "credentials": Credentials{Token: secret}, "inline": tenant.Secret,
		"tenant": tenant})
	if err != nil {
		t.Fatal(err)
	}
	text, err := secret.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{log.String(), string(marshalled), string(text), secret.String(), secret.GoString()} {
		if strings.Contains(out, "CANARY") {
			t.Errorf("printed: %s", out)
		}
		if !strings.Contains(out, hidden) {
			t.Errorf("nothing says that something is hidden: %s", out)
		}
	}
}
