package publish

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// showCommand shows what a template of a service holds.
type showCommand struct {
	remote.Target
	Template string `arg:"" name:"template" help:"Name or id of the template."`
	JSON     bool   `help:"Print the record with its settings as JSON."`
}

// Help returns the text below the usage line of --help.
func (showCommand) Help() string {
	return `Prints the settings of a template and the names of what it defines; docket templates pull writes
all of it into a folder.

Examples:
  docket templates show Invoices
  docket templates show Invoices --json | jq .settings`
}

// Run shows the template.
func (c showCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return c.WithService(func(s remote.Service) error {
		found, err := requireTemplate(ctx, s, c.Template)
		if err != nil {
			return err
		}
		all := true
		r, err := s.API.GetDossierTemplateWithResponse(ctx, found.Id, &api.GetDossierTemplateParams{IncludeSettings: &all})
		if err != nil {
			return err
		}
		t, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		if c.JSON {
			return terminal.PrintJSON(streams.Out, t)
		}
		rows, err := describeTemplate(ctx, s, t)
		if err != nil {
			return err
		}
		return terminal.PrintTable(streams.Out, "", func(w io.Writer) {
			for _, row := range rows {
				fmt.Fprintf(w, "%s\t%s\n", row[0], strings.ReplaceAll(row[1], "\n", " "))
			}
		})
	})
}

// describeTemplate returns rows of what a template is and holds.
func describeTemplate(ctx context.Context, s remote.Service, t api.DossierTemplateRead) ([][2]string, error) {
	rows := [][2]string{
		{"id", t.Id}, {"name", t.Name}, {"description", t.Description}, {"status", string(t.Status)},
		{"changed", t.DateModified.Local().Format("2006-01-02 15:04")},
	}
	if t.Settings != nil {
		rows = append(rows, [2]string{"visibility of dossiers", string(t.Settings.DefaultDossierVisibility)},
			[2]string{"languages of OCR", strings.Join(t.Settings.OcrLanguages, ", ")})
	}
	l := liveTemplate{Service: s, id: t.Id, name: t.Name}
	ids, err := l.readIDs(ctx)
	mappings := describeNames(ids.mappings)
	if client.StatusOf(err) == 403 { // a USER may not see mappings
		mappings = "not shown to this account"
		ids, err = l.readIDsBut(ctx, "mappings")
	}
	if err != nil {
		return nil, err
	}
	return append(rows,
		[2]string{"dossier statuses", describeNames(ids.statuses)}, [2]string{"dossier attributes", describeNames(ids.dossierAttributes)},
		[2]string{"file attributes", describeNames(ids.fileAttributes)}, [2]string{"entities", describeNames(ids.entities)},
		[2]string{"components", describeNames(ids.components)}, [2]string{"mappings", mappings},
		[2]string{"reports", describeNames(ids.reports)}), nil
}

// describeNames returns names in alphabetical order with their number.
func describeNames[V any](ids map[string]V) string {
	if len(ids) == 0 {
		return "none"
	}
	return fmt.Sprintf("%d: %s", len(ids), strings.Join(slices.Sorted(maps.Keys(ids)), ", "))
}
