// Package ruletest reads the tests that rule authors write beside a template's
// rules: documents in a few lines of text, and what the rules must find in them.
package ruletest

import "github.com/seed-62a36931/docket/document"

// MaxBytes is the largest size of a file of tests.
const MaxBytes = 1 << 20

// MaxCases is the largest number of cases in a file.
const MaxCases = 10_000

// A Case is one document with the expected results.
type Case struct {
	Name string
	Line int // from 1

	// PDF is the path of a document below the template; "" when Tree holds it.
	PDF        string
	Tree       *document.Tree
	Attributes []Attribute // of the file

	Entities   *[]Entity    // nil: they are not looked at
	Components *[]Component // nil: they are not looked at
	// Exact means that there must be no other applied entities and no other components
	// than those that are listed.
	Exact bool
	// Error is a part of the message with which the rules must fail, "" when they must
	// not fail.
	Error string
}

// An Attribute is an attribute of the file.
type Attribute struct{ Label, Value string }

// An Entity is an expected entity. Fields that are "" or 0 are not compared, but an
// empty State means APPLIED.
type Entity struct {
	Type, Value, Rule, State string
	Page                     int
}

// A Component is an expected component with all of its values in their order.
type Component struct {
	Name   string
	Values []Value
}

// A Value is an expected value of a component; Rule and Description are compared when
// they are given.
type Value struct {
	Value             string
	Rule, Description *string
}

// A Problem is something wrong in a file of tests. Line and Column are from 1, in
// characters.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}
