package host

import (
	"strings"
	"time"

	"gatehouse/ui/draw"
	"gatehouse/ui/widget"
)

// IntroTime is how long the banner says what named the tenant, once the console is on it. The mark in the top line stays.
const IntroTime = 20 * time.Second

// IntroOver ends the introduction of a session.
type IntroOver struct{ Session uint64 }

// Mark says in a word where the tenant comes from, when that isn't the configuration.
func (t TenantInfo) Mark() string {
	switch {
	case t.Vendor:
		return "env"
	case t.Login:
		return "login"
	}
	return ""
}

// Place names the tenant in w cells, or in as many as it gets in any case: by its name and its host, or by its host.
func (t TenantInfo) Place(w, least int) string {
	name, host := draw.Clean(t.Name), draw.Clean(t.Host)
	if host == "" {
		host = name
	}
	both := name + " · " + host
	if host == name {
		both = name
	}
	return draw.Truncate(widget.Fitting(w, both, host), max(w, least))
}

// Intro says what named the tenant, the fullest text first; nil when nobody needs to be told.
func (t TenantInfo) Intro(more string) []string {
	from, over := t.Source, strings.Join(t.Others, ", ")
	switch {
	case t.Vendor && over == "":
		return []string{" Tenant and credentials from " + from + ", a variable of the vendor's command line.",
			" From " + from + " of the vendor's command line.", " From " + from + "."}
	case t.Login && over == "":
		return []string{" The tenant that you signed in to with gatehouse login; no other is configured.", " Signed in with gatehouse login."}
	case over != "":
		return []string{" Tenant from " + from + " (not from " + over + ").", " Tenant from " + from + ", not " + over + ".",
			" Tenant from " + from + "; " + more + " shows more.", " From " + from + "; " + more + " shows more.", " From " + from + "."}
	}
	return nil
}

// AboutTenant says what named the tenant, in full; "" when it was chosen here.
func (t TenantInfo) AboutTenant() string {
	switch {
	case t.NoConfig:
		return "This is a demo on made-up data, because no tenant is configured. gatehouse --help says how to connect yours."
	case t.Demo:
		return "This is a demo on made-up data."
	case t.Source == "":
		return ""
	}
	if intro := t.Intro(""); intro != nil {
		return strings.TrimSpace(intro[0])
	}
	return "Tenant from " + t.Source + "."
}
