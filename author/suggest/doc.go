// Package suggest learns the rules of a template from labelled documents: it looks for the
// labels, forms and places that tell the values of each field, measures each of them with the
// rule engine, and keeps the few that find the values best. The outcome is a template that
// people go on editing.
//
// The package reads no files. What it returns depends on the documents and options alone, so
// two runs give the same template.
package suggest
