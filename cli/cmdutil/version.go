package cmdutil

import "runtime/debug"

// version is what --version prints; a release build sets it through the linker.
var version = ""

// Version is the version of the program.
func Version() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(development)"
}

// UserAgent is how the program names itself to tenants.
func UserAgent() string { return "gatehouse/" + Version() }
