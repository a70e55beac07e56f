// Package invoice tests the invoice template, templates/invoice, its rules and samples, and that samples
// and report templates of all ready templates are what the generator makes.
// The template itself holds nothing but what is imported.
package invoice

//go:generate go run ../generate ../..
