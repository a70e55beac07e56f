package wire_test

import (
	"testing"
	"time"

	"github.com/oapi-codegen/runtime"

	"github.com/seed-62a36931/docket/api/wire"
)

// A date-time in a query is a whole one.
func TestTimeInAQuery(t *testing.T) {
	at := wire.Time{Time: time.Date(2024, 5, 31, 10, 15, 30, 250_000_000, time.FixedZone("", 7200))}
	got, err := runtime.StyleParamWithOptions("form", true, "asOf", at, runtime.StyleParamOptions{ParamLocation: runtime.ParamLocationQuery, Type: "string", Format: "date-time"})
	if err != nil || got != "asOf=2024-05-31T10%3A15%3A30.25%2B02%3A00" {
		t.Errorf("%s %v", got, err)
	}
}
