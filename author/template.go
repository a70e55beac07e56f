package author

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// CheckTemplate checks all files of a template directory and prints what is wrong, as docket
// rules check does. A template may lack rule files if incomplete is true. It returns
// terminal.ErrReported when there are errors.
func CheckTemplate(streams terminal.Streams, dir string, incomplete bool) error {
	c := checkCommand{incomplete: incomplete}
	return c.reportVerdicts(streams, c.checkTemplate(dir))
}

// TestTemplate runs the tests of a template directory, as docket rules test does, and says so
// when there are none. It returns terminal.ErrReported when a test fails.
func TestTemplate(ctx context.Context, streams terminal.Streams, dir string, reading Reading) error {
	if len(testFiles(dir)) == 0 {
		_, err := fmt.Fprintf(streams.Out, "there are no tests in %s\n", filepath.Join(dir, "tests"))
		return err
	}
	return testCommand{Reading: reading, Template: dir}.Run(ctx, streams)
}
