package tenant

import "fmt"

// actorKinds are who makes the versions of resource servers, in turn.
var actorKinds = []string{"API", "API", "WORKFLOW", "API", "SLACK", "SUPPORT", "API", "JIRA_CLOUD", "INTERNAL", "MSTEAMS", "API",
	"PIPELINE"}

// actorKind is what sort of actor made a version: a person makes the first one.
func (t *Tenant) actorKind(i, v int) string {
	if v == 0 {
		return "API"
	}
	return actorKinds[(v*5+i)%len(actorKinds)]
}

// actor is who made a version; only API and SUPPORT carry a user, who was there then.
func (t *Tenant) actor(i, v int) any {
	d := t.dice(kindHistory, i<<20^v, 4)
	kindOf := t.actorKind(i, v)
	if kindOf == "PIPELINE" && d.chance(50) {
		return nil
	}
	who := object{"kind": "ACTOR_KIND_" + kindOf, "userId": ""}
	if kindOf == "API" || kindOf == "SUPPORT" {
		who["userId"] = t.userID(t.personBefore(d.n(min(t.users.size, 60)), t.versionTime(i, v)))
	}
	return who
}

// annotations say why a version was made, as far as its actor says so; some services send null for none.
func (t *Tenant) annotations(i, v int) any {
	d := t.dice(kindHistory, i<<20^v, 5)
	out := t.reasons(&d, t.actorKind(i, v))
	if odd := t.hostileAt(v, 4, 12); odd != "" && i == 8 {
		out = append(out, annotationOf("note", "GENERIC", odd, "javascript:alert(1)", odd, odd))
	}
	if len(out) == 0 && v%2 == 1 {
		return nil
	}
	return out
}

var changeReasons = []string{"Partner launch moved up", "Quarterly access review", "Token was refused since Tuesday", "Audit finding 14",
	"Rotation after incident", "Cleanup of unused paths", "Requested by the app owner"}

// reasons are the annotations that go with a sort of actor: people have tickets and reasons, programs what they ran.
func (t *Tenant) reasons(d *dice, actor string) []object {
	out := []object{}
	throw := d.n(100)
	switch actor {
	case "API":
		if throw < 55 {
			out = append(out, ticketOf(d, "CHG", "PLAT", "SEC"))
		}
		if throw < 75 {
			out = append(out, reasonOf(d))
		} else if throw < 85 {
			out = append(out, annotationOf("note", "GENERIC", "", "", "checked with the app owner", "checked with the app owner"))
		}
	case "SUPPORT":
		out = append(out, ticketOf(d, "CASE"), reasonOf(d), correlationOf(d))
	case "SLACK", "MSTEAMS":
		out = append(out, reasonOf(d))
	case "JIRA_CLOUD":
		out = append(out, ticketOf(d, "CHG", "SEC"))
		if throw < 50 {
			out = append(out, reasonOf(d))
		}
	case "WORKFLOW":
		run := d.between(1000, 9999)
		out = append(out, annotationOf("workflow_execution_id", "WORKFLOW", "Workflow",
			fmt.Sprintf("https://workflows.example.com/runs/%d", run), "Nightly policy run", fmt.Sprint(run)), correlationOf(d))
	case "INTERNAL":
		if batch := d.hex(12); throw < 60 {
			out = append(out, annotationOf("batch_id", "BATCH", "Batch", "", "Batch "+batch[:6], batch))
		}
	case "PIPELINE":
		rule := d.hex(4)
		out = append(out, annotationOf("automation", "AUTOMATION", "Automation", "https://automation.example.com/rules/"+rule,
			"Close stale audiences", rule))
	}
	return out
}

func ticketOf(d *dice, queues ...string) object {
	ticket := fmt.Sprintf("%s-%d", d.pick(queues), d.between(1000, 9999))
	return annotationOf("ticket", "TICKET", "Ticket", "https://tickets.example.com/browse/"+ticket, ticket, ticket)
}

func reasonOf(d *dice) object {
	reason := d.pick(changeReasons)
	return annotationOf("reason", "REASON", "Reason", "", reason, reason)
}

func correlationOf(d *dice) object {
	id := d.hex(12)
	return annotationOf("correlation_id", "CORRELATION", "Correlation", "", id, id)
}

func annotationOf(key, sort, label, link, value, rawValue string) object {
	return object{"key": key, "kind": "ANNOTATION_KIND_" + sort, "displayLabel": label, "displayUrl": link, "displayValue": value,
		"rawValue": rawValue}
}
