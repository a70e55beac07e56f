// Package evidence makes the event log checkable by people who do not trust whoever runs
// it: every event is a leaf of a Merkle tree (RFC 6962), whose root changes with any
// change of any event. Entries need no key to be checked, and stay what they are when
// the content of an event is erased.
package evidence
