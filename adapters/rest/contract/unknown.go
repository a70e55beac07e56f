package contract

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/rules/check"
)

// StripFields returns a body without the fields that its operation does not take, and a fault for each
// of these that no answer has either. A field of the record that is read back counts as known, unless it
// contradicts an identifier of the path; ids are those, by the names that the record has for them.
func (op *Operation) StripFields(value any, ids map[string]string) (any, []*domain.Fault) {
	s := stripper{ids: ids}
	return s.strip(op.Body, op.record, value, ""), s.faults
}

// A stripper walks a body beside what may be sent and what is read.
type stripper struct {
	ids    map[string]string
	faults []*domain.Fault
}

func (s *stripper) strip(sent, read *openapi3.Schema, value any, at string) any {
	switch v := value.(type) {
	case []any:
		return s.stripItems(itemsOf(sent), itemsOf(read), v, at)
	case map[string]any:
		if sent != nil && len(sent.Properties) > 0 {
			return s.stripObject(sent, read, v, at)
		}
	}
	return value
}

func (s *stripper) stripItems(sent, read *openapi3.Schema, items []any, at string) any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = s.strip(sent, read, item, at+"/"+strconv.Itoa(i))
	}
	return out
}

func (s *stripper) stripObject(sent, read *openapi3.Schema, fields map[string]any, at string) any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		field := at + "/" + pointerEscape.Replace(name)
		switch {
		case sent.Properties[name] != nil:
			out[name] = s.strip(sent.Properties[name].Value, property(read, name), fields[name], field)
		case property(read, name) != nil:
			s.checkIdentifier(name, fields[name], field)
		default:
			s.faults = append(s.faults, domain.Refuse(domain.UnknownField, "Unknown field: %s%s", name, hint(name, sent, read)).At(field))
		}
	}
	return out
}

// checkIdentifier refuses the identifier of a record that is another than that of the path.
func (s *stripper) checkIdentifier(name string, value any, field string) {
	text, _ := value.(string)
	if id := s.ids[name]; id != "" && text != "" && !strings.EqualFold(text, id) {
		s.faults = append(s.faults, domain.Refuse(domain.Contradiction,
			"%s is %q in the body and %q in the path", name, text, id).At(field))
	}
}

// hint is Hint for a field. One that is only read may be meant as well, and cannot be set.
func hint(name string, sent, read *openapi3.Schema) string {
	said := Hint(name, slices.Sorted(maps.Keys(sent.Properties)))
	if strings.HasPrefix(said, ",") || read == nil {
		return said
	}
	if meant := check.NearestName(name, slices.Sorted(maps.Keys(read.Properties))); meant != "" {
		return ", did you mean " + meant + "? That can only be read"
	}
	return said
}

// Hint goes on behind an unknown name: with the known one that was probably meant, or with all.
func Hint(name string, known []string) string {
	if meant := check.NearestName(name, known); meant != "" {
		return ", did you mean " + meant + "?"
	}
	switch n := len(known); {
	case n == 0:
		return "; the operation takes none"
	case n > mostNamed:
		return "; the contract lists those of the operation"
	}
	return "; the operation takes " + strings.Join(known, ", ")
}

// mostNamed is how many known names a message lists.
const mostNamed = 12

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

func itemsOf(s *openapi3.Schema) *openapi3.Schema {
	if s == nil || s.Items == nil {
		return nil
	}
	return s.Items.Value
}

func property(s *openapi3.Schema, name string) *openapi3.Schema {
	if s == nil {
		return nil
	}
	if ref := s.Properties[name]; ref != nil {
		return ref.Value
	}
	for _, part := range s.AllOf {
		if found := property(part.Value, name); found != nil {
			return found
		}
	}
	return nil
}

// recordOf returns what is read of what an operation writes: the record that its body names, or else its answer.
func recordOf(doc *openapi3.T, op *openapi3.Operation, body *openapi3.Schema) *openapi3.Schema {
	if name, ok := body.Extensions["x-read-as"].(string); ok {
		return doc.Components.Schemas[name].Value
	}
	for _, status := range []int{200, 201} {
		answer := op.Responses.Status(status)
		if answer == nil || answer.Value.Content["application/json"] == nil {
			continue
		}
		return answer.Value.Content["application/json"].Schema.Value
	}
	return nil
}
