package revoke

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gatehouse/cli/clitest"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
)

// parse gives the options of a command line without running it; nil where it doesn't get that far.
func parse(args ...string) (*Options, error) {
	var got *Options
	err := clitest.Parse(func(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
		return newCommand(factory, flags, func(_ context.Context, o *Options) error {
			got = o
			return nil
		})
	}, append([]string{"revoke"}, args...)...)
	if got != nil {
		got.Factory = nil
	}
	return got, err
}

func TestOptions(t *testing.T) {
	plain := session.Flags{Demo: session.DemoFlags{Seed: 1}}
	demo := plain
	demo.Demo.On, demo.Demo.Rows, demo.Demo.Faults = true, 7, []string{"GET /a status=503", "GET /b hang"}
	acme := plain
	acme.Tenant, acme.Config, acme.ReadOnly, acme.Debug = "acme", "file", true, "log"
	for line, want := range map[string]Options{
		"":                     {Flags: plain, References: []string{}},
		"a b":                  {Flags: plain, References: []string{"a", "b"}},
		"--yes --json x":       {Flags: plain, Yes: true, JSON: true, References: []string{"x"}},
		"-y --as creator":      {Flags: plain, Yes: true, As: asCreator, References: []string{}},
		"x --as=administrator": {Flags: plain, As: asAdministrator, References: []string{"x"}},
		"-- --yes":             {Flags: plain, References: []string{"--yes"}},
		"--tenant acme --config file --read-only --debug log": {Flags: acme, References: []string{}},
	} {
		got, err := parse(strings.Fields(line)...)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%q: got %+v, %v; want %+v", line, got, err, want)
		}
	}
	got, err := parse("--demo", "--rows", "7", "--fault", "GET /a status=503", "--fault", "GET /b hang")
	if err != nil || !reflect.DeepEqual(got.Flags, demo) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestOptionsThatAreWrong(t *testing.T) {
	for line, want := range map[string]string{
		"--as owner":   "--as wants creator or administrator",
		"--yes=maybe":  `invalid argument "maybe" for "-y, --yes" flag: it wants true or false`,
		"--frobnicate": "unknown flag: --frobnicate; see gatehouse revoke --help",
	} {
		got, err := parse(strings.Fields(line)...)
		if got != nil || err == nil || err.Error() != want || cmdutil.ExitStatus(err, &strings.Builder{}) != int(cmdutil.Usage) {
			t.Errorf("%q: got %+v, %v; want %q", line, got, err, want)
		}
		var exit *cmdutil.ExitError
		if errors.As(err, &exit) && exit.Status != cmdutil.Usage {
			t.Errorf("%q: status %d", line, exit.Status)
		}
	}
}
