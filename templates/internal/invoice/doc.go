// Package invoice tests the invoice template, templates/invoice: its rules and samples.
// The template itself holds nothing but what is imported.
package invoice

//go:generate go run ../generate ../../invoice ../../demo
