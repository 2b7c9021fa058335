package search

// UnderWay reports whether rows are looked for, whatever for.
func (f *Finder) UnderWay() bool { return f.run.search != nil }
