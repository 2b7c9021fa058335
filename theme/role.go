package theme

// Role is what a piece of the screen means; a theme says how it looks.
type Role int

// The roles. Each has a name in the configuration, see RoleNames.
const (
	Text   Role = iota // body text, in the terminal's own colour
	Dim                // what matters less: units, hints, ages
	Label              // the name of a field
	Value              // the value of a field
	Title              // the heading of a pane, a detail, a dialog
	Accent             // what should catch the eye without being a state
	Link               // a URL

	TenantBand // the tenant's name in the top line, in the tenant's accent
	TopLine    // the rest of the top line

	Tab       // a pane's tab
	TabActive // the tab of the pane on screen
	TabCount  // how many rows a pane has loaded

	Header       // a column title
	HeaderSorted // the column the rows are sorted by, with its arrow

	Selected     // the row under the cursor, a background for PaintOn
	SelectedBlur // the same in a pane without the focus
	Marked       // a marked row, a background for PaintOn
	// SelectedMarked is a marked row under the cursor, a background for PaintOn.
	SelectedMarked
	MarkSign // the sign before a marked row
	Match    // the characters a filter matched

	Good    // a state as wished: active, delivered, accepted
	Warn    // a state to look at: expiring, degraded
	Bad     // a state gone wrong or ended: failed, revoked
	Info    // a neutral state: new, running
	Pending // a state still to come: waiting, loading

	RiskLow // the ramp of risk
	RiskMedium
	RiskElevated
	RiskHigh
	RiskCritical

	BarFull  // the filled part of a bar
	BarEmpty // the rest of it

	Border       // a frame
	BorderFocus  // the frame of what has the focus
	DialogBorder // the frame of a dialog
	DangerBorder // the frame of a dialog that destroys
	DangerTitle  // its heading
	Dialog       // the ground of what stands over the panes
	Button       // a choice of a dialog
	ButtonFocus  // the choice that enter takes
	ButtonDanger // the same where it destroys

	Key     // a key in the footer and the help
	KeyHelp // what it does
	KeyOff  // both where it can do nothing now

	BannerOffline  // the network or the tenant is away
	BannerReadOnly // nothing can be changed
	BannerDemo     // this is the built-in tenant
	BannerError    // something failed

	ToastGood    // an action was done
	ToastBad     // an action failed
	ToastUnknown // nobody knows whether it was done

	JSONKey
	JSONString
	JSONNumber
	JSONBool
	JSONNull
	JSONPunct

	DiffAdded
	DiffRemoved
	DiffChanged

	Field            // the ground of what can be typed into
	FieldFocus       // the same with the focus
	Input            // typed text
	InputPrompt      // what stands before it
	InputPlaceholder // what stands in an empty field
	InputError       // why the text won't do

	roleCount
)

var roleNames = [roleCount]string{
	Text: "text", Dim: "dim", Label: "label", Value: "value", Title: "title", Accent: "accent", Link: "link",
	TenantBand: "tenant-band", TopLine: "top-line",
	Tab: "tab", TabActive: "tab-active", TabCount: "tab-count",
	Header: "header", HeaderSorted: "header-sorted",
	Selected: "selected", SelectedBlur: "selected-blur", Marked: "marked", MarkSign: "mark-sign", Match: "match",
	SelectedMarked: "selected-marked",
	Good:           "good", Warn: "warn", Bad: "bad", Info: "info", Pending: "pending",
	RiskLow: "risk-low", RiskMedium: "risk-medium", RiskElevated: "risk-elevated", RiskHigh: "risk-high", RiskCritical: "risk-critical",
	BarFull: "bar-full", BarEmpty: "bar-empty",
	Border: "border", BorderFocus: "border-focus", DialogBorder: "dialog-border",
	DangerBorder: "danger-border", DangerTitle: "danger-title", Button: "button", ButtonFocus: "button-focus",
	Dialog: "dialog", ButtonDanger: "button-danger", Field: "field", FieldFocus: "field-focus",
	Key: "key", KeyHelp: "key-help", KeyOff: "key-off",
	BannerOffline: "banner-offline", BannerReadOnly: "banner-read-only", BannerDemo: "banner-demo", BannerError: "banner-error",
	ToastGood: "toast-good", ToastBad: "toast-bad", ToastUnknown: "toast-unknown",
	JSONKey: "json-key", JSONString: "json-string", JSONNumber: "json-number",
	JSONBool: "json-bool", JSONNull: "json-null", JSONPunct: "json-punct",
	DiffAdded: "diff-added", DiffRemoved: "diff-removed", DiffChanged: "diff-changed",
	Input: "input", InputPrompt: "input-prompt", InputPlaceholder: "input-placeholder", InputError: "input-error",
}

// RoleNames lists the names that Options.Colors may use, in the order of the roles.
func RoleNames() []string { return append([]string(nil), roleNames[:]...) }

// String is the role's name in the configuration.
func (r Role) String() string {
	if r < 0 || r >= roleCount {
		return "unknown role"
	}
	return roleNames[r]
}

func roleByName(name string) (Role, bool) {
	for r, n := range roleNames {
		if n == name {
			return Role(r), true
		}
	}
	return 0, false
}
