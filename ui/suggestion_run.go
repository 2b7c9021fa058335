package ui

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gatehouse/action"
	"gatehouse/api"
	"gatehouse/theme"
)

// latestRun is how the latest analysis stands.
func latestRun(ctx context.Context, c *api.Client) (standing, error) {
	run, err := c.LatestRun(ctx)
	if err != nil {
		return standing{}, err
	}
	return runStanding(run), nil
}

func runStanding(run api.Run) standing {
	s := standing{busy: run.Status == api.RunStatusRunning, ended: runEnded(run)}
	s.words = func(now time.Time) (string, theme.Role) {
		role := theme.Dim
		at := run.CompletedAt
		switch run.Status {
		case api.RunStatusRunning:
			return strings.TrimSuffix("analysis running, started "+agoOf(run.CreatedAt, now), ", started "), theme.Info
		case api.RunStatusFailed:
			role = theme.Bad
		}
		if at.IsZero() {
			at = run.UpdatedAt
		}
		text := "analysis " + run.Status.Words()
		return strings.TrimSpace(text + " " + agoOf(at, now)), role
	}
	return s
}

func runEnded(run api.Run) notice {
	if run.Status == api.RunStatusFailed {
		return notice{toneBad, "The analysis failed." + said(run.ErrorMessage)}
	}
	return notice{toneGood, fmt.Sprintf("The analysis is %s: %s, %s, %s.", run.Status.Words(), count(run.TotalUsers, "user"),
		count(run.CohortsAnalyzed, "cohort"), count(run.SuggestionsGenerated, "suggestion"))}
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
