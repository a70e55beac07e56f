// Package accounts is what operators see and change of workspaces, accounts, applications and
// signing keys, beside a running service or without one.
package accounts
