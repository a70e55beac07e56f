package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// componentsCommand prints what was extracted from a file, or from all files of a dossier.
type componentsCommand struct {
	Target
	File    string `arg:"" optional:"" name:"file-id" help:"Id of a file, or its name with --dossier. Default: all files of the dossier."`
	Dossier string `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the file."`
	JSON    bool   `xor:"form" help:"Print the record as JSON."`
	XML     bool   `xor:"form" help:"Print the export as XML."`
	CSV     bool   `xor:"form" help:"Print a line for each file and a column for each component."`
	Rows    string `placeholder:"COMPONENT" help:"With --csv: a line for each row of this component, and a column for each of its cells."`
	Normal  bool   `name:"normalized" help:"With --csv: days as yyyy-mm-dd, amounts as decimals, codes without blanks, where the template says what a value is."`
	Details bool   `help:"With --json and --xml: rules, original values and places too."`
	Wait    bool   `help:"Wait until the files are processed."`
	AsOf    string `name:"asof" placeholder:"TIME" help:"As they were at this moment, such as 2024-05-31T10:15:30+02:00."`
}

// Help returns the text below the usage line of --help.
func (componentsCommand) Help() string {
	return `Prints the values of each component; those that people changed are marked with *. Ends with 4
when a file could not be processed and with 5 when one is not processed yet, after it has
printed what there is.

Examples:
  docket components 77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03 --wait
  docket components invoice.pdf --dossier 'Claims 2024' --json | jq -r '.components.Invoice_Number[0]'
  docket components invoice.pdf --dossier 'Claims 2024' --xml --details
  docket components --dossier 'Claims 2024' --csv > claims.csv
  docket components --dossier 'Claims 2024' --csv --normalized > claims.csv
  docket components --dossier 'Invoices 2024' --csv --rows Line_Items --normalized > lines.csv
  docket components 77e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e03 --asof 2024-05-31T10:15:30+02:00`
}

// An extraction holds the components of files, as the service sent them and as records.
type extraction struct {
	body  []byte
	files []api.FileComponents
}

// Run prints the components of the file, or of all files of the dossier.
func (p componentsCommand) Run(ctx context.Context, streams terminal.Streams) error {
	at, err := parseMoment(p.AsOf)
	switch {
	case err != nil:
		return terminal.ReportMisuse(streams, "--asof: %v", err)
	case p.File == "" && p.Dossier == "":
		return terminal.ReportMisuse(streams, "name a file, or a dossier with --dossier")
	case p.Rows != "" && !p.CSV:
		return terminal.ReportMisuse(streams, "--rows goes with --csv; --json --details has the cells of all rows")
	case p.Normal && !p.CSV:
		return terminal.ReportMisuse(streams, "--normalized goes with --csv; --json --details has both forms")
	case p.Wait && at != nil:
		return terminal.ReportMisuse(streams, "--asof is of the past, for which there is nothing to --wait")
	}
	return p.WithService(func(c Service) error {
		d, files, err := p.chooseFiles(ctx, c)
		if err != nil {
			return err
		}
		if p.Wait {
			if err := awaitFiles(ctx, c, streams, files); err != nil {
				return err
			}
		}
		found, err := p.readComponents(ctx, c, d, files, at)
		if err == nil {
			err = p.print(streams, found, files, at == nil)
		}
		if err != nil || at != nil {
			return err
		}
		return reportUnprocessed(streams, files)
	})
}

// chooseFiles returns the status of the file, or of all files of the dossier.
func (p componentsCommand) chooseFiles(ctx context.Context, c Service) (dossierRef, []api.FileStatus, error) {
	if p.File != "" {
		f, err := c.findFile(ctx, p.File, p.Dossier)
		return dossierRef{template: f.DossierTemplateId, id: f.DossierId}, []api.FileStatus{f}, err
	}
	d, err := c.findDossier(ctx, p.Dossier)
	if err != nil {
		return d, nil, err
	}
	files, err := c.listFiles(ctx, d)
	return d, files, err
}

// readComponents reads what was extracted, in the form that is asked for.
func (p componentsCommand) readComponents(ctx context.Context, c Service, d dossierRef, files []api.FileStatus, at *api.Time) (
	extraction, error) {
	details := p.Details || !p.JSON && !p.XML
	switch {
	case p.XML && p.File != "":
		r, err := c.API.ExportFileComponentsWithResponse(ctx, d.template, d.id, files[0].Id,
			&api.ExportFileComponentsParams{IncludeDetails: &details, AsOf: at})
		if err != nil {
			return extraction{}, err
		}
		return extraction{body: r.Body}, client.CheckSuccess(r.HTTPResponse, r.Body)
	case p.XML:
		r, err := c.API.ExportDossierComponentsWithResponse(ctx, d.template, d.id,
			&api.ExportDossierComponentsParams{IncludeDetails: &details, AsOf: at})
		if err != nil {
			return extraction{}, err
		}
		return extraction{body: r.Body}, client.CheckSuccess(r.HTTPResponse, r.Body)
	case p.File != "":
		r, err := c.API.GetFileComponentsWithResponse(ctx, d.template, d.id, files[0].Id,
			&api.GetFileComponentsParams{IncludeDetails: &details, AsOf: at})
		if err != nil {
			return extraction{}, err
		}
		found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		return extraction{r.Body, []api.FileComponents{found}}, err
	}
	r, err := c.API.GetDossierComponentsWithResponse(ctx, d.template, d.id,
		&api.GetDossierComponentsParams{IncludeDetails: &details, AsOf: at})
	if err != nil {
		return extraction{}, err
	}
	found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	return extraction{r.Body, found.Files}, err
}

// print prints what was extracted; the files are as they are now, which a table shows if asked.
func (p componentsCommand) print(streams terminal.Streams, found extraction, files []api.FileStatus, now bool) error {
	switch {
	case p.XML:
		_, err := fmt.Fprintln(streams.Out, strings.TrimRight(string(found.body), "\n"))
		return err
	case p.JSON: // as the service sent it, in the same order
		var b bytes.Buffer
		if err := json.Indent(&b, found.body, "", "  "); err != nil {
			return err
		}
		_, err := fmt.Fprintln(streams.Out, strings.TrimSpace(b.String()))
		return err
	case p.CSV && p.Rows != "":
		return printRows(streams.Out, found.files, p.Rows, p.Normal)
	case p.CSV && now:
		return printCSV(streams.Out, p.chooseForms(found.files), files)
	case p.CSV:
		return printCSV(streams.Out, p.chooseForms(found.files), nil)
	case p.File != "":
		return printComponents(streams, found.files[0])
	}
	return printFileComponents(streams, found.files)
}

// chooseForms returns the files with the normalised forms of their values, if they are asked for;
// values without one stay as they are.
func (p componentsCommand) chooseForms(files []api.FileComponents) []api.FileComponents {
	if !p.Normal {
		return files
	}
	out := slices.Clone(files)
	for i, f := range files {
		if f.ComponentDetails == nil {
			continue
		}
		out[i].Components = nil
		for _, d := range *f.ComponentDetails {
			named := api.NamedValues{Name: d.Name}
			for _, v := range d.ComponentValues {
				if v.Normalized != nil {
					v.Value = v.Normalized.Value
				}
				named.Values = append(named.Values, v.Value)
			}
			out[i].Components = append(out[i].Components, named)
		}
	}
	return out
}
