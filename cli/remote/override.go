package remote

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// overrideCommand corrects a component of a file, or takes corrections back.
type overrideCommand struct {
	Target
	File    string   `arg:"" name:"file-id" help:"Id of a file, or its name together with --dossier."`
	Name    string   `arg:"" name:"component" help:"Component, such as Invoice_Number."`
	Values  []string `arg:"" optional:"" name:"value" help:"Its values from now on; with none it is empty."`
	Revert  bool     `help:"Take the correction back: the component has the extracted values again."`
	New     bool     `help:"Add the component if neither the file nor its template has it."`
	Row     int      `placeholder:"N" help:"Change the N-th of its values alone, as the file shows them now; the others stay."`
	Add     bool     `help:"Add a value: before the one that --row names, or after the last."`
	Remove  bool     `help:"Remove the value that --row names."`
	Cell    []string `sep:"none" placeholder:"COLUMN=TEXT" help:"A cell of the row; the others stay. Given once for each cell."`
	Dossier string   `env:"DOCKET_DOSSIER" placeholder:"NAME|ID" help:"Dossier of the file."`
}

// Help returns the text below the usage line of --help.
func (overrideCommand) Help() string {
	return `The component must be one that the file has or that its template defines, in any spelling with
the same technical name; --new adds another one.

Examples:
  docket override invoice.pdf Invoice_Number INV-2024-018 --dossier 'Claims 2024'
  docket override invoice.pdf Invoice_Number --revert --dossier 'Claims 2024'
  docket override invoice.pdf Checked_By 'M. Okafor' --new --dossier 'Claims 2024'
  docket override invoice.pdf Line_Items --row 3 --cell line_quantity=2 --dossier 'Claims 2024'
  docket override invoice.pdf Line_Items --row 2 --remove --dossier 'Claims 2024'`
}

// Run overrides the component, or reverts its overrides.
func (o overrideCommand) Run(ctx context.Context, streams terminal.Streams) error {
	if o.Revert && len(o.Values) > 0 {
		return terminal.ReportMisuse(streams, "--revert takes no values")
	}
	if o.Revert && o.New {
		return terminal.ReportMisuse(streams, "--revert adds nothing, so --new does not go with it")
	}
	if fault := o.checkRow(); fault != "" {
		return terminal.ReportMisuse(streams, "%s", fault)
	}
	return o.WithService(func(c Service) error {
		f, err := c.findFile(ctx, o.File, o.Dossier)
		if err != nil {
			return err
		}
		if err := o.checkName(ctx, c, streams, f); err != nil {
			return err
		}
		if err := o.sendOverride(ctx, c, f); err != nil {
			return err
		}
		_, err = fmt.Fprintf(streams.Out, "%s of %s %s\n", o.Name, f.Filename, o.describeChange())
		return err
	})
}

// checkName refuses a component that the override would add without --new, and one to revert
// that nobody has corrected.
func (o overrideCommand) checkName(ctx context.Context, c Service, streams terminal.Streams, f api.FileStatus) error {
	if o.New {
		return nil
	}
	if o.Revert && !o.isOfOne() {
		return o.checkOverridden(ctx, c, f)
	}
	known, err := c.knownComponents(ctx, f)
	if err != nil {
		return err
	}
	return checkKnown(streams, o.Name, f.Filename, known)
}

// checkOverridden refuses a component that nobody has corrected.
func (o overrideCommand) checkOverridden(ctx context.Context, c Service, f api.FileStatus) error {
	r, err := c.API.ListComponentOverridesWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, nil)
	if err != nil {
		return err
	}
	list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return err
	}
	var names []string
	for _, m := range list.ComponentOverrideModels {
		if sameComponent(m.Name, o.Name) {
			return nil
		}
		names = append(names, m.Name)
	}
	if len(names) == 0 {
		return fmt.Errorf("nobody has corrected a component of %s", f.Filename)
	}
	return fmt.Errorf("nobody has corrected %q of %s; corrected are %s", o.Name, f.Filename, strings.Join(names, ", "))
}

// sendOverride sends the override, or the request to revert.
func (o overrideCommand) sendOverride(ctx context.Context, c Service, f api.FileStatus) error {
	if o.isOfOne() {
		return o.sendOne(ctx, c, f)
	}
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
