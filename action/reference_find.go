package action

import (
	"net/url"
	"slices"
	"strings"

	"gatehouse/api"
	"gatehouse/pattern"
)

// foreignLink is a link that isn't the tenant's.
type foreignLink struct {
	host       string
	references []Reference // what would be one on the tenant
}

// finder looks for references in one reading of a text.
type finder struct {
	hosts   []string // as hostName writes them
	tenant  string   // the host to name
	within  bool     // the text is a part of a larger one
	own     int      // links of the tenant
	found   []Reference
	owned   []Reference // those of found that stand in a link of the tenant
	foreign []foreignLink
}

func newFinder(hosts []string, within bool) *finder {
	f := &finder{within: within}
	for _, host := range hosts {
		f.hosts = append(f.hosts, hostName(host))
	}
	if len(hosts) > 0 {
		f.tenant = hosts[0]
	}
	return f
}

// find looks at the cells of tables first, then at links with commas and semicolons in them, then at what was broken over lines.
func (f *finder) find(text string) *finder {
	if f.inWords(splitWords(text, true)); len(f.found) > 0 {
		return f
	}
	whole := &finder{hosts: f.hosts, tenant: f.tenant, within: f.within}
	if whole.inWords(splitWords(text, false)); len(whole.found) > 0 {
		return whole
	}
	f.rejoin(splitWords(text, false))
	return f
}

func (f *finder) inWords(words []string) {
	var rest []string
	for i := 0; i < len(words); i++ {
		u := asLink(words[i])
		if u == nil {
			rest = append(rest, words[i])
			continue
		}
		if i+1 < len(words) && !slices.Contains(f.hosts, linkHost(u)) && goesOnWith(words[i], words[i+1]) {
			if longer := asLink(words[i] + words[i+1]); longer != nil && len(inLink(longer)) > 0 {
				u, i = longer, i+1
			}
		}
		f.link(u, 0)
	}
	for _, r := range inWords(strings.Join(rest, " "), !f.within && len(rest) == len(words)) {
		if !f.isForeign(r) {
			f.add(r)
		}
	}
}

// link takes in a link: the tenant's own for what it names, another for what it wraps.
func (f *finder) link(u *url.URL, depth int) {
	own := slices.Contains(f.hosts, linkHost(u))
	if own {
		f.own++
		f.add(inLink(u)...)
		f.owned = append(f.owned, inLink(u)...)
	}
	var wrapped []*url.URL
	if depth < 4 {
		for _, text := range api.WrappedLinks(u) {
			if inner := asLink(text); inner != nil {
				wrapped = append(wrapped, inner)
			}
		}
	}
	if !own && len(wrapped) == 0 {
		f.foreign = append(f.foreign, foreignLink{host: linkHost(u), references: inLink(u)})
	}
	for _, inner := range wrapped {
		f.link(inner, depth+1)
	}
}

// linkPieces is over how many lines a link may be broken.
const linkPieces = 5

// rejoin puts links together again that were broken over lines: a link without a reference, and the words after it. Only what can't be an
// ordinary word counts as found in them.
func (f *finder) rejoin(words []string) {
	for i, word := range words {
		if asLink(word) == nil && !strings.HasPrefix(strings.ToLower(word), "http") && !f.startsHost(word) {
			continue
		}
		for end := i + 2; end <= min(len(words), i+linkPieces); end++ {
			u := asLink(strings.Join(words[i:end], ""))
			if u == nil {
				continue
			}
			whole := &finder{hosts: f.hosts}
			whole.link(u, 0)
			if sure := slices.DeleteFunc(whole.found, func(r Reference) bool { return !spelledOut(r, words[i:end]) }); len(sure) > 0 {
				f.add(sure...)
				f.owned = append(f.owned, whole.owned...)
				f.foreign = slices.DeleteFunc(f.foreign, func(l foreignLink) bool { return l.host == linkHost(asLink(word)) })
				break
			}
		}
	}
}

// startsHost reports whether a word can be the first piece of a link of the tenant without its scheme.
func (f *finder) startsHost(word string) bool {
	return len(word) >= 4 && slices.ContainsFunc(f.hosts, func(host string) bool {
		return strings.HasPrefix(strings.ToLower(word), host) || strings.HasPrefix(host, strings.ToLower(word))
	})
}

func (f *finder) add(references ...Reference) {
	for _, r := range references {
		if !slices.Contains(f.found, r) {
			f.found = append(f.found, r)
		}
	}
}

// isForeign reports whether a reference was seen in a link that leads elsewhere: written beside it once more, it is the same secret.
func (f *finder) isForeign(r Reference) bool {
	return !slices.Contains(f.found, r) && f.namesElsewhere(r)
}

func (f *finder) namesElsewhere(r Reference) bool {
	return slices.ContainsFunc(f.foreign, func(l foreignLink) bool { return slices.Contains(l.references, r) })
}

// goesOnWith reports whether a link that was broken over lines ends right before its reference, with which the next word begins.
func goesOnWith(link, next string) bool {
	link = strings.ToLower(strings.TrimRight(link, " \t\r\\"))
	if strings.HasSuffix(link, "=") && strings.HasPrefix(next, "/") { // quoted-printable
		return true
	}
	first := strings.TrimRight(next, ".,;:!?) \t\r")
	return (strings.HasSuffix(link, "/secrets/") || emptyValue().MatchString(link)) &&
		(dashed().MatchString(first) || vault().MatchString(first))
}

// emptyValue is the end of a link whose last value is missing.
var emptyValue = pattern.Of(`[?&#;][\w-]+=$`)

func (f *finder) result() Found {
	found := Found{References: f.found, err: ErrNoReference}
	var other *OtherTenantError
	for _, l := range f.foreign {
		if host := showable(l.host); !slices.Contains(found.Elsewhere, host) {
			found.Elsewhere = append(found.Elsewhere, host)
		}
		if names := len(l.references) > 0; other == nil || names && !other.Names {
			other = &OtherTenantError{Host: showable(l.host), Tenant: f.tenant, Names: names}
		}
	}
	switch {
	case other != nil:
		found.err = other
	case f.own > 0:
		found.err = ErrNoSecret
	}
	return found
}
