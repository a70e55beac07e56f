package publish

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// scaffold holds the files of a new template; {{NAME}} and {{TITLE}} stand for its name.
//
//go:embed scaffold
var scaffold embed.FS

// maxTemplateName is how many characters the name of a template may have.
const maxTemplateName = 200

// newCommand writes a template folder to begin with.
type newCommand struct {
	Folder string `arg:"" name:"folder" help:"Folder to write; it must not exist, or be empty."`
	Name   string `help:"Name of the template. Default: the name of the folder."`
}

// Help returns the text below the usage line of --help.
func (newCommand) Help() string {
	return `Writes a template that works: rules for a value beside its label, a date and the terms of a
dictionary, tests of them, and a README. Change them to what your documents hold; docket
templates check says at every step whether all is well.

Examples:
  docket templates new letters
  docket templates new letters --name 'Letters of customers'
  docket templates check letters`
}

// Run writes the folder.
func (c newCommand) Run(streams terminal.Streams) error {
	folder := filepath.Clean(c.Folder)
	name := c.Name
	if name == "" {
		whole, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		name = filepath.Base(whole)
	}
	if err := checkTemplateName(name); err != nil {
		return terminal.ReportMisuse(streams, err.Error())
	}
	if err := requireEmptyFolder(folder); err != nil {
		return err
	}
	if err := writeScaffold(folder, name); err != nil {
		return err
	}
	_, err := fmt.Fprintf(streams.Out, "%s holds the template %s. Next: docket templates check %s\n", folder, name, folder)
	return err
}

// checkTemplateName returns an error for what cannot be the name of a template.
func checkTemplateName(name string) error {
	switch {
	case strings.TrimSpace(name) == "" || strings.Trim(name, ". ") == "":
		return errors.New("a template needs a name: give one with --name")
	case strings.TrimSpace(name) != name:
		return fmt.Errorf("the name %q begins or ends with a blank", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("the name %q holds characters that cannot be printed", name)
	case utf8.RuneCountInString(name) > maxTemplateName:
		return fmt.Errorf("the name has more than %d characters", maxTemplateName)
	case strings.ContainsAny(name, `/\`):
		return fmt.Errorf("the name %q holds a slash", name)
	}
	return nil
}

// requireEmptyFolder returns an error when there is something at the path already.
func requireEmptyFolder(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty; name a new folder", folder)
	}
	return nil
}

// writeScaffold writes the files of a new template.
func writeScaffold(folder, name string) error {
	const root = "scaffold"
	quoted, err := json.Marshal(name) // a string of JSON is one of YAML
	if err != nil {
		return err
	}
	fill := strings.NewReplacer("{{NAME}}", string(quoted), "{{TITLE}}", name)
	return fs.WalkDir(scaffold, root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(path, root)))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		content, err := scaffold.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, []byte(fill.Replace(string(content))), 0o644)
	})
}
