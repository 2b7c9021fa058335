// Package pattern has regular expressions that are compiled when they are used first: most runs need few of them, and compiling them all
// takes longer than the first frame.
package pattern

import (
	"regexp"
	"sync"
)

// Of gives the regular expression of a text.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
