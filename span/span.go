// Package span writes and reads lengths of time as people do.
package span

import (
	"errors"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// unit is a unit of time with the words for it; the first is the one that is written.
type unit struct {
	size  time.Duration
	words string
}

const oneDay = 24 * time.Hour

func units() []unit {
	return []unit{
		{7 * oneDay, "w wk wks week weeks"}, {oneDay, "d day days"}, {time.Hour, "h hr hrs hour hours"},
		{time.Minute, "m min mins minute minutes"}, {time.Second, "s sec secs second seconds"},
		{time.Millisecond, "ms msec millisecond milliseconds"}, {time.Microsecond, "us µs μs"}, {time.Nanosecond, "ns"},
	}
}

// Write writes a length of time whole, so that Parse gives back the same: "18m", "1d 2h", "0.5s".
func Write(d time.Duration) string {
	rest, parts := uint64(d), []string{}
	if d < 0 {
		rest = -rest
	}
	for _, u := range units()[1:4] {
		if n := rest / uint64(u.size); n > 0 {
			parts = append(parts, strconv.FormatUint(n, 10)+u.words[:1])
			rest %= uint64(u.size)
		}
	}
	if rest > 0 || len(parts) == 0 {
		digits := strconv.FormatUint(uint64(time.Second)+rest%uint64(time.Second), 10)[1:]
		text := strconv.FormatUint(rest/uint64(time.Second), 10) + "." + digits
		parts = append(parts, strings.TrimSuffix(strings.TrimRight(text, "0"), ".")+"s")
	}
	text := strings.Join(parts, " ")
	if d < 0 {
		return "-" + text
	}
	return text
}

var (
	errNoSpan   = errors.New("is no length of time, such as 8d, 36h or 1d 12h")
	errLongSpan = errors.New("is longer than can be said")
)

// part is a number with its unit, and what may stand between it and the next; "a day" is one day.
var part = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(\d+(?:[.,]\d+)?|[.,]\d+)[\s\p{Z}]*(\p{L}*)|(?:an?|one)[\s\p{Z}]+(\p{L}+))` +
		`(?:[\s\p{Z}]*(?:,|\band\b|\+)?[\s\p{Z}]*)`)
})

// Parse reads a length of time as people write it: "18m", "7 days", "a day", "1d 2h", "168h", "1 hour, 30 minutes". A number alone counts
// bare, and is none when that is 0.
func Parse(text string, bare time.Duration) (time.Duration, error) {
	text, negative := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "-")
	if short, ok := parseShort(text); ok && !negative {
		return short, nil
	}
	sum, parts := new(big.Rat), 0
	for text != "" {
		found := part().FindStringSubmatch(text)
		if found == nil {
			return 0, errNoSpan
		}
		text = text[len(found[0]):]
		if found[3] != "" {
			found[1], found[2] = "1", found[3]
		}
		size := unitOf(found[2])
		if found[2] == "" && parts == 0 && text == "" {
			size = bare
		}
		number, ok := new(big.Rat).SetString("0" + strings.Replace(found[1], ",", ".", 1))
		if size == 0 || !ok {
			return 0, errNoSpan
		}
		sum.Add(sum, number.Mul(number, new(big.Rat).SetInt64(int64(size))))
		parts++
	}
	if parts == 0 {
		return 0, errNoSpan
	}
	if negative {
		sum.Neg(sum)
	}
	nanoseconds, _ := new(big.Int).SetString(sum.FloatString(0), 10)
	if nanoseconds == nil || !nanoseconds.IsInt64() {
		return 0, errLongSpan
	}
	return time.Duration(nanoseconds.Int64()), nil
}

// parseShort reads a whole number with its unit, as "18m" or "7d", which most texts are.
func parseShort(text string) (time.Duration, bool) {
	unit := strings.TrimLeft(text, "0123456789")
	number, err := strconv.ParseUint(text[:len(text)-len(unit)], 10, 16)
	size := unitOf(unit)
	if err != nil || size == 0 || number > uint64(math.MaxInt64/size) {
		return 0, false
	}
	return time.Duration(number) * size, true
}

func unitOf(word string) time.Duration {
	for _, u := range units() {
		for w := range strings.FieldsSeq(u.words) {
			if w == word {
				return u.size
			}
		}
	}
	return 0
}

// Words writes a length of time in its two largest units as a sentence holds it, rounded up to seconds: "2 minutes", "1 hour 5 minutes".
// Less than a second is "1 second", so that nobody is told to wait for nothing.
func Words(d time.Duration) string {
	rest := max((d+time.Second-1)/time.Second, 1) * time.Second
	var parts []string
	for _, u := range units()[1:5] {
		n := rest / u.size
		if n > 0 {
			name := u.words[strings.LastIndexByte(u.words, ' ')+1:]
			if n == 1 {
				name = strings.TrimSuffix(name, "s")
			}
			parts = append(parts, strconv.FormatInt(int64(n), 10)+" "+name)
			rest %= u.size
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}
