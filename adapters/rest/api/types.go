package api

import "github.com/seed-62a36931/docket/api/wire"

// DateTimeLayout is how answers write a date-time: UTC, milliseconds, numeric offset.
const DateTimeLayout = wire.DateTimeLayout

// Types of the contract that are not generated.
type (
	Time         = wire.Time         // a moment, cut to milliseconds
	Object       = wire.Object       // a JSON object that passes through as it is
	ComponentMap = wire.ComponentMap // values by name, in the order of display
	NamedValues  = wire.NamedValues  // the values of one component
)

// ParseTime reads an RFC 3339 date-time of any offset with up to 9 fraction
// digits and cuts it to milliseconds.
func ParseTime(s string) (Time, error) { return wire.ParseTime(s) }
