// Package remote holds the commands that talk to a running service as one of its
// clients: login, logout, whoami, dossiers, upload, status, components, override and
// download. They need nothing but the contract of the service and a network.
//
// The command line puts them into its tree, and gives them a context and streams:
//
//	var cli struct {
//		Remote remote.Commands `embed:""`
//	}
//	parser, err := kong.New(&cli,
//		kong.BindTo(ctx, (*context.Context)(nil)),
//		kong.Bind(terminal.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
//
// A command goes to the service that was signed in to last, to the one named by --server
// or DOCKET_SERVER, or with the token of DOCKET_TOKEN. What a sign-in gave is kept in
// sign-ins.json of the user's configuration folder. Each error says what to do next.
package remote
