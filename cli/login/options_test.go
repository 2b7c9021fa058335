package login

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

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
	}, append([]string{"login"}, args...)...)
	if got != nil {
		got.Factory = nil
	}
	return got, err
}

func TestOptions(t *testing.T) {
	const day = 24 * time.Hour
	plain := session.Flags{Demo: session.DemoFlags{Seed: 1}}
	acme := plain
	acme.Tenant = "acme"
	for line, want := range map[string]Options{
		"":                         {Flags: plain, Life: 30 * day},
		"--tenant acme":            {Flags: acme, Life: 30 * day},
		"--url acme.example":       {Flags: plain, Life: 30 * day, URL: "acme.example"},
		"--expires 7d":             {Flags: plain, Life: 7 * day},
		"--expires 90m":            {Flags: plain, Life: 90 * time.Minute},
		"--expires 3650d":          {Flags: plain, Life: 3650 * day},
		"--paste --store file":     {Flags: plain, Life: 30 * day, Paste: true, Store: storeFile},
		"--store keyring":          {Flags: plain, Life: 30 * day, Store: storeKeyring},
		"--device-client-id other": {Flags: plain, Life: 30 * day, DeviceID: "other"},
	} {
		got, err := parse(strings.Fields(line)...)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%q: got %+v, %v; want %+v", line, got, err, want)
		}
	}
}

func TestOptionsThatAreWrong(t *testing.T) {
	for line, want := range map[string]string{
		"--demo":           "the built-in tenant needs no login",
		"--demo --store x": "the built-in tenant needs no login",
		"--expires 59s":    `--expires wants a time such as 12h, 30d or "2 weeks", not "59s"`,
		"--expires 3651d":  `--expires wants a time such as 12h, 30d or "2 weeks", not "3651d"`,
		"--store cloud":    "--store wants keyring or file",
		"acme":             `gatehouse login takes no arguments, got "acme"; see gatehouse login --help`,
	} {
		got, err := parse(strings.Fields(line)...)
		if got != nil || err == nil || err.Error() != want || cmdutil.ExitStatus(err, &strings.Builder{}) != int(cmdutil.Usage) {
			t.Errorf("%q: got %+v, %v; want %q", line, got, err, want)
		}
	}
}
