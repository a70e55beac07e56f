// Package api is generated from the contract: requests and answers of every operation,
// and a plain client of them. Package client signs in for it and does what takes
// more than one request.
package api

import "github.com/seed-62a36931/docket/api/wire"

// Types of the contract that are not generated.
type (
	Time         = wire.Time         // a moment, cut to milliseconds
	Object       = wire.Object       // a JSON object that passes through as it is
	ComponentMap = wire.ComponentMap // values by name, in the order of display
	NamedValues  = wire.NamedValues  // the values of one component
)
