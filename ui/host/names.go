package host

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/ui/widget"
)

// names resolves ids to names, in batches and once each.
type names struct {
	known  *knownNames
	asked  map[widget.Ref]bool
	Absent map[widget.Ref]bool // the tenant said that it knows no such thing; an entitlement stands by its own id
	Queue  []widget.Ref
	flying bool
	came   []widget.Ref  // those that were missing, in the order in which they became known
	others int           // how often a name became another
	lacked *[]widget.Ref // what was looked up in vain, while somebody notes that
}

// Changes is how often names came, or became others.
func (n *names) Changes() int {
	if n == nil {
		return 0
	}
	return len(n.came) + n.others
}

// Heard is which names somebody was told of, and which were looked up in vain for what somebody has drawn.
type Heard struct {
	came, others int
	lacked       []widget.Ref
}

// Drawing runs what draws something anew.
func (n *names) Drawing(heard *Heard, draw func()) {
	heard.lacked = heard.lacked[:0]
	n.lacked = &heard.lacked
	defer func() { n.lacked = nil }()
	draw()
}

// NameReader has made something of names.
type NameReader interface {
	// Named says which names that were missing became known, by kind and id.
	Named(names iter.Seq2[string, string])
	// ForgetTexts says that any may be another.
	ForgetTexts()
}

// Tell tells of the names that came since. It reports whether there are any, and whether what was drawn lacks one of them.
func (n *names) Tell(to NameReader, heard *Heard) (came, lacks bool) {
	since := *heard
	heard.came, heard.others = len(n.came), n.others
	switch {
	case since.came == heard.came && since.others == heard.others:
		return false, false
	case since.others != n.others:
		to.ForgetTexts()
		return true, true
	default:
		to.Named(func(yield func(kind, id string) bool) {
			for _, r := range n.came[since.came:] {
				if !yield(r.Kind, r.ID) {
					return
				}
			}
		})
	}
	return true, slices.ContainsFunc(n.came[since.came:], func(r widget.Ref) bool { return slices.Contains(heard.lacked, r) })
}

func NewNames() *names {
	return &names{asked: map[widget.Ref]bool{}, Absent: map[widget.Ref]bool{}}
}

func (n *names) Get(kind, id string) string {
	ref := widget.Ref{Kind: kind, ID: id}
	name, _ := n.known.get(ref)
	if name == "" && n.lacked != nil {
		*n.lacked = append(*n.lacked, ref)
	}
	return name
}

// UnknownTo says which of the ids chosen without a name the tenant has said not to know; field gives the form's field of a kind.
func (n *names) UnknownTo(d action.Draft, field map[string]string) (said []string) {
	for _, kind := range slices.Sorted(maps.Keys(field)) {
		if name := field[kind]; d.Labels[name] == "" && n.Absent[widget.Ref{Kind: kind, ID: d.Values[name]}] {
			said = append(said, "The tenant has no "+kind+" with this id: "+d.Values[name]+".")
		}
	}
	return said
}

// Want notes ids to be resolved, and reports whether there is one among them that has not been asked for before.
func (n *names) Want(refs []widget.Ref) (news bool) {
	for _, r := range refs {
		if _, known := n.known.get(r); r.ID != "" && !n.asked[r] && !known {
			n.asked[r] = true
			n.Queue = append(n.Queue, r)
			news = true
		}
	}
	return news
}

// Retry has the ids asked for again that have got no name: the tenant may have been away.
func (n *names) Retry() {
	for r := range n.asked {
		if _, known := n.known.get(r); !known {
			delete(n.asked, r)
		}
	}
}

// Waiting reports whether ids are queued and nobody is asking for them.
func (n *names) Waiting() bool { return len(n.Queue) > 0 && !n.flying }

// NamesMsg carries resolved names.
type NamesMsg struct {
	Session uint64
	found   map[widget.Ref]string
}

// Busy reports whether names are still to come.
func (n *names) Busy() bool { return len(n.Queue) > 0 || n.flying }

// Next is the command for the next batch, nil when there is none or one is under way.
func (n *names) Next(ctx context.Context, client *api.Client, session uint64) tea.Cmd {
	if n.flying {
		return nil
	}
	batch := n.batch()
	if len(batch) == 0 {
		return nil
	}
	n.flying = true
	byKind := map[string][]string{}
	for _, r := range batch {
		byKind[r.Kind] = append(byKind[r.Kind], r.ID)
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(api.InBackground(ctx), 30*time.Second)
		defer cancel()
		found := map[widget.Ref]string{}
		if people, err := client.UsersByID(ctx, byKind["user"]); err == nil {
			for _, u := range people {
				found[widget.Ref{Kind: "user", ID: u.ID}] = UserName(u)
			}
		}
		findApps(ctx, client, byKind["app"], found)
		findEntitlements(ctx, client, byKind["entitlement"], found)
		findMonitors(ctx, client, byKind["monitor"], found)
		findRoles(ctx, client, byKind["role"], found)
		if len(byKind["risk"]) > 0 {
			findRisks(ctx, client, found)
		}
		return NamesMsg{Session: session, found: found}
	}
}

// namesAtOnce is how many names are asked for at a time.
const namesAtOnce = 100

// batch takes the next ids out of the queue that still lack a name: the batch before may have brought it.
func (n *names) batch() (batch []widget.Ref) {
	for len(n.Queue) > 0 && len(batch) < namesAtOnce {
		if name, _ := n.known.get(n.Queue[0]); name == "" {
			batch = append(batch, n.Queue[0])
		}
		n.Queue = n.Queue[1:]
	}
	return batch
}

// findApps adds the names of apps; ids whose name can't be had are left out.
func findApps(ctx context.Context, client *api.Client, ids []string, found map[widget.Ref]string) {
	if len(ids) == 0 {
		return
	}
	page, err := client.SearchApps(ctx, api.AppSearch{AppIDs: ids}, api.PageRequest{Size: 100})
	if err != nil {
		return
	}
	for _, a := range page.Rows {
		found[widget.Ref{Kind: "app", ID: a.ID}] = a.DisplayName
	}
}

// findMonitors adds the names of conflict monitors, which can only be read one by one.
func findMonitors(ctx context.Context, client *api.Client, ids []string, found map[widget.Ref]string) {
	for _, id := range ids {
		if m, err := client.ConflictMonitor(ctx, id); err == nil {
			found[widget.Ref{Kind: "monitor", ID: id}] = m.DisplayName
		}
	}
}

// findEntitlements adds the names of entitlements, whose ids are written appID/id here.
func findEntitlements(ctx context.Context, client *api.Client, ids []string, found map[widget.Ref]string) {
	var keys []api.EntitlementKey
	for _, id := range ids {
		appID, own, _ := strings.Cut(id, "/")
		keys = append(keys, api.EntitlementKey{AppID: appID, ID: own})
	}
	if len(keys) == 0 {
		return
	}
	_ = api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.Entitlement], error) {
		return client.SearchEntitlements(ctx, api.EntitlementSearch{Refs: keys}, api.PageRequest{Size: 10, Token: token})
	}, func(p api.Page[api.Entitlement]) error {
		for _, e := range p.Rows {
			found[widget.Ref{Kind: "entitlement", ID: e.AppID + "/" + e.ID}] = e.DisplayName
		}
		return nil
	}) // a name that can't be had is no trouble: the id stands for it
}

func (n *names) Handle(msg NamesMsg) {
	n.flying = false
	n.Learn(msg.found)
}

// Learn takes names that something else has brought.
func (n *names) Learn(found map[widget.Ref]string) {
	for r, name := range found {
		n.asked[r] = true
		switch was, _ := n.known.get(r); {
		case was == name:
		case was == "":
			n.came = append(n.came, r)
		default:
			n.others++
		}
	}
	n.known = n.known.with(found)
}

// UserLabel is a user's name with the e-mail address, because several people may have the same name.
func UserLabel(u api.User) string {
	name := UserName(u)
	if u.Email == "" || u.Email == name {
		return name
	}
	return name + " · " + u.Email
}

func UserName(u api.User) string {
	if u.DisplayName != "" {
		return u.DisplayName
	}
	if u.Email != "" {
		return u.Email
	}
	return u.Username
}

// RiskRank is the kind under which names keep the place of a risk level, 1 for the lowest. The empty id has the number of levels.
const RiskRank = "risk rank"

// RiskAt is the kind under which names keep the id of the risk level at a place.
const RiskAt = "risk at"

// findRisks adds the words for risk levels and their ranks: one listing has them all.
func findRisks(ctx context.Context, client *api.Client, found map[widget.Ref]string) {
	var levels []api.RiskLevel
	err := api.Walk(ctx, func(ctx context.Context, token string) (api.Page[api.RiskLevel], error) {
		return client.RiskLevels(ctx, api.PageRequest{Token: token})
	}, func(p api.Page[api.RiskLevel]) error {
		levels = append(levels, p.Rows...)
		return nil
	})
	if err != nil { // part of an order is no order, and the id stands for a word that can't be had
		return
	}
	for i, l := range LowestFirst(levels) {
		found[widget.Ref{Kind: "risk", ID: l.ID}] = l.Value
		found[widget.Ref{Kind: RiskRank, ID: l.ID}] = strconv.Itoa(i + 1)
		found[widget.Ref{Kind: RiskAt, ID: strconv.Itoa(i + 1)}] = l.ID
	}
	found[widget.Ref{Kind: RiskRank, ID: ""}] = strconv.Itoa(len(levels))
}

// LowestFirst turns the tenant's list round when words that everybody uses show that it begins with the highest.
func LowestFirst(levels []api.RiskLevel) []api.RiskLevel {
	rising, last := 0, -1
	for _, l := range levels {
		at := slices.Index([]string{"low", "medium", "high", "critical"}, strings.ToLower(l.Value))
		if at >= 0 && last >= 0 {
			rising += cmp.Compare(at, last)
		}
		last = max(at, -1)
	}
	levels = slices.Clone(levels)
	if rising < 0 {
		slices.Reverse(levels)
	}
	return levels
}

// Called are the ids of records of a kind with their names, for a detail.
func (e *Env) Called(kind string, ids ...string) (called []widget.NamedID) {
	for _, id := range ids {
		if id != "" {
			called = append(called, widget.NamedID{Name: e.Names.Get(kind, id), ID: id})
		}
	}
	return called
}
