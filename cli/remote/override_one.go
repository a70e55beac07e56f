package remote

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
)

// isOfOne reports whether one value of the component changes alone.
func (o overrideCommand) isOfOne() bool { return o.Row != 0 || o.Add || o.Remove || len(o.Cell) > 0 }

// checkRow returns what is wrong with the flags for one value; empty for nothing.
func (o overrideCommand) checkRow() string {
	switch {
	case !o.isOfOne():
		return ""
	case o.Row < 0:
		return "--row counts from 1"
	case o.Row == 0 && !o.Add:
		return "--row N says which value is meant; docket components --json shows them in their order"
	case o.Add && (o.Remove || o.Revert) || o.Remove && o.Revert:
		return "--add, --remove and --revert are three ways; give one of them"
	case (o.Remove || o.Revert) && (len(o.Values) > 0 || len(o.Cell) > 0):
		return "--remove and --revert take no value and no cells"
	case o.Remove || o.Revert:
		return ""
	case len(o.Values) > 1:
		return "one value has one text"
	case len(o.Values) == 0 && len(o.Cell) == 0:
		return "a value or --cell says what it is from now on"
	case len(o.Values) > 0 && len(o.Cell) > 0:
		return "a row is given by its text or by --cell, not by both"
	}
	for _, cell := range o.Cell {
		if column, _, ok := strings.Cut(cell, "="); !ok || strings.TrimSpace(column) == "" {
			return fmt.Sprintf("--cell wants COLUMN=TEXT, not %q", cell)
		}
	}
	return ""
}

// describeChange says what the command has done.
func (o overrideCommand) describeChange() string {
	switch {
	case o.Add:
		return "has one more value"
	case o.Remove:
		return fmt.Sprintf("has lost value %d", o.Row)
	case o.isOfOne() && o.Revert:
		return fmt.Sprintf("has value %d as it was extracted", o.Row)
	case o.isOfOne():
		return fmt.Sprintf("has another value %d", o.Row)
	case o.Revert:
		return "has the extracted values again"
	}
	return "has the given values now"
}

// sendOne changes one value, on condition that the component is as it was when its values were counted.
func (o overrideCommand) sendOne(ctx context.Context, c Service, f api.FileStatus) error {
	d, err := o.findDetail(ctx, c, f)
	if err != nil {
		return err
	}
	id := ""
	switch {
	case o.Row > len(d.ComponentValues):
		return fmt.Errorf("%s of %s has %d values, so there is no value %d", o.Name, f.Filename, len(d.ComponentValues), o.Row)
	case o.Row > 0:
		id = d.ComponentValues[o.Row-1].ValueId
	}
	match := `"` + d.Version + `"`
	var answer *http.Response
	var body []byte
	switch {
	case o.Add:
		r, failure := c.API.AddComponentValueWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, o.Name,
			&api.AddComponentValueParams{IfMatch: &match}, api.AddedValueRequest{Value: o.text(), Cells: o.cells(), Before: optionalID(id)})
		if err = failure; err == nil {
			answer, body = r.HTTPResponse, r.Body
		}
	case o.Remove:
		r, failure := c.API.RemoveComponentValueWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, o.Name, id,
			&api.RemoveComponentValueParams{IfMatch: &match})
		if err = failure; err == nil {
			answer, body = r.HTTPResponse, r.Body
		}
	case o.Revert:
		r, failure := c.API.RevertComponentValueWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, o.Name, id,
			&api.RevertComponentValueParams{IfMatch: &match})
		if err = failure; err == nil {
			answer, body = r.HTTPResponse, r.Body
		}
	default:
		r, failure := c.API.SetComponentValueWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id, o.Name, id,
			&api.SetComponentValueParams{IfMatch: &match}, api.ValueRequest{Value: o.text(), Cells: o.cells()})
		if err = failure; err == nil {
			answer, body = r.HTTPResponse, r.Body
		}
	}
	if err != nil {
		return err
	}
	return client.CheckSuccess(answer, body)
}

// findDetail returns the component as it is read; one without values when the file has none of the name.
func (o overrideCommand) findDetail(ctx context.Context, c Service, f api.FileStatus) (api.ComponentDetail, error) {
	details := true
	r, err := c.API.GetFileComponentsWithResponse(ctx, f.DossierTemplateId, f.DossierId, f.Id,
		&api.GetFileComponentsParams{IncludeDetails: &details})
	if err != nil {
		return api.ComponentDetail{}, err
	}
	found, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return api.ComponentDetail{}, err
	}
	if found.ComponentDetails != nil {
		for _, d := range *found.ComponentDetails {
			if sameComponent(d.Name, o.Name) {
				return d, nil
			}
		}
	}
	out := api.ComponentDetail{Name: o.Name}
	if found.Version != nil {
		out.Version = *found.Version
	}
	return out, nil
}

// text returns the text of the value; empty when its cells are given.
func (o overrideCommand) text() string { return strings.Join(o.Values, "") }

// cells returns the cells of the row; none when its text is given.
func (o overrideCommand) cells() (out nullable.Nullable[[]api.OverrideCell]) {
	if len(o.Cell) == 0 {
		return out
	}
	cells := make([]api.OverrideCell, len(o.Cell))
	for i, cell := range o.Cell {
		column, text, _ := strings.Cut(cell, "=")
		cells[i] = api.OverrideCell{Column: column, Value: text}
	}
	return nullable.NewNullableWithValue(cells)
}

func optionalID(id string) (out nullable.Nullable[string]) {
	if id == "" {
		return out
	}
	return nullable.NewNullableWithValue(id)
}
