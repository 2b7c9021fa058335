package cmdutil

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gatehouse/credential"
	"gatehouse/pattern"
)

// SetUp makes a command the root of a command line: its streams are those of the factory, and what is wrong with a flag is said plainly.
func SetUp(root *cobra.Command, f *Factory) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(f.In)
	root.SetOut(f.Out)
	root.SetErr(f.Err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return plainFlagError(c, err) })
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return refuseKeys(c, f.Environ.Getenv) }
}

// NoArgs refuses arguments: what a person took for a command is named, with the one that may have been meant.
func NoArgs(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !c.HasAvailableSubCommands():
		return fmt.Errorf("%s takes no arguments, got %q; see %s --help", c.CommandPath(), args[0], c.CommandPath())
	}
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		return fmt.Errorf("unknown command %q; did you mean %q?", args[0], c.CommandPath()+" "+near[0])
	}
	return fmt.Errorf("unknown command %q; see %s --help", args[0], c.CommandPath())
}

// settings are the variables whose values name something, and may be repeated in what is said of it.
var settings = [...]string{"GATEHOUSE_CONFIG", "GATEHOUSE_TENANT", "GATEHOUSE_READ_ONLY", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
	"HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"}

// refuseKeys refuses a private key as the value of a flag or a setting: none of them takes one, and it would be made a file or repeated.
func refuseKeys(c *cobra.Command, getenv func(string) string) error {
	var found error
	c.Flags().Visit(func(f *pflag.Flag) {
		if found == nil && credential.HoldsKey(f.Value.String()) {
			found = errors.New("--" + f.Name + " holds a private key; no flag takes one, and others on this computer can read the command line")
		}
	})
	for _, name := range settings {
		if found == nil && credential.HoldsKey(getenv(name)) {
			found = errors.New(name + " holds a private key, which belongs in GATEHOUSE_CLIENT_SECRET")
		}
	}
	return found
}

// parsing is what the standard library says of a value that it can't read.
var parsing = pattern.Of(`: strconv\.Parse(\w+): parsing .*`)

// plainFlagError says what a flag wants instead of which function refused it.
func plainFlagError(c *cobra.Command, err error) error {
	found := parsing().FindStringSubmatch(err.Error())
	if found == nil {
		return fmt.Errorf("%w; see %s --help", err, c.CommandPath())
	}
	wants := "a number"
	if found[1] == "Bool" {
		wants = "true or false"
	}
	return errors.New(parsing().ReplaceAllLiteralString(err.Error(), ": it wants "+wants))
}

// CompleteWith makes the shell complete a flag by what list gives.
func CompleteWith(c *cobra.Command, flag string, list func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag: a mistake in this program
	}
}
