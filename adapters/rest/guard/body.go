package guard

import (
	"bytes"
	"io"
	"mime"
	"net/http"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
)

// maxBody is the largest JSON body, in bytes.
const maxBody = 1 << 20

// checkBody checks the body against the contract. Of a multipart body it checks only the
// type: its parts are read when the command asks for them.
func (g *Guard) checkBody(op *contract.Operation, r *http.Request) error {
	switch {
	case op.Multipart:
		return contentType(r, "multipart/form-data")
	case op.Text:
		return g.plainText(op, r)
	case op.Stream && (op.BodyNeeded || r.ContentLength != 0):
		return contentType(r, contract.PartType)
	case op.Body == nil:
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return contract.ErrBody
	}
	if ids := op.QueryIDs(r); len(ids) > 0 {
		return g.takeQueryIDs(op, r, raw, ids)
	}
	if len(raw) > 0 || op.BodyNeeded {
		if err := contentType(r, "application/json"); err != nil {
			return err
		}
	}
	if len(raw) > maxBody {
		return domain.Refuse(domain.BodyTooLarge, "The request body is too large")
	}
	if len(raw) == 0 && !op.BodyNeeded {
		raw = []byte("{}")
	}
	value, err := contract.DecodeJSON(raw)
	if err != nil {
		return contract.ErrBody
	}
	sent := op.NameList(value)
	known, unknown := op.StripFields(sent, op.Identifiers(mux.Vars(r)))
	if unknown, err = g.refuseUnknown(r, unknown); err != nil {
		return err
	}
	if err := g.Contract.CheckBody(op, known, unknown...); err != nil {
		return err
	}
	r.Body = checkedBody{io.NopCloser(bytes.NewReader(raw)), known, sent}
	return nil
}

// plainText reads a text body, so that one that is too large is refused before anything is
// looked up.
func (g *Guard) plainText(op *contract.Operation, r *http.Request) error {
	if err := contentType(r, "text/plain"); err != nil {
		return err
	}
	most := g.Limits.of(op.ID)
	if r.ContentLength > most {
		return exchange.ErrFileSize
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	switch {
	case err != nil:
		return exchange.ErrIncomplete
	case int64(len(raw)) > most:
		return exchange.ErrFileSize
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	return nil
}

// refuseUnknown returns the faults of unknown names where the workspace of the caller refuses these, else none.
func (g *Guard) refuseUnknown(r *http.Request, unknown []*domain.Fault) ([]*domain.Fault, error) {
	if len(unknown) == 0 {
		return nil, nil
	}
	if strict, err := g.Workspaces.RefusesUnknown(r.Context(), exchange.Caller(r.Context()).Workspace); !strict || err != nil {
		return nil, err
	}
	return unknown, nil
}

// checkedBody is a body together with its decoded value, which the generated code binds, so
// that names are matched exactly and nothing is parsed twice.
type checkedBody struct {
	io.ReadCloser
	value any
	sent  any // the value with the fields that nobody reads
}

// ValidatedValue returns the value for the binder.
func (c checkedBody) ValidatedValue() any { return c.value }

// isForm reports whether the body of a request is a form with files.
func isForm(r *http.Request) bool { return contentType(r, "multipart/form-data") == nil }

func contentType(r *http.Request, want string) error {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || got != want {
		return domain.Refuse(domain.WrongContentType, "Content-Type must be %s", want).At("Content-Type")
	}
	return nil
}

// takeQueryIDs makes the ids of the query the body of the request.
func (g *Guard) takeQueryIDs(op *contract.Operation, r *http.Request, raw []byte, ids []any) error {
	if len(raw) > 0 {
		return contract.Invalid(domain.GivenTwice, contract.IDsField, "must be given once")
	}
	value := map[string]any{contract.IDsField: ids}
	if err := g.Contract.CheckBody(op, value); err != nil {
		return err
	}
	r.Body = checkedBody{io.NopCloser(bytes.NewReader(nil)), value, value}
	return nil
}
