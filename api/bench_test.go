package api

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// hookPage is the body of a page of n hooks of ordinary size.
func hookPage(from, n int) json.RawMessage {
	rows := make([]string, n)
	for i := range rows {
		pattern := `"builtinPattern":{"linkFilter":{"action":"LINK_FILTER_ACTION_REDACT","allowedHosts":["docs.example.com",` +
			`"wiki.example.com"],"blockImages":true}}`
		if i%3 == 0 {
			pattern = `"function":{"functionId":"2ZkYqE0Yw0x5mVJpZpXo8bJH3fN","commitId":"2ZkYqE0Yw0x5mVJpZpXo8bJH3fM"}`
		}
		rows[i] = fmt.Sprintf(`{"id":"2ZkYqE0Yw0x5mVJpZpXo%07d","displayName":"Redact links in answers to team %d","description":"Removes `+
			`links that lead outside the allowed hosts before an answer is shown.","enabled":%v,"priority":%d,"managedByGuardrails":false,`+
			`"event":"HOOK_EVENT_TYPE_PRE_OUTPUT","filter":{"celExpression":"ctx.team == \"%d\""},%s,"createdAt":"2026-01-02T03:04:05.123456Z",`+
			`"updatedAt":"2026-01-02T03:04:05.123456Z"}`,
			from+i, i, i%2 == 0, i%1000, i, pattern)
	}
	return json.RawMessage(`{"list":[` + strings.Join(rows, ",") + `],"nextPageToken":"` + fmt.Sprint(from+n) + `"}`)
}

func BenchmarkDecodePage100(b *testing.B) {
	body := hookPage(0, 100)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		page, err := decodePage[Hook](body, "list", "")
		if err != nil || len(page.Rows) != 100 {
			b.Fatal(err)
		}
	}
}

// BenchmarkHeapOf100000Hooks reports the live heap of all hooks of a large tenant, raw JSON included.
func BenchmarkHeapOf100000Hooks(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		pages := make([]Page[Hook], 0, 1000)
		for i := range 1000 {
			page, err := decodePage[Hook](hookPage(i*100, 100), "list", "")
			if err != nil {
				b.Fatal(err)
			}
			pages = append(pages, page)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB")
		runtime.KeepAlive(pages)
	}
}

// A cell of Secrets: nearly no name holds what opens the secret.
func BenchmarkMask(b *testing.B) {
	for name, text := range map[string]string{
		"a name": "Vendor portal login", "a long name": "AWS_SECRET_ACCESS_KEY_for_the_billing_account_of_2024",
		"with the code": "the file ABCD-EFGH-23K7 of Mara", "spelled out": "abcd efgh 23k7",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Mask(text, "[hidden]", "https://acme.example/secrets/ABCD-EFGH-23K7", "ABCD-EFGH-23K7")
			}
		})
	}
}
