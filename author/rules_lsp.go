package author

import (
	"context"

	"github.com/seed-62a36931/docket/author/lsp"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// languageServerCommand serves an editor.
type languageServerCommand struct{}

// Help returns the text below the usage line of --help.
func (languageServerCommand) Help() string {
	return `Speaks the Language Server Protocol over the standard streams: errors and warnings while you
write, completion, what the handbook says about a class or method, go to definition, formatting.
docs/rules-tools.md tells how VS Code and Neovim start it.`
}

// Run serves the editor until it ends the connection.
func (languageServerCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return lsp.Serve(ctx, streams.In, streams.Out, sideOfFile)
}

// sideOfFile returns the side of a rule file by its name or its contents. Rules that use nothing
// of documents are fact rules.
func sideOfFile(path string, src []byte) rules.Side {
	if side, known := sideByName(path); known {
		return side
	}
	if side, known := rules.DetectSide(src); known {
		return side
	}
	return rules.FactRules
}
