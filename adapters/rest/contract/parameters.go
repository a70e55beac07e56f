package contract

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain/template"
)

// Check checks the text of a parameter.
func (p Parameter) Check(v string, now func() time.Time) error {
	switch {
	case p.Kind == "boolean":
		if !strings.EqualFold(v, "true") && !strings.EqualFold(v, "false") {
			return NewInvalid("%s must be true or false", p.Name)
		}
	case p.Format == "uuid":
		if !IsUUID(v) {
			return NewInvalid("%s is not a valid identifier", p.Name)
		}
	case p.Format == "date-time":
		t, err := api.ParseTime(v)
		if err != nil {
			return NewInvalid("%s is not a date-time", p.Name)
		}
		if p.Name == "asOf" && t.After(now()) {
			return NewInvalid("%s lies in the future", p.Name)
		}
	case p.Kind == "integer":
		n, err := strconv.Atoi(v)
		if err != nil || p.min != nil && float64(n) < *p.min || p.max != nil && float64(n) > *p.max {
			return NewInvalid("%s is not valid", p.Name)
		}
	case p.Name == "encoding" && !slices.Contains(p.Values, any(v)):
		return NewInvalid("Unknown encoding: %s", v)
	case p.Name == "crop" && !cropShape.MatchString(v):
		return NewInvalid("crop is not valid")
	case p.Name == "delimiter":
		return template.CheckDelimiter(v)
	case p.Name == "type" && !slices.Contains(p.Values, any(v)):
		return NewInvalid("type must be one of %s", joinValues(p.Values))
	case len(p.Values) > 0 && !slices.Contains(p.Values, any(v)):
		return NewInvalid("%s is not valid", p.Name)
	}
	return nil
}
