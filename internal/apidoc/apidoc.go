// Package apidoc writes the contract as a page for people.
package apidoc

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// methods is the order in which the operations of a path are shown.
var methods = []string{"GET", "POST", "PUT", "DELETE"}

const head = `# API

The contract is [api/openapi.yaml](../api/openapi.yaml) (OpenAPI 3.0.3); a running service hands it out under ` + "`/api/openapi.yaml` and `/api/openapi.json`" + `, and ` + "`docket openapi`" + ` prints it. This page is generated from it: ` + "`make generate`" + `.

* Every operation but the health checks and the contract needs a bearer token (OAuth 2.0) of the workspace: ` + "`POST /auth/realms/{workspace}/protocol/openid-connect/token`" + `.
* Every failure has the body ` + "`{\"timestamp\":\"2024-05-31T08:15:30Z\",\"message\":\"Dossier not found\"}`" + ` but the addresses under ` + "`/auth`" + `, which answer as OAuth 2.0 says (` + "`{\"error\":\"invalid_grant\",\"error_description\":\"…\"}`" + `).
* A write is answered when reads show it, and carries ` + "`Docket-Position`" + `; a read that sends it back waits for that position.
* Requests are limited to 50 a second and account, in bursts of 100, and sign-in calls to 10 a second and address, unless the service is set otherwise (` + "`--request-rate`, `--sign-in-rate`" + `); 429 says in ` + "`Retry-After`" + ` when to come again.
* What waits for repair, because an event of it could not be applied, answers 503 with the event and the cause. Lists leave it out and name it in ` + "`Docket-Parked`" + ` (20 identifiers at most).

`

// WriteOperations writes the operations of a document, by tag.
func WriteOperations(w io.Writer, doc *openapi3.T) error {
	b := &strings.Builder{}
	b.WriteString(head)
	for _, tag := range doc.Tags {
		if rows := formatOperations(doc, tag.Name); rows != "" {
			fmt.Fprintf(b, "## %s\n\n| operation | | success | refusals |\n|---|---|---|---|\n%s\n", tag.Name, rows)
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func formatOperations(doc *openapi3.T, tag string) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		for _, method := range methods {
			op := doc.Paths.Value(path).GetOperation(method)
			if op != nil && slices.Contains(op.Tags, tag) {
				success, refusals := formatStatuses(op)
				fmt.Fprintf(&b, "| **%s**: %s | `%s %s`%s | %s | %s |\n", op.OperationID, op.Summary, method, path, formatParameters(op), success,
					refusals)
			}
		}
	}
	return b.String()
}

// formatParameters returns the query parameters and the kinds of body of an operation.
func formatParameters(op *openapi3.Operation) string {
	var out []string
	for _, p := range op.Parameters {
		if p.Value.In == "query" {
			out = append(out, "`"+p.Value.Name+"`")
		}
	}
	if op.RequestBody != nil {
		for _, kind := range slices.Sorted(maps.Keys(op.RequestBody.Value.Content)) {
			out = append(out, "body "+kind)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "<br>" + strings.Join(out, ", ")
}

func formatStatuses(op *openapi3.Operation) (success, refusals string) {
	var good, bad []string
	for _, code := range slices.Sorted(maps.Keys(op.Responses.Map())) {
		if code < "300" {
			good = append(good, code)
		} else {
			bad = append(bad, code)
		}
	}
	return strings.Join(good, ", "), strings.Join(bad, ", ")
}
