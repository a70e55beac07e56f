package remote

import (
	"context"
	"fmt"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// overrideCommand corrects a component of a file, or takes corrections back.
type overrideCommand struct {
	target
	File    string   `arg:"" name:"file-id" help:"Id of a file, or its name together with --dossier."`
	Name    string   `arg:"" name:"component" help:"Component, such as Invoice_Number."`
	Values  []string `arg:"" optional:"" name:"value" help:"Its values from now on; with none it is empty."`
	Revert  bool     `help:"Take the correction back: the component has the extracted values again."`
	Dossier string   `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the file."`
}

// Help returns the text below the usage line of --help.
func (overrideCommand) Help() string {
	return `Examples:
  docket override invoice.pdf Invoice_Number INV-2024-018 --dossier 'Claims 2024'
  docket override invoice.pdf Invoice_Number --revert --dossier 'Claims 2024'`
}

// Run overrides the component, or reverts its overrides.
func (o overrideCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if o.Revert && len(o.Values) > 0 {
		return terminal.ReportMisuse(streams, "--revert takes no values")
	}
	return o.withService(func(c serviceClient) error {
		f, err := c.findFile(ctx, o.File, o.Dossier)
		if err != nil {
			return err
		}
		if err := o.sendOverride(ctx, c, f); err != nil {
			return err
		}
		said := "has the given values now"
		if o.Revert {
			said = "has the extracted values again"
		}
		_, err = fmt.Fprintf(streams.Out, "%s of %s %s\n", o.Name, f.Filename, said)
		return err
	})
}

// sendOverride sends the override, or the request to revert.
func (o overrideCommand) sendOverride(ctx context.Context, c serviceClient, f api.FileStatus) error {
	if o.Revert {
		r, err := c.API.RevertComponentOverridesWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, nil,
			api.RevertComponentOverridesJSONRequestBody{Components: []string{o.Name}})
		if err != nil {
			return err
		}
		return client.CheckSuccess(r.HTTPResponse, r.Body)
	}
	values := make([]api.OverrideValue, len(o.Values))
	for i, v := range o.Values {
		values[i].Value = v
	}
	r, err := c.API.AddComponentOverridesWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, nil,
		api.AddComponentOverridesJSONRequestBody{Name: o.Name, ComponentValues: values})
	if err != nil {
		return err
	}
	return client.CheckSuccess(r.HTTPResponse, r.Body)
}
