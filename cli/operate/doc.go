// Package operate holds the commands of operators: serve, accounts, workspaces, clients, keys,
// views, messages, backups, audits. Each is flags and printing; the work is done by
// service and transfer.
package operate
