package api

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestTheRowsOfAPageAreKeptAsTheyCame(t *testing.T) {
	rows := []string{
		`{"id":"a","displayName":"Mask","enabled":true,"priority":12,"event":"E","builtinPattern":{"linkFilter":{"allowedHosts":["x"]}}}`,
		`{ "id" : "b", "displayName":"Mask",	"enabled":true,"priority" :-1.20e+3,"event":"E","builtinPattern":` +
			`{"linkFilter":{"allowedHosts":["x"]}}}`,
		`{"id":"c","displayName":"a \"quoted\" \\","description":"a \"quoted\" \\","novel":[1,[],{},"",null,{"":":"}],` +
			`"filter":{"celExpression":"\u00e4"}}`,
		`{"id":"d","description":"a \"quoted\" \\","builtinPattern":{"linkFilter":null},"builtinPattern":{"linkFilter":{"blockImages":true}}}`,
		`{"id":"e","builtinPattern":{"linkFilter":{"action":"A"}},"BuiltinPattern":{"linkFilter":{"blockImages":true}}}`,
		`{"id":"f","builtinPattern":{"linkFilter":{"blockImages":true}},"function":{},"jsonPatch":{}}`,
		`{"id":"g","function":{"functionId":"f","commitId":"a"},"jsonPatch":{"celExpression":"a","staticOverlay":{"z":1,"a":"a"}}}`,
		`{"id":"h","function":{"functionId":"f","commitId":"a"},"priority":"odd","enabled":"","builtinPattern":[]}`,
	}
	page, err := decodePage[Hook](json.RawMessage("{\"list\":[\n"+strings.Join(rows, ",\n")+`]}`), "list", "")
	if err != nil || len(page.Rows) != len(rows) {
		t.Fatalf("%d rows, %v", len(page.Rows), err)
	}
	for i, row := range page.Rows {
		if got := string(row.Raw.JSON()); got != rows[i] {
			t.Errorf("row %d\ngot  %s\nwant %s", i, got, rows[i])
		}
		alone, err := decodeRecord[Hook](json.RawMessage(rows[i]))
		if err != nil {
			t.Fatal(err)
		}
		same(t, row, alone)
	}
	if page.Rows[0].BuiltinPattern != page.Rows[1].BuiltinPattern {
		t.Error("rows with the same settings don't share them")
	}
	if (Hook{}).Raw.Came() || (Hook{}).Raw.JSON() != nil || !page.Rows[0].Raw.Came() || !NewOriginal(json.RawMessage(`{}`)).Came() {
		t.Error("what came can't be told from what didn't")
	}
}

// A record within a row is packed with it, so that nothing holds on to the answer.
func TestARecordWithinARowIsKeptAsItCame(t *testing.T) {
	const snapshot = `{ "id":"s","appId":"a", "modifyClaimsHook":{"functionId":"f"}}`
	body := `{"list":[{"metadata":{"id":"m"},"snapshot":` + snapshot + `},` +
		`{"metadata":{"id":"n"},"snapshot":` + snapshot + `},{"metadata":{"id":"o"}}]}`
	page, err := decodePage[HistoryEntry](json.RawMessage(body), "list", "")
	if err != nil || len(page.Rows) != 3 {
		t.Fatalf("%d rows, %v", len(page.Rows), err)
	}
	for _, row := range page.Rows[:2] {
		if got := string(row.Snapshot.Raw.JSON()); got != snapshot || row.Snapshot.Raw.page != row.Raw.page || row.NoSnapshot {
			t.Errorf("the snapshot is %s", got)
		}
	}
	a, b := page.Rows[0], page.Rows[1]
	if !a.Snapshot.Raw.Equal(b.Snapshot.Raw) || a.Raw.Equal(b.Raw) || !a.Raw.Equal(NewOriginal(a.Raw.JSON())) {
		t.Error("the same JSON isn't equal, or another one is")
	}
	if last := page.Rows[2]; last.Snapshot.Raw.Came() || !last.NoSnapshot || last.Raw.Equal(last.Snapshot.Raw) {
		t.Errorf("a snapshot that didn't come: %+v", last)
	}
}

// What is kept of a page doesn't grow with what its rows repeat.
func TestAPageKeepsWhatItsRowsRepeatOnce(t *testing.T) {
	body := hookPage(0, 100)
	page, err := decodePage[Hook](slices.Clone(body), "list", "")
	if err != nil {
		t.Fatal(err)
	}
	kept := page.Rows[0].Raw.page
	if size := len(kept.text) + len(kept.code) + 4*len(kept.ends) + 4*len(kept.rows); size > len(body)/3 {
		t.Errorf("%d bytes are kept of %d", size, len(body))
	}
}
