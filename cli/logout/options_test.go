package logout

import (
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gatehouse/cli/clitest"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
)

func TestOptions(t *testing.T) {
	for line, want := range map[string]Options{
		"":                             {},
		"--url acme.example":           {URL: "acme.example"},
		"--tenant acme --config other": {Flags: session.Flags{Tenant: "acme", Config: "other"}},
	} {
		var got *Options
		err := clitest.Parse(func(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
			return newCommand(factory, flags, func(_ context.Context, o *Options) error {
				got = o
				return nil
			})
		}, append([]string{"logout"}, strings.Fields(line)...)...)
		if err != nil || got.URL != want.URL || got.Flags.Tenant != want.Flags.Tenant || got.Flags.Config != want.Flags.Config {
			t.Errorf("%q: got %+v, %v; want %+v", line, got, err, want)
		}
	}
}
