// Package commands is every way to change the system: one file per use case,
// each of which loads a stream, decides and appends; and the process managers
// that carry work forward between streams.
package commands
