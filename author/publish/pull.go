package publish

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// pullCommand writes a template of a service into a folder.
type pullCommand struct {
	remote.Target
	Template string `arg:"" name:"template" help:"Name or id of the template."`
	Folder   string `arg:"" name:"folder" help:"Folder to write; it may be new, empty, or that of a template."`
	DryRun   bool   `help:"Only show the difference; ends with 6 when there is one."`
	Yes      bool   `short:"y" help:"Do not ask."`
}

// Help returns the text below the usage line of --help.
func (pullCommand) Help() string {
	return `Writes rules, definitions, dictionaries, mappings, date formats, reports and settings as a folder
that docket templates push takes without a difference. In a folder with a template only the
files that differ are replaced, after the difference was shown; template.yaml loses its comments
when something in it differs. README.md, samples/, tests/ and hidden files stay as they are.

Examples:
  docket templates pull Invoices templates/invoice
  docket templates pull Invoices templates/invoice --dry-run`
}

// Run compares, asks and writes.
func (p pullCommand) Run(ctx context.Context, streams terminal.Streams) error {
	there, empty, err := p.readFolder(streams)
	if err != nil {
		return err
	}
	return p.WithService(func(s remote.Service) error {
		t, err := requireTemplate(ctx, s, p.Template)
		if err != nil {
			return err
		}
		live, err := exportTemplate(ctx, s, t)
		if err != nil {
			return err
		}
		parts := diffBundles(there, live.bundle)
		if !empty && len(parts) == 0 {
			_, err := fmt.Fprintf(streams.Out, "nothing to do: %s holds what %s (%s) does\n", p.Folder, live.name, live.id)
			return err
		}
		if !empty {
			if err := printDifference(streams.Out, p.Folder, live.name+" ("+live.id+") at "+s.Address(), parts); err != nil {
				return err
			}
		}
		if p.DryRun {
			return terminal.ErrDifferent
		}
		if !empty {
			if err := confirm(streams, p.Yes, "Write this into "+p.Folder+"?"); err != nil {
				return err
			}
		}
		n, err := writeFolder(p.Folder, live.zip, there, live.bundle)
		if err == nil {
			_, err = fmt.Fprintf(streams.Out, "wrote %s of %s (%s) to %s\n", terminal.FormatCount(n, "file"), live.name, live.id, p.Folder)
		}
		return err
	})
}

// readFolder reads the template that is in the folder, if any; empty is true for a folder that
// is new or without files. A folder with something else is refused.
func (p pullCommand) readFolder(streams terminal.Streams) (b template.Bundle, empty bool, err error) {
	entries, err := os.ReadDir(p.Folder)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return b, true, nil
	}
	if err != nil {
		return b, false, err
	}
	if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == manifestFile }) {
		return b, false, terminal.ReportMisuse(streams, "%s is not empty and has no %s: name a new folder, or that of a template",
			p.Folder, manifestFile)
	}
	b, problems, err := bundle.ReadDir(p.Folder)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%s:%d:%d: %s\nThe folder cannot be compared with the service: "+
			"name a new one, or put it right first (docket templates check %s)",
			path.Join(p.Folder, problems[0].File), problems[0].Line, problems[0].Column, problems[0].Message, p.Folder)
	}
	return normalizeBundle(b), false, err
}

// writeFolder writes the files of an export that differ from the bundle that is in a folder, and
// removes those that the export does not have. It returns how many files were written.
func writeFolder(folder string, packed []byte, there, now template.Bundle) (int, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil { //nolint:gosec // the umask decides, as for any document
		return 0, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return 0, err
	}
	definitions := definitionsDiffer(there, now)
	written, had := 0, filesOf(there)
	for _, f := range z.File {
		content, err := readEntry(f)
		if err != nil {
			return written, err
		}
		if !definitions && (isDefinition(f.Name) || had[f.Name].there && had[f.Name].text == string(content)) {
			continue
		}
		if old, err := root.ReadFile(f.Name); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := writeFile(root, f.Name, content); err != nil {
			return written, err
		}
		written++
	}
	return written, removeOthers(root, z, definitions)
}

// isDefinition reports whether a file is template.yaml or one that it names by its path.
func isDefinition(name string) bool {
	return name == manifestFile || strings.HasPrefix(name, "mappings/") || strings.HasPrefix(name, "reports/")
}

// definitionsDiffer reports whether two bundles differ in template.yaml or in files that it names
// by their paths: then all of them are written, because their paths may be others.
func definitionsDiffer(a, b template.Bundle) bool {
	return slices.ContainsFunc(diffBundles(a, b), func(d partDifference) bool { return isDefinition(d.file) })
}

func readEntry(f *zip.File) ([]byte, error) {
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}

// writeFile replaces a file below a folder at once: a write that fails leaves the old one.
func writeFile(root *os.Root, name string, content []byte) error {
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	temporary := path.Join(path.Dir(name), ".new-"+path.Base(name))
	if err := root.WriteFile(temporary, content, 0o666); err != nil {
		_ = root.Remove(temporary)
		return err
	}
	return root.Rename(temporary, name)
}

// removeOthers removes the files of a template that an export does not have. Files that
// template.yaml names by their paths are only removed when definitions is true, which is when it
// was written too.
func removeOthers(root *os.Root, z *zip.Reader, definitions bool) error {
	keep := map[string]bool{}
	for _, f := range z.File {
		keep[f.Name] = true
	}
	patterns := []string{"dictionaries/*.txt", entityRulesFile, componentRulesFile, dateFormatsFile}
	if definitions {
		patterns = append(patterns, "mappings/*.csv", "reports/*.xlsx", "reports/*.docx")
	}
	var failed error
	for _, pattern := range patterns {
		names, err := fs.Glob(root.FS(), pattern)
		failed = errors.Join(failed, err)
		for _, name := range names {
			if !keep[name] && !strings.HasPrefix(path.Base(name), ".") {
				failed = errors.Join(failed, root.Remove(name))
			}
		}
	}
	return failed
}
