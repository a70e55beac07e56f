package author

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/rules"
)

// formatCommand writes rule files in their one layout.
type formatCommand struct {
	Check bool     `xor:"to" help:"Change nothing; list the files that are not formatted. The exit code is 1 if there are any."`
	Write bool     `short:"w" xor:"to" help:"Write the files anew, instead of printing them."`
	Files []string `arg:"" help:"Rule files, directories with rule files below them, or - for the standard input."`
}

// Help returns the text below the usage line of --help.
func (formatCommand) Help() string {
	return `Puts when, then, end and the attributes of rules on lines of their own, indents blocks by four
spaces, sets one space around operators and leaves one blank line at most. Line breaks inside of
conditions and code stay where they are, and so do comments. The formatted file means what the
file meant, and formatting it again changes nothing.

A file that is not well formed is left as it is and its errors are printed; then the exit code
is 1. It is 2 when a file cannot be read or written.

Examples:
  docket rules fmt -w templates/invoice
  docket rules fmt --check rules/*.drl
  docket rules fmt - < draft.drl > rules.drl`
}

// Run formats all files.
func (x formatCommand) Run(streams terminal.Streams) error {
	names, err := checkCommand{Syntax: true, Files: x.Files}.filesToCheck(streams)
	if err != nil {
		return err
	}
	reported := false
	for _, name := range names {
		src, err := contentOf(streams.In, name)
		if err != nil {
			return terminal.ReportMisuse(streams, "%v", err)
		}
		out, problems := rules.Format(src)
		for _, p := range problems {
			fmt.Fprintf(streams.Err, "%s:%d:%d: error: %s\n", name, p.Line, p.Column, p.Message)
		}
		if len(problems) > 0 {
			reported = true
			continue
		}
		differs, err := x.deliver(streams, name, src, out)
		if err != nil {
			return terminal.ReportMisuse(streams, "%v", err)
		}
		reported = reported || differs
	}
	if reported {
		return terminal.ErrReported
	}
	return nil
}

// deliver prints, writes or compares a formatted file. differs reports a difference that
// --check has found.
func (x formatCommand) deliver(streams terminal.Streams, name string, src, out []byte) (differs bool, err error) {
	same := bytes.Equal(src, out)
	switch {
	case x.Check && same:
		return false, nil
	case x.Check:
		_, err := fmt.Fprintln(streams.Out, name)
		return true, err
	case !x.Write || name == "-":
		_, err := streams.Out.Write(out)
		return false, err
	case same:
		return false, nil
	}
	return false, rewriteFile(name, out)
}

// rewriteFile replaces the content of a file, all of it or nothing, and keeps its permissions. A
// link goes on leading to the file.
func rewriteFile(name string, content []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	fresh, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+".*")
	if err != nil {
		return err
	}
	_, err = fresh.Write(content)
	err = errors.Join(err, fresh.Chmod(info.Mode().Perm()), fresh.Close())
	if err == nil {
		err = os.Rename(fresh.Name(), target)
	}
	if err != nil {
		_ = os.Remove(fresh.Name()) // the first error counts
	}
	return err
}
