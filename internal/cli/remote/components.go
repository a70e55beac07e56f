package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// componentsCommand prints what was extracted from a file.
type componentsCommand struct {
	target
	File    string `arg:"" name:"file-id" help:"Id of a file, or its name together with --dossier."`
	Dossier string `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the file."`
	JSON    bool   `xor:"form" help:"Print the record as JSON."`
	XML     bool   `xor:"form" help:"Print the export as XML."`
	Details bool   `help:"With --json and --xml: rules, original values and places too."`
	AsOf    string `name:"asof" placeholder:"TIME" help:"As they were at this moment, such as 2024-05-31T10:15:30+02:00."`
}

// Help returns the text below the usage line of --help.
func (componentsCommand) Help() string {
	return `Prints the values of each component; those that people changed are marked with *.

Examples:
  docket components 77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03
  docket components invoice.pdf --dossier 'Claims 2024' --json | jq -r '.components.Invoice_Number[0]'
  docket components invoice.pdf --dossier 'Claims 2024' --xml --details
  docket components 77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03 --asof 2024-05-31T10:15:30+02:00`
}

// Run prints the components of the file.
func (p componentsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	at, err := parseMoment(p.AsOf)
	if err != nil {
		return terminal.ReportMisuse(streams, "--asof: %v", err)
	}
	return p.withService(func(c serviceClient) error {
		f, err := c.findFile(ctx, p.File, p.Dossier)
		if err != nil {
			return err
		}
		if p.XML {
			return p.printXML(ctx, c, streams, f, at)
		}
		details := p.Details || !p.JSON
		r, err := c.API.GetFileComponentsWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id,
			&api.GetFileComponentsParams{IncludeDetails: &details, AsOf: at})
		if err != nil {
			return err
		}
		found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		switch {
		case err != nil:
			return err
		case p.JSON: // as the service sent it, in the same order
			var b bytes.Buffer
			if err := json.Indent(&b, r.Body, "", "  "); err != nil {
				return err
			}
			_, err = fmt.Fprintln(streams.Out, strings.TrimSpace(b.String()))
			return err
		}
		return printComponents(streams, found)
	})
}

// printXML prints the export of the file.
func (p componentsCommand) printXML(ctx context.Context, c serviceClient, streams terminal.Streams, f api.FileStatus, at *api.Time) error {
	r, err := c.API.ExportFileComponentsWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id,
		&api.ExportFileComponentsParams{IncludeDetails: &p.Details, AsOf: at})
	if err != nil {
		return err
	}
	if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
		return err
	}
	_, err = fmt.Fprintln(streams.Out, strings.TrimRight(string(r.Body), "\n"))
	return err
}

// printComponents prints one line for each component; a * marks those that people changed.
func printComponents(streams terminal.Streams, found api.FileComponents) error {
	changed := map[string]bool{}
	if found.ComponentDetails != nil {
		for _, d := range *found.ComponentDetails {
			for _, v := range d.ComponentValues {
				changed[d.Name] = changed[d.Name] || v.Value != v.OriginalValue
			}
		}
	}
	return terminal.PrintTable(streams.Out, "", func(w io.Writer) {
		for _, n := range found.Components {
			mark := ""
			if changed[n.Name] {
				mark = " *"
			}
			fmt.Fprintf(w, "%s%s\t%s\n", n.Name, mark, strings.ReplaceAll(strings.Join(n.Values, "; "), "\n", " "))
		}
	})
}
