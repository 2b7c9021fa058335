// Package configcmd is "gatehouse config".
package configcmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/api"
	"gatehouse/cli/cmdutil"
	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui/draw"
)

// Options are what the command line says.
type Options struct {
	Factory *cmdutil.Factory
	Flags   session.Flags
}

// NewCommand is the command that creates, checks or finds the configuration file.
func NewCommand(factory *cmdutil.Factory, flags *session.Flags) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Create, check or find the configuration file",
		Long:  "Create, check or find the configuration file. It is the file of --config, or else of GATEHOUSE_CONFIG, or else the usual one.",
		Args:  cmdutil.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := func(use, short string, run func(context.Context, *Options) error) {
		c.AddCommand(&cobra.Command{Use: use, Short: short, Args: cmdutil.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				return run(cmd.Context(), &Options{Factory: factory, Flags: *flags})
			}})
	}
	add("init", "Write a configuration file with every option, if there is none yet", initialize)
	add("check", "Check the configuration file (exit status 2 if anything is wrong)", check)
	add("path", "Print where the configuration file is, or would be", printPath)
	return c
}

// file is the file that is meant, whether it is there or not.
func (o *Options) file() (string, error) {
	for _, path := range []string{o.Flags.Config, os.Getenv("GATEHOUSE_CONFIG")} {
		if path != "" {
			return path, nil
		}
	}
	return config.DefaultPath(os.Getenv)
}

// initialize writes the example. It never touches what is there.
func initialize(_ context.Context, o *Options) error {
	path, err := o.file()
	if err != nil {
		return cmdutil.Exit(cmdutil.Failed, err)
	}
	if err := writeNew(path, o.Factory.Example); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s is there already; nothing was changed", path)
		}
		return cmdutil.Exit(cmdutil.Failed, err)
	}
	o.Factory.Tell(o.Factory.Out, "Wrote %s. Every option in it shows its default: remove the # in front of what you want to change.",
		draw.Clean(path))
	return nil
}

// writeNew writes a file that only its owner can read, if there is nothing of that name.
func writeNew(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// check prints one problem a line, as file:line:column: message. It does all that opening the tenant does short of connecting.
func check(ctx context.Context, o *Options) error {
	path, err := o.file()
	if err != nil {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	conf, err := session.LoadConfig(o.Factory, session.Flags{Config: o.Flags.Config})
	var problems config.Problems
	switch {
	case errors.As(err, &problems):
		_, _ = fmt.Fprintln(o.Factory.Out, draw.CleanText(problems.Error()))
		return cmdutil.Exit(cmdutil.Usage, cmdutil.ErrSilent)
	case err != nil:
		return cmdutil.Exit(cmdutil.Usage, err)
	case conf.Path == "":
		_, _ = fmt.Fprintf(o.Factory.Out, "There is no file %s, and there need not be one.\n", draw.Clean(path))
		return nil
	}
	ctx, stop := cmdutil.UntilInterrupted(ctx)
	defer stop()
	f := o.Flags
	choice, chooseErr := config.Select(conf,
		config.Flags{Tenant: f.Tenant, Demo: f.Demo.On, ReadOnly: f.ReadOnly}, o.Factory.Environ.Getenv)
	if found := conf.Check(ctx, choice.Tenant.Name, o.Factory.Means(), api.CheckAuthorities); len(found) > 0 {
		_, _ = fmt.Fprintln(o.Factory.Out, draw.CleanText(found.Error()))
		return cmdutil.Exit(cmdutil.Usage, cmdutil.ErrSilent)
	}
	_, _ = fmt.Fprintf(o.Factory.Out, "%s: fine\n", draw.Clean(conf.Path))
	return o.saySelected(ctx, choice, chooseErr)
}

// saySelected tells which tenant would be opened, and who says so.
func (o *Options) saySelected(ctx context.Context, choice config.Choice, err error) error {
	if err != nil && o.Flags.Tenant != "" {
		return cmdutil.Exit(cmdutil.Usage, err)
	}
	if err != nil { // the file is fine; what is around it is not
		_, _ = fmt.Fprintln(o.Factory.Err, "gatehouse: "+draw.CleanText(err.Error()))
		return nil
	}
	said := "opens the demo"
	if choice.Tenant.BaseURL != "" {
		said = fmt.Sprintf("opens %s (%s)", draw.Clean(choice.Tenant.Name), choice.Tenant.BaseURL)
	}
	said += ", because of " + choice.Source
	if len(choice.Others) > 0 {
		said += ", passing over " + strings.Join(choice.Others, ", ")
	}
	_, _ = fmt.Fprintln(o.Factory.Out, said)
	return o.checkOutside(ctx, choice)
}

// checkOutside looks at credentials that the file doesn't hold: those of the environment, and a stored login.
func (o *Options) checkOutside(ctx context.Context, choice config.Choice) error {
	tenant := choice.Tenant
	fromFile := tenant.Pos != config.Pos{}
	if choice.Demo || fromFile && !tenant.UsesLogin() || tenant.BaseURL == "" {
		return nil
	}
	_, err := tenant.Credentials(ctx, o.Factory.Means())
	switch {
	case err == nil:
		return nil
	case tenant.UsesLogin(): // the file is fine; what is around it is not
		_, _ = fmt.Fprintln(o.Factory.Err, "gatehouse: "+draw.CleanText(err.Error()))
		return nil
	}
	return cmdutil.Exit(cmdutil.Usage, err)
}

func printPath(_ context.Context, o *Options) error {
	path, err := o.file()
	if err != nil {
		return cmdutil.Exit(cmdutil.Failed, err)
	}
	_, _ = fmt.Fprintln(o.Factory.Out, path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		_, _ = fmt.Fprintln(o.Factory.Err, `gatehouse: nothing is there yet; "gatehouse config init" creates it`)
	}
	return nil
}
