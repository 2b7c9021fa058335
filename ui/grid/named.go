package grid

import (
	"hash/fnv"
	"iter"
	"slices"
)

// lack is a name that a row was read without: its place in the chunk, and a hash of the name.
type lack struct {
	at   uint8
	name uint32
}

// lacking looks names up for the row at a place, and notes those that aren't known.
type lacking struct {
	Env
	at    int
	lacks []lack
}

func (l *lacking) Name(kind, id string) string {
	name := l.Env.Name(kind, id)
	if name == "" {
		l.lacks = append(l.lacks, lack{uint8(l.at), hashOf(kind, id)}) //nolint:gosec // less than chunkSize
	}
	return name
}

// hashOf hashes kind and id.
func hashOf(kind, id string) uint32 {
	const between = 0xff // which is in no text
	h := fnv.New32a()
	_, _ = h.Write(append(append([]byte(kind), between), id...))
	return h.Sum32()
}

// mostNamed is the share of the rows, one in so many, from which on all are read again.
const mostNamed = 8

// Named says that names that were missing became known, by their kinds and ids. The rows that were read without them are read again by the
// next arrangement.
func (g *Grid[K, T]) Named(names iter.Seq2[string, string]) {
	now := map[uint32]bool{}
	for kind, id := range names {
		now[hashOf(kind, id)] = true
	}
	read, all := g.lack(now)
	if !all && g.sorted() || len(read)*mostNamed > g.store.used {
		g.ForgetTexts()
		return
	}
	if !all || len(read) > 0 {
		g.reread(read)
	}
	g.version++ // what is counted of the rows may look names up
	clear(g.nameless)
}

// reread forgets the texts of some slots. A search that began before keeps its own to itself.
func (g *Grid[K, T]) reread(slots []int32) {
	was := g.names
	g.names++
	for number, c := range g.store.chunks {
		if known := c.texts.Load(); known != nil && known.epoch == was {
			c.texts.Store(known.without(slots, int32(number*chunkSize), g.names))
		}
	}
	if g.arrivalNames == was {
		g.arrivalNames = g.names
	}
	for i := range g.former {
		if g.former[i].names == was {
			g.former[i].names = g.names
		}
	}
	for _, slot := range slots {
		g.touch(slot)
	}
}

// sorted reports whether something that is known was put in order by cells in which names may stand.
func (g *Grid[K, T]) sorted() bool {
	return g.byNames(g.order) || slices.ContainsFunc(g.former, func(r result) bool { return g.byNames(r.sort) })
}

// lack are the slots of rows that were read without one of the names; all: every row was read.
func (g *Grid[K, T]) lack(names map[uint32]bool) (slots []int32, all bool) {
	all = true
	for number, c := range g.store.chunks {
		known := c.texts.Load()
		if known == nil || known.epoch != g.names {
			all = false
			continue
		}
		all = all && known.complete && len(known.docs) >= len(c.rows)
		for _, l := range known.lacks {
			if names[l.name] {
				slots = append(slots, int32(number*chunkSize)+int32(l.at))
			}
		}
	}
	slices.Sort(slots)
	return slices.Compact(slots), all
}

// without are the same texts of another epoch, without those of some slots. first is the chunk's first slot.
func (t *texts) without(slots []int32, first int32, epoch uint64) *texts {
	from, _ := slices.BinarySearch(slots, first)
	to, _ := slices.BinarySearch(slots, first+chunkSize)
	fresh := &texts{epoch: epoch, docs: t.docs, initials: t.initials, lacks: t.lacks, complete: t.complete}
	if from == to {
		return fresh
	}
	fresh.docs, fresh.complete = slices.Clone(t.docs), false
	for _, slot := range slots[from:to] {
		fresh.docs[slot-first] = ""
	}
	fresh.lacks = slices.DeleteFunc(slices.Clone(t.lacks), func(l lack) bool { return fresh.docs[l.at] == "" })
	return fresh
}
