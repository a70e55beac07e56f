package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
)

// Dossiers lists the dossiers that the account can see, or makes one.
type Dossiers struct {
	Remote
	Create   string `placeholder:"NAME" help:"Make a dossier of this name, and print its id."`
	Template string `placeholder:"NAME|ID" help:"Only dossiers of this template; with --create, the template of the new one."`
	JSON     bool   `help:"Print JSON."`
}

// Help shows how it is used.
func (Dossiers) Help() string {
	return `Examples:
  docket dossiers
  docket dossiers --create 'Claims 2024' --template Invoices
  docket dossiers --json | jq -r '.[] | select(.archivedTime == null) | .name'`
}

// Run lists or makes.
func (d Dossiers) Run(ctx context.Context, io Streams) error {
	return d.with(func(c connected) error {
		if d.Create != "" {
			return d.create(ctx, c, io)
		}
		list := []api.Dossier{}
		names := map[string]string{}
		err := c.dossiers(ctx, func(t api.DossierTemplate, dossier api.Dossier) bool {
			if names[t.Id] = t.Name; d.Template == "" || d.Template == t.Name || strings.EqualFold(d.Template, t.Id) {
				list = append(list, dossier)
			}
			return true
		})
		if err != nil {
			return err
		}
		if d.JSON {
			return printJSON(io.Out, list)
		}
		return table(io.Out, "ID\tNAME\tTEMPLATE\tMADE\n", func(w *tabwriter.Writer) {
			for _, dossier := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", dossier.Id, dossier.Name, names[dossier.DossierTemplateId], dossier.Date.Local().Format("2006-01-02 15:04"))
			}
		})
	})
}

func (d Dossiers) create(ctx context.Context, c connected, io Streams) error {
	t, err := c.template(ctx, d.Template)
	if err != nil {
		return err
	}
	r, err := c.API.CreateOrUpdateDossierWithResponse(ctx, t, nil, api.DossierRequest{Name: d.Create})
	if err != nil {
		return err
	}
	made, err := client.Want(r.JSON201, r.HTTPResponse, r.Body)
	if err == nil {
		_, err = fmt.Fprintln(io.Out, made.Id)
	}
	return err
}

// template finds a template by its name or id; the only one needs no name.
func (c connected) template(ctx context.Context, ref string) (string, error) {
	r, err := c.API.ListDossierTemplatesWithResponse(ctx, nil)
	if err != nil {
		return "", err
	}
	list, err := client.Want(r.JSON200, r.HTTPResponse, r.Body)
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

// table prints lines of cells in columns.
func table(out io.Writer, head string, rows func(*tabwriter.Writer)) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, head)
	rows(w)
	return w.Flush()
}
