package config

import (
	"context"

	"gatehouse/credential"
)

// Check does for the tenants of a file what opening them does short of connecting, and collects what is wrong. Files are looked at for
// every tenant; commands, keyrings and variables only for the one called opened, since those of another may be for another day.
// authorities reads a ca_file.
func (c *Config) Check(ctx context.Context, opened string, by Means, authorities func(path string) error) Problems {
	var all Problems
	report := func(pos Pos, option string, err error) {
		all = append(all, Problem{c.Path, pos, credential.Hide(option + ": " + err.Error())})
	}
	for _, t := range c.Tenants {
		if t.CAFile != "" {
			if err := authorities(t.CAFile); err != nil {
				report(t.CAPos, "ca_file", err)
			}
		}
		source, slot := t.credentialSource()
		if source.Kind != SourceFile && t.Name != opened || !source.Set() {
			continue
		}
		if _, err := source.Read(ctx, slot, by); err != nil {
			report(source.Pos, "the credentials of tenant "+t.Name, err)
		}
	}
	return all.inOrder()
}
