// Package convert turns values of commands and queries into those of the contract, and
// back: what may be left out, what may be null, and lists that are never null.
package convert
