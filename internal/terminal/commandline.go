package terminal

import (
	"context"
	"fmt"
	"slices"

	"github.com/alecthomas/kong"
)

// RunCommandLine runs the command that args name, of the tree of commands that tree points
// to, and returns the exit code of the process. The methods Run of commands may take the
// context and the streams. Options give the program's name and description.
func RunCommandLine(ctx context.Context, tree any, args []string, s Streams, options ...kong.Option) int {
	code := -1
	parser, err := kong.New(tree, append([]kong.Option{
		kong.UsageOnError(),
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(c int) { code = c }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
	}, options...)...)
	if err != nil {
		_, _ = fmt.Fprintln(s.Err, "docket:", err)
		return 2
	}
	parsed, err := parser.Parse(withHelp(args))
	if code >= 0 { // help was printed
		return code
	}
	if err != nil {
		_, _ = fmt.Fprintf(s.Err, "docket: %v\nTry `%s --help`.\n", err, parser.Model.Name)
		return 2
	}
	return ExitCode(parsed.Run(), s)
}

// withHelp returns the arguments in which asking for help is a flag: "help rules" is
// "rules --help", and a program without arguments shows its help.
func withHelp(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}
