package operate

// Commands are the commands of operators, but for Serve.
type Commands struct {
	Init        Init        `cmd:"" help:"Create an installation: key, data, workspace, administrator, settings."`
	User        User        `cmd:"" help:"Manage accounts."`
	Client      Client      `cmd:"" help:"Manage the applications that sign people in."`
	Workspace   Workspace   `cmd:"" help:"Manage workspaces and their settings."`
	Keys        Keys        `cmd:"" help:"Manage the keys that tokens are signed with."`
	Projections Projections `cmd:"" help:"Manage views: rebuild them, and repair parked events."`
	Messages    Messages    `cmd:"" help:"Manage dead letters: messages that could not be handled."`
	MasterKey   MasterKey   `cmd:"" name:"master-key" help:"Manage the key that protects all content."`
	Backup      Backup      `cmd:"" help:"Write a backup, also beside a running service."`
	Restore     Restore     `cmd:"" help:"Restore a backup into an empty place, or only check it."`
	Migrate     Migrate     `cmd:"" help:"Move an installation to other engines."`
	Audit       Audit       `cmd:"" help:"Verify the log, prove events, and read the past."`
	Notary      Notary      `cmd:"" help:"Run a notary, which signs checkpoints of one history only."`
	Witness     Witness     `cmd:"" help:"Run a witness, which cosigns checkpoints of logs of others."`
	Health      Health      `cmd:"" help:"Check whether a process of the service is ready."`
	License     License     `cmd:"" help:"Show, check and sign licenses."`
	Openapi     Openapi     `cmd:"" help:"Print the contract of the HTTP interface."`
}
