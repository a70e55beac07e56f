package queries

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/template"
)

// ExtractedComponents shows what an analysis found in the form of operation 32, in display
// order, without anything that people changed.
func ExtractedComponents(r document.Result, definitions []template.Component) []component.Detail {
	return component.SortByRank(component.GroupByComponent(r), definitions)
}
