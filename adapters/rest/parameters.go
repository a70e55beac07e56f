package rest

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

var (
	uuidShape      = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)
	idempotencyKey = regexp.MustCompile(`^[!-~]{1,200}$`)
	cropShape      = regexp.MustCompile(`^-?\d{1,5}(\.\d{1,3})?,-?\d{1,5}(\.\d{1,3})?,\d{1,5}(\.\d{1,3})?,\d{1,5}(\.\d{1,3})?$`)
)

// checkParameters checks identifiers and query parameters against the contract, and normalises
// them for the generated code: identifiers and booleans in lower case, empty parameters removed.
func (s *server) checkParameters(op *operation, r *http.Request) error {
	vars := mux.Vars(r)
	for _, name := range op.path {
		if !uuidShape.MatchString(vars[name]) {
			return newInvalid("%s is not a valid identifier", name)
		}
		vars[name] = strings.ToLower(vars[name])
	}
	for _, p := range op.numbers {
		if err := s.checkQueryValue(p, vars[p.name]); err != nil {
			return err
		}
	}
	// A semicolon parts nothing here, but may be a delimiter.
	query, err := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B"))
	if err != nil && len(op.query) > 0 {
		return newInvalid("The query cannot be read")
	}
	if op.multipart && isForm(r) {
		if err := checkNames(query, op.query); err != nil {
			return err
		}
	}
	for _, p := range op.query {
		values := query[p.name]
		switch {
		case len(values) == 0:
			continue
		case p.kind == "array":
			query[p.name] = slices.DeleteFunc(values, func(v string) bool { return v == "" })
			if len(p.values) > 0 && slices.ContainsFunc(query[p.name], func(v string) bool { return !slices.Contains(p.values, any(v)) }) {
				return newInvalid("%s is not valid", p.name)
			}
			if p.format == "uuid" {
				if slices.ContainsFunc(query[p.name], func(v string) bool { return !uuidShape.MatchString(v) }) {
					return newInvalid("%s is not a valid identifier", p.name)
				}
				query[p.name] = mapList(query[p.name], strings.ToLower)
			}
			continue
		case len(values) > 1:
			return newInvalid("%s must be given once", p.name)
		case values[0] == "" && p.name != "delimiter":
			query.Del(p.name)
			continue
		}
		if err := s.checkQueryValue(p, values[0]); err != nil {
			return err
		}
		if p.format == "uuid" || p.kind == "boolean" {
			values[0] = strings.ToLower(values[0])
		}
	}
	r.URL.RawQuery, exchangeOf(r.Context()).query = query.Encode(), query
	return nil
}

// checkNames refuses a query beside an upload that names what the operation does not know.
func checkNames(query url.Values, known []parameter) error {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.ContainsFunc(known, func(p parameter) bool { return p.name == name }) {
			return unknownParameter(name, known)
		}
	}
	return nil
}

// checkQueryValue checks the text of a query parameter.
func (s *server) checkQueryValue(p parameter, v string) error {
	switch {
	case p.kind == "boolean":
		if !strings.EqualFold(v, "true") && !strings.EqualFold(v, "false") {
			return newInvalid("%s must be true or false", p.name)
		}
	case p.format == "uuid":
		if !uuidShape.MatchString(v) {
			return newInvalid("%s is not a valid identifier", p.name)
		}
	case p.format == "date-time":
		t, err := api.ParseTime(v)
		if err != nil {
			return newInvalid("%s is not a date-time", p.name)
		}
		if p.name == "asOf" && t.After(s.now()) {
			return newInvalid("%s lies in the future", p.name)
		}
	case p.kind == "integer":
		n, err := strconv.Atoi(v)
		if err != nil || p.min != nil && float64(n) < *p.min || p.max != nil && float64(n) > *p.max {
			return newInvalid("%s is not valid", p.name)
		}
	case p.name == "encoding" && !slices.Contains(p.values, any(v)):
		return newInvalid("Unknown encoding: %s", v)
	case p.name == "crop" && !cropShape.MatchString(v):
		return newInvalid("crop is not valid")
	case p.name == "delimiter":
		return template.CheckDelimiter(v)
	case p.name == "type" && !slices.Contains(p.values, any(v)):
		return newInvalid("type must be one of %s", strings.Join(mapList(p.values, func(v any) string { return fmt.Sprint(v) }), ", "))
	case len(p.values) > 0 && !slices.Contains(p.values, any(v)):
		return newInvalid("%s is not valid", p.name)
	}
	return nil
}

// checkHeaders checks the headers that have a format of their own, and makes a read wait for
// the position that it names.
func (s *server) checkHeaders(op *operation, r *http.Request) error {
	if len(r.Header.Values("X-TENANT-ID")) > 1 {
		return newInvalid("The request cannot be read")
	}
	keys := r.Header.Values("Idempotency-Key")
	if op.idempotent && len(keys) > 0 && (len(keys) > 1 || !idempotencyKey.MatchString(keys[0])) {
		return newInvalid("Idempotency-Key is not valid")
	}
	if !op.awaits {
		return nil
	}
	sent := r.Header.Values("Docket-Position")
	if len(sent) == 0 {
		return nil
	}
	at, err := strconv.ParseUint(sent[0], 10, 64)
	if err != nil || len(sent) > 1 {
		return newInvalid("Docket-Position is not valid")
	}
	if op.id == user.CreateUsageReport || op.id == user.GetLicense {
		return s.awaitViews(r.Context(), at, "usage")
	}
	return s.awaitViews(r.Context(), at)
}
