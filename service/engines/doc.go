// Package engines opens what must survive a restart: event log, views, keys, leases, kept answers,
// the tree over the log, and bytes, in files, in PostgreSQL, in EventStoreDB or in an object store,
// as the settings say; and opens them for what comes from other installations.
package engines
