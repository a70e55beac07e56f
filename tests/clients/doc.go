// Package clients runs the five minutes that the pages of the clients in Python and TypeScript show, against a service.
package clients
