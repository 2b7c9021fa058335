package api

// BuiltinPattern is a hook's ready-made behaviour (interface.md 2.8). One member is set. Members names those present in the
// JSON, unknown ones included, in the order they came.
type BuiltinPattern struct {
	BlockOutput         *BlockOutput         `json:"blockOutput"`
	BlockToolCall       *BlockToolCall       `json:"blockToolCall"`
	CreditCardBlocking  *CreditCardBlocking  `json:"creditCardBlocking"`
	EncodedContentGuard *EncodedContentGuard `json:"encodedContentGuard"`
	LinkFilter          *LinkFilter          `json:"linkFilter"`
	PIIRedaction        *PIIRedaction        `json:"piiRedaction"`
	PreToolBlock        *PreToolBlock        `json:"preToolBlock"`
	PromptInjectionScan *PromptInjectionScan `json:"promptInjectionScan"`
	QueryScopeLimit     *QueryScopeLimit     `json:"queryScopeLimit"`
	SecretsMasking      *SecretsMasking      `json:"secretsMasking"`
	SensitiveFileGuard  *SensitiveFileGuard  `json:"sensitiveFileGuard"`
	ToolOutputSizeGuard *ToolOutputSizeGuard `json:"toolOutputSizeGuard"`
	WriteAuthorization  *WriteAuthorization  `json:"writeAuthorization"`
	Members             []string             `json:"-"`
}

// BlockOutput stops answers on the given surfaces; without surfaces it does nothing.
type BlockOutput struct {
	Message  string              `json:"message"`
	Surfaces []HookOutputSurface `json:"surfaces"`
}

// BlockToolCall stops tool calls with a message.
type BlockToolCall struct {
	Message string `json:"message"`
}

// CreditCardBlocking stops content that holds card numbers. It has no settings.
type CreditCardBlocking struct{}

// EncodedContentGuard looks for long encoded runs (lengths in characters); FlagOnly marks instead of stopping.
type EncodedContentGuard struct {
	FlagOnly     bool  `json:"flagOnly"`
	MinBase64Run int64 `json:"minBase64Run"`
	MinHexRun    int64 `json:"minHexRun"`
}

// LinkFilter acts on links to hosts that are not allowed; without AllowedHosts no host is.
type LinkFilter struct {
	Action       LinkFilterAction `json:"action"`
	AllowedHosts []string         `json:"allowedHosts"`
	BlockImages  bool             `json:"blockImages"`
}

// PIIRedaction replaces personal data in the given fields.
type PIIRedaction struct {
	RedactFields []string `json:"redactFields"`
	Replacement  string   `json:"replacement"`
}

// PreToolBlock stops a tool before it runs.
type PreToolBlock struct {
	Message string `json:"message"`
}

// PromptInjectionScan looks for prompt injection; FlagOnly marks instead of stopping.
type PromptInjectionScan struct {
	FlagOnly  bool                     `json:"flagOnly"`
	Threshold PromptInjectionThreshold `json:"threshold"`
}

// QueryScopeLimit caps what a query may ask for.
type QueryScopeLimit struct {
	Fields   []string `json:"fields"`
	MaxLimit int64    `json:"maxLimit"`
}

// SecretsMasking replaces secrets, also by patterns of one's own.
type SecretsMasking struct {
	AdditionalPatterns []string `json:"additionalPatterns"`
	Placeholder        string   `json:"placeholder"`
}

// SensitiveFileGuard stops access to files by directory and pattern.
type SensitiveFileGuard struct {
	BlockedDirectories []string `json:"blockedDirectories"`
	BlockedPatterns    []string `json:"blockedPatterns"`
}

// ToolOutputSizeGuard limits a tool's output.
type ToolOutputSizeGuard struct {
	MaxBytes int64 `json:"maxBytes"`
}

// WriteAuthorization stops classes of tools, outside business hours if such are given.
type WriteAuthorization struct {
	BlockedClassifications []ToolClassification `json:"blockedClassifications"`
	BusinessHours          *BusinessHours       `json:"businessHours"`
}

// BusinessHours are days (0 Sunday to 6 Saturday) and times ("HH:MM", 24-hour) in a time zone.
type BusinessHours struct {
	Days     []int64 `json:"days"`
	Start    string  `json:"start"`
	End      string  `json:"end"`
	Timezone string  `json:"timezone"`
}

// HookOutputSurface is where an answer goes. Open: unknown values are normal.
type HookOutputSurface string

// The known surfaces.
const (
	HookOutputSurfaceUnspecified HookOutputSurface = "HOOK_OUTPUT_SURFACE_UNSPECIFIED"
	HookOutputSurfaceSlack       HookOutputSurface = "HOOK_OUTPUT_SURFACE_SLACK"
	HookOutputSurfaceWeb         HookOutputSurface = "HOOK_OUTPUT_SURFACE_WEB"
)

// Words is the value in plain words; an unknown one as it came.
func (s HookOutputSurface) Words() string {
	switch s {
	case "", HookOutputSurfaceUnspecified:
		return "not set"
	case HookOutputSurfaceSlack:
		return "Slack"
	case HookOutputSurfaceWeb:
		return "web"
	}
	return string(s)
}

// LinkFilterAction is what happens to a link. Open: unknown values are normal.
type LinkFilterAction string

// The known link actions; not set means redact.
const (
	LinkFilterActionUnspecified LinkFilterAction = "LINK_FILTER_ACTION_UNSPECIFIED"
	LinkFilterActionRedact      LinkFilterAction = "LINK_FILTER_ACTION_REDACT"
	LinkFilterActionAnnotate    LinkFilterAction = "LINK_FILTER_ACTION_ANNOTATE"
)

// Words is the value in plain words; an unknown one as it came.
func (a LinkFilterAction) Words() string {
	switch a {
	case "", LinkFilterActionUnspecified:
		return "not set (means redact)"
	case LinkFilterActionRedact:
		return "redact"
	case LinkFilterActionAnnotate:
		return "annotate"
	}
	return string(a)
}

// PromptInjectionThreshold is how sure a scan must be. Open: unknown values are normal.
type PromptInjectionThreshold string

// The known thresholds; not set means high.
const (
	PromptInjectionThresholdUnspecified PromptInjectionThreshold = "PROMPT_INJECTION_THRESHOLD_UNSPECIFIED"
	PromptInjectionThresholdLow         PromptInjectionThreshold = "PROMPT_INJECTION_THRESHOLD_LOW"
	PromptInjectionThresholdMedium      PromptInjectionThreshold = "PROMPT_INJECTION_THRESHOLD_MEDIUM"
	PromptInjectionThresholdHigh        PromptInjectionThreshold = "PROMPT_INJECTION_THRESHOLD_HIGH"
)

// Words is the value in plain words; an unknown one as it came.
func (t PromptInjectionThreshold) Words() string {
	switch t {
	case "", PromptInjectionThresholdUnspecified:
		return "not set (means high)"
	case PromptInjectionThresholdLow:
		return "low"
	case PromptInjectionThresholdMedium:
		return "medium"
	case PromptInjectionThresholdHigh:
		return "high"
	}
	return string(t)
}

// ToolClassification is how dangerous a tool is. Open: unknown values are normal.
type ToolClassification string

// The known classifications.
const (
	ToolClassificationUnspecified ToolClassification = "TOOL_CLASSIFICATION_UNSPECIFIED"
	ToolClassificationRead        ToolClassification = "TOOL_CLASSIFICATION_READ"
	ToolClassificationWrite       ToolClassification = "TOOL_CLASSIFICATION_WRITE"
	ToolClassificationDestructive ToolClassification = "TOOL_CLASSIFICATION_DESTRUCTIVE"
	ToolClassificationSensitive   ToolClassification = "TOOL_CLASSIFICATION_SENSITIVE"
	ToolClassificationDangerous   ToolClassification = "TOOL_CLASSIFICATION_DANGEROUS"
)

// Words is the value in plain words; an unknown one as it came.
func (c ToolClassification) Words() string {
	switch c {
	case "", ToolClassificationUnspecified:
		return "not set"
	case ToolClassificationRead:
		return "read"
	case ToolClassificationWrite:
		return "write"
	case ToolClassificationDestructive:
		return "destructive"
	case ToolClassificationSensitive:
		return "sensitive"
	case ToolClassificationDangerous:
		return "dangerous"
	}
	return string(c)
}
