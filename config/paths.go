package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"gatehouse/credential"
)

const folder = "gatehouse"

// Find returns the configuration file to read and what named it: "--config", "GATEHOUSE_CONFIG" or "default". A named file that
// isn't there is an error; no file in the default place gives an empty path.
func Find(flag string, getenv func(string) string) (path, source string, err error) {
	path, source = flag, "--config"
	if path == "" {
		path, source = getenv("GATEHOUSE_CONFIG"), "GATEHOUSE_CONFIG"
	}
	if path != "" {
		if credential.HoldsKey(path) {
			return "", "", fmt.Errorf("%s holds a private key, and wants the path of the configuration file", source)
		}
		if _, err := os.Stat(path); err != nil {
			return "", "", fmt.Errorf("the configuration file named by %s can't be opened: %w", source, err)
		}
		return path, source, nil
	}
	path, err = DefaultPath(getenv)
	if err != nil {
		return "", "", nil // no home folder: nowhere to look, and nobody asked for a file
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", "", nil
	}
	return path, "default", nil
}

// DefaultPath is where the configuration file is looked for when nothing names one: $XDG_CONFIG_HOME/gatehouse/config.toml
// (~/.config by default, on macOS too), on Windows %AppData%\gatehouse\config.toml.
func DefaultPath(getenv func(string) string) (string, error) {
	dir, err := baseDir(runtime.GOOS, getenv, "XDG_CONFIG_HOME", "AppData", ".config")
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, folder, "config.toml"), nil
}

// StateDir is where the program keeps its own files: $XDG_STATE_HOME/gatehouse (~/.local/state by default), on Windows
// %LocalAppData%\gatehouse. The folder need not exist.
func StateDir(getenv func(string) string) (string, error) {
	dir, err := baseDir(runtime.GOOS, getenv, "XDG_STATE_HOME", "LocalAppData", filepath.Join(".local", "state"))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, folder), nil
}

// baseDir follows the XDG base directory rules, by which a relative path in a variable is ignored.
func baseDir(goos string, getenv func(string) string, xdg, windows, home string) (string, error) {
	if dir := getenv(xdg); filepath.IsAbs(dir) {
		return dir, nil
	}
	if goos == "windows" {
		if dir := getenv(windows); dir != "" {
			return dir, nil
		}
		return "", fmt.Errorf("%%%s%% is not set", windows)
	}
	dir := homeDir(getenv)
	if dir == "" {
		return "", errors.New("there is no home folder: $HOME is not set")
	}
	return filepath.Join(dir, home), nil
}

func homeDir(getenv func(string) string) string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if dir := getenv(name); filepath.IsAbs(dir) {
			return dir
		}
	}
	return ""
}

// expand resolves a path of the configuration file: "~/" is the home folder, and a relative path starts at the file's folder.
func expand(path, configFile string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home := homeDir(os.Getenv); home != "" {
			return filepath.Join(home, rest)
		}
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(configFile), path)
}

// looseMode says how to close a file that others than its owner may read or change, "" when it is closed. Windows has no such
// bits.
func looseMode(path string, info fs.FileInfo) string {
	if runtime.GOOS == "windows" || info.Mode().Perm()&0o066 == 0 {
		return ""
	}
	return fmt.Sprintf("others can read or change it: run chmod 600 %s", shellQuoted(path))
}

// looseFile is looseMode for a file that may not be there, which is a matter for whoever reads it.
func looseFile(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return looseMode(path, info)
}

func shellQuoted(path string) string {
	plain := strings.IndexFunc(path, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("/._-+@", r)
	}) < 0
	if plain {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
