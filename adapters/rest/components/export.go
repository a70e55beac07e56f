package components

import (
	"bytes"
	"context"
	"encoding/xml"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries"
)

// The XML format of exported components; attributes and elements are written in this
// order.
type (
	xmlFiles struct {
		XMLName    xml.Name  `xml:"files"`
		TemplateID string    `xml:"dossierTemplateId,attr"`
		DossierID  string    `xml:"dossierId,attr"`
		Files      []xmlFile `xml:"file"`
	}
	xmlFile struct {
		ID         string        `xml:"id,attr"`
		Name       string        `xml:"name,attr"`
		Failed     int           `xml:"failedRules,attr,omitempty"` // rules that failed: values are missing
		Components xmlComponents `xml:"components"`
	}
	xmlComponents struct {
		List []xmlComponent `xml:"component"`
	}
	xmlComponent struct {
		Name        string     `xml:"name,attr"`
		DisplayName string     `xml:"displayName,attr"`
		Overridden  bool       `xml:"overridden,attr"`
		Values      []xmlValue `xml:"value"`
	}
	xmlValue struct {
		Rule        string         `xml:"rule,attr"`
		Description string         `xml:"description,attr"`
		Original    *string        `xml:"originalValue,attr"`        // with details only
		Normalized  string         `xml:"normalized,attr,omitempty"` // with details only, where there is a form
		Currency    string         `xml:"currency,attr,omitempty"`   // of the normalised form
		Confidence  *float64       `xml:"confidence,attr,omitempty"` // with details only, where there is one
		Value       string         `xml:",chardata"`
		Cells       []xmlCell      `xml:"cell"`      // of a row, with details only
		References  []xmlReference `xml:"reference"` // with details only
		Places      []xmlPlace     `xml:"place"`     // with details only
	}
	xmlCell struct {
		Column     string `xml:"column,attr"`
		Normalized string `xml:"normalized,attr,omitempty"` // where there is a form
		Currency   string `xml:"currency,attr,omitempty"`   // of the normalised form
		Value      string `xml:",chardata"`
	}
	xmlReference struct {
		ID   string `xml:"id,attr"`
		Rule string `xml:"rule,attr"`
		Type string `xml:"type,attr"`
		Page int    `xml:"page,attr"`
	}
	xmlPlace struct {
		Page  int      `xml:"page,attr"`
		Boxes []xmlBox `xml:"box"`
	}
	xmlBox struct {
		X      float64 `xml:"x,attr"`
		Y      float64 `xml:"y,attr"`
		Width  float64 `xml:"width,attr"`
		Height float64 `xml:"height,attr"`
	}
)

// exportComponents returns the export of files of a dossier. Characters that XML does not allow
// become U+FFFD.
func exportComponents(templateID, dossierID string, details bool, files ...queries.FileComponents) ([]byte, error) {
	out := xmlFiles{TemplateID: templateID, DossierID: dossierID}
	for _, f := range files {
		components := convert.MapList(f.Components, func(c component.Detail) xmlComponent {
			return xmlComponent{
				c.Name, c.DisplayName, c.Overridden,
				convert.MapList(c.Values, func(v component.Value) xmlValue { return exportedValue(v, details) }),
			}
		})
		out.Files = append(out.Files, xmlFile{f.FileID, f.Filename, f.FailedRules, xmlComponents{components}})
	}
	content, err := xml.Marshal(out)
	return append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`), content...), err
}

func exportedValue(v component.Value, details bool) xmlValue {
	out := xmlValue{Rule: v.RuleID, Description: v.Description, Value: v.Value}
	if details {
		out.Original, out.Confidence = &v.OriginalValue, v.Confidence
		if v.Normalized != nil {
			out.Normalized, out.Currency = v.Normalized.Text, v.Normalized.Currency
		}
		out.References = convert.MapList(
			v.References,
			func(r component.Reference) xmlReference { return xmlReference{r.ID, r.RuleID, r.Type, r.Page} },
		)
		out.Places = convert.MapList(v.Places, exportedPlace)
		out.Cells = convert.MapList(v.Cells, exportedCell)
	}
	return out
}

func exportedCell(c component.Cell) xmlCell {
	out := xmlCell{Column: c.Column, Value: c.Value}
	if c.Normalized != nil {
		out.Normalized, out.Currency = c.Normalized.Text, c.Normalized.Currency
	}
	return out
}

func exportedPlace(p file.Place) xmlPlace {
	return xmlPlace{p.Page, convert.MapList(p.Boxes, func(b document.Rect) xmlBox { return xmlBox(b) })}
}

// ExportFileComponents returns what was extracted from a file, as XML.
func (h *Handlers) ExportFileComponents(
	ctx context.Context, q api.ExportFileComponentsRequestObject,
) (api.ExportFileComponentsResponseObject, error) {
	found, err := h.queries.FileComponents(ctx, queries.AskFile{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  q.DossierId,
		FileID:     q.FileId,
		AsOf:       convert.OptionalTime(q.Params.AsOf),
	})
	if err != nil {
		return nil, err
	}
	content, err := exportComponents(q.DossierTemplateId, q.DossierId, convert.ValueOr(q.Params.IncludeDetails, false),
		found)
	return api.ExportFileComponents200ApplicationxmlResponse{
		Body:          bytes.NewReader(content),
		ContentLength: int64(len(content)),
	}, err
}

// ExportDossierComponents returns what was extracted from the files of a dossier, as XML.
func (h *Handlers) ExportDossierComponents(
	ctx context.Context, q api.ExportDossierComponentsRequestObject,
) (api.ExportDossierComponentsResponseObject, error) {
	found, err := h.queries.DossierComponents(ctx, queries.AskComponents{Caller: exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId, DossierID: q.DossierId, AsOf: convert.OptionalTime(q.Params.AsOf)})
	if err != nil {
		return nil, err
	}
	content, err := exportComponents(q.DossierTemplateId, q.DossierId, convert.ValueOr(q.Params.IncludeDetails, false),
		found...)
	return api.ExportDossierComponents200ApplicationxmlResponse{
		Body:          bytes.NewReader(content),
		ContentLength: int64(len(content)),
	}, err
}
