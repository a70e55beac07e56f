package results

import (
	"context"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// ExtractedComponents shows what an analysis found in the form of operation 32, in display
// order, without anything that people changed.
func ExtractedComponents(r document.Result, definitions []template.Component) []component.Detail {
	return component.SortByRank(component.GroupByComponent(r), definitions)
}

// Arrange brings a file's components into the order of display, with their normalised
// forms and what there is to look at.
func Arrange(details []component.Detail, f file.Record, t template.Record) []component.Detail {
	details = component.SortByRank(component.SetNormalized(details, t.Components), t.Components)
	return component.ApplyReview(details, f, t.Components)
}

// ComponentDetails are a file's components in no order of display.
func (r *Reader) ComponentDetails(ctx context.Context, f file.Record) ([]component.Detail, error) {
	found, err := r.AnalysisResult(ctx, f.Result)
	if err != nil {
		return nil, err
	}
	earlier, err := r.earlierAnalyses(ctx, f)
	if err != nil {
		return nil, err
	}
	return component.SetVersions(component.ApplyOverrides(found, f.Result, f.Overrides, earlier), f), nil
}

// earlierAnalyses returns what the analyses found that overrides of a file were made on, apart from the latest.
func (r *Reader) earlierAnalyses(ctx context.Context, f file.Record) (component.Analyses, error) {
	return component.ReadEarlier(f.Overrides, f.Result,
		func(ref es.BlobRef) ([]component.Detail, error) { return r.AnalysisResult(ctx, ref) })
}
