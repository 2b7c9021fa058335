package cli

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
	"gatehouse/config"
	"gatehouse/ui/draw"
)

func configCommand(s *shell, f *flags) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Create, check or find the configuration file",
		Long:  "Create, check or find the configuration file. It is the file of --config, or else of GATEHOUSE_CONFIG, or else the usual one.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := func(use, short string, run func(context.Context, flags) error) {
		c.AddCommand(&cobra.Command{Use: use, Short: short, Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), *f) }})
	}
	add("init", "Write a configuration file with every option, if there is none yet", s.configInit)
	add("check", "Check the configuration file (exit status 2 if anything is wrong)", s.configCheck)
	add("path", "Print where the configuration file is, or would be", s.configPath)
	return c
}

// configFile is the file that is meant, whether it is there or not.
func configFile(f flags) (string, error) {
	for _, path := range []string{f.config, os.Getenv("GATEHOUSE_CONFIG")} {
		if path != "" {
			return path, nil
		}
	}
	return config.DefaultPath(os.Getenv)
}

// configInit writes the example. It never touches what is there.
func (s *shell) configInit(_ context.Context, f flags) error {
	path, err := configFile(f)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	if err := writeNew(path, s.example); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s is there already; nothing was changed", path)
		}
		return &exitError{exitFailed, err}
	}
	s.tell(s.out, "Wrote %s. Every option in it shows its default: remove the # in front of what you want to change.", draw.Clean(path))
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

// configCheck prints one problem a line, as file:line:column: message. It does all that opening the tenant does short of connecting.
func (s *shell) configCheck(ctx context.Context, f flags) error {
	path, err := configFile(f)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	conf, err := loadConfig(flags{config: f.config, env: f.env})
	var problems config.Problems
	switch {
	case errors.As(err, &problems):
		_, _ = fmt.Fprintln(s.out, draw.CleanText(problems.Error()))
		return &exitError{exitUsage, errSaid}
	case err != nil:
		return &exitError{exitUsage, err}
	case conf.Path == "":
		_, _ = fmt.Fprintf(s.out, "There is no file %s, and there need not be one.\n", draw.Clean(path))
		return nil
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	choice, chooseErr := config.Select(conf, config.Flags{Tenant: f.tenant, Demo: f.demo.on, ReadOnly: f.readOnly}, f.env.Getenv)
	if found := conf.Check(ctx, choice.Tenant.Name, s.means(), api.CheckAuthorities); len(found) > 0 {
		_, _ = fmt.Fprintln(s.out, draw.CleanText(found.Error()))
		return &exitError{exitUsage, errSaid}
	}
	_, _ = fmt.Fprintf(s.out, "%s: fine\n", draw.Clean(conf.Path))
	return s.saySelected(ctx, choice, chooseErr, f)
}

// saySelected tells which tenant would be opened, and who says so.
func (s *shell) saySelected(ctx context.Context, choice config.Choice, err error, f flags) error {
	if err != nil && f.tenant != "" {
		return &exitError{exitUsage, err}
	}
	if err != nil { // the file is fine; what is around it is not
		_, _ = fmt.Fprintln(s.err, "gatehouse: "+draw.CleanText(err.Error()))
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
	_, _ = fmt.Fprintln(s.out, said)
	return s.checkOutside(ctx, choice)
}

// checkOutside looks at credentials that the file doesn't hold: those of the environment, and a stored login.
func (s *shell) checkOutside(ctx context.Context, choice config.Choice) error {
	tenant := choice.Tenant
	fromFile := tenant.Pos != config.Pos{}
	if choice.Demo || fromFile && !tenant.UsesLogin() || tenant.BaseURL == "" {
		return nil
	}
	_, err := tenant.Credentials(ctx, s.means())
	switch {
	case err == nil:
		return nil
	case tenant.UsesLogin(): // the file is fine; what is around it is not
		_, _ = fmt.Fprintln(s.err, "gatehouse: "+draw.CleanText(err.Error()))
		return nil
	}
	return &exitError{exitUsage, err}
}

func (s *shell) configPath(_ context.Context, f flags) error {
	path, err := configFile(f)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	_, _ = fmt.Fprintln(s.out, path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		_, _ = fmt.Fprintln(s.err, `gatehouse: nothing is there yet; "gatehouse config init" creates it`)
	}
	return nil
}
