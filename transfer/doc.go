// Package transfer moves whole installations: WriteBackup, CheckBackup, RestoreBackup and
// CarryDeletions for backups, Migrate for a copy into other engines, VerifyLog for an audit of
// every event. It knows no flags; what it has to say goes to the Progress and the writers that it
// is given.
package transfer
