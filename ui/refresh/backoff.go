package refresh

// BackOff makes an automatic refresh that fails come less and less often.
type BackOff struct{ failures, Left int }

const mostBackOff = 6 // 64 ticks

// Due reports whether a tick is to refresh; failed says that what was refreshed last failed.
func (b *BackOff) Due(failed bool) bool {
	switch {
	case !failed:
		*b = BackOff{}
		return true
	case b.failures == 0:
		b.failures, b.Left = 1, 1
	}
	if b.Left > 0 {
		b.Left--
		return false
	}
	b.failures = min(b.failures+1, mostBackOff)
	b.Left = 1<<b.failures - 1
	return true
}
