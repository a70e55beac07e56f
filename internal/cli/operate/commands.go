package operate

// Commands are the commands of operators, but for Serve.
type Commands struct {
	Init        Init        `cmd:"" help:"Make a new installation: key, data, workspace, administrator, settings."`
	User        User        `cmd:"" help:"Manage accounts."`
	Client      Client      `cmd:"" help:"Manage the applications that sign people in."`
	Workspace   Workspace   `cmd:"" help:"Manage workspaces and their settings."`
	Keys        Keys        `cmd:"" help:"Manage the keys that tokens are signed with."`
	Projections Projections `cmd:"" help:"Look after views: rebuild them, and repair what they could not apply."`
	Messages    Messages    `cmd:"" help:"Look after messages that could not be handled."`
	MasterKey   MasterKey   `cmd:"" name:"master-key" help:"Manage the key that protects all content."`
	Backup      Backup      `cmd:"" help:"Write a backup, also beside a running service."`
	Restore     Restore     `cmd:"" help:"Restore a backup where nothing is, or only check it."`
	Migrate     Migrate     `cmd:"" help:"Move an installation to other engines."`
	Audit       Audit       `cmd:"" help:"Verify what is stored, and look at what was."`
	Notary      Notary      `cmd:"" help:"Sign checkpoints for a service that does not hold the key, and never two histories."`
	Witness     Witness     `cmd:"" help:"Sign for checkpoints of logs that others run, and never for two histories of one."`
	Health      Health      `cmd:"" help:"Ask a process of the service whether it is ready."`
	License     License     `cmd:"" help:"Show a license, or make one."`
	Openapi     Openapi     `cmd:"" help:"Print the contract of the HTTP interface."`
}
