package world

// What keeps people from holding what they are meant to, and what they hold beyond it, in so many of a hundred.
const (
	withoutAccount = 2  // of the people have no account in an app of theirs
	withoutUse     = 22 // of the teams do without an app of their department
	unusedByTitle  = 24 // of the titles, too
	unusedByPlace  = 18 // of the places where a department works
	leftBehind     = 45 // of what somebody held in a former department is still held
	loneRights     = 2  // of the people meant by it hold what few may
	astray         = 3  // of a thousand hold what isn't meant for them: somebody asked once
)

// Holds says whether somebody holds an entitlement. Everything that is counted anywhere is counted from it.
func (w *World) Holds(person, entitlement int) bool {
	p, e := w.Person(person), w.Entitlement(entitlement)
	return w.holds(&p, &e)
}

func (w *World) holds(p *Person, e *Entitlement) bool {
	switch {
	case p.Division != e.App/DivisionApps || p.Status == Left:
		return false
	case p.Kind != Human:
		return w.serves(p, e)
	case w.meant(p, e, p.Department):
		return !w.gap(p, e) && w.fraction(saltHeld, p.Place, e.Place) < e.rate
	case p.Former >= 0 && e.layer != birthright && w.meant(p, e, p.Former):
		return w.chance(leftBehind, saltLeft, p.Place, e.Place)
	case e.layer == birthright || e.Risk >= High:
		return false
	}
	return w.below(1000, saltLone, p.Place, e.Place) < astray
}

// meant says whether an entitlement is meant for somebody, if they are of a department.
func (w *World) meant(p *Person, e *Entitlement, dept int) bool {
	switch e.layer {
	case birthright:
		return true
	case ofDepartments:
		for _, home := range e.homes {
			if home == dept {
				return true
			}
		}
		return false
	case ofTitle:
		return dept == e.department && (p.Title == e.title || p.Title == -1 && p.Department == dept)
	case ofTeam:
		return dept == e.department && p.Team >= 0 && p.Department == dept && e.teams>>p.Team&1 == 1
	case ofLeads:
		return dept == e.department && p.Title < 0 && p.Department == dept
	}
	identity := p.Department == security && p.Title == 0 && dept == p.Department
	return (identity || dept == apps[e.App%DivisionApps].homes[0]) && w.below(100, saltLone, p.Place, e.Place) < loneRights
}

// gap says that somebody doesn't hold what is meant for them, for a reason that takes a whole app or more from a whole group.
func (w *World) gap(p *Person, e *Entitlement) bool {
	if e.layer == birthright || e.layer == ofFew {
		return false
	}
	a := &apps[e.App%DivisionApps]
	switch {
	case p.Contract != Employee && a.staff, p.Newcomer && e.App%3 != 0:
		return true
	case p.Place == Caller || p.Title == -2:
		return false
	case w.chance(withoutAccount, saltAccount, p.Place, e.App):
		return true
	case e.layer == ofTeam || e.layer == ofLeads || p.Team < 0:
		return false
	}
	team, title := p.Department<<8|p.Team, p.Department<<8|p.Title+2
	place := p.Department<<8 | p.Location | 1<<20
	return w.chance(withoutUse, saltUnused, team, e.App) || w.chance(unusedByPlace, saltUnused, place, e.App) ||
		e.layer == ofDepartments && w.chance(unusedByTitle, saltUnused, -1-title, e.App)
}

// serves says what an account of a service, an agent or a system holds: some of one app.
func (w *World) serves(p *Person, e *Entitlement) bool {
	of := p.Division*DivisionApps + w.below(DivisionApps, saltJob, p.Place, 1)
	return e.App == of && e.layer != birthright && e.Number%4 < 2 && w.chance(40, saltLone, p.Place, e.Place)
}

// Holders are the places of who holds an entitlement, ascending.
func (w *World) Holders(entitlement int) []int {
	n := entitlement / DivisionEntitlements
	held := w.holdings(n).held[entitlement%DivisionEntitlements]
	return held.Places(n * DivisionPeople)
}

// HolderSet is who holds an entitlement as a set of a division's people; empty for an entitlement of another division.
func (w *World) HolderSet(entitlement, division int) Set {
	if entitlement/DivisionEntitlements != division {
		return Set{}
	}
	return w.holdings(division).held[entitlement%DivisionEntitlements]
}

// HolderCount counts them.
func (w *World) HolderCount(entitlement int) int {
	return w.holdings(entitlement / DivisionEntitlements).held[entitlement%DivisionEntitlements].Len()
}

// AppUsers counts who holds anything of an app.
func (w *World) AppUsers(app int) int {
	if app*EntitlementsPerApp >= w.entitlements {
		return 0
	}
	d := w.holdings(app / DivisionApps)
	var users Set
	for number := range EntitlementsPerApp {
		users.Or(&d.held[app%DivisionApps*EntitlementsPerApp+number])
	}
	return users.Len()
}

// HoldsTool says whether somebody holds the n-th set of tools of an app: some of the people of the app's departments.
func (w *World) HoldsTool(person, app, n int) bool {
	p := w.Person(person)
	if p.Division != app/DivisionApps || !p.Member() || p.Contract != Employee {
		return false
	}
	for _, home := range apps[app%DivisionApps].homes {
		if home == p.Department {
			return w.chance(25+n%3*15, saltTool, person, n)
		}
	}
	return false
}

// AppOwner is the place of who owns an app: the lead of a team of its first department, or the head.
func (w *World) AppOwner(app int) int {
	n := app / DivisionApps
	home := apps[app%DivisionApps].homes[0]
	return w.lead(n, home, w.below(teamCount(home)+1, saltOwner, app, 0)-1)
}

// EntitlementOwner is the place of the k-th owner of an entitlement: leads of its app's departments.
func (w *World) EntitlementOwner(entitlement, k int) int {
	a := &apps[entitlement/EntitlementsPerApp%DivisionApps]
	home := a.homes[w.below(len(a.homes), saltOwner, entitlement, 2*k+1)]
	return w.lead(entitlement/DivisionEntitlements, home, w.below(teamCount(home), saltOwner, entitlement, 2*k+2))
}

// lead is the place of the lead of a team; of the head for team -1. A division without people borrows those of the first.
func (w *World) lead(division, dept, team int) int {
	number := 0
	if team >= 0 {
		number = teamFirst(team)
	}
	place := division*DivisionPeople + placeOf(firstSlot(dept)+number)
	if place >= w.people {
		return placeOf(firstSlot(dept) + number)
	}
	return place
}
