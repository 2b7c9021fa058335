package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const goodTenant = "[tenants.acme]\nbase_url = \"https://acme.example\"\naccess_token_env = \"T\"\n"

// wrong is a configuration with a problem, and how what is said of it begins, after the file.
type wrong struct{ name, text, want string }

// problemsOfOptions are wrong options.
func problemsOfOptions() []wrong {
	return []wrong{
		{"unknown option", "mouse = true\npage_sise = 3\n", `2:1: unknown option "page_sise": did you mean "page_size"?`},
		{"unknown option far from all", "  zzz = 3\n", `1:3: unknown option "zzz": see config.example.toml`},
		{"unknown option in a tenant", goodTenant + "base_ulr = 1\n", `4:1: unknown option "base_ulr": did you mean "base_url"?`},
		{"root option in a table", goodTenant + "mouse = true\n", `4:1: unknown option "mouse" in [tenants.acme]: it belongs at the top`},
		{"unknown table", "[tennants.acme]\nx = 1\n", `1:2: unknown option "tennants": did you mean "tenants"?`},
		{"wrong type", "page_size = \"many\"\n", `1:13: page_size: got a string, wants a whole number from 10 to 100`},
		{"fraction", "page_size = 1.5\n", `1:13: page_size: got a fraction, wants a whole number`},
		{"out of range", "page_size = 5\n", `1:13: page_size: got 5, wants a whole number from 10 to 100`},
		{"too large", "fps = 99999999999999999999\n", `1:7: fps: got a number that is too large`},
		{"bool", "mouse = \"yes\"\n", `1:9: mouse: got a string, wants true or false`},
		{"list", "mouse = [1]\n", `1:9: mouse: got a list, wants true or false`},
		{"refresh without unit", "refresh = \"30\"\n", `1:11: refresh: got "30", wants "off" or a time from "5s" to "24h"`},
		{"refresh too short", "refresh = \"1s\"\n", `1:11: refresh: got "1s"`},
		{"refresh as a number", "refresh = 30\n", `1:11: refresh: got a whole number, wants "off" or a time`},
		{"date", "clipboard = 2026-01-01\n", `1:13: clipboard: got a date or time, wants one of auto, osc52, system, off`},
		{"clipboard", "clipboard = \"osc\"\n", `1:13: clipboard: unknown value "osc": did you mean "osc52"?`},
		{"theme", "[theme]\nname = \"drak\"\n", `2:8: name: unknown value "drak"`},
		{"theme as a string", "theme = \"dark\"\n", `1:9: theme: got a string, wants a table`},
		{"role", "[theme.colors]\nacent = \"red\"\n", `2:1: unknown role "acent": did you mean "accent"?`},
		{"role far from all", "[theme.colors]\nxxxxxx = \"red\"\n", `2:1: unknown role "xxxxxx": the roles are accent, bad, border`},
		{"colour", "[theme.colors]\nbad = \"reed\"\n", `2:7: bad: unknown colour "reed"`},
		{"colour as a number", "[theme.colors]\nbad = 3\n", `2:7: bad: got a whole number, wants a colour`},
		{"accent", goodTenant + "accent = \"reed\"\n", `4:10: accent: unknown colour "reed"`},
		{"empty string", "default_tenant = \"\"\n", `1:18: default_tenant: is empty, wants a string`},
		{"default tenant", "default_tenant = \"acmee\"\n" + goodTenant, `1:18: default_tenant: there is no tenant "acmee": did you mean "acme"?`},
		{"default tenant without tenants", "default_tenant = \"a b\"\n", `1:18: default_tenant: there is no tenant "a b": write [tenants."a b"]`},
	}
}

// problemsOfTenants are wrong tenants.
func problemsOfTenants() []wrong {
	return []wrong{
		{"no address", "[tenants.acme]\naccess_token_env = \"T\"\n", `1:10: tenant "acme" has no address`},
		{"no credentials", "[tenants.acme]\nread_only = true\n", `1:10: tenant "acme" has no credentials`},
		{"client id without its secret", "[tenants.acme]\nbase_url = \"https://acme.example\"\nclient_id = \"a@acme.example/x\"\n",
			`1:10: tenant "acme" has no credentials`},
		{"no client id", "[tenants.acme]\nbase_url = \"https://acme.example\"\nclient_secret_env = \"S\"\n",
			`3:1: tenant "acme" has a client secret but no client_id`},
		{"two sources", goodTenant + "access_token_file = \"t\"\n", `4:1: access_token_file and access_token_env (line 3) are two sources`},
		{"token and secret", goodTenant + "client_id = \"a@acme.example/x\"\nclient_secret_env = \"S\"\n",
			`3:1: tenant "acme" has an access token and a client secret (line 5): keep one`},
		{"http", "[tenants.a]\nbase_url = \"http://acme.example\"\naccess_token_env = \"T\"\n", `2:12: base_url must begin with https://`},
		{"path", "[tenants.a]\nbase_url = \"https://acme.example/api\"\naccess_token_env = \"T\"\n",
			`2:12: base_url must end after the host name`},
		{"user", "[tenants.a]\nbase_url = \"https://u:CANARY@acme.example\"\naccess_token_env = \"T\"\n",
			`2:12: base_url must not hold a user name`},
		{"bad client id", "[tenants.a]\nclient_id = \"acme\"\nclient_secret_env = \"S\"\n", `2:13: client_id names no tenant`},
		{"other tenant's client id", "[tenants.a]\nbase_url = \"https://acme.example\"\nclient_id = " +
			"\"x@other.example/y\"\nclient_secret_env = \"S\"\n",
			`3:13: client_id belongs to another tenant (other.example) than the address (acme.example)`},
		{"auth", goodTenant + "auth = \"secret\"\n", `4:8: auth: unknown value "secret", wants one of auto, client_secret`},
		{"array of tables", "[[tenants]]\nname = \"a\"\n", `1:3: write [tenants.NAME] instead of [[tenants]]`},
		{"tenant without a name", "[tenants]\nbase_url = \"https://acme.example\"\n",
			`2:1: "base_url" belongs under a name: write [tenants.NAME] above it`},
		{"tenant twice", goodTenant + goodTenant, `4:10: "acme" is there twice (first in line 1)`},
		{"tenant twice but for case", goodTenant + strings.Replace(goodTenant, "acme]", "Acme]", 1),
			`4:10: tenant "Acme" differs from tenant "acme" (line 1) only in upper and lower case`},
		{"tenant name", "[tenants.\"a\\u001b\"]\n", `1:10: tenants: "a\x1b" is not a name that can be shown`},
		{"env with dollar", "[tenants.a]\nbase_url = \"https://acme.example\"\naccess_token_env = \"$T\"\n",
			`3:20: access_token_env: wants the name of an environment variable`},
		{"command as a string", "[tenants.a]\nbase_url = \"https://acme.example\"\naccess_token_command = \"pass show\"\n",
			`3:24: access_token_command: got a string, wants a list of the program`},
		{"empty command", "[tenants.a]\nbase_url = \"https://acme.example\"\naccess_token_command = []\n",
			`3:24: access_token_command: names no program`},
		{"command with a number", "[tenants.a]\nbase_url = \"https://acme.example\"\naccess_token_command = [\"a\", 2]\n",
			`3:30: access_token_command: got a whole number in the list`},
		{"keyring", "[tenants.a]\nbase_url = \"https://acme.example\"\naccess_token_keyring = \"acme\"\n",
			`3:24: access_token_keyring: wants "service/account"`},
		{"secret as a number", "[tenants.a]\nclient_id = \"a@acme.example/x\"\nclient_secret = 12345678\n",
			`3:17: client_secret: got a whole number, wants the secret as a string`},
	}
}

// problemsOfTheRest are wrong keys, views and the writing itself.
func problemsOfTheRest() []wrong {
	return []wrong{
		{"undeliverable key", "[keys]\nopen = [\"enter\", \"ctrl+i\"]\n", `2:18: open: "ctrl+i" can't be used`},
		{"unknown key", "[keys]\nopen = \"entr\"\n", `2:8: open: "entr" is not a key: did you mean "enter"?`},
		{"unknown action", "[keys]\n\"hooks.togle\" = \"t\"\n", `2:1: unknown action "hooks.togle": did you mean "hooks.toggle"?`},
		{"clash", "[keys]\nhooks.toggle = \"s\"\n", `2:16: hooks.toggle: "s" is also the key of sort.next`},
		{"key as a number", "[keys]\nhooks.toggle = 1\n", `2:16: hooks.toggle: got a whole number, wants a key`},
		{"empty key list", "[keys]\nhooks.toggle = []\n", `2:7: hooks.toggle has an empty list of keys`},
		{"keys as a list", "keys = [\"a\"]\n", `1:8: keys: got a list, wants a table of actions and keys`},
		{"view without a pane", "[views.x]\nfilter = \"a\"\n", `1:8: the view "x" needs a pane`},
		{"view of an unknown pane", "[views.x]\npane = \"secret\"\n", `2:8: pane: unknown value "secret": did you mean "secrets"?`},
		{"view narrowed by a text", "[views.x]\npane = \"secrets\"\nonly = \"a\"\n",
			`3:8: only: got a string, wants a list such as ["sharing: external"]`},
		{"view narrowed by a number", "[views.x]\npane = \"secrets\"\nonly = [\"a\", 1]\n",
			`3:14: only: got a whole number in the list, wants a list such as ["sharing: external"]`},
		{"view sorted by nothing", "[views.x]\npane = \"secrets\"\nsort = \"-\"\n", `3:8: sort: names no column`},
		{"syntax", "mouse = true\nfps = \n", `2:`},
		{"syntax, a bare word", "clipboard = off\n", `1:13: `},
		{"option twice", "mouse = true\nmouse = false\n", `2:1: "mouse" is there twice (first in line 1)`},
		{"columns count characters", "clipboard = \"äöü\" # \nfps = 1\n\"ü\" = 1\n", `3:1: unknown option "ü"`},
		{"column after wide characters", "theme = { \"ü\" = 1, nam = 2 }\n", `1:20: unknown option "nam": did you mean "name"?`},
	}
}

func TestProblems(t *testing.T) {
	for _, c := range slices.Concat(problemsOfOptions(), problemsOfTenants(), problemsOfTheRest()) {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.text)
			_, err := Load(path, testPalette, testPanes)
			var problems Problems
			if !errors.As(err, &problems) {
				t.Fatalf("got %v, want problems", err)
			}
			lines := strings.Split(err.Error(), "\n")
			if !slices.ContainsFunc(lines, func(l string) bool {
				return strings.HasPrefix(l, path+":"+c.want) || strings.Contains(l, c.want) && c.want[0] > '9'
			}) {
				t.Errorf("got\n%v\nwant %s", err, c.want)
			}
			if strings.Contains(err.Error(), "CANARY") || strings.Contains(err.Error(), "12345678") {
				t.Errorf("a secret was printed: %v", err)
			}
		})
	}
}

func TestAllProblemsTogetherInFileOrder(t *testing.T) {
	path := write(t, `default_tenant = "acme"
page_size = 5
colour = "x"
refresh = 30
[tenants.acme]
base_url = "ftp://acme.example"
[keys]
open = "ctrl+m"
hooks.toggle = "s"
[views.x]
pane = "no"
fps = = 3
`)
	_, err := Load(path, testPalette, testPanes)
	var problems Problems
	if !errors.As(err, &problems) {
		t.Fatal(err)
	}
	var at []string
	for _, p := range problems {
		at = append(at, fmt.Sprintf("%d:%d", p.Line, p.Column))
		if p.File != path {
			t.Errorf("file %q", p.File)
		}
	}
	want := "2:13 3:1 4:11 6:12 8:8 9:16 11:8 12:7"
	if got := strings.Join(at, " "); got != want {
		t.Errorf("problems at %s, want %s:\n%v", got, want, err)
	}
}
