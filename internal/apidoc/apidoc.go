// Package apidoc writes the contract as a page for people.
package apidoc

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// methods is the order in which the operations of a path are shown.
var methods = []string{"GET", "POST", "PUT", "DELETE"}

// head is the beginning of the page.
//
//go:embed head.txt
var head string

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
				fmt.Fprintf(&b, "| **%s**: %s | `%s %s`%s | %s | %s |\n", op.OperationID, op.Summary, method, path,
					formatParameters(op), success, refusals)
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
