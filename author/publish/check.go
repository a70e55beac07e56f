package publish

import (
	"context"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// checkCommand checks a folder without a service.
type checkCommand struct {
	author.Reading
	Folder string `arg:"" name:"folder" type:"existingdir" help:"Folder of the template."`
	NoTest bool   `name:"no-tests" help:"Check the files, and run no tests."`
}

// Help returns the text below the usage line of --help.
func (checkCommand) Help() string {
	return `Compiles the rules, checks every other file of the folder, and runs the tests in tests/ if there
are any: docket rules check and docket rules test in one. The exit code is 0 when all is well, 1
with errors or a failed test.

Examples:
  docket templates check templates/invoice
  docket templates check templates/invoice --no-tests`
}

// Run checks the folder and runs its tests.
func (c checkCommand) Run(ctx context.Context, streams terminal.Streams) error {
	folder := author.ShortenPath(c.Folder)
	if err := author.CheckTemplate(streams, folder, false); err != nil || c.NoTest {
		return err
	}
	return author.TestTemplate(ctx, streams, folder, c.Reading)
}
