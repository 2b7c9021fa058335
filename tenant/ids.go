package tenant

import (
	"encoding/binary"
	"strings"
	"time"

	"gatehouse/tenant/world"

	"github.com/segmentio/ksuid"
)

// kind says what sort of thing an id names. It is part of every id, so that the id of a webhook is never taken for a role's.
type kind uint8

const (
	kindUser kind = iota + 1
	kindApp
	kindConnector
	kindEntitlement
	kindResource
	kindRisk
	kindHook
	kindFunction
	kindWebhook
	kindDelivery
	kindSuggestion
	kindRun
	kindProfile
	kindSecret
	kindAudit
	kindServer
	kindHistory
	kindEvent
	kindRole
	kindExporter
	kindDatasource
	kindKey
	kindToolset
	kindToolEntitlement
	kindMonitor
	kindEntitlementSet
	kindOwner
	kindClient
	kindTenant
	kindPrinciple
	kindSector
	kindResourceType
	kindTool
	kindBinding
	kindAnalysis
	kindInvocation
	kindTick
	kindBindingEvent
	kindAccount
)

// ref is what an id stands for: the kind, the record it belongs to (0 if none) and its place there.
type ref struct {
	kind   kind
	parent int
	pos    int
}

// The youngest and oldest second a KSUID can tell.
const (
	ksuidEpoch = 1400000000
	ksuidLast  = ksuidEpoch + 1<<32 - 1
)

// id makes the KSUID of a record born at the given time. Kind, parent and place are in the payload, so no table is needed to
// get back from the id to the record. parent is below 2^24, pos fits 32 bits, signed.
func (t *Tenant) id(k kind, parent, pos int, at time.Time) string {
	sec := min(max(at.Unix(), ksuidEpoch), ksuidLast)
	x := uint64(k)<<56 | uint64(parent&0xffffff)<<32 | uint64(uint32(int32(pos)))
	check := world.Mix(x ^ world.Mix(t.seed^uint64(sec)))
	var payload [16]byte
	binary.BigEndian.PutUint64(payload[:8], x^world.Mix(check^t.seed))
	binary.BigEndian.PutUint64(payload[8:], check)
	made, err := ksuid.FromParts(time.Unix(sec, 0), payload[:])
	if err != nil { // FromParts only refuses a payload that is not 16 bytes long
		return ""
	}
	return made.String()
}

// refOf reads an id back. ok is false for anything that this tenant did not make.
func (t *Tenant) refOf(id string) (r ref, ok bool) {
	if len(id) != 27 {
		return ref{}, false
	}
	parsed, err := ksuid.Parse(id)
	if err != nil {
		return ref{}, false
	}
	payload := parsed.Payload()
	check := binary.BigEndian.Uint64(payload[8:])
	x := binary.BigEndian.Uint64(payload[:8]) ^ world.Mix(check^t.seed)
	sec := uint64(parsed.Time().Unix())
	if check != world.Mix(x^world.Mix(t.seed^sec)) {
		return ref{}, false
	}
	return ref{kind: kind(x >> 56), parent: int(x >> 32 & 0xffffff), pos: int(int32(uint32(x)))}, true
}

// codeAlphabet has no letters or digits that are mistaken for others when read aloud.
const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// shareCode makes the XXXX-XXXX-XXXX code of the secret at pos; like an id it can be read back without a table.
func (t *Tenant) shareCode(pos int) string {
	p := uint64(uint32(int32(pos)))
	check := world.Mix(p^t.seed^0x5ec7e7) & (1<<28 - 1)
	v := (p^world.Mix(check^t.seed)&0xffffffff)<<28 | check
	var out [14]byte
	for i := 13; i >= 0; i-- {
		if i == 4 || i == 9 {
			out[i] = '-'
			continue
		}
		out[i] = codeAlphabet[v&31]
		v >>= 5
	}
	return string(out[:])
}

// posOfCode reads a share code back; letters may be of either case, dashes may be missing.
func (t *Tenant) posOfCode(code string) (pos int, ok bool) {
	code = strings.ToUpper(strings.ReplaceAll(code, "-", ""))
	if len(code) != 12 {
		return 0, false
	}
	var v uint64
	for i := range len(code) {
		digit := strings.IndexByte(codeAlphabet, code[i])
		if digit < 0 {
			return 0, false
		}
		v = v<<5 | uint64(digit)
	}
	check := v & (1<<28 - 1)
	p := v>>28 ^ world.Mix(check^t.seed)&0xffffffff
	if check != world.Mix(p^t.seed^0x5ec7e7)&(1<<28-1) {
		return 0, false
	}
	return int(int32(uint32(p))), true
}

// dice is a small generator whose throws depend only on the seed and on what it was made for.
type dice struct{ state uint64 }

// dice returns the generator for one facet (salt) of the record at i of a kind.
func (t *Tenant) dice(k kind, i int, salt uint64) dice {
	return dice{world.Mix(t.seed^uint64(k)<<56^salt<<40) ^ world.Mix(uint64(int64(i))+0x9e3779b97f4a7c15)}
}

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	return world.Mix(d.state)
}

// n throws 0..limit-1 (0 if limit is below 1).
func (d *dice) n(limit int) int {
	if limit < 1 {
		return 0
	}
	return int(d.next() >> 1 % uint64(limit))
}

// between throws low..high, both included.
func (d *dice) between(low, high int) int { return low + d.n(high-low+1) }

func (d *dice) chance(percent int) bool { return d.n(100) < percent }

// fraction throws a number in [0, 1).
func (d *dice) fraction() float64 { return float64(d.next()>>11) / (1 << 53) }

func (d *dice) pick(from []string) string { return from[d.n(len(from))] }

// hex throws n hexadecimal digits.
func (d *dice) hex(n int) string {
	const digits = "0123456789abcdef"
	out := make([]byte, n)
	for i := range out {
		out[i] = digits[d.n(16)]
	}
	return string(out)
}
