package guard

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain/user"
)

var idempotencyKey = regexp.MustCompile(`^[!-~]{1,200}$`)

// checkParameters checks identifiers and query parameters against the contract, and normalises
// them for the generated code: identifiers and booleans in lower case, empty parameters removed.
func (g *Guard) checkParameters(op *contract.Operation, r *http.Request) error {
	vars := mux.Vars(r)
	for _, name := range op.Path {
		if !contract.IsUUID(vars[name]) {
			return contract.NewInvalid("%s is not a valid identifier", name)
		}
		vars[name] = strings.ToLower(vars[name])
	}
	for _, p := range op.Numbers {
		if err := g.checkQueryValue(p, vars[p.Name]); err != nil {
			return err
		}
	}
	// A semicolon parts nothing here, but may be a delimiter.
	query, err := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B"))
	if err != nil && len(op.Query) > 0 {
		return contract.NewInvalid("The query cannot be read")
	}
	if op.Multipart && isForm(r) {
		if err := checkNames(query, op.Query); err != nil {
			return err
		}
	}
	for _, p := range op.Query {
		values := query[p.Name]
		switch {
		case len(values) == 0:
			continue
		case p.Kind == "array":
			query[p.Name] = slices.DeleteFunc(values, func(v string) bool { return v == "" })
			if len(p.Values) > 0 && slices.ContainsFunc(query[p.Name],
				func(v string) bool { return !slices.Contains(p.Values, any(v)) }) {
				return contract.NewInvalid("%s is not valid", p.Name)
			}
			if p.Format == "uuid" {
				if slices.ContainsFunc(query[p.Name], func(v string) bool { return !contract.IsUUID(v) }) {
					return contract.NewInvalid("%s is not a valid identifier", p.Name)
				}
				query[p.Name] = convert.MapList(query[p.Name], strings.ToLower)
			}
			continue
		case len(values) > 1:
			return contract.NewInvalid("%s must be given once", p.Name)
		case values[0] == "" && p.Name != "delimiter":
			query.Del(p.Name)
			continue
		}
		if err := g.checkQueryValue(p, values[0]); err != nil {
			return err
		}
		if p.Format == "uuid" || p.Kind == "boolean" {
			values[0] = strings.ToLower(values[0])
		}
	}
	r.URL.RawQuery, exchange.Of(r.Context()).Query = query.Encode(), query
	return nil
}

// checkNames refuses a query beside an upload that names what the operation does not know.
func checkNames(query url.Values, known []contract.Parameter) error {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.ContainsFunc(known, func(p contract.Parameter) bool { return p.Name == name }) {
			return exchange.UnknownParameter(name, known)
		}
	}
	return nil
}

// checkQueryValue checks the text of a query parameter.
func (g *Guard) checkQueryValue(p contract.Parameter, v string) error { return p.Check(v, g.Now) }

// checkHeaders checks the headers that have a format of their own, and makes a read wait for
// the position that it names.
func (g *Guard) checkHeaders(op *contract.Operation, r *http.Request) error {
	if len(r.Header.Values("X-TENANT-ID")) > 1 {
		return contract.NewInvalid("The request cannot be read")
	}
	keys := r.Header.Values("Idempotency-Key")
	if op.Idempotent && len(keys) > 0 && (len(keys) > 1 || !idempotencyKey.MatchString(keys[0])) {
		return contract.NewInvalid("Idempotency-Key is not valid")
	}
	if !op.Awaits {
		return nil
	}
	sent := r.Header.Values("Docket-Position")
	if len(sent) == 0 {
		return nil
	}
	at, err := strconv.ParseUint(sent[0], 10, 64)
	if err != nil || len(sent) > 1 {
		return contract.NewInvalid("Docket-Position is not valid")
	}
	if op.ID == user.CreateUsageReport || op.ID == user.GetLicense {
		return g.Views.Await(r.Context(), at, "usage")
	}
	return g.Views.Await(r.Context(), at)
}
