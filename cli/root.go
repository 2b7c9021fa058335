// Package cli is the command line: the root command, which opens the console, and a package for each verb.
package cli

import (
	"context"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"gatehouse/cli/cmdutil"
	"gatehouse/cli/configcmd"
	"gatehouse/cli/console"
	"gatehouse/cli/login"
	"gatehouse/cli/logout"
	"gatehouse/cli/revoke"
	"gatehouse/cli/session"
	"gatehouse/cli/tenantcmd"
	"gatehouse/config"
)

// Streams are what the program reads from and prints to.
type Streams struct {
	In, Out, Err *os.File
}

// Main runs a command line and gives the status to leave with. example is the commented configuration that "config init" writes.
func Main(args []string, to Streams, example []byte) int {
	factory := cmdutil.New(to.In, to.Out, to.Err, example)
	c := command(factory)
	c.SetArgs(args)
	return cmdutil.ExitStatus(c.ExecuteContext(context.Background()), to.Err)
}

// command is the command line. Everything a flag can say is in its --help.
func command(factory *cmdutil.Factory) *cobra.Command {
	panes := sync.OnceValue(console.NewPanes)
	factory.Known = func() config.Panes { return panes().Named }
	var flags session.Flags
	var start string
	root := &cobra.Command{
		Use:   "gatehouse",
		Short: "A terminal console for the administrators of an identity-governance tenant",
		Long: `gatehouse is a terminal console for the administrators of an identity-governance tenant.

Without any configuration it opens a demo on a tenant that is built in. To connect your own, run "gatehouse config init" and fill
in one tenant, or set GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET, or run "gatehouse login".`,
		Args:    cmdutil.NoArgs,
		Version: cmdutil.Version(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return console.Run(cmd.Context(), console.Options{Factory: factory, Flags: flags, Start: start, Panes: panes})
		},
	}
	cmdutil.SetUp(root, factory)
	flags.Register(root, factory)
	root.Flags().StringVar(&start, "start", "", "begin with this `PANE`: today, hooks, suggestions and so on, or last")
	cmdutil.CompleteWith(root, "start", console.Starts)
	root.AddCommand(revoke.NewCommand(factory, &flags), login.NewCommand(factory, &flags), logout.NewCommand(factory, &flags),
		configcmd.NewCommand(factory, &flags), tenantcmd.NewCommand(factory))
	return root
}
