package api

import "github.com/seed-62a36931/docket/api/wire"

// DateTimeLayout is how answers write a date-time: UTC, milliseconds, numeric offset.
const DateTimeLayout = wire.DateTimeLayout

// ParseTime reads a date-time of ISO 8601 and cuts it to milliseconds; see wire.ParseTime.
func ParseTime(s string) (Time, error) { return wire.ParseTime(s) }
