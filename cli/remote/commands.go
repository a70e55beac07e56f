package remote

// Commands are the commands that talk to a running service as one of its clients. It is
// a part of a command tree of kong: embed it, and bind a context.Context and
// terminal.Streams.
type Commands struct {
	Login       loginCommand       `cmd:"" group:"Against a service:" help:"Sign in at a service."`
	Logout      logoutCommand      `cmd:"" group:"Against a service:" help:"End the session at a service."`
	Whoami      whoamiCommand      `cmd:"" group:"Against a service:" help:"Show the signed-in account, and its service."`
	Key         keyCommand         `cmd:"" group:"Against a service:" help:"Make, list and revoke API keys, by which programs act as an account."`
	Application applicationCommand `cmd:"" group:"Against a service:" help:"Manage the applications that sign people in, or themselves."`
	Settings    settingsCommand    `cmd:"" group:"Against a service:" help:"Show or change the settings of the workspace."`
	Dossiers    dossiersCommand    `cmd:"" group:"Against a service:" help:"List dossiers, or create one."`
	Upload      uploadCommand      `cmd:"" group:"Against a service:" help:"Upload files to a dossier, and wait until they are processed."`
	Status      statusCommand      `cmd:"" group:"Against a service:" help:"Show the processing status of files."`
	Components  componentsCommand  `cmd:"" group:"Against a service:" help:"Print what was extracted from files."`
	Override    overrideCommand    `cmd:"" group:"Against a service:" help:"Correct a component of a file."`
	Events      eventsCommand      `cmd:"" group:"Against a service:" help:"Read what has happened, event by event."`
	Download    downloadCommand    `cmd:"" group:"Against a service:" help:"Fetch a package of files: originals, previews, reports."`
}
