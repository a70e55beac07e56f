package api_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/seed-62a36931/docket/api"
	"github.com/seed-62a36931/docket/domain/user"
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDocumentIsValid(t *testing.T) {
	doc := load(t)
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.0.3" || doc.Info.Title != "Docket API" {
		t.Errorf("document is %s %q, want doc.OpenAPI = %q and doc.Info.Title = %q", doc.OpenAPI, doc.Info.Title, "3.0.3", "Docket API")
	}
}

// Every operation but the health checks needs a bearer, and what needs one stands
// in the permission table.
func TestEveryOperationHasPermissions(t *testing.T) {
	grants := user.OperationGrants()
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			_, known := grants[user.Operation(op.OperationID)]
			free := op.Security != nil && len(*op.Security) == 0
			if known == free {
				t.Errorf("%s %s %s: in the permission table %v, free %v, want one of both",
					method, path, op.OperationID, known, free)
			}
		}
	}
}

func TestEveryOperationTellsItsFailures(t *testing.T) {
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			if op.Security != nil {
				continue
			}
			for _, status := range []int{401, 403, 405, 429, 500, 503} {
				if op.Responses.Status(status) == nil {
					t.Errorf("%s %s has no %d, want op.Responses.Status(status) != nil", method, path, status)
				}
			}
		}
	}
}

// Whoever reads the contract sees an example of every success with a body, and of
// every failure.
func TestEveryAnswerHasAnExample(t *testing.T) {
	for path, item := range load(t).Paths.Map() {
		for method, op := range item.Operations() {
			for status, ref := range op.Responses.Map() {
				content := ref.Value.Content["application/json"]
				if content == nil { // no body, or bytes
					continue
				}
				if len(content.Examples) == 0 && content.Schema.Value.Example == nil {
					t.Errorf("%s %s %s has no example, want one", method, path, status)
				}
			}
		}
	}
}

// What is malformed is shown in the words of the service: a query parameter that is sent
// twice, and a field of another type.
func TestEveryKindOfMalformedRequestIsShown(t *testing.T) {
	for _, item := range load(t).Paths.Map() {
		for _, op := range item.Operations() {
			single := func(p *openapi3.ParameterRef) bool {
				return p.Value.In == openapi3.ParameterInQuery && !p.Value.Schema.Value.Type.Is("array")
			}
			if slices.ContainsFunc(op.Parameters, single) && !shows(op, " must be given once") {
				t.Errorf("%s does not show a parameter that is sent twice", op.OperationID)
			}
			if op.RequestBody != nil && op.RequestBody.Value.Content["application/json"] != nil && !shows(op, " must be a") {
				t.Errorf("%s does not show a field of another type", op.OperationID)
			}
		}
	}
}

// shows reports whether one of the refusals of an operation that are malformed requests has
// these words.
func shows(op *openapi3.Operation, words string) bool {
	for _, example := range op.Responses.Status(400).Value.Content["application/json"].Examples {
		failure, _ := example.Value.Value.(map[string]any)
		if message, _ := failure["message"].(string); strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// TestFormsNameNoParameters: generated clients of some languages do not compile when the query and the form of an
// operation have the same name.
func TestFormsNameNoParameters(t *testing.T) {
	forms := 0
	for _, item := range load(t).Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody == nil || op.RequestBody.Value.Content["multipart/form-data"] == nil {
				continue
			}
			forms++
			for name := range op.RequestBody.Value.Content["multipart/form-data"].Schema.Value.Properties {
				if slices.ContainsFunc(op.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == name }) {
					t.Errorf("%s takes %s as a parameter and in its form, want one of them in the contract", op.OperationID, name)
				}
			}
		}
	}
	if forms < 8 {
		t.Errorf("%d operations take forms, want at least 8", forms)
	}
}
