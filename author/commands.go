package author

// Commands are the commands for people who write rules. It is a part of a command tree of
// kong: embed it, and bind a context.Context and terminal.Streams.
//
// A program that embeds it must also have a command "worker pdf", which calls
// pdf.ServeWorker: PDFs are read in processes of the same program.
type Commands struct {
	Extract extractCommand `cmd:"" help:"Analyse PDF files with a template's rules, without any server."`
	Layout  layoutCommand  `cmd:"" help:"Show the tree that a document is read into, as text, JSON or drawn over its pages."`
	View    viewCommand    `cmd:"" help:"Show what a template's rules find over the pages of a document, in a browser, without any server."`
	Rules   rulesCommands  `cmd:"" help:"Check, run, test and explain the rules of a template, without any server."`
	Score   scoreCommands  `cmd:"" help:"Measure what a template finds against labelled documents, without any server."`
}
