// Package invoice holds the invoice template: rules, date formats and samples. The
// files beside this one are the template; the package only tests them.
package invoice

//go:generate go run ./internal/generate samples
