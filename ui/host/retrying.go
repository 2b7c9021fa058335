package host

import (
	"gatehouse/api"
)

// Retrying says that a request that somebody waits for waits itself before it is tried again.
type Retrying struct{ api.Exchange }
