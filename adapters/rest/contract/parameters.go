package contract

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// Check checks the text of a parameter.
func (p Parameter) Check(v string, now func() time.Time) error {
	switch {
	case p.Kind == "boolean":
		if !strings.EqualFold(v, "true") && !strings.EqualFold(v, "false") {
			return Invalid(domain.WrongType, p.Name, "must be true or false")
		}
	case p.Format == "uuid":
		if !IsUUID(v) {
			return Invalid(domain.InvalidID, p.Name, "is not a valid identifier")
		}
	case p.Format == "date-time":
		t, err := api.ParseTime(v)
		if err != nil {
			return Invalid(domain.InvalidTime, p.Name, "is not a date-time")
		}
		if p.Name == "asOf" && t.After(now()) {
			return Invalid(domain.InvalidTime, p.Name, "lies in the future")
		}
	case p.Kind == "integer":
		n, err := strconv.Atoi(v)
		if err != nil || p.min != nil && float64(n) < *p.min || p.max != nil && float64(n) > *p.max {
			return Invalid(domain.InvalidValue, p.Name, "is not valid")
		}
	case p.Name == "encoding" && !slices.Contains(p.Values, any(v)):
		return domain.Refuse(domain.NotListed, "Unknown encoding: %s", v).At("encoding")
	case p.Name == "crop" && !cropShape.MatchString(v):
		return Invalid(domain.InvalidValue, "crop", "is not valid")
	case p.Name == "delimiter":
		return template.CheckDelimiter(v)
	case p.Name == "type" && !slices.Contains(p.Values, any(v)):
		return Invalid(domain.NotListed, "type", "must be one of %s", joinValues(p.Values))
	case len(p.Values) > 0 && !slices.Contains(p.Values, any(v)):
		return Invalid(domain.InvalidValue, p.Name, "is not valid")
	}
	return nil
}
