// Package host holds what the service asks of the machine and the Go runtime that it runs on.
package host
