package tenant

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	celref "cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"

	"gatehouse/tenant/world"
)

// celMax is the longest expression that is evaluated, in bytes; celCost bounds what one may cost.
const (
	celMax  = 16 << 10
	celCost = 1_000_000
)

// celBench compiles expressions. Its environments are made when the first expression comes.
type celBench struct {
	policies celEnvironment // provisioning policies
	hooks    celEnvironment // filters and patches of hooks
}

// celEnvironment is what expressions of one sort may name.
type celEnvironment struct {
	once   sync.Once
	env    *cel.Env
	failed error
}

// Subject is the user that expressions see as `subject`; its fields are known, so that a misspelt one is found before it runs.
type Subject struct {
	ID             string            `cel:"id"`
	Email          string            `cel:"email"`
	Username       string            `cel:"username"`
	DisplayName    string            `cel:"display_name"`
	Department     string            `cel:"department"`
	JobTitle       string            `cel:"job_title"`
	EmploymentType string            `cel:"employment_type"`
	Status         string            `cel:"status"`
	Manager        string            `cel:"manager"`
	Groups         []string          `cel:"groups"`
	Profile        map[string]any    `cel:"profile"`
	Attributes     map[string]string `cel:"attributes"`
	HiredAt        time.Time         `cel:"hired_at"`
}

// with makes the environment, in which expressions see the user as `subject`, and the variables given.
func (e *celEnvironment) with(variables ...cel.EnvOption) (*cel.Env, error) {
	e.once.Do(func() {
		options := append([]cel.EnvOption{
			ext.NativeTypes(reflect.TypeFor[*Subject](), ext.ParseStructTags(true)),
			ext.Strings(), ext.Lists(), ext.Math(), ext.Sets(), cel.OptionalTypes(),
			cel.Variable("subject", cel.ObjectType("tenant.Subject")),
		}, variables...)
		if e.env, e.failed = cel.NewEnv(options...); e.failed != nil {
			e.failed = fmt.Errorf("make the CEL environment: %w", e.failed)
		}
	})
	return e.env, e.failed
}

// policyEnvironment is what provisioning policies may name (companion.md 9.8).
func (b *celBench) policyEnvironment() (*cel.Env, error) {
	anything := cel.MapType(cel.StringType, cel.DynType)
	return b.policies.with(cel.Variable("entitlement", anything), cel.Variable("task", anything))
}

// hookEnvironment is what hooks may name: the call that is governed, and the answer that goes out.
func (b *celBench) hookEnvironment() (*cel.Env, error) {
	anything := cel.MapType(cel.StringType, cel.DynType)
	return b.hooks.with(cel.Variable("tool", anything), cel.Variable("args", anything), cel.Variable("output", anything),
		cel.Variable("surface", cel.StringType))
}

// checkHookExpression refuses an expression of a hook that doesn't compile, or whose result is of no use there: a broken one denies calls
// (companion.md 9.3). Nothing at all matches everything.
func (b *celBench) checkHookExpression(at, text string, results ...cel.Kind) error {
	return checkExpression(b.hookEnvironment, at, text, results...)
}

// checkExpression refuses an expression that doesn't compile, or whose result is of no use. Nothing at all may stand anywhere.
func checkExpression(environment func() (*cel.Env, error), at, text string, results ...cel.Kind) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	env, err := environment()
	if err != nil {
		return err
	}
	if len(text) > celMax {
		return invalid("%s is too long: at most %d bytes", at, celMax)
	}
	ast, issues := env.Compile(text)
	if issues.Err() != nil {
		return invalid("%s: %s", at, celIssues(issues).message)
	}
	if is := ast.OutputType(); !slices.Contains(append(results, cel.DynKind), is.Kind()) {
		return invalid("%s: the result is of type %s", at, cel.FormatCELType(is))
	}
	return nil
}

// celSubject is the user an expression is tried on.
func (t *Tenant) celSubject() *Subject {
	user := t.celUser()
	name, _ := t.userName(user)
	email := t.userEmail(user)
	p := t.world.Person(user)
	return &Subject{
		ID: t.userID(user), Email: email, Username: strings.TrimSuffix(email, "@"+mailDomain), DisplayName: name, Department: p.DepartmentName(),
		JobTitle: p.TitleName(), EmploymentType: p.EmploymentType(), Status: "ENABLED", Manager: t.userID(p.Manager),
		Groups: []string{"everyone", "finance-all", strings.ToLower(p.LocationName()) + "-office"},
		Profile: map[string]any{"location": p.LocationName(), "company": world.Company(p.Division), "cost_center": "CC-4110",
			"employment_status": p.EmploymentStatus(), "level": 4, "remote": false, "languages": []string{"pt", "en"}},
		Attributes: map[string]string{"employee_number": "004137", "badge": "B-2291", "preferred_name": strings.Fields(name)[0],
			"cost_center": "CC-4110"},
		HiredAt: t.start.AddDate(-3, -2, 0).Truncate(24 * time.Hour),
	}
}

// celUser is the place of a contractor of Finance, where there is one.
func (t *Tenant) celUser() int {
	found := callerIndex
	for user := range min(t.users.size, world.DivisionPeople) {
		p := t.world.Person(user)
		if !p.Member() || p.DepartmentName() != "Finance" || p.Manager < 0 {
			continue
		}
		if found = user; p.Contract == world.Contractor {
			break
		}
	}
	return found
}

// testPolicy is operation 7: it evaluates an expression and answers with the type and the value of the result, both as strings.
func (t *Tenant) testPolicy(c *call) (any, error) {
	text := c.in.text("cel")
	switch {
	case strings.TrimSpace(text) == "":
		return nil, invalid("cel is required")
	case len(text) > celMax:
		return nil, invalid("cel is too long: at most %d bytes", celMax)
	}
	env, err := t.bench.policyEnvironment()
	if err != nil {
		return nil, err
	}
	ast, issues := env.Compile(text)
	if issues.Err() != nil {
		return nil, celIssues(issues)
	}
	program, err := env.Program(ast, cel.CostLimit(celCost), cel.InterruptCheckFrequency(1000))
	if err != nil {
		return nil, invalid("%s", celMessage(err.Error()))
	}
	value, _, err := program.ContextEval(c.r.Context(), map[string]any{
		"subject": t.celSubject(),
		"entitlement": map[string]any{"id": t.entitlementID(3), "display_name": t.entitlementPeek(3, "displayName"), "app_id": t.appID(0),
			"slug": "viewer"},
		"task": map[string]any{"id": "0", "kind": "GRANT", "reason": "Joins the close team", "requested_days": 30},
	})
	if err != nil {
		return nil, celFailure(ast, err)
	}
	return celResult(value)
}

// checkMembership refuses an expression that doesn't say of a user whether they belong to something. Nothing at all says it of nobody.
func (b *celBench) checkMembership(at, text string) error {
	return checkExpression(b.policyEnvironment, at, text, cel.BoolKind)
}

// celIssues reports what is wrong with an expression, with lines and columns counted from 1.
func celIssues(issues *cel.Issues) *failure {
	var lines []string
	for _, each := range issues.Errors() {
		lines = append(lines, fmt.Sprintf("%d:%d: %s", each.Location.Line(), each.Location.Column()+1, celMessage(each.Message)))
	}
	return fail(http.StatusBadRequest, codeInvalid, "invalid CEL expression: %s", strings.Join(lines, "\n"))
}

// celFailure reports what went wrong while an expression ran, and where if the evaluator says so.
func celFailure(ast *cel.Ast, err error) *failure {
	var at *types.Err
	if errors.As(err, &at) && at.NodeID() != 0 {
		where := ast.NativeRep().SourceInfo().GetStartLocation(at.NodeID())
		if where.Line() > 0 {
			return invalid("CEL evaluation failed: %d:%d: %s", where.Line(), where.Column()+1, celMessage(err.Error()))
		}
	}
	return invalid("CEL evaluation failed: %s", celMessage(err.Error()))
}

// celMessage keeps a message short: parsers list every token they would have liked.
func celMessage(text string) string {
	if expecting := strings.Index(text, " expecting {"); expecting > 0 {
		text = text[:expecting]
	}
	return text
}

func celResult(value celref.Val) (any, error) {
	kindOf, text := value.Type().TypeName(), ""
	switch v := value.(type) {
	case types.String:
		text = string(v)
	case types.Null:
		text = "null"
	default:
		text = celText(value)
	}
	return object{"type": kindOf, "value": text}, nil
}

// celText writes numbers and times plainly, lists and maps as JSON.
func celText(value celref.Val) string {
	if plain, err := value.ConvertToNative(reflect.TypeFor[string]()); err == nil {
		return plain.(string)
	}
	if s, ok := value.ConvertToType(types.StringType).(types.String); ok {
		return string(s)
	}
	whole, err := value.ConvertToNative(types.JSONValueType)
	if err != nil {
		return fmt.Sprint(value.Value())
	}
	out, err := json.Marshal(whole)
	if err != nil {
		return fmt.Sprint(value.Value())
	}
	return string(out)
}
