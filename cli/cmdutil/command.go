package cmdutil

import (
	"errors"
	"regexp"

	"github.com/spf13/cobra"
)

// SetUp makes a command the root of a command line: its streams are those of the factory, and what is wrong with a flag is said plainly.
func SetUp(root *cobra.Command, f *Factory) {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(f.In)
	root.SetOut(f.Out)
	root.SetErr(f.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainFlagError(err) })
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

// CompleteWith makes the shell complete a flag by what list gives.
func CompleteWith(c *cobra.Command, flag string, list func() []string) {
	err := c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag: a mistake in this program
	}
}
