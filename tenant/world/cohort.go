package world

import "strings"

// CohortSort is what the members of a cohort have in common within their department.
type CohortSort int

// The sorts of cohorts. A company-wide one has no department.
const (
	OfCompany CohortSort = iota
	OfDepartment
	OfTitle
	OfTeam
	OfLocation
	OfContract
)

// Type is the attribute that sets a cohort of the sort apart.
func (s CohortSort) Type() string {
	return [...]string{"employment_status", "department", "job_title", "manager", "location", "employment_type"}[s]
}

// Cohort is a group of a division's people who have attributes in common.
type Cohort struct {
	Sort       CohortSort
	Division   int
	Department int
	Title      int // as Person has it
	Lead       int // place; of a team
	Location   int
	External   bool // of a company: contractors and agencies; else employees
	Members    Set
}

// least is how many members a cohort has at the least.
const least = 5

// includes says whether the cohort has a person.
func (c *Cohort) includes(p *Person) bool {
	if !p.Member() || c.Sort != OfCompany && p.Department != c.Department {
		return false
	}
	switch c.Sort {
	case OfCompany:
		return p.Status != OnLeave && (p.Contract != Employee) == c.External
	case OfTitle:
		return p.Title == c.Title
	case OfTeam:
		return p.Manager == c.Lead
	case OfLocation:
		return p.Location == c.Location
	case OfContract:
		return p.Contract != Employee
	}
	return true
}

// Filters are the attributes of a cohort with their values; a team's value is the place of its lead, which the caller puts a name to.
func (c *Cohort) Filters() []Filter {
	if c.Sort == OfCompany {
		contract := []string{"Employee"}
		if c.External {
			contract = []string{"Contractor", "Agency"}
		}
		filters := []Filter{{"employment_status", []string{"Active"}}, {"employment_type", contract}}
		if c.Division > 0 {
			filters = append(filters, Filter{"company", []string{Company(c.Division)}})
		}
		return filters
	}
	filters := []Filter{{"department", []string{DepartmentName(c.Division, c.Department)}}}
	switch c.Sort {
	case OfTitle:
		p := Person{Department: c.Department, Title: c.Title}
		filters = append(filters, Filter{"job_title", []string{p.TitleName()}})
	case OfTeam:
		filters = append(filters, Filter{"manager", nil})
	case OfLocation:
		filters = append(filters, Filter{"location", []string{locations[c.Location]}})
	case OfContract:
		filters = append(filters, Filter{"employment_type", []string{"Contractor", "Agency"}})
	}
	return filters
}

// Filter is one attribute of a cohort.
type Filter struct {
	Attribute string
	Values    []string
}

// Company is the name of a division.
func Company(division int) string { return "Halden" + region(division) }

// Named is what a cohort is called; lead is the name of a team's lead.
func (c *Cohort) Named(lead string) string {
	dept := DepartmentName(c.Division, c.Department)
	switch c.Sort {
	case OfCompany:
		who := "employees"
		if c.External {
			who = "contractors"
		}
		if c.Division > 0 {
			return Company(c.Division) + " " + who
		}
		return strings.ToUpper(who[:1]) + who[1:]
	case OfTitle:
		p := Person{Department: c.Department, Title: c.Title}
		return p.TitleName() + region(c.Division)
	case OfTeam:
		return lead + "'s team"
	case OfLocation:
		return dept + " in " + locations[c.Location]
	case OfContract:
		return dept + " contractors"
	}
	return dept
}

// Who is what a sentence calls the members of a cohort; lead is the name of a team's lead.
func (c *Cohort) Who(lead string) string {
	switch c.Sort {
	case OfTitle:
		return "those with the job title " + c.Named("")
	case OfTeam:
		return "those who report to " + lead
	}
	return c.Named(lead)
}

// makeCohorts lists the cohorts of a division that have enough members: the company's, then each department with its own, and the sorts
// that are rarer in the end, so that a list cut short lacks those.
func (w *World) makeCohorts(n int, people []Person) []Cohort {
	all := []Cohort{{Sort: OfCompany}, {Sort: OfCompany, External: true}}
	var titles, teams, contracts, places [DepartmentCount]int // where those of a department begin
	for dept := range DepartmentCount {
		all = append(all, Cohort{Sort: OfDepartment, Department: dept})
	}
	for dept := range DepartmentCount {
		titles[dept] = len(all) + 1
		for title := -1; title < len(departments[dept].titles); title++ {
			all = append(all, Cohort{Sort: OfTitle, Department: dept, Title: title})
		}
	}
	for dept := range DepartmentCount {
		teams[dept] = len(all)
		for team := range teamCount(dept) {
			lead := n*DivisionPeople + placeOf(firstSlot(dept)+teamFirst(team))
			all = append(all, Cohort{Sort: OfTeam, Department: dept, Lead: lead})
		}
	}
	for dept := range DepartmentCount {
		contracts[dept] = len(all)
		all = append(all, Cohort{Sort: OfContract, Department: dept})
	}
	for dept := range DepartmentCount {
		places[dept] = len(all)
		for place := range locations {
			all = append(all, Cohort{Sort: OfLocation, Department: dept, Location: place})
		}
	}
	for i := range people {
		p := &people[i]
		if !p.Member() {
			continue
		}
		dept := p.Department
		candidates := [...]int{0, 1, 2 + dept, titles[dept] + max(-1, p.Title), teams[dept] + max(0, p.Team), contracts[dept],
			places[dept] + p.Location}
		for _, at := range candidates {
			if all[at].includes(p) {
				all[at].Members.Add(i)
			}
		}
	}
	out := make([]Cohort, 0, len(all))
	for i := range all {
		if all[i].Division = n; all[i].Members.Len() >= least {
			out = append(out, all[i])
		}
	}
	return out
}

// Cohorts are the cohorts of a division that an analysis looks at.
func (w *World) Cohorts(division int) []Cohort { return w.division(division).cohorts }

// Granted counts who of a set of a division's people holds an entitlement of it.
func (w *World) Granted(division int, members *Set, entitlement int) int {
	held := w.HolderSet(entitlement, division)
	return held.Shared(members)
}
