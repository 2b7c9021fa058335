package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/ui/host"
)

func remembering(dir string) func(*Options) {
	return func(o *Options) { o.Opened = state.Open(dir, nil) }
}

func TestWhatWasOpenedIsThereTheNextTime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gatehouse")
	o := interfaceOnly()
	o.options = remembering(dir)
	d := newDriver(t, o)
	d.open("6", d.tenant.RoleID(7))
	d.open("6", d.tenant.RoleID(8))
	d.open("4", d.tenant.SecretID(0))
	d.keys("6", "e", "Reviewers", "<ctrl+s>", "<tab>", "<enter>")
	d.sees("Saved role")

	base := d.client.BaseURL()
	store := state.Open(dir, nil)
	opened, err := store.Opened(base, "roles")
	if err != nil || len(opened) != 2 || opened[0].IDs["id"] != d.tenant.RoleID(8) || opened[0].Name != "Reviewers" {
		t.Fatalf("remembered %+v, %v", opened, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "opened.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{d.tenant.ShareCode(0), d.tenant.Token()} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the file holds %q", secret)
		}
	}

	later := newDriver(t, interfaceOnlyAt(t, base, dir))
	later.keys("6")
	later.sees("2 opened by id", "Reviewers", d.tenant.RoleID(7))
	later.keys("4")
	later.sees("1 opened by id", d.tenant.SecretID(0))
}

// interfaceOnlyAt is a console of a later session: another tenant process, whose address the store knows as base.
func interfaceOnlyAt(t *testing.T, base, dir string) driverOptions {
	t.Helper()
	o := interfaceOnly()
	o.options = func(opt *Options) {
		store, moved := state.Open(dir, nil), opt.Client.BaseURL()
		for _, kind := range []string{"roles", "secrets"} {
			opened, err := store.Opened(base, kind)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range slices.Backward(opened) {
				if err := store.Remember(context.Background(), moved, kind, r); err != nil {
					t.Fatal(err)
				}
			}
		}
		opt.Opened = store
	}
	return o
}

func TestADeletedToolsetIsForgotten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gatehouse")
	o := interfaceOnly()
	o.options = remembering(dir)
	d := newDriver(t, o)
	parts := strings.Split(toolsetPath(d, 0), "/")
	d.open("9", parts[4], parts[6], parts[8])
	d.keys("x", parts[8], "<enter>")
	d.sees("Deleted toolset")
	if opened, err := state.Open(dir, nil).Opened(d.client.BaseURL(), "toolsets"); err != nil || len(opened) != 0 {
		t.Errorf("remembered %v, %v", opened, err)
	}
}

func TestTheBuiltInTenantIsNotRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gatehouse")
	o := interfaceOnly()
	o.options, o.info = remembering(dir), func(i *host.TenantInfo) { i.Demo = true }
	d := newDriver(t, o)
	d.open("6", d.tenant.RoleID(7))
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the state folder was made: %v", err)
	}
}

func TestAStateFolderThatCantBeWrittenIsSaidOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := interfaceOnly()
	o.options = remembering(filepath.Join(file, "gatehouse"))
	d := newDriver(t, o)
	d.keys("6")
	d.sees("What was opened before can't be read from", "Everything else works.")
	d.open("6", d.tenant.RoleID(7))
	d.sees("Not readable here.")
	d.seesNot("can't be remembered in")
}

func TestAStateFileWithOddIdsOpensNothingOdd(t *testing.T) {
	dir := t.TempDir()
	o := interfaceOnly()
	o.options = func(opt *Options) {
		text := fmt.Sprintf(`{"version":1,"tenants":{%q:{"roles":[{"ids":{"id":"../x"}},{"ids":{}},{"ids":{"id":"good1"},`+
			`"name":"A\u001b[31mB"}]}}}`, opt.Client.BaseURL())
		if err := os.WriteFile(filepath.Join(dir, "opened.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		opt.Opened = state.Open(dir, nil)
	}
	d := newDriver(t, o)
	d.keys("6")
	d.sees("1 opened by id", "A␛[31mB", "good1")
}
