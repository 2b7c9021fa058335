package tenant

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"math"
	"net/http"

	"gatehouse/tenant/world"
)

// The limits of interface.md 8.
const (
	pageDefault = 25
	pageMin     = 10
	pageMax     = 100
	historyMax  = 200
)

// pageOf is what a request asks of a paged collection.
type pageOf struct {
	size  int
	start int // the place of the first row
	first bool
	print uint64 // fingerprint of path and query: a token is good only for the query it came from
	seed  uint64
}

// page reads page size and token, which the contract has in the query string of a GET and in the body of a POST.
func (c *call) page(most int) (pageOf, error) {
	p := pageOf{size: pageDefault, start: math.MinInt, first: true, seed: c.t.seed}
	if n, given := c.in["pageSize"].(int); given {
		p.size = n
	}
	token := c.in.text("pageToken")
	rest := c.in.with(nil)
	delete(rest, "pageSize")
	delete(rest, "pageToken")
	text, err := encode(rest)
	if err != nil {
		return p, err
	}
	p.print = fingerprint(c.r.URL.Path, string(text))
	p.size = min(max(p.size, pageMin), most)
	if token == "" {
		return p, nil
	}
	start, ok := p.parse(token)
	switch {
	case ok:
		p.start, p.first = start, false
	case !c.anyToken:
		return p, invalid("%s: unknown, or of another list or search", c.pageTokenName())
	}
	return p, nil
}

// pageTokenName is what the page token is called where the request has it.
func (c *call) pageTokenName() string {
	if c.r.Method == http.MethodGet {
		return "page_token"
	}
	return "pageToken"
}

func fingerprint(parts ...string) uint64 {
	h := fnv.New64a()
	for _, part := range parts {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// token makes the opaque token of the page that starts at pos.
func (p pageOf) token(pos int) string {
	var raw [16]byte
	check := world.Mix(p.print ^ world.Mix(p.seed^uint64(int64(pos))))
	binary.BigEndian.PutUint64(raw[:8], uint64(int64(pos))^world.Mix(check))
	binary.BigEndian.PutUint64(raw[8:], check)
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

func (p pageOf) parse(token string) (pos int, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != 16 {
		return 0, false
	}
	check := binary.BigEndian.Uint64(raw[8:])
	pos = int(int64(binary.BigEndian.Uint64(raw[:8]) ^ world.Mix(check)))
	return pos, check == world.Mix(p.print^world.Mix(p.seed^uint64(int64(pos))))
}

// list is the usual answer of a paged operation.
func (p pageOf) list(key string, rows []object, next int, more bool) object {
	token := ""
	if more {
		token = p.token(next)
	}
	if rows == nil {
		rows = []object{}
	}
	return object{key: rows, "nextPageToken": token}
}

// cut pages a list that is small or has places of its own: count rows, made by row.
func (p pageOf) cut(key string, count int, row func(i int) object) object {
	from := min(max(p.start, 0), count)
	to := min(from+p.size, count)
	rows := make([]object, 0, to-from)
	for i := from; i < to; i++ {
		rows = append(rows, row(i))
	}
	return p.list(key, rows, to, to < count)
}

// search answers a paged search of a collection. present may be nil.
func (c *call) search(coll *collection, key string, places []int, match func(*row) bool, present func(object) object) (any, error) {
	p, err := c.page(pageMax)
	if err != nil {
		return nil, err
	}
	coll.reads.Add(1)
	c.t.mu.RLock()
	rows, next, more := coll.scan(p.start, p.size, places, c.t.now(), match)
	out := make([]object, len(rows))
	for i := range rows {
		out[i] = rows[i].whole()
		if present != nil {
			out[i] = present(out[i])
		}
	}
	c.t.mu.RUnlock()
	return p.list(key, out, next, more), nil
}
