package session

import (
	"os"

	"gatehouse/cli/cmdutil"
	"gatehouse/config"
	"gatehouse/theme"
)

// LoadConfig reads the configuration, and takes the credentials that it names out of what children get.
func LoadConfig(factory *cmdutil.Factory, f Flags) (*config.Config, error) {
	whatever := f.Demo.On && f.Config == "" // --demo works whatever the environment says
	path, _, err := config.Find(f.Config, os.Getenv)
	switch {
	case err != nil && !whatever:
		return nil, err
	case path == "":
		return withLogins(config.New()), nil
	}
	palette := config.Palette{Roles: theme.RoleNames(), Color: theme.CheckAccent, Style: theme.CheckColor}
	conf, err := config.Load(path, palette, factory.Panes())
	switch {
	case err != nil && whatever:
		return config.New(), nil
	case err != nil:
		return nil, err
	}
	factory.Environ.Withhold(conf.SecretVariables()...)
	return withLogins(conf), nil
}

// withLogins makes the tenants known that somebody has signed in to.
func withLogins(conf *config.Config) *config.Config {
	if logins, err := config.NewLogins(os.Getenv); err == nil { // without a state folder nobody has
		var tenants []config.Tenant
		tenants, conf.Unread = logins.Tenants()
		conf.AddLogins(tenants)
	}
	return conf
}
