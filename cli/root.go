// Package cli is the command line: the root command, which opens the console, and one command for each verb.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gatehouse/environ"
	"gatehouse/ui/draw"
)

// Exit statuses. The last three are those of the shell commands only.
const (
	exitFailed      = 1   // something went wrong while it ran
	exitUsage       = 2   // flags, configuration or terminal don't allow to start
	exitDenied      = 3   // not signed in, or not allowed
	exitNotFound    = 4   // there is no such record
	exitInterrupted = 130 // ctrl+c, as shells have it
)

// exitError is an error with the status to leave with.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// errSaid stands for what a command has said already.
var errSaid = errors.New("failed")

// Streams are what the program reads from and prints to.
type Streams struct {
	In, Out, Err *os.File
}

// Main runs a command line and gives the status to leave with. example is the commented configuration that "config init" writes.
func Main(args []string, to Streams, example []byte) int {
	s := newShell(to)
	s.example = example
	c := command(s)
	c.SetArgs(args)
	return exitStatus(c.ExecuteContext(context.Background()), s.err)
}

// exitStatus says what went wrong, if anything did, and gives the status to leave with.
func exitStatus(err error, to io.Writer) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, errSaid) {
		_, _ = fmt.Fprintln(to, "gatehouse: "+draw.CleanText(err.Error()))
	}
	var exit *exitError
	if errors.As(err, &exit) {
		return exit.status
	}
	return exitUsage
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
func command(s *shell) *cobra.Command {
	f := flags{sleep: s.sleep, env: s.env}
	root := &cobra.Command{
		Use:   "gatehouse",
		Short: "A terminal console for the administrators of an identity-governance tenant",
		Long: `gatehouse is a terminal console for the administrators of an identity-governance tenant.

Without any configuration it opens a demo on a tenant that is built in. To connect your own, run "gatehouse config init" and fill
in one tenant, or set GATEHOUSE_CLIENT_ID and GATEHOUSE_CLIENT_SECRET, or run "gatehouse login".`,
		Args:          cobra.NoArgs,
		Version:       versionText(),
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return openConsole(cmd.Context(), f, s.means()) },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainFlagError(err) })
	f.register(root)
	root.AddCommand(revokeCommand(s, &f), loginCommand(s, &f), logoutCommand(s, &f), configCommand(s, &f), tenantCommand())
	return root
}

// parsing is what the standard library says of a value that it can't read.
var parsing = regexp.MustCompile(`: strconv\.Parse(\w+): parsing .*`)

// plainFlagError says what a flag wants instead of which function refused it.
func plainFlagError(err error) error {
	found := parsing.FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	wants := "a number"
	if found[1] == "Bool" {
		wants = "true or false"
	}
	return errors.New(parsing.ReplaceAllLiteralString(err.Error(), ": it wants "+wants))
}

// flags are the flags that several commands share.
type flags struct {
	config   string
	tenant   string
	readOnly bool
	debug    string
	demo     demoFlags

	sleep func(context.Context, time.Duration) error // how waits are waited; nil: in real time
	env   *environ.Environment                       // with the credentials set apart
}

func (f *flags) register(root *cobra.Command) {
	all := root.PersistentFlags()
	all.StringVar(&f.config, "config", "", "read this configuration `FILE`")
	all.StringVar(&f.tenant, "tenant", "", "open the configured tenant called `NAME`")
	all.BoolVar(&f.readOnly, "read-only", false, "allow only reads; nothing is changed")
	all.StringVar(&f.debug, "debug", "", "write a log without secrets to this `FILE`")
	all.BoolVar(&f.demo.on, "demo", false, "open the built-in tenant, ignoring the configuration")
	f.demo.register(root)
	completeWith(root, "tenant", f.completeTenants)
}

// again are the flags that open the same tenant in a command that is proposed, each with a space before it.
func (f *flags) again() string {
	var words []string
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, quoted(value))
		}
	}
	add("--config", f.config)
	add("--tenant", f.tenant)
	if f.demo.on {
		words = append(words, "--demo")
	}
	if f.demo.interfaceOnly {
		words = append(words, "--interface-only")
	}
	if f.demo.hostile {
		words = append(words, "--hostile")
	}
	if f.demo.rows != 0 {
		add("--rows", strconv.Itoa(f.demo.rows))
	}
	if f.demo.seed != demoSeed {
		add("--seed", strconv.FormatUint(f.demo.seed, 10))
	}
	for _, rule := range f.demo.faults {
		add("--fault", rule)
	}
	add("--debug", f.debug)
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}

const demoSeed = 1

// demoFlags shape the built-in tenant.
type demoFlags struct {
	on            bool
	rows          int
	seed          uint64
	faults        []string
	interfaceOnly bool
	hostile       bool
}

func (d *demoFlags) register(c *cobra.Command) {
	c.Flags().IntVar(&d.rows, "rows", 0, "built-in tenant: rows of each list, up to 100,000 (0: the demo's own sizes)")
	c.Flags().Uint64Var(&d.seed, "seed", demoSeed, "built-in tenant: the seed of its records")
	c.Flags().StringArrayVar(&d.faults, "fault", nil, "built-in tenant: a fault `RULE`, such as \"POST /api/v1/search/hooks status=503 times=2\"; may be repeated")
	c.Flags().BoolVar(&d.hostile, "hostile", false, "built-in tenant: some names hold terminal escape sequences, for testing")
	c.Flags().BoolVar(&d.interfaceOnly, "interface-only", false, "built-in tenant: only the sixteen operations, no companions")
}
