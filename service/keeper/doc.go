// Package keeper keeps the tree over the log, has checkpoints of it signed, hands them to those
// outside who can tell later what was signed, and makes evidence bundles.
package keeper
