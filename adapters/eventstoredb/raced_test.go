//go:build race

package eventstoredb_test

// raced says that the race detector watches.
const raced = true
