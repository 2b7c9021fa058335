package world

// grade is what a grant may do in a resource, and how risky that is.
type grade struct {
	name string
	risk Risk
}

// Risk is how risky an entitlement is; NoRisk: nobody has said.
type Risk int

// The levels, lowest first.
const (
	NoRisk Risk = iota - 1
	Low
	Medium
	Elevated
	High
	Critical
)

// The grants of the apps come in four sorts.
var (
	records = [4]grade{{"Reader", Low}, {"Editor", Medium}, {"Approver", Elevated}, {"Administrator", High}}
	groups  = [4]grade{{"Member", NoRisk}, {"Contributor", Low}, {"Manager", Medium}, {"Owner", Elevated}}
	ops     = [4]grade{{"Viewer", Low}, {"Operator", Medium}, {"Maintainer", Elevated}, {"Administrator", High}}
	vaults  = [4]grade{{"Member", Low}, {"Editor", Medium}, {"Auditor", Elevated}, {"Owner", High}}
)

// app is one app of a division. Its resources are called what its kind of resource is called; those that need care are one level
// riskier from the second grant on.
type app struct {
	name, purpose, kind string
	grants              *[4]grade
	everybody           int   // the first so many resources can be used by everybody
	homes               []int // departments whose app it is, the owner first
	staff               bool  // contractors have no account but for what everybody has
	resources           [5]string
	care                [5]bool
}

// Departments by place, for the table of apps.
const (
	security = iota
	finance
	engineering
	sales
	support
	marketing
	people
	legal
	data
	design
	procurement
	field
	office
)

// none and some of the resources need care.
var careless = [5]bool{}

func careful(numbers ...int) (out [5]bool) {
	for _, n := range numbers {
		out[n] = true
	}
	return out
}

// apps of a division.
var apps = [DivisionApps]app{
	{"Ledgerline", "general ledger and invoicing", "Ledger", &records, 0, []int{finance, procurement}, true,
		[5]string{"Month-end close", "Accounts payable", "Accounts receivable", "Tax filings", "Payment runs"}, careful(4)},
	{"Quillbase", "shared knowledge base", "Space", &groups, 1, []int{support, design, people}, false,
		[5]string{"Company handbook", "Support playbooks", "Release notes", "Design decisions", "Onboarding guides"}, careless},
	{"Harborview CRM", "customers and pipeline", "Role", &records, 0, []int{sales, marketing, support}, false,
		[5]string{"Accounts and contacts", "Opportunities", "Price books", "Campaigns", "Partner portal"}, careless},
	{"Starling Pay", "card payments and payouts", "Role", &records, 0, []int{finance, support}, true,
		[5]string{"Card payments", "Refunds", "Payouts", "Chargebacks", "Settlement reports"}, careful(2)},
	{"Northbeam Deploy", "deployments to production", "Environment", &ops, 0, []int{engineering, data}, true,
		[5]string{"Staging", "Production", "Mobile releases", "Feature flags", "Rollbacks"}, careful(1)},
	{"Cobalt Tickets", "issues and incidents", "Project", &groups, 0, []int{support, engineering, security}, false,
		[5]string{"Support queue", "Incident bridge", "Bug backlog", "Change requests", "Customer escalations"}, careless},
	{"Fernway HR", "people records", "Group", &records, 1, []int{people, legal}, true,
		[5]string{"Self-service", "Leave calendar", "Candidate pipeline", "Performance reviews", "Salary data"}, careful(4)},
	{"Atlas Warehouse", "stock and warehouses", "Site", &records, 0, []int{field, procurement}, false,
		[5]string{"Stock levels", "Goods receipts", "Stocktaking", "Carrier bookings", "Write-offs"}, careless},
	{"Parcel Desk", "parcels and returns", "Role", &records, 0, []int{field, support}, false,
		[5]string{"Delivery slots", "Returns desk", "Shipping labels", "Damage claims", "Customs forms"}, careless},
	{"Lumen Analytics", "dashboards and reports", "Workspace", &ops, 0, []int{data, marketing, finance, sales, office}, true,
		[5]string{"Company dashboards", "Product usage", "Revenue reports", "Data lake", "Board reports"}, careful(4)},
	{"Brightkiln Docs", "documents and wikis", "Folder", &groups, 2, []int{legal, office, design}, false,
		[5]string{"Policies", "Shared templates", "Project folders", "Audit evidence", "Board papers"}, careless},
	{"Ironwood VPN", "remote access", "Group", &ops, 1, []int{security, engineering, data}, false,
		[5]string{"Office network", "Engineering network", "Partner access", "Production network", "Break-glass access"}, careful(3, 4)},
	{"Meridian Mail", "mail and calendars", "Mailbox", &groups, 2, []int{people, sales, office}, false,
		[5]string{"Company mail", "Shared calendars", "Team mailboxes", "Press mailbox", "Mail archive"}, careless},
	{"Tidepool Chat", "chat", "Workspace", &groups, 2, []int{support, engineering, field}, false,
		[5]string{"Company workspace", "Social channels", "Incident channels", "Workflow bots", "Message export"}, careless},
	{"Granite Vault", "shared passwords", "Vault", &vaults, 0, []int{security, engineering, finance}, true,
		[5]string{"Team passwords", "Service credentials", "Recovery codes", "Payment keys", "Signing keys"}, careful(3, 4)},
	{"Saffron Expenses", "travel and expenses", "Role", &records, 1, []int{finance, sales, field}, false,
		[5]string{"Expense claims", "Travel bookings", "Company cards", "Per-diem rates", "Cost centre reports"}, careless},
	{"Kestrel Monitoring", "monitoring and alerts", "Team", &ops, 0, []int{engineering, data, security}, false,
		[5]string{"Service dashboards", "Alert rules", "On-call schedule", "Log search", "Audit logs"}, careless},
	{"Willow Learning", "courses", "Group", &groups, 2, []int{people, support, security}, false,
		[5]string{"Course catalog", "Compliance training", "Course authoring", "Team reports", "Certificates"}, careless},
	{"Opaline Design", "design files", "Project", &groups, 0, []int{design, marketing, engineering}, false,
		[5]string{"Design system", "Product files", "Brand assets", "Prototypes", "Icon library"}, careless},
	{"Bramble Contracts", "contracts", "Library", &records, 0, []int{legal, procurement, sales}, true,
		[5]string{"Customer contracts", "Supplier contracts", "Clause library", "Renewals", "Non-disclosure agreements"}, careless},
	{"Zephyr Telephony", "phones", "Queue", &ops, 0, []int{support, sales, field}, false,
		[5]string{"Call queues", "Wallboards", "Phone numbers", "Voice menus", "Call recordings"}, careless},
	{"Juniper Badges", "doors and badges", "Door group", &groups, 1, []int{field, security}, false,
		[5]string{"Office doors", "Warehouse doors", "Visitor passes", "Badge printing", "Server rooms"}, careful(4)},
	{"Cinder Build", "builds", "Repository", &groups, 0, []int{engineering, data, design}, false,
		[5]string{"Public website", "Mobile app", "Platform services", "Infrastructure code", "Release train"}, careful(3)},
	{"Marlowe Signatures", "signatures", "Workspace", &records, 0, []int{sales, legal, people, office}, true,
		[5]string{"Sales orders", "Offer letters", "Supplier agreements", "Board resolutions", "Signature log"}, careless},
}

// layer is whom an entitlement is meant for.
type layer int

const (
	birthright layer = iota
	ofDepartments
	ofTitle
	ofTeam
	ofLeads
	ofFew
)

// Entitlement is a grant in a resource of an app.
type Entitlement struct {
	Place, App, Number       int
	Resource, Kind, Grant    string
	Risk                     Risk
	layer                    layer
	homes                    []int   // ofDepartments
	department, title, teams int     // of the layers below; teams: a bit for each
	rate                     float64 // of those that it is meant for hold it
}

// Entitlement is the one at a place.
func (w *World) Entitlement(place int) Entitlement {
	of, number := place/EntitlementsPerApp, place%EntitlementsPerApp
	a := &apps[of%DivisionApps]
	resource, grant := number/4, number%4
	e := Entitlement{Place: place, App: of, Number: number, Resource: a.resources[resource], Kind: a.kind, Grant: a.grants[grant].name,
		Risk: a.grants[grant].risk}
	if a.care[resource] && grant > 0 {
		e.Risk = min(Critical, e.Risk+1)
	}
	u := w.fraction(saltRate, place%DivisionEntitlements, 0)
	e.rate = 0.98 - 0.38*u*u*u*u*u*u
	w.audience(&e, a, resource, grant)
	return e
}

// Name is what an entitlement is called: its resource with its grant.
func (e *Entitlement) Name() string { return e.Resource + " " + e.Grant }

// audience says whom an entitlement is meant for.
func (w *World) audience(e *Entitlement, a *app, resource, grant int) {
	local := e.Place % DivisionEntitlements
	e.department = a.homes[resource%len(a.homes)]
	d := &departments[e.department]
	e.title = w.below(len(d.titles), saltAudience, local, 0)
	switch {
	case grant == 0 && resource < a.everybody:
		e.layer = birthright
	case grant == 0 && resource < a.everybody+3:
		e.layer, e.homes = ofDepartments, a.homes
	case grant == 0 && resource < 4, grant == 1 && resource == a.everybody:
		e.layer, e.homes = ofDepartments, a.homes[:1]
	case grant == 0, grant == 1:
		e.layer = ofTitle
	case grant == 2 && resource == 0:
		e.layer, e.department = ofLeads, a.homes[0]
	case grant == 2, grant == 3 && a.care[resource] && (resource == 1 || resource == 3):
		e.layer = ofTeam
		n := teamCount(e.department)
		e.teams = 1 << w.below(n, saltAudience, local, 1)
		if grant == 2 {
			e.teams |= 1 << w.below(n, saltAudience, local, 2)
		}
	default:
		e.layer = ofFew
	}
}

// AppName is the name of the app at a place.
func AppName(app int) string { return apps[app%DivisionApps].name + region(app/DivisionApps) }

// AppPurpose is what an app is for.
func AppPurpose(app int) string { return apps[app%DivisionApps].purpose }

// ResourceKinds are the sorts of resources that apps have.
func ResourceKinds() []string {
	var out []string
	seen := map[string]bool{}
	for i := range apps {
		if kind := apps[i].kind; !seen[kind] {
			seen[kind] = true
			out = append(out, kind)
		}
	}
	return out
}
