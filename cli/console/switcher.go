package console

import (
	"context"
	"slices"
	"strings"

	"gatehouse/cli/session"
	"gatehouse/config"
	"gatehouse/ui"
)

// switcher opens the tenants that the console can go to.
type switcher struct {
	conf  *config.Config
	start session.Flags // of the program
	first session.Info  // the tenant that those opened
	open  func(context.Context, session.Flags) (*session.Session, error)
}

// choices are the tenants that have a name, after the first one where only the environment names it.
func (s switcher) choices() []ui.Choice {
	var choices []ui.Choice
	if s.nameless() {
		choices = append(choices, ui.Choice{Name: s.first.Name, Host: "from " + s.first.Source})
	}
	for _, t := range s.conf.Known() {
		choices = append(choices, ui.Choice{Name: t.Name, Host: strings.TrimPrefix(t.BaseURL, "https://")})
	}
	return choices
}

// nameless reports whether the first tenant can only be opened by what is in the environment.
func (s switcher) nameless() bool {
	known := slices.ContainsFunc(s.conf.Known(), func(t config.Tenant) bool { return t.Name == s.first.Name })
	return !s.first.Demo && !known
}

// connect opens a tenant by its name. The person chose it in sight of the others, so nothing else needs to say what named it.
func (s switcher) connect(ctx context.Context, name string) (*ui.Connection, error) {
	f := session.Flags{Tenant: name, ReadOnly: s.start.ReadOnly}
	back := s.nameless() && name == s.first.Name
	if back {
		f = s.start
	}
	opened, err := s.open(ctx, f)
	if err != nil {
		return nil, err
	}
	if !back {
		opened.Info.Source, opened.Info.Others, opened.Info.Login = "", nil, false
	}
	c := connection(opened)
	return &c, nil
}
