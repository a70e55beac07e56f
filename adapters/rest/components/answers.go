package components

import (
	"github.com/oapi-codegen/nullable"
	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries"
)

func placeOf(p file.Place) api.EntityPosition {
	return api.EntityPosition{Page: int32(p.Page), Boxes: convert.MapList(p.Boxes, func(b document.Rect) api.EntityBox {
		return api.EntityBox{X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
	})}
}

// ToAPI returns what was extracted from a file in the form of the contract, with details if wanted.
func ToAPI(f queries.FileComponents, details bool) api.FileComponents {
	out := api.FileComponents{
		DossierTemplateId: f.TemplateID,
		DossierId:         f.DossierID,
		FileId:            f.FileID,
		Filename:          f.Filename,
		Components: convert.MapList(f.Components, func(c component.Detail) api.NamedValues {
			return api.NamedValues{
				Name:   c.Name,
				Values: convert.MapList(c.Values, func(v component.Value) string { return v.Value }),
			}
		}),
		FailedRules: convert.PositiveCount(f.FailedRules),
	}
	if details {
		all, missing := convert.MapList(f.Components, componentDetailOf), convert.MapList(f.Missing, componentDetailOf)
		out.ComponentDetails, out.MissingComponents, out.Version = &all, &missing, &f.Version
		if len(f.Offered) > 0 {
			offered := convert.MapList(f.Offered, componentDetailOf)
			out.OfferedComponents = &offered
		}
	}
	return out
}

func componentDetailOf(c component.Detail) api.ComponentDetail {
	checked := nullable.NewNullNullable[api.ComponentCheck]()
	if c.Checked != nil {
		checked = nullable.NewNullableWithValue(api.ComponentCheck{By: c.Checked.By, At: api.Time{Time: c.Checked.At}})
	}
	return api.ComponentDetail{
		Name:            c.Name,
		TechnicalName:   c.TechnicalName,
		Version:         c.Version,
		ComponentValues: convert.MapList(c.Values, valueOf),
		Overridden:      overrideMadeOf(c),
		Checked:         checked,
		Attention: convert.MapList(c.Attention, func(a component.Attention) api.ComponentAttention {
			return api.ComponentAttention{Code: a.Code, Detail: a.Detail}
		}),
		Candidates: candidatesOf(c.Candidates),
	}
}

// candidatesOf returns what a scorer offers; nil for nothing.
func candidatesOf(offered []document.Candidate) *[]api.ComponentCandidate {
	if len(offered) == 0 {
		return nil
	}
	out := convert.MapList(offered, func(c document.Candidate) api.ComponentCandidate {
		return api.ComponentCandidate{Value: c.Value, Confidence: c.Confidence, Places: placesByPage(c.Boxes),
			Reasons: convert.MapList(c.Reasons, func(r document.Reason) api.CandidateReason {
				return api.CandidateReason{Code: convert.OptionalText(r.Code), Concept: convert.OptionalText(r.Concept),
					Label: convert.OptionalText(r.Label),
					Files: convert.PositiveCount(r.Files), Text: r.Text, Weight: r.Weight}
			})}
	})
	return &out
}

// placesByPage returns boxes with those of one page together.
func placesByPage(boxes []document.PageBox) []api.EntityPosition {
	places := []file.Place{}
	for _, b := range boxes {
		if n := len(places); n == 0 || places[n-1].Page != b.Page {
			places = append(places, file.Place{Page: b.Page})
		}
		last := &places[len(places)-1]
		last.Boxes = append(last.Boxes, b.Box)
	}
	return convert.MapList(places, placeOf)
}

// overrideMadeOf returns who overrode a component; null for one that nobody did.
func overrideMadeOf(c component.Detail) nullable.Nullable[api.OverrideMade] {
	if !c.Overridden {
		return nullable.NewNullNullable[api.OverrideMade]()
	}
	return nullable.NewNullableWithValue(api.OverrideMade{
		By:   c.Override.By,
		At:   api.Time{Time: c.Override.At},
		Note: c.Override.Note,
	})
}

func valueOf(v component.Value) api.ComponentValue {
	return api.ComponentValue{ValueId: v.ID, BasedOn: convert.NullableID(v.BasedOn), Value: v.Value,
		Normalized: normalizedOf(v.Normalized), Confidence: v.Confidence, Evidence: evidenceOf(v.Evidence),
		OtherSources: otherSourcesOf(v.OtherSources), OriginalValue: v.OriginalValue,
		ComponentRuleId: v.RuleID, ValueDescription: v.Description, Places: convert.MapList(v.Places, placeOf),
		EntityReferences: convert.MapList(v.References, referenceOf), Cells: cellsOf(v.Cells)}
}

func referenceOf(r component.Reference) api.EntityReference {
	return api.EntityReference{Id: r.ID, EntityRuleId: r.RuleID, Type: r.Type, Page: int32(r.Page)}
}

// cellsOf returns the cells of a row; nil for none.
func cellsOf(cells []component.Cell) *[]api.ComponentCell {
	if cells == nil {
		return nil
	}
	out := convert.MapList(cells, func(c component.Cell) api.ComponentCell {
		return api.ComponentCell{
			Column:           c.Column,
			Value:            c.Value,
			OriginalValue:    c.OriginalValue,
			Normalized:       normalizedOf(c.Normalized),
			EntityReferences: convert.MapList(c.References, referenceOf),
		}
	})
	return &out
}

// evidenceOf returns what the confidence of a value rests on; nil for none.
func evidenceOf(e *document.Evidence) *api.ValueEvidence {
	if e == nil {
		return nil
	}
	out := &api.ValueEvidence{
		RuleStrength: e.RuleStrength,
		Agreeing:     int32(e.Agreeing),
		Mentioned:    e.Mentioned,
		Uncertain:    e.Uncertain,
	}
	if e.Recognition > 0 {
		out.Recognition = new(int32(e.Recognition))
	}
	if e.Scorer != nil {
		out.Scorer = &api.ScorerVerdict{Rank: int32(e.Scorer.Rank), Confidence: e.Scorer.Confidence}
	}
	return out
}

// otherSourcesOf returns what other sources have for a value; nil for none.
func otherSourcesOf(sources []document.OtherSource) *[]api.OtherSource {
	if len(sources) == 0 {
		return nil
	}
	out := convert.MapList(sources, func(s document.OtherSource) api.OtherSource {
		return api.OtherSource{Source: s.Source, Value: s.Value, Agrees: s.Agrees}
	})
	return &out
}

// normalizedOf returns the normalised form of a value; nil for none.
func normalizedOf(n *component.Normalized) *api.NormalizedValue {
	if n == nil {
		return nil
	}
	return &api.NormalizedValue{Type: string(n.Type), Value: n.Text, Currency: convert.OptionalText(n.Currency)}
}

// OverridesOf returns the components that people changed.
func OverridesOf(all []component.Detail) []api.ComponentOverride {
	out := []api.ComponentOverride{}
	for _, c := range all {
		if c.Overridden {
			out = append(out, api.ComponentOverride{Name: c.Name, TechnicalName: c.TechnicalName, Version: c.Version,
				ComponentValues: convert.MapList(c.Values, valueOf), Overridden: true, Override: overrideMadeOf(c)})
		}
	}
	return out
}
