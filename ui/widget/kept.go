package widget

// KeptLines are lines that were put together, by their place: a key that moves a cursor leaves all but two as they were, and putting them
// together anew is most of what it costs to draw them.
type KeptLines struct{ all []keptLine }

type keptLine struct {
	of   [4]string
	line string
}

// Joined is the line at a place, put together of its parts.
func (k *KeptLines) Joined(i int, left, line, gap, right string) string {
	if k == nil {
		return left + line + gap + right
	}
	for len(k.all) <= i {
		k.all = append(k.all, keptLine{})
	}
	kept := &k.all[i]
	if of := [4]string{left, line, gap, right}; kept.of != of {
		*kept = keptLine{of, left + line + gap + right}
	}
	return kept.line
}
