package api

import "github.com/seed-62a36931/docket/api/wire"

// DateTimeLayout is how answers write a date-time: UTC, milliseconds, numeric offset.
const DateTimeLayout = wire.DateTimeLayout

// ParseTime reads an RFC 3339 date-time of any offset with up to 9 fraction
// digits and cuts it to milliseconds.
func ParseTime(s string) (Time, error) { return wire.ParseTime(s) }
