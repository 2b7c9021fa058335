package action

import (
	"context"
	"net/url"
	"slices"

	"gatehouse/api"
)

// ShareHosts are the hosts under which the tenant shares secrets, as its own share URLs name them; they may differ from that of its API.
// It reads some of the secrets that the caller may see, at most one page; without an error the answer isn't nil.
func ShareHosts(ctx context.Context, c *api.Client) ([]string, error) {
	page, err := c.SearchSecrets(ctx, api.SecretSearch{}, api.PageRequest{Size: 10})
	switch api.KindOf(err) {
	case api.KindForbidden, api.KindUnsupported:
		page, err = c.SearchMySecrets(ctx, api.SecretSearch{}, api.PageRequest{Size: 10})
	}
	if err != nil {
		return nil, err
	}
	hosts := []string{}
	for _, s := range page.Rows {
		u, err := url.Parse(s.ShareURL)
		if err == nil && u.Host != "" && u.User == nil && (u.Scheme == "https" || u.Scheme == "http") && !slices.Contains(hosts, u.Host) {
			hosts = append(hosts, u.Host)
		}
	}
	return hosts, nil
}
