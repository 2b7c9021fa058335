package suggestions

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
	"gatehouse/ui/column"
	"gatehouse/ui/host"
	"gatehouse/ui/status"
	"gatehouse/ui/widget"
)

// latestRun is how the latest analysis stands.
func latestRun(ctx context.Context, c *api.Client) (status.Status, error) {
	run, err := c.LatestRun(ctx)
	if err != nil {
		return status.Status{}, err
	}
	return RunStatus(run), nil
}

func RunStatus(run api.Run) status.Status {
	s := status.Status{Busy: run.Status == api.RunStatusRunning, Ended: runEnded(run)}
	s.Words = func(now time.Time) (string, theme.Role) {
		role := theme.Dim
		at := run.CompletedAt
		switch run.Status {
		case api.RunStatusRunning:
			return strings.TrimSuffix("analysis running, started "+column.AgoOf(run.CreatedAt, now), ", started "), theme.Info
		case api.RunStatusFailed:
			role = theme.Bad
		}
		if at.IsZero() {
			at = run.UpdatedAt
		}
		text := "analysis " + run.Status.Words()
		return strings.TrimSpace(text + " " + column.AgoOf(at, now)), role
	}
	return s
}

func runEnded(run api.Run) host.Notice {
	if run.Status == api.RunStatusFailed {
		return host.Notice{Tone: host.ToneBad, Text: "The analysis failed." + host.Said(run.ErrorMessage)}
	}
	return host.Notice{Tone: host.ToneGood,
		Text: fmt.Sprintf("The analysis is %s: %s, %s, %s.", run.Status.Words(), widget.Count(run.TotalUsers, "user"),
			widget.Count(run.CohortsAnalyzed, "cohort"), widget.Count(run.SuggestionsGenerated, "suggestion"))}
}

// analyse starts a new analysis. It can't be stopped again, so it asks.
func analyse() *action.Spec[api.Suggestion] {
	return &action.Spec[api.Suggestion]{
		Name: "suggestions.analyse", Title: "Start a new analysis", Doing: "Starting", Done: "Started", Noun: "start", Repeats: true, New: true,
		Danger:  func(api.Suggestion) action.Danger { return action.Confirm },
		Request: func(api.Suggestion, action.Draft) (api.Request, error) { return api.TriggerMining() },
		Target: func(api.Suggestion, action.Draft) action.Target {
			return action.Target{Kind: "analysis", Name: "role mining"}
		},
		Says: func(_ action.Draft, a api.Answer) string {
			if id := api.TriggeredRunID(a); id != "" {
				return "It is run " + id + "."
			}
			return ""
		},
	}
}
