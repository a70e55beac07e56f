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
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

var idempotencyKey = regexp.MustCompile(`^[!-~]{1,200}$`)

// checkParameters checks identifiers and query parameters against the contract, and normalises
// them for the generated code: identifiers and booleans in lower case, empty parameters removed.
func (g *Guard) checkParameters(op *contract.Operation, r *http.Request) error {
	vars := mux.Vars(r)
	for _, name := range op.Path {
		if !contract.IsUUID(vars[name]) {
			return contract.Invalid(domain.InvalidID, name, "is not a valid identifier")
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
		return domain.Refuse(domain.UnreadableRequest, "The query cannot be read")
	}
	if err := g.checkNames(op, r, query); err != nil {
		return err
	}
	for _, p := range op.Query {
		values := query[p.Name]
		switch {
		case len(values) == 0:
			continue
		case p.Kind == "array":
			if query[p.Name], err = checkList(p, values); err != nil {
				return err
			}
			continue
		case len(values) > 1:
			return contract.Invalid(domain.GivenTwice, p.Name, "must be given once")
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

// checkList checks the values of a parameter that may be given more than once, and returns them without empty ones,
// identifiers in lower case.
func checkList(p contract.Parameter, values []string) ([]string, error) {
	values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
	for i, v := range values {
		switch {
		case len(p.Values) > 0 && !slices.Contains(p.Values, any(v)):
			return nil, contract.Invalid(domain.InvalidValue, p.Name, "is not valid")
		case p.Format == "uuid" && !contract.IsUUID(v):
			return nil, contract.Invalid(domain.InvalidID, p.Name, "is not a valid identifier")
		case p.Format == "uuid":
			values[i] = strings.ToLower(v)
		}
	}
	return values, nil
}

// checkNames refuses a query that names what the operation does not know: beside an upload always, else
// where the workspace refuses it.
func (g *Guard) checkNames(op *contract.Operation, r *http.Request, query url.Values) error {
	known := convert.MapList(op.Query, func(p contract.Parameter) string { return p.Name })
	if op.TakesIDs() {
		known = append(known, contract.IDsField)
	}
	upload := op.Multipart && isForm(r)
	var unknown []*domain.Fault
	for _, name := range slices.Sorted(maps.Keys(query)) {
		switch {
		case slices.Contains(known, name):
		case upload:
			unknown = append(unknown, exchange.UnknownPart(name, op.Query))
		default:
			unknown = append(unknown,
				domain.Refuse(domain.UnknownParameter, "Unknown parameter: %s%s", name, contract.Hint(name, known)).At(name))
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	if refused, err := g.refuseUnknown(r, unknown); !upload && (err != nil || len(refused) == 0) {
		return err
	}
	return unknown[0].With(unknown[1:])
}

// checkQueryValue checks the text of a query parameter.
func (g *Guard) checkQueryValue(p contract.Parameter, v string) error { return p.Check(v, g.Now) }

// checkHeaders checks the headers that have a format of their own, and makes a read wait for
// the position that it names.
func (g *Guard) checkHeaders(op *contract.Operation, r *http.Request) error {
	if len(r.Header.Values("X-TENANT-ID")) > 1 {
		return domain.Refuse(domain.UnreadableRequest, "The request cannot be read")
	}
	if err := g.checkRequired(op, r); err != nil {
		return err
	}
	keys := r.Header.Values("Idempotency-Key")
	if op.Idempotent && len(keys) > 0 && (len(keys) > 1 || !idempotencyKey.MatchString(keys[0])) {
		return contract.Invalid(domain.InvalidValue, "Idempotency-Key", "is not valid")
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
		return contract.Invalid(domain.InvalidValue, "Docket-Position", "is not valid")
	}
	if op.ID == user.CreateUsageReport || op.ID == user.GetLicense {
		return g.Views.AwaitRead(r.Context(), at, "usage")
	}
	return g.Views.AwaitRead(r.Context(), at)
}

// errVersion refuses another version of the tus protocol.
var errVersion = domain.Refuse(domain.WrongProtocol, "Tus-Resumable must be 1.0.0").At(contract.TusResumable)

// checkRequired checks the headers that an operation cannot do without, and the version of the tus protocol. A request
// that tells no version is taken for one of ours.
func (g *Guard) checkRequired(op *contract.Operation, r *http.Request) error {
	if v := r.Header.Get(contract.TusResumable); op.Resumable && v != "" && v != contract.TusVersion {
		exchange.Of(r.Context()).Header.Set("Tus-Version", contract.TusVersion)
		return errVersion
	}
	for _, p := range op.Headers {
		sent := r.Header.Values(p.Name)
		switch {
		case len(sent) == 0 || sent[0] == "":
			return contract.Invalid(domain.FieldRequired, p.Name, "is required")
		case len(sent) > 1:
			return contract.Invalid(domain.GivenTwice, p.Name, "must be given once")
		}
		if err := g.checkQueryValue(p, sent[0]); err != nil {
			return err
		}
	}
	return nil
}
