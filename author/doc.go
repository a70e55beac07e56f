// Package author holds the commands for people who write rules: extract, layout, view, and
// rules check, run, test and explain. None of them needs a service or a database.
//
// The command line puts them into its tree, and gives them a context and streams:
//
//	var cli struct {
//		Author author.Commands `embed:""`
//	}
//	parser, err := kong.New(&cli,
//		kong.BindTo(ctx, (*context.Context)(nil)),
//		kong.Bind(terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
//
// Other programs can read documents and run the rules of a template as these commands do:
//
//	rules, err := author.CompileTemplate(streams, "templates/invoice")
//	...
//	reader := author.Reading{Timeout: time.Minute, MaxPages: 100}.NewReader(rules.Settings())
//	defer reader.Close()
//	tree, err := reader.ReadTree(ctx, "invoice.pdf")
//	...
//	result, err := rules.Run(ctx, tree)
package author
