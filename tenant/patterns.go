package tenant

import (
	"regexp"
	"slices"
	"strings"
)

// checkPattern refuses settings of a built-in pattern that can't work: below zero, an expression that doesn't compile, an address where
// a host belongs.
func checkPattern(pattern object) error {
	for sort, each := range pattern {
		settings, _ := each.(object)
		for name, value := range settings {
			at := "builtinPattern." + sort + "." + name
			if n, isNumber := value.(int); isNumber && n < 0 {
				return invalid("%s must not be below 0", at)
			}
			for _, text := range settings.strings(name) {
				if strings.TrimSpace(text) == "" {
					return invalid("%s: an entry is empty", at)
				}
			}
		}
	}
	masking := pattern.child("secretsMasking")
	for _, text := range masking.strings("additionalPatterns") {
		if _, err := regexp.Compile(text); err != nil {
			return invalid("builtinPattern.secretsMasking.additionalPatterns: %q is not a regular expression", text)
		}
	}
	hosts := pattern.child("linkFilter").strings("allowedHosts")
	if i := slices.IndexFunc(hosts, func(host string) bool { return !domain(strings.TrimPrefix(host, "*.")) }); i >= 0 {
		return invalid("builtinPattern.linkFilter.allowedHosts: %q is not the name of a host", hosts[i])
	}
	return nil
}
