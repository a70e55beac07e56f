package publish

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/templates"
)

// readyCommand lists the ready templates of the program, or copies one into a folder.
type readyCommand struct {
	Name   string `arg:"" optional:"" help:"Name of the ready template to copy; without it they are listed."`
	Folder string `arg:"" optional:"" help:"Folder to write, new or empty; by default one of the template's name."`
	JSON   bool   `help:"Print the list as JSON."`
}

// A readyTemplate is a row of the list of ready templates.
type readyTemplate struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Components  []string `json:"components"`
}

// Help returns the text below the usage line of --help.
func (readyCommand) Help() string {
	return `The program holds ready templates: rules, dictionaries, reports, tests, and a README with the fields
and how well they are found. Copy one, try it on documents of your own, change what you like, and
push it into a service. No service is needed for this command.

Examples:
  docket templates ready
  docket templates ready receipt my-receipts
  docket extract --template my-receipts receipt.pdf
  docket templates push my-receipts`
}

// Run lists or copies.
func (r readyCommand) Run(streams terminal.Streams) error {
	if r.Name == "" {
		return r.list(streams)
	}
	if !slices.Contains(templates.Names(), r.Name) {
		return terminal.ReportMisuse(streams, "there is no ready template %q; there are %s",
			r.Name, strings.Join(templates.Names(), ", "))
	}
	if r.Folder == "" {
		r.Folder = r.Name
	}
	if err := requireEmptyFolder(r.Folder); err != nil {
		return err
	}
	if err := os.CopyFS(r.Folder, templates.Ready(r.Name)); err != nil {
		return err
	}
	_, err := fmt.Fprintf(streams.Out, "copied the template %[1]s to %[2]s; its fields and how well they are found: %[2]s/README.md\n"+
		"try it:      docket extract --template %[2]s FILE\n"+
		"bring it in: docket templates push %[2]s\n", r.Name, r.Folder)
	return err
}

// list prints a row for each ready template.
func (r readyCommand) list(streams terminal.Streams) error {
	var rows []readyTemplate
	for _, name := range templates.Names() {
		b, problems, err := bundle.DefaultLimits().ReadFS(templates.Ready(name))
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return fmt.Errorf("%s/%s:%d: %s", name, problems[0].File, problems[0].Line, problems[0].Message)
		}
		row := readyTemplate{Name: name, Title: b.Name, Description: b.Description}
		for _, c := range b.Components {
			row.Components = append(row.Components, c.DisplayName)
		}
		rows = append(rows, row)
	}
	if r.JSON {
		return terminal.PrintJSON(streams.Out, rows)
	}
	return terminal.PrintTable(streams.Out, "NAME\tTITLE\tFIELDS\tFOR\n", func(w io.Writer) {
		for _, t := range rows {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", t.Name, t.Title, len(t.Components), t.Description)
		}
	})
}
