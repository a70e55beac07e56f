package publish

// Commands are the commands that bring template folders into a service. It is a part of a
// command tree of kong: embed it, and bind a context.Context and terminal.Streams.
type Commands struct {
	Templates templatesCommands `cmd:"" aliases:"template" group:"Against a service:" help:"Manage the templates of a service from folders."`
}

// templatesCommands holds the commands below docket templates.
type templatesCommands struct {
	New     newCommand     `cmd:"" help:"Create a template folder."`
	Suggest suggestCommand `cmd:"" help:"Learn the rules of a template from labelled documents."`
	Ready   readyCommand   `cmd:"" help:"List the templates that come with the program, or copy one into a folder."`
	List    listCommand    `cmd:"" help:"List the templates of a service."`
	Show    showCommand    `cmd:"" help:"Show what a template of a service holds."`
	Check   checkCommand   `cmd:"" help:"Check a template folder and run its tests, without any service."`
	Push    pushCommand    `cmd:"" help:"Update a template of a service from a folder."`
	Pull    pullCommand    `cmd:"" help:"Write a template of a service into a folder."`
	Clone   cloneCommand   `cmd:"" help:"Copy a template of a service under another name."`
}
