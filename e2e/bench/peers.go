//go:build linux || darwin

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// sameRows is how many rows each program has to move in.
const sameRows = 1000

// lazygitConfig keeps lazygit from asking and from working by itself while it is watched.
const lazygitConfig = "disableStartupPopups: true\nupdate:\n  method: never\ngit:\n  autoFetch: false\n  autoRefresh: false\n"

// peers are the programs beside which it can be measured, where they are installed. What they show is written into dir.
func peers(ctx context.Context, look func(string) (string, error), dir string) (all []*program, err error) {
	repo, config, lines := filepath.Join(dir, "repo"), filepath.Join(dir, "lazygit.yml"), filepath.Join(dir, "lines")
	latest := regexp.MustCompile(fmt.Sprintf("change number %d", sameRows))
	for _, p := range []*program{
		{name: "fzf", command: "sh", args: []string{"-c", `exec fzf <"$0"`, lines}, // measured is fzf, not the shell
			ready: regexp.MustCompile(fmt.Sprintf("%[1]d/%[1]d", sameRows)), keys: "<up>", quit: "<esc>"},
		{name: "lazygit", command: "lazygit", args: []string{"--path", repo, "--use-config-file", config},
			ready: latest, lead: "4", keys: "j", quit: "q"},
		{name: "k9s", command: "k9s", ready: regexp.MustCompile("(?i)pods"), keys: "j", quit: "<ctrl+c>"},
		{name: "tig", command: "tig", args: []string{"-C", repo}, // joined they would be a revision
			ready: latest, keys: "j", quit: "Q"},
	} {
		if _, err := look(p.name); err == nil {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	var numbers strings.Builder
	for n := 1; n <= sameRows; n++ {
		_, _ = fmt.Fprintln(&numbers, n)
	}
	for path, text := range map[string]string{config: lazygitConfig, lines: numbers.String()} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return all, makeRepo(ctx, repo)
}

// thoseThatStart leaves out, and says so, what never shows what it is waited for, such as k9s without a cluster.
func thoseThatStart(ctx context.Context, w io.Writer, s settings, all []*program) (started []*program) {
	for _, p := range all {
		if err := p.measureStart(ctx, s); err != nil {
			_, _ = fmt.Fprintf(w, "%s is left out: %v\n", p.name, err)
			continue
		}
		p.frames, p.readies = nil, nil
		started = append(started, p)
	}
	return started
}

// makeRepo makes a repository with a commit a row.
func makeRepo(ctx context.Context, dir string) error {
	if out, err := exec.CommandContext(ctx, "git", "init", "--quiet", "--initial-branch=main", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("git init: %w: %s", err, out)
	}
	began := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	var commits strings.Builder
	for n := 1; n <= sameRows; n++ {
		message := fmt.Sprintf("change number %d", n)
		_, _ = fmt.Fprintf(&commits, "commit refs/heads/main\ncommitter Bench <bench@example.org> %d +0000\ndata %d\n%s\n",
			began.Add(time.Duration(n)*time.Hour).Unix(), len(message), message)
		_, _ = fmt.Fprintf(&commits, "M 100644 inline counter\ndata %d\n%s\n", len(message), message)
	}
	for _, args := range [][]string{{"fast-import", "--quiet"}, {"reset", "--quiet", "--hard"}} {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		cmd.Stdin = strings.NewReader(commits.String())
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}
