package host

import (
	"hash/maphash"
	"maps"

	"gatehouse/ui/widget"
)

// knownParts is in how many parts names are kept, so that a batch of new ones copies few of those that there are.
const knownParts = 1024

// knownNames are never written to once they are here: other goroutines read them. Nil: none is known.
type knownNames struct {
	seed  maphash.Seed
	parts [knownParts]map[widget.Ref]string
}

func (k *knownNames) part(r widget.Ref) uint64 { return maphash.String(k.seed, r.ID) % knownParts }

func (k *knownNames) get(r widget.Ref) (name string, known bool) {
	if k == nil {
		return "", false
	}
	name, known = k.parts[k.part(r)][r]
	return name, known
}

// with are these names and others, which come instead of those for the same ids.
func (k *knownNames) with(others map[widget.Ref]string) *knownNames {
	all := &knownNames{}
	if k == nil {
		all.seed = maphash.MakeSeed()
	} else {
		*all = *k
	}
	var own [knownParts]bool
	for r, name := range others {
		i := all.part(r)
		if !own[i] {
			own[i] = true
			if all.parts[i] = maps.Clone(all.parts[i]); all.parts[i] == nil {
				all.parts[i] = map[widget.Ref]string{}
			}
		}
		all.parts[i][r] = name
	}
	return all
}
