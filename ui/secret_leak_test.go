package ui

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gatehouse/api"
	"gatehouse/state"
	"gatehouse/tenant"
)

// codeSpellings are ways to write a share code in which it still opens the secret.
func codeSpellings(code string) []string {
	lower := strings.ToLower(code)
	bare := strings.ReplaceAll(code, "-", "")
	return []string{code, lower, bare, strings.ToLower(bare), strings.ReplaceAll(lower, "-", " "), "acme.example/secrets/" + lower,
		"https://acme.example/secrets/" + code}
}

// leakless is a console with all that remembers: the requests, a state folder, and what the client tells an observer.
func leakless(t *testing.T, o driverOptions) (d *driver, told func() string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "state")
	var recent api.Recent
	var seen bytes.Buffer
	log := slog.New(slog.NewTextHandler(&seen, &slog.HandlerOptions{Level: slog.LevelDebug}))
	o.observe = func(x api.Exchange) {
		recent.Add(x)
		curl, err := x.Curl()
		log.Debug("exchange", "x", x, "path", x.Path, "query", x.Query, "body", string(x.Body), "err", x.Err, "curl", curl, "why", err)
	}
	o.options = func(opt *Options) { opt.Opened, opt.Requests = state.Open(folder, nil), &recent }
	d = newDriver(t, o)
	return d, func() string {
		text := seen.String() + strings.Join(d.copied, "\n")
		files, _ := filepath.Glob(filepath.Join(folder, "*"))
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintf("\n%s: %s", filepath.Base(file), content)
		}
		return text
	}
}

// wantUntold fails when a part of the code stands in what was told or, with the whole screen, in what is shown.
func wantUntold(t *testing.T, code, where, text string) {
	t.Helper()
	text = strings.ToLower(text)
	for _, part := range strings.Split(strings.ToLower(code), "-") {
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, part) {
				t.Fatalf("%s: %q of the code is told:\n%.1000s", where, part, line)
			}
		}
	}
}

func TestAShareCodeIsNoVaultId(t *testing.T) {
	for _, only := range []bool{false, true} {
		d, told := leakless(t, driverOptions{tenant: tenant.Options{InterfaceOnly: only}})
		code := secretOf(d, activeSecret(d)).ShareCode
		d.keys("4", "O")
		d.tenant.ForgetRequests()
		for _, spelling := range codeSpellings(code) {
			d.keys("<ctrl+u>")
			d.paste(spelling)
			d.keys("<ctrl+s>")
			d.sees("Open a secret by its id", "this isn't a vault id alone; X in the list revokes by link, code or id")
		}
		d.keys("<ctrl+u>", "vault-17", "<ctrl+s>")
		d.sees("a vault id has 27 letters and digits")
		if n := len(d.tenant.Requests()); n != 0 {
			t.Errorf("%d requests were sent", n)
		}
		d.keys("<ctrl+u>", "<esc>", "L")
		d.sees("Requests")
		wantUntold(t, code, "the screen", d.screen())
		wantUntold(t, code, "what is remembered", told())
	}
}

func TestAShareCodeTypedAsAnotherIdIsNotSent(t *testing.T) {
	d, told := leakless(t, driverOptions{})
	code := secretOf(d, 0).ShareCode
	d.keys("6")
	d.tenant.ForgetRequests()
	d.open("6", code)
	d.sees("this looks like a share code, not like an id")
	if n := len(d.tenant.Requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	wantUntold(t, code, "what is remembered", told())
}

// The tenant gets what was typed, but neither the requests nor a copied curl command nor a saved view repeat it.
func TestASearchForAShareCodeIsToldNobody(t *testing.T) {
	d, told := leakless(t, driverOptions{})
	code := secretOf(d, activeSecret(d)).ShareCode
	d.keys("4")
	for _, spelling := range codeSpellings(code) {
		d.keys("/", "<ctrl+u>")
		d.paste(spelling)
		d.sees("This may be a share link or a share code.")
		d.keys("<ctrl+s>")
		d.reads("The tenant found no secrets for", "X finds the secret behind it, to revoke", "esc shows all again.")
		d.keys("W")
		d.sees("This view can't be saved: what it looks for may be a share link or a share code, and these are never written down.")
		d.keys("<esc>")
	}
	d.keys("L", "Y", "<enter>")
	d.sees("Requests")
	wantUntold(t, code, "the requests", d.screen())
	if len(d.copied) == 0 {
		t.Error("nothing was copied")
	}
	wantUntold(t, code, "what is remembered", told())
}

func TestAFilterByAShareCodeIsNotSaved(t *testing.T) {
	d, told := leakless(t, driverOptions{})
	code := secretOf(d, activeSecret(d)).ShareCode
	d.keys("4", "/")
	d.paste(strings.ToLower(code))
	d.keys("<tab>", "W")
	d.sees("This view can't be saved")
	d.keys("/", "<ctrl+u>", "mail", "<tab>", "W")
	d.paste(code)
	d.keys("<ctrl+s>")
	d.sees("this may be a share code; names are written down")
	d.keys("<ctrl+u>", "mail", "<ctrl+s>")
	d.sees("Saved the view “mail”")
	wantUntold(t, code, "what is remembered", told())
}
