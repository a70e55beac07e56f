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
var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// head is the beginning of the page.
//
//go:embed head.txt
var head string

// WriteOperations writes the operations of a document, by tag.
func WriteOperations(w io.Writer, doc *openapi3.T) error {
	b := &strings.Builder{}
	b.WriteString(head)
	shared := sharedRefusals(doc)
	fmt.Fprintf(b, "An operation that takes a token may always be refused with %s, one that takes a body also with %s; "+
		"its row names other refusals. Bodies are JSON unless the row names another type.\n\n",
		strings.Join(shared, ", "), strings.Join(bodyRefusals, " and "))
	for _, tag := range doc.Tags {
		if rows := formatOperations(doc, tag.Name, shared); rows != "" {
			fmt.Fprintf(b, "## %s\n\n| operation | request | answers |\n|---|---|---|\n%s\n", tag.Name, rows)
		}
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// takesToken reports whether an operation may be refused for its token.
func takesToken(op *openapi3.Operation) bool { return op.Responses.Value("401") != nil }

// sharedRefusals returns the refusals that all operations with a token have, sorted.
func sharedRefusals(doc *openapi3.T) []string {
	var shared []string
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if !takesToken(op) {
				continue
			}
			_, bad := statusesOf(op)
			if shared == nil {
				shared = bad
			}
			shared = slices.DeleteFunc(slices.Clone(shared), func(code string) bool { return !slices.Contains(bad, code) })
		}
	}
	return shared
}

func formatOperations(doc *openapi3.T, tag string, shared []string) string {
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		for _, method := range methods {
			op := doc.Paths.Value(path).GetOperation(method)
			if op != nil && slices.Contains(op.Tags, tag) {
				good, bad := statusesOf(op)
				if takesToken(op) {
					bad = slices.DeleteFunc(bad, func(code string) bool { return slices.Contains(shared, code) })
				}
				if op.RequestBody != nil && takesToken(op) {
					bad = slices.DeleteFunc(bad, func(code string) bool { return slices.Contains(bodyRefusals, code) })
				}
				fmt.Fprintf(&b, "| **%s**%s | `%s %s`%s | %s |\n", op.OperationID, formatSummary(op), method, path,
					formatParameters(op), strings.Join(slices.Concat(good, bad), ", "))
			}
		}
	}
	return b.String()
}

// bodyRefusals are the refusals that all operations with a token and a body have.
var bodyRefusals = []string{"413", "415"}

// formatSummary returns the summary of an operation, or nothing where it has the words of its name.
func formatSummary(op *openapi3.Operation) string {
	words := slices.DeleteFunc(strings.Fields(op.Summary), func(word string) bool {
		return slices.Contains([]string{"a", "an", "the", "of"}, word)
	})
	if strings.EqualFold(strings.Join(words, ""), op.OperationID) {
		return ""
	}
	return ": " + op.Summary
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
			out = append(out, strings.TrimSuffix("body "+kind, " application/json"))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "<br>" + strings.Join(out, ", ")
}

// statusesOf returns the statuses of an operation, sorted: those of success, and all others.
func statusesOf(op *openapi3.Operation) (good, bad []string) {
	for _, code := range slices.Sorted(maps.Keys(op.Responses.Map())) {
		if code < "300" {
			good = append(good, code)
		} else {
			bad = append(bad, code)
		}
	}
	return good, bad
}
