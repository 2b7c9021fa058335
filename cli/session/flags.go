// Package session opens the tenant that flags, environment and configuration name.
package session

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gatehouse/cli/cmdutil"
)

// Flags are the flags that several commands share: they say which tenant is opened.
type Flags struct {
	Config   string
	Tenant   string
	ReadOnly bool
	Debug    string
	Demo     DemoFlags
}

// Register adds the flags to the root of a command line.
func (f *Flags) Register(root *cobra.Command, factory *cmdutil.Factory) {
	all := root.PersistentFlags()
	all.StringVar(&f.Config, "config", "", "read this configuration `FILE`")
	all.StringVar(&f.Tenant, "tenant", "", "open the configured tenant called `NAME`")
	all.BoolVar(&f.ReadOnly, "read-only", false, "allow only reads; nothing is changed")
	all.StringVar(&f.Debug, "debug", "", "write a log without secrets to this `FILE`")
	all.BoolVar(&f.Demo.On, "demo", false, "open the built-in tenant, ignoring the configuration")
	f.Demo.Register(root)
	cmdutil.CompleteWith(root, "tenant", func() []string { return f.tenantNames(factory) })
}

// tenantNames are the names of the tenants that can be opened.
func (f *Flags) tenantNames(factory *cmdutil.Factory) []string {
	conf, err := LoadConfig(factory, *f)
	if err != nil {
		return nil
	}
	var names []string
	for _, t := range conf.Known() {
		names = append(names, t.Name)
	}
	return names
}

// Again are the flags that open the same tenant in a command that is proposed, each with a space before it.
func (f *Flags) Again() string {
	var words []string
	add := func(flag, value string) {
		if value != "" {
			words = append(words, flag, cmdutil.Quoted(value))
		}
	}
	add("--config", f.Config)
	add("--tenant", f.Tenant)
	if f.Demo.On {
		words = append(words, "--demo")
	}
	if f.Demo.InterfaceOnly {
		words = append(words, "--interface-only")
	}
	if f.Demo.Hostile {
		words = append(words, "--hostile")
	}
	if f.Demo.Rows != 0 {
		add("--rows", strconv.Itoa(f.Demo.Rows))
	}
	add("--now", f.Demo.Now.String())
	if f.Demo.Seed != demoSeed {
		add("--seed", strconv.FormatUint(f.Demo.Seed, 10))
	}
	for _, rule := range f.Demo.Faults {
		add("--fault", rule)
	}
	add("--debug", f.Debug)
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}
