// Package house holds the tree to its house plan: which room may import which, how
// long functions may be, that every exported name is explained, and that pages name files and
// functions that exist. It is all tests.
//
// Run it with -count=1: the Go tool caches a pass, and does not see that files
// which another process reads have changed.
package house
