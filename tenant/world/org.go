package world

// department is one department of a division. teams has the usual title of each team, by its first letter in titles, again from the
// start when there are more teams.
type department struct {
	name       string
	size       int
	lead, head string
	titles     []string
	teams      []int
	contract   int // so many of a hundred are contractors
	places     []int
}

// departments of a division; their sizes add up to its persons.
var departments = [...]department{
	{"Information Security", 24, "Security team lead", "Chief information security officer",
		[]string{"Identity administrator", "Security analyst", "Detection engineer"}, []int{0, 1, 2}, 12, []int{0, 1}},
	{"Finance", 36, "Finance manager", "Chief financial officer",
		[]string{"Accountant", "Financial analyst", "Payroll specialist", "Treasury analyst"}, []int{0, 1, 2, 3}, 12, []int{0, 6}},
	{"Engineering", 86, "Engineering manager", "VP Engineering",
		[]string{"Software engineer", "Site reliability engineer", "Test engineer", "Mobile engineer"},
		[]int{0, 1, 0, 2, 0, 3}, 18, []int{5, 0, 7}},
	{"Sales", 62, "Sales manager", "VP Sales",
		[]string{"Account executive", "Solutions consultant", "Sales operations analyst"}, []int{0, 1, 0, 2}, 12, []int{6, 1, 4}},
	{"Customer Support", 56, "Support team lead", "Head of Support",
		[]string{"Support specialist", "Escalation engineer", "Knowledge editor"}, []int{0, 1, 0, 0, 2}, 26, []int{0, 7, 3}},
	{"Marketing", 28, "Marketing manager", "VP Marketing",
		[]string{"Content strategist", "Campaign manager", "Brand designer"}, []int{1, 0, 2}, 14, []int{0, 4}},
	{"People Operations", 18, "People operations manager", "Chief people officer",
		[]string{"Recruiter", "People partner", "Benefits specialist"}, []int{0, 1}, 12, []int{1, 0}},
	{"Legal", 10, "Contracts manager", "General counsel",
		[]string{"Counsel", "Privacy specialist", "Paralegal"}, []int{0}, 6, []int{1}},
	{"Data Platform", 32, "Data platform manager", "Head of Data",
		[]string{"Data engineer", "Analytics engineer", "Data scientist"}, []int{0, 1, 2, 0}, 15, []int{5, 7}},
	{"Product Design", 20, "Design lead", "Head of Design",
		[]string{"Product designer", "Design researcher"}, []int{0, 1}, 12, []int{0, 5}},
	{"Procurement", 14, "Category manager", "Head of Procurement",
		[]string{"Buyer", "Vendor manager", "Sourcing analyst"}, []int{0, 1}, 6, []int{6}},
	{"Field Operations", 48, "Site manager", "Director of Field Operations",
		[]string{"Field technician", "Dispatch coordinator", "Safety officer"}, []int{0, 1, 0, 2}, 24, []int{2, 3, 4}},
	{"Executive Office", 6, "Chief of staff", "Chief executive officer", []string{"Executive assistant"}, []int{0}, 0, []int{0}},
}

// DepartmentCount is how many departments a division has.
const DepartmentCount = len(departments)

// The last slots of a division are nobody's: accounts of services, agents and systems.
const (
	persons  = 440
	services = 24
	agents   = 12
)

// teamSize is how many people a team has, with its lead.
const teamSize = 12

// locations are where people work.
var locations = []string{"Lisbon", "Oslo", "Nairobi", "Osaka", "São Paulo", "Kraków", "Toronto", "Bengaluru"}

// Locations are the places that people work at.
func Locations() []string { return locations }

// regions tell the later divisions from the first.
var regions = []string{"EU", "US", "APAC", "LATAM", "UK", "Nordics", "DACH", "MENA", "ANZ", "Iberia"}

// Departments are the names of the departments of the first division.
func Departments() []string {
	out := make([]string, 0, DepartmentCount)
	for _, each := range departments {
		out = append(out, each.name)
	}
	return out
}

// stride scatters the slots of a division over its places, so that neighbours in a list are of different departments.
const stride, inverse, shift = 61, 181, 3

// slotOf is where in the organization the person at a place of a division stands.
func slotOf(place int) int { return (place*stride + shift) % DivisionPeople }

// placeOf is the place of a slot: inverse undoes stride.
func placeOf(slot int) int { return (slot - shift + DivisionPeople) * inverse % DivisionPeople }

// firstSlot is where a department begins.
func firstSlot(dept int) int {
	first := 0
	for _, each := range departments[:dept] {
		first += each.size
	}
	return first
}

// departmentOf finds the department of a slot, and the person's number in it.
func departmentOf(slot int) (dept, number int) {
	for i, each := range departments {
		if slot < each.size {
			return i, slot
		}
		slot -= each.size
	}
	return 0, 0
}

// teamCount is how many teams a department has; the last one takes who is left over.
func teamCount(dept int) int { return max(1, (departments[dept].size-1+teamSize/2)/teamSize) }

// teamFirst is the number of the lead of a team within the department.
func teamFirst(team int) int { return 1 + team*teamSize }

// Kind is what sort of user somebody is.
type Kind int

// Everyone is one of these.
const (
	Human Kind = iota
	Service
	Agent
	System
)

// Status is whether somebody works here.
type Status int

// Of these; everybody but who has left is counted in cohorts.
const (
	Active Status = iota
	OnLeave
	Unclear // the directory doesn't say
	Left
)

// Contract is what somebody works under.
type Contract int

// Contractors come from an agency or alone.
const (
	Employee Contract = iota
	Contractor
	Agency
)

// Person is a user as the organization has them. What is no human has no department.
type Person struct {
	Place      int
	Division   int
	Kind       Kind
	Department int // of the division; -1: none
	Title      int // of the department's; -1: lead of a team, -2: head of the department
	Team       int // of the department's; -1: the head
	Manager    int // place; -1: nobody
	Contract   Contract
	Location   int
	Status     Status
	Newcomer   bool
	Former     int // department until a while ago; -1: always the same
}

// Caller is the place of the administrator who looks at the tenant.
const Caller = 0

// firstPeople are known to be there: active employees.
const firstPeople = 17

// Member says whether cohorts have the person: a human who hasn't left.
func (p *Person) Member() bool { return p.Kind == Human && p.Status != Left }

// Leads says whether others report to the person.
func (p *Person) Leads() bool { return p.Kind == Human && p.Title < 0 }

// Person is the user at a place.
func (w *World) Person(place int) Person {
	div, number := place/DivisionPeople, place%DivisionPeople
	slot := slotOf(number)
	p := Person{Place: place, Division: div, Department: -1, Former: -1, Title: -1, Team: -1, Manager: -1, Location: -1}
	switch {
	case slot >= persons+services+agents:
		p.Kind = System
	case slot >= persons+services:
		p.Kind = Agent
	case slot >= persons:
		p.Kind = Service
	}
	if p.Kind != Human {
		if w.chance(4, saltStatus, place, 1) {
			p.Status = Left
		}
		return p
	}
	dept, o := departmentOf(slot)
	p.Department = dept
	p.Team = max(0, min((o-1)/teamSize, teamCount(dept)-1))
	w.rank(&p, o)
	w.terms(&p)
	return p
}

// rank gives a person of a department, by number in it, a title and a manager.
func (w *World) rank(p *Person, number int) {
	d := &departments[p.Department]
	at := func(dept, number int) int {
		place := p.Division*DivisionPeople + placeOf(firstSlot(dept)+number)
		if place >= w.people { // a division that isn't whole
			return -1
		}
		return place
	}
	switch {
	case number == 0:
		p.Title, p.Team = -2, -1
		if p.Department != DepartmentCount-1 {
			p.Manager = at(DepartmentCount-1, 0)
		}
		return
	case number == teamFirst(p.Team):
		p.Title, p.Manager = -1, at(p.Department, 0)
		return
	}
	p.Manager = at(p.Department, teamFirst(p.Team))
	p.Title = d.teams[p.Team%len(d.teams)]
	if w.chance(25, saltTitle, p.Place, 0) {
		p.Title = w.below(len(d.titles), saltTitle, p.Place, 1)
	}
	if p.Place == Caller {
		p.Title = 0
	}
}

// terms gives a person of a team what the contract and the directory say.
func (w *World) terms(p *Person) {
	d := &departments[p.Department]
	home := d.places[max(0, p.Team)%len(d.places)]
	p.Location = home
	if w.chance(25, saltPlace, p.Place, 0) {
		p.Location = w.below(len(locations), saltPlace, p.Place, 1)
	}
	if p.Title < 0 || p.Place < firstPeople {
		return
	}
	if w.chance(d.contract, saltContract, p.Place, 0) {
		p.Contract = Contractor
		if w.chance(30, saltContract, p.Place, 1) {
			p.Contract = Agency
		}
	}
	switch throw := w.below(100, saltStatus, p.Place, 0); {
	case throw < 3:
		p.Status = OnLeave
	case throw < 4:
		p.Status = Unclear
	case throw < 8:
		p.Status = Left
	}
	p.Newcomer = w.chance(9, saltTenure, p.Place, 0)
	if !p.Newcomer && p.Contract == Employee && w.chance(11, saltMoved, p.Place, 0) {
		p.Former = (p.Department + 1 + w.below(DepartmentCount-2, saltMoved, p.Place, 1)) % DepartmentCount
	}
}

// Tenure is how long somebody has been here, as a fraction: 0 for the newest, 1 for the oldest.
func (w *World) Tenure(place int) float64 { return w.fraction(saltTenure, place, 1) }

// DepartmentName is the name of a department of a division.
func DepartmentName(division, dept int) string {
	if dept < 0 {
		return ""
	}
	return departments[dept].name + region(division)
}

// region is what names of a division end in; "" for the first.
func region(division int) string {
	switch turn := (division - 1) / len(regions); {
	case division == 0:
		return ""
	case turn == 0:
		return " " + regions[division-1]
	default:
		return " " + regions[(division-1)%len(regions)] + " " + decimal(turn+1)
	}
}

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + decimal(n%10)
}

// TitleName is the job title of a person; "" for what is no human.
func (p *Person) TitleName() string {
	switch {
	case p.Department < 0:
		return ""
	case p.Title == -2:
		return departments[p.Department].head
	case p.Title == -1:
		return departments[p.Department].lead
	}
	return departments[p.Department].titles[p.Title]
}

// DepartmentName is the department of a person; "" for what is no human.
func (p *Person) DepartmentName() string { return DepartmentName(p.Division, p.Department) }

// LocationName is where a person works; "" for what is no human.
func (p *Person) LocationName() string {
	if p.Location < 0 {
		return ""
	}
	return locations[p.Location]
}

// EmploymentType is the word for the contract; "" for what is no human.
func (p *Person) EmploymentType() string {
	if p.Kind != Human {
		return ""
	}
	return [...]string{"Employee", "Contractor", "Agency"}[p.Contract]
}

// EmploymentStatus is the word for whether somebody works here; "" for what is no human.
func (p *Person) EmploymentStatus() string {
	if p.Kind != Human {
		return ""
	}
	return [...]string{"Active", "On leave", "Active", "Terminated"}[p.Status]
}
