package remote

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// dossiersCommand lists the dossiers that the account can see, or makes one.
type dossiersCommand struct {
	Target
	Create   string `placeholder:"NAME" help:"Make a dossier of this name, and print its id."`
	Template string `placeholder:"NAME|ID" help:"Only dossiers of this template; with --create, the template of the new one."`
	JSON     bool   `help:"Print JSON."`
}

// Help returns the text below the usage line of --help.
func (dossiersCommand) Help() string {
	return `Examples:
  docket dossiers
  docket dossiers --create 'Claims 2024' --template Invoices
  docket dossiers --json | jq -r '.[] | select(.archivedTime == null) | .name'`
}

// Run lists the dossiers, or makes one with --create.
func (d dossiersCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return d.WithService(func(c Service) error {
		if d.Create != "" {
			return d.createDossier(ctx, c, streams)
		}
		list := []api.Dossier{}
		names := map[string]string{}
		err := c.eachDossier(ctx, func(t api.DossierTemplate, dossier api.Dossier) bool {
			if names[t.Id] = t.Name; d.Template == "" || d.Template == t.Name || strings.EqualFold(d.Template, t.Id) {
				list = append(list, dossier)
			}
			return true
		})
		if err != nil {
			return err
		}
		if d.JSON {
			return terminal.PrintJSON(streams.Out, list)
		}
		return terminal.PrintTable(streams.Out, "ID\tNAME\tTEMPLATE\tMADE\n", func(w io.Writer) {
			for _, dossier := range list {
				made := dossier.Date.Local().Format("2006-01-02 15:04")
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", dossier.Id, dossier.Name, names[dossier.DossierTemplateId], made)
			}
		})
	})
}

// createDossier makes a dossier and prints its id.
func (d dossiersCommand) createDossier(ctx context.Context, c Service, streams terminal.Streams) error {
	t, err := c.findTemplate(ctx, d.Template)
	if err != nil {
		return err
	}
	r, err := c.API.CreateOrUpdateDossierWithResponse(ctx, t, nil, api.DossierRequest{Name: d.Create})
	if err != nil {
		return err
	}
	made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
	if err == nil {
		_, err = fmt.Fprintln(streams.Out, made.Id)
	}
	return err
}

// findTemplate returns the id of the template with a name or id. An empty ref stands for the
// template if there is only one.
func (c Service) findTemplate(ctx context.Context, ref string) (string, error) {
	r, err := c.API.ListDossierTemplatesWithResponse(ctx, nil)
	if err != nil {
		return "", err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return "", err
	}
	var names []string
	for _, t := range list.DossierTemplates {
		if t.Name == ref || strings.EqualFold(t.Id, ref) || ref == "" && len(list.DossierTemplates) == 1 {
			return t.Id, nil
		}
		names = append(names, t.Name)
	}
	return "", fmt.Errorf("name a template with --template: %s", strings.Join(names, ", "))
}
