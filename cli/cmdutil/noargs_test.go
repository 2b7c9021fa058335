package cmdutil

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestAnUnknownCommandSaysWhatMayHaveBeenMeant(t *testing.T) {
	root := &cobra.Command{Use: "gatehouse", Args: NoArgs}
	child := &cobra.Command{Use: "logout", Args: NoArgs, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(child)
	for _, c := range []struct {
		of   *cobra.Command
		args []string
		want string
	}{
		{root, []string{"logut"}, `unknown command "logut"; did you mean "gatehouse logout"?`},
		{root, []string{"log"}, `unknown command "log"; did you mean "gatehouse logout"?`},
		{root, []string{"frobnicate"}, `unknown command "frobnicate"; see gatehouse --help`},
		{child, []string{"acme"}, `gatehouse logout takes no arguments, got "acme"; see gatehouse logout --help`},
		{child, nil, ""},
	} {
		said := ""
		if err := NoArgs(c.of, c.args); err != nil {
			said = err.Error()
		}
		if said != c.want {
			t.Errorf("%s %q: %q, want %q", c.of.Name(), c.args, said, c.want)
		}
	}
}
