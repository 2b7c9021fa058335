package tenant

import "time"

// hookNames and hookTexts belong together, place by place, with hookTemplate: first the thirteen built-in patterns, then functions,
// JSON patches, and more patterns with other settings.
var hookNames = []string{
	"Block payment answers in chat", "Stop shell tools", "Card numbers never leave", "Encoded payload guard", "Only our own links",
	"Redact personal data", "Pause before production", "Prompt injection scan", "Query limits on customer data", "Mask secrets in output",
	"Sensitive files stay closed", "Tool output size limit", "Writes only in business hours", "Score risky calls", "Route approvals to ticket",
	"Add audit tag to calls", "Pin region to EU", "Block destructive on archive", "Annotate outside links", "Flag long hex runs",
	"Redact health records", "Read-only weekends", "Scan at low threshold", "Mask internal hostnames", "Small answers only",
	"Check caller's manager", "Strip debug arguments", "No silent output", "Guard home folders", "Limit invoice queries",
	"Voice sample guard", "Prompt scan, default threshold", "Prompt scan, strict", "Lock the vault connector",
}

var hookTexts = []string{
	"Answers that name an account balance are held back in shared channels.",
	"Shell and process tools are off for everybody but the on-call group.",
	"Looks for card numbers in what goes out and blocks the answer.",
	"Long runs of base64 or hex often carry data out; this stops them.",
	"Links to other hosts are taken out of answers.",
	"Names, addresses and birthdays are replaced before an answer is shown.",
	"Asks people to open a change first. See the release calendar.",
	"Looks for instructions hidden in tool results.",
	"Keeps exports of customer records small enough to be reviewed.",
	"API keys and passwords that slip into an answer are masked.",
	"Keys, environment files and password stores can't be read by tools.",
	"Outputs above the limit are cut off, so that a dump can't be taken in one call.",
	"Writes outside office hours need a person. Owner: platform team.",
	"Runs the risk model on each call and records the score.",
	"Sends a request for approval to the ticket queue and waits.",
	"Adds the audit tag that the warehouse uses to join calls and tickets.",
	"Requests always go to the European endpoint.",
	"The archive is write-once. Destructive tools are refused there.",
	"Marks links to outside hosts instead of removing them.",
	"Only flags, so that we can see how often it would block.",
	"Health data is redacted for everyone outside the benefits team.",
	"No writes from Friday evening to Monday morning.",
	"Stricter scan for tools that read the open web.",
	"Host names of the internal network are masked.",
	"Support answers stay short enough to be read on a phone.",
	"Looks the caller's manager up and adds it to the call.",
	"Debug arguments are removed before a tool sees them.",
	"Left over from a trial. It has no surface, so it does nothing.",
	"Home folders of other people can't be listed.",
	"Invoices can be read by the page, not by the year.",
	"Recordings of a person's voice are held back. Early access.",
	"Follows the tenant's threshold, whatever it is set to.",
	"Only clear cases are blocked; everything else is left to reviewers.",
	"Nothing reads from or writes to the vault connector during the migration.",
}

// hookTemplate makes event, filter and work of the hook of the given sort, as it was made at a time.
func (t *Tenant) hookTemplate(sort int, d *dice, at time.Time) object {
	if sort < 13 {
		return builtinHook(sort)
	}
	pre, post, out := "HOOK_EVENT_TYPE_PRE_TOOL_USE", "HOOK_EVENT_TYPE_POST_TOOL_USE", "HOOK_EVENT_TYPE_PRE_OUTPUT"
	switch sort {
	case 13:
		return hookOf(post, `tool.classification in ["DESTRUCTIVE", "DANGEROUS"]`, "function", t.functionRef(d, at))
	case 14:
		return hookOf(pre, `tool.name.startsWith("payments.") && subject.department != "Finance"`, "function", t.functionRef(d, at))
	case 15:
		return hookOf(pre, ``, "jsonPatch", object{"staticOverlay": object{"audit": object{"tag": "wh-join", "level": 2, "keep": true},
			"labels": []string{"governed", "q3"}}})
	case 16:
		return hookOf(pre, `tool.server == "lumen-analytics"`, "jsonPatch",
			object{"celExpression": `{"args": {"region": "eu-west-1", "limit": math.least(args.limit, 500)}}`})
	case 17:
		return patternHook(pre, `tool.server == "archive"`, "writeAuthorization",
			object{"blockedClassifications": []string{"TOOL_CLASSIFICATION_DESTRUCTIVE", "TOOL_CLASSIFICATION_WRITE"}, "businessHours": nil})
	case 18:
		return patternHook(out, `surface == "WEB"`, "linkFilter",
			object{"action": "LINK_FILTER_ACTION_ANNOTATE", "allowedHosts": []string{"docs.example.com", "help.example.com"}, "blockImages": false})
	case 19:
		return patternHook(post, ``, "encodedContentGuard", object{"flagOnly": true, "minBase64Run": 0, "minHexRun": 96})
	case 20:
		return patternHook(out, `!("benefits" in subject.groups)`, "piiRedaction",
			object{"redactFields": []string{"diagnosis", "medication", "insurance_number"}, "replacement": "(health data)"})
	case 21:
		return patternHook(pre, ``, "writeAuthorization",
			object{"blockedClassifications": []string{"TOOL_CLASSIFICATION_WRITE", "TOOL_CLASSIFICATION_QUANTUM"},
				"businessHours": object{"days": []int{1, 2, 3, 4, 5}, "start": "07:30", "end": "18:00", "timezone": "Asia/Tokyo"}})
	case 22:
		return patternHook(post, `tool.name == "browser.fetch"`, "promptInjectionScan",
			object{"flagOnly": false, "threshold": "PROMPT_INJECTION_THRESHOLD_LOW"})
	case 23:
		return patternHook(out, ``, "secretsMasking", object{"additionalPatterns": []string{`[a-z0-9-]+\.corp\.example`, `10\.\d+\.\d+\.\d+`},
			"placeholder": ""})
	}
	return t.laterHook(sort, d, at, pre, out)
}

func (t *Tenant) laterHook(sort int, d *dice, at time.Time, pre, out string) object {
	switch sort {
	case 24:
		return patternHook(out, `subject.department == "Customer Support"`, "toolOutputSizeGuard", object{"maxBytes": 4096})
	case 25:
		return hookOf(pre, `has(subject.manager)`, "function", t.functionRef(d, at))
	case 26:
		return hookOf(pre, `"debug" in args`, "jsonPatch", object{"celExpression": `{"args": {"debug": null, "trace": null}}`})
	case 27:
		return patternHook(out, ``, "blockOutput", object{"message": "This answer is not shown here.", "surfaces": nil})
	case 28:
		return patternHook(pre, `args.path.startsWith("/home/")`, "sensitiveFileGuard", object{"blockedDirectories": []string{"/home", "/Users"},
			"blockedPatterns": nil})
	}
	post := "HOOK_EVENT_TYPE_POST_TOOL_USE"
	switch sort {
	case 30:
		return patternHook(pre, ``, "voiceprintGuard", object{"minSeconds": 3, "languages": []string{"pt", "ja"}}) // newer than any client
	case 31:
		return patternHook(post, ``, "promptInjectionScan", object{"flagOnly": false, "threshold": "PROMPT_INJECTION_THRESHOLD_UNSPECIFIED"})
	case 32:
		return patternHook(post, `tool.server == "brightkiln-docs"`, "promptInjectionScan",
			object{"flagOnly": false, "threshold": "PROMPT_INJECTION_THRESHOLD_HIGH"})
	case 33:
		return patternHook(pre, `tool.server == "granite-vault"`, "writeAuthorization",
			object{"blockedClassifications": []string{"TOOL_CLASSIFICATION_READ", "TOOL_CLASSIFICATION_WRITE", "TOOL_CLASSIFICATION_DANGEROUS"}})
	}
	return patternHook(pre, `tool.name.matches("invoice.*list")`, "queryScopeLimit", object{"fields": []string{"limit"}, "maxLimit": 100})
}

// builtinHook makes one of the thirteen built-in patterns with usual settings.
func builtinHook(sort int) object {
	pre, post, out := "HOOK_EVENT_TYPE_PRE_TOOL_USE", "HOOK_EVENT_TYPE_POST_TOOL_USE", "HOOK_EVENT_TYPE_PRE_OUTPUT"
	switch sort {
	case 0:
		return patternHook(out, `output.topics.exists(t, t == "balance")`, "blockOutput", object{
			"message":  "Balances are not shown in shared channels. Ask in a direct message.",
			"surfaces": []string{"HOOK_OUTPUT_SURFACE_SLACK", "HOOK_OUTPUT_SURFACE_WEB"}})
	case 1:
		return patternHook(pre, `tool.category == "shell" && !("on-call" in subject.groups)`, "blockToolCall",
			object{"message": "Shell tools are for the on-call group. Open a change if you need one."})
	case 2:
		return patternHook(out, ``, "creditCardBlocking", object{})
	case 3:
		return patternHook(post, `tool.server != "cinder-build"`, "encodedContentGuard", object{"flagOnly": false, "minBase64Run": 120,
			"minHexRun": 64})
	case 4:
		return patternHook(out, ``, "linkFilter", object{"action": "LINK_FILTER_ACTION_REDACT",
			"allowedHosts": []string{"example.com", "status.example.com", "wiki.example.com"}, "blockImages": true})
	case 5:
		return patternHook(out, `surface == "SLACK"`, "piiRedaction", object{
			"redactFields": []string{"email", "phone", "address", "date_of_birth"}, "replacement": "[redacted]"})
	case 6:
		return patternHook(pre, `tool.environment == "production"`, "preToolBlock",
			object{"message": "Production is frozen. Open a change first: CHG queue."})
	case 7:
		return patternHook(post, `tool.classification == "READ"`, "promptInjectionScan",
			object{"flagOnly": true, "threshold": "PROMPT_INJECTION_THRESHOLD_MEDIUM"})
	case 8:
		return patternHook(pre, `tool.server == "harborview-crm"`, "queryScopeLimit", object{"fields": []string{"limit", "page_size", "top"},
			"maxLimit": 250})
	case 9:
		return patternHook(out, ``, "secretsMasking",
			object{"additionalPatterns": []string{`hv_[A-Za-z0-9]{24}`}, "placeholder": "••••••"})
	case 10:
		return patternHook(pre, `tool.name in ["files.read", "files.list"]`, "sensitiveFileGuard", object{
			"blockedDirectories": []string{"~/.ssh", "/etc/ssl/private"}, "blockedPatterns": []string{"*.pem", "*.kdbx", ".env*"}})
	case 11:
		return patternHook(post, ``, "toolOutputSizeGuard", object{"maxBytes": 262144})
	}
	return patternHook(pre, ``, "writeAuthorization", object{
		"blockedClassifications": []string{"TOOL_CLASSIFICATION_WRITE", "TOOL_CLASSIFICATION_DESTRUCTIVE", "TOOL_CLASSIFICATION_SENSITIVE"},
		"businessHours":          object{"days": []int{1, 2, 3, 4, 5}, "start": "08:00", "end": "19:00", "timezone": "Europe/Lisbon"}})
}

func hookOf(event, filter, sort string, work object) object {
	return object{"event": event, "filter": object{"celExpression": filter}, sort: work}
}

func patternHook(event, filter, member string, settings object) object {
	return hookOf(event, filter, "builtinPattern", object{member: settings})
}
