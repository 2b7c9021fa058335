package hooks_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/api"
	"gatehouse/theme/themetest"
	"gatehouse/ui/host"
	"gatehouse/ui/panes"
	"gatehouse/ui/panes/hooks"
	"gatehouse/ui/widget"
)

// settingsOf are a hook's settings as the detail draws them.
func settingsOf(t *testing.T, hook string) string {
	t.Helper()
	var h api.Hook
	if err := json.Unmarshal([]byte(hook), &h); err != nil {
		t.Fatal(err)
	}
	if h.BuiltinPattern != nil {
		h.BuiltinPattern.Members = nil
	}
	h.Raw = api.NewOriginal([]byte(hook))
	th := themetest.New(t, "none")
	env := &host.Env{Keys: panes.Keys(panes.All())}
	return ansi.Strip(strings.Join(widget.DrawSections([]widget.Section{hooks.HookSettings(h, env)}, 70, th),
		"\n"))
}

func TestEveryPatternIsExplainedWithItsSettings(t *testing.T) {
	for pattern, want := range map[string][]string{
		`"blockOutput":{"message":"Ask in person","surfaces":["HOOK_OUTPUT_SURFACE_SLACK","HOOK_OUTPUT_SURFACE_WEB"]}`: {"Holds an answer back",
			"Ask in person", "Slack, web"},
		`"blockOutput":{}`:                        {"no words of your own", "Without surfaces it does nothing."},
		`"blockToolCall":{"message":"No shells"}`: {"Stops the tool call", "No shells"},
		`"creditCardBlocking":{}`:                 {"credit card numbers", "no settings"},
		`"encodedContentGuard":{"flagOnly":true,"minBase64Run":64,"minHexRun":1200}`: {"encoded text", "marks what it finds and lets it pass",
			"64 characters or more", "1,200 characters or more"},
		`"encodedContentGuard":{}`: {"It stops what it finds.", "up to the tenant"},
		`"linkFilter":{"action":"LINK_FILTER_ACTION_ANNOTATE","allowedHosts":["a.example","b.example"],` +
			`"blockImages":true}`: {"hosts that are not allowed", "annotate", "a.example, b.example", "Images are links too"},
		`"linkFilter":{}`: {"Not set: this means redact.", "Without hosts, no link is allowed.", "Images are left alone."},
		`"piiRedaction":{"redactFields":["email","ssn"],"replacement":"###"}`: {"personal data", "email, ssn", "###"},
		`"piiRedaction":{}`:                 {"None are named", "up to the tenant"},
		`"preToolBlock":{"message":"Wait"}`: {"before it runs", "Wait"},
		`"promptInjectionScan":{"flagOnly":false,"threshold":"PROMPT_INJECTION_THRESHOLD_LOW"}`: {"give the model orders",
			"It stops what it finds.", "low"},
		`"promptInjectionScan":{}`:                              {"Not set: this means high."},
		`"queryScopeLimit":{"fields":["limit"],"maxLimit":500}`: {"how many records", "limit", "500"},
		`"queryScopeLimit":{}`:                                  {"None are named", "0, not set"},
		`"secretsMasking":{"additionalPatterns":["tok_[a-z]+","AKIA.*"],"placeholder":"[gone]"}`: {"looks like a secret", "tok_[a-z]+",
			"AKIA.*", "[gone]"},
		`"secretsMasking":{}`: {"only what the tenant itself knows", "the tenant chooses the replacement"},
		`"sensitiveFileGuard":{"blockedDirectories":["/etc"],"blockedPatterns":["*.pem"]}`: {"Stops access to files", "/etc", "*.pem"},
		`"sensitiveFileGuard":{}`:                  {"no directory is closed", "no file is closed"},
		`"toolOutputSizeGuard":{"maxBytes":65536}`: {"larger than this", "65,536 bytes"},
		`"toolOutputSizeGuard":{}`:                 {"0, not set"},
		`"writeAuthorization":{"blockedClassifications":["TOOL_CLASSIFICATION_WRITE","TOOL_CLASSIFICATION_NEW"],"businessHours":{"days":[1,5,` +
			`9],"start":"08:00","end":"18:00","timezone":"Europe/Oslo"}}`: {
			"outside of them", "write, TOOL_CLASSIFICATION_NEW", "Monday, Friday, day 9, 08:00 to 18:00, Europe/Oslo"},
		`"writeAuthorization":{"businessHours":{}}`: {"names nothing to stop", "no days", "start not set", "time zone not set"},
		`"writeAuthorization":{}`:                   {"the time of day makes no difference"},
	} {
		got := strings.Join(strings.Fields(settingsOf(t, `{"id":"h","builtinPattern":{`+pattern+`}}`)), " ")
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("%s doesn't say %q:\n%s", pattern, text, got)
			}
		}
	}
}

func TestFunctionsPatchesAndUnknownPatternsAreShownWhole(t *testing.T) {
	for hook, want := range map[string][]string{
		`{"function":{"functionId":"fn1","commitId":"c9"}}`:         {"fn1", "c9", "A function that fails denies the call."},
		`{"function":{"functionId":"fn1"}}`:                         {"No version is named."},
		`{"jsonPatch":{"celExpression":"{\"region\": \"eu\"}"}}`:    {`{"region": "eu"}`, "merged into the call's data"},
		`{"jsonPatch":{"staticOverlay":{"a":{"b":[1,2]},"c":"d"}}}`: {"A fixed overlay", `  "a": {`, `    "b": [`, `"c": "d"`},
		`{"jsonPatch":{}}`: {"It is empty, so it changes nothing."},
		`{"builtinPattern":{"voiceprintGuard":{"sensitivity":"utmost"}}}`: {"doesn't know this pattern", `"sensitivity": "utmost"`},
		`{}`: {"Nothing that this console knows"},
	} {
		got := settingsOf(t, hook)
		flowing := strings.Join(strings.Fields(got), " ")
		for _, text := range want {
			if !strings.Contains(got, text) && !strings.Contains(flowing, text) {
				t.Errorf("%s doesn't say %q:\n%s", hook, text, got)
			}
		}
	}
}
