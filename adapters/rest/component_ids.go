package rest

import (
	"bytes"
	"io"
	"net/http"
)

// idsField names a list of ids of component definitions, in bodies and in the query.
const idsField = "componentIds"

// queryIDs returns the ids that a request gives in its query instead of a body.
func (op *operation) queryIDs(r *http.Request) (ids []any) {
	if !op.ids {
		return nil
	}
	for _, id := range r.URL.Query()[idsField] {
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// takeQueryIDs makes the ids of the query the body of the request.
func (s *server) takeQueryIDs(op *operation, r *http.Request, raw []byte, ids []any) error {
	if len(raw) > 0 {
		return newInvalid("%s must be given once", idsField)
	}
	value := map[string]any{idsField: ids}
	if err := op.body.VisitJSON(value, s.formats...); err != nil {
		return fieldFault(op.body, err)
	}
	r.Body = checkedBody{io.NopCloser(bytes.NewReader(nil)), value}
	return nil
}

// nameList wraps a bare list of ids in an object with the field idsField.
func (op *operation) nameList(value any) any {
	if list, bare := value.([]any); bare && op.ids {
		return map[string]any{idsField: list}
	}
	return value
}
