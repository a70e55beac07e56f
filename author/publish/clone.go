package publish

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/cli/remote"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// cloneCommand copies a template under another name.
type cloneCommand struct {
	remote.Target
	Template string `arg:"" name:"template" help:"Name or id of the template."`
	Name     string `arg:"" name:"new-name" help:"Name of the copy."`
}

// Help returns the text below the usage line of --help.
func (cloneCommand) Help() string {
	return `Copies rules, definitions, dictionaries, mappings, date formats, reports and settings, and prints
the id of the copy. It has no dossiers.

Example:
  docket templates clone Invoices 'Invoices (draft)'`
}

// Run makes the copy and prints its id.
func (c cloneCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return c.WithService(func(s remote.Service) error {
		t, err := requireTemplate(ctx, s, c.Template)
		if err != nil {
			return err
		}
		r, err := s.API.CloneDossierTemplateWithResponse(ctx, t.Id, nil, api.TemplateName{Name: c.Name})
		if err != nil {
			return err
		}
		made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
		if err == nil {
			_, err = fmt.Fprintln(streams.Out, made.Id)
		}
		return err
	})
}
