package api

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// cohortAnswer is an answer with n users, each of whom holds one entitlement.
func cohortAnswer(n int) json.RawMessage {
	var users, covered []string
	for i := range n {
		user := fmt.Sprintf(`{"id":"2ZkYqE0Yw0x5mVJpZpXo%07d","displayName":"Mara %d","managerIds":["a","b"],"status":"ENABLED"}`, i, i)
		users, covered = append(users, user), append(covered, `{"user":`+user+`,"coveredCount":1}`)
	}
	return json.RawMessage(`{"list":[` + strings.Join(users, ",") + `],"usersWithCoverage":[` + strings.Join(covered, ",") +
		`],"nextPageToken":"n"}`)
}

// A matrix reads as many answers as there are entitlements: what packing takes, which is for lists of 100,000, is more than it spares here.
func TestACohortIsReadWithoutBeingPacked(t *testing.T) {
	page, err := cohortPage(cohortAnswer(20))
	if err != nil || len(page.Rows) != 20 || page.Next != "n" {
		t.Fatalf("%d rows, then %q: %v", len(page.Rows), page.Next, err)
	}
	for _, m := range page.Rows {
		if m.Raw.page.whole == nil || m.Covered == nil || *m.Covered != 1 || m.DisplayName == "" {
			t.Errorf("%s came as %s", m.ID, m.Raw.JSON())
		}
	}
}

func TestACohortWithoutOneOfItsLists(t *testing.T) {
	user := `{"id":"u","displayName":"Mara"}`
	for answer, want := range map[string]string{
		`{"list":[` + user + `]}`: "1",
		`{"list":null,"usersWithCoverage":[{"user":` + user + `}],"nextPageToken":"n"}`:      "1 holds 0, then n",
		`{"usersWithCoverage":[{"coveredCount":"2","user":` + user + `}]}`:                   "1 holds 2",
		`{"list":[` + user + `],"usersWithCoverage":null}`:                                   "1",
		`{"list":[],"usersWithCoverage":[]}`:                                                 "0",
		`{}`:                                                                                 "0",
		`{"list":7,"usersWithCoverage":[]}`:                                                  "error",
		`{"people":[` + user + `]}`:                                                          "error",
		`{"list":[` + user + `],"usersWithCoverage":[{"user":{"id":"\u0075"}}]}`:             "1 holds 0",
		`{"list":[` + user + `],"usersWithCoverage":[{"user":7,"id":"u"},null,{"user":{}}]}`: "1 holds 0",
	} {
		page, err := cohortPage(json.RawMessage(answer))
		got := fmt.Sprint(len(page.Rows))
		for _, m := range page.Rows {
			if m.Covered != nil {
				got += fmt.Sprintf(" holds %d", *m.Covered)
			}
		}
		if page.Next != "" {
			got += ", then " + page.Next
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", answer, got, want)
		}
	}
}
