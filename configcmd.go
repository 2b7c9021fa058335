package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/config"
	"gatehouse/ui/draw"
)

//go:embed config.example.toml
var exampleConfig []byte

func configCommand(s *shell, f *flags) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Make, check or find the configuration file",
		Long:  "Make, check or find the configuration file. It is the file of --config, or else of GATEHOUSE_CONFIG, or else the usual one.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	add := func(use, short string, run func(flags) error) {
		c.AddCommand(&cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return run(*f) }})
	}
	add("init", "Write a configuration file with every option, if there is none yet", s.configInit)
	add("check", "Say what is wrong in the configuration file (exit status 2 if anything is)", s.configCheck)
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
func (s *shell) configInit(f flags) error {
	path, err := configFile(f)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	if err := writeNew(path, exampleConfig); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = fmt.Errorf("%s is there already; nothing was changed", path)
		}
		return &exitError{exitFailed, err}
	}
	s.tell(s.out, "Wrote %s. Every option in it has its default: take the # away in front of what you want to change.", draw.Clean(path))
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

// configCheck prints one problem a line, as file:line:column: message.
func (s *shell) configCheck(f flags) error {
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
	_, _ = fmt.Fprintf(s.out, "%s: fine\n", draw.Clean(conf.Path))
	return s.saySelected(conf, f)
}

// saySelected tells which tenant would be opened, and who says so.
func (s *shell) saySelected(conf *config.Config, f flags) error {
	choice, err := config.Select(conf, config.Flags{Tenant: f.tenant, Demo: f.demo.on, ReadOnly: f.readOnly}, f.env.Getenv)
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
	return nil
}

func (s *shell) configPath(f flags) error {
	path, err := configFile(f)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	_, _ = fmt.Fprintln(s.out, path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		_, _ = fmt.Fprintln(s.err, `gatehouse: nothing is there yet; "gatehouse config init" makes it`)
	}
	return nil
}
