// Command gatehouse is a terminal console for the administrators of an identity-governance tenant.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gatehouse/ui/draw"
)

// Exit statuses of the console.
const (
	exitFailed = 1 // something went wrong while it ran
	exitUsage  = 2 // flags, configuration or terminal don't allow to start
)

// exitError is an error with the status to leave with.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func main() {
	err := command(os.Stdout).ExecuteContext(context.Background())
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "gatehouse: "+draw.CleanText(err.Error()))
	var exit *exitError
	if errors.As(err, &exit) {
		os.Exit(exit.status)
	}
	os.Exit(exitUsage)
}

// version is what --version prints; a release build sets it through the linker.
var version = ""

func versionText() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(development)"
}

// command is the command line. Everything a flag can say is in its --help.
func command(out *os.File) *cobra.Command {
	var f flags
	root := &cobra.Command{
		Use:   "gatehouse",
		Short: "A terminal console for the administrators of an identity-governance tenant",
		Long: `gatehouse is a terminal console for the administrators of an identity-governance tenant.

Without any configuration it opens a demo on a tenant that is built in. To connect your own, copy config.example.toml
to ~/.config/gatehouse/config.toml and fill in one tenant, or set GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET.`,
		Args:          cobra.NoArgs,
		Version:       versionText(),
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return openConsole(cmd.Context(), f) },
	}
	root.SetOut(out)
	f.register(root)
	root.AddCommand(tenantCommand())
	return root
}

// flags are the flags of the console.
type flags struct {
	config   string
	tenant   string
	readOnly bool
	debug    string
	demo     demoFlags
}

func (f *flags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.config, "config", "", "read this configuration `FILE`")
	c.Flags().StringVar(&f.tenant, "tenant", "", "open the configured tenant called `NAME`")
	c.Flags().BoolVar(&f.readOnly, "read-only", false, "let nothing but reads leave the program")
	c.Flags().StringVar(&f.debug, "debug", "", "write a log without secrets to this `FILE`")
	c.Flags().BoolVar(&f.demo.on, "demo", false, "open the built-in tenant, whatever else is configured")
	f.demo.register(c)
}

// demoFlags shape the built-in tenant.
type demoFlags struct {
	on            bool
	rows          int
	seed          uint64
	faults        []string
	interfaceOnly bool
}

func (d *demoFlags) register(c *cobra.Command) {
	c.Flags().IntVar(&d.rows, "rows", 0, "built-in tenant: rows of each list, up to 100,000 (0: the demo's own sizes)")
	c.Flags().Uint64Var(&d.seed, "seed", 1, "built-in tenant: the seed of its records")
	c.Flags().StringArrayVar(&d.faults, "fault", nil, "built-in tenant: a `RULE` to misbehave by, such as \"POST /api/v1/search/hooks status=503 times=2\"; may be repeated")
	c.Flags().BoolVar(&d.interfaceOnly, "interface-only", false, "built-in tenant: only the sixteen operations, no companions")
}
