package component

import (
	"cmp"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// GroupByComponent groups the results of an analysis by component. Names that mean the
// same are one component, with the name as the rule of its first value wrote it.
// Values are in the order of their first reference in the document, values without
// references last.
func GroupByComponent(r document.Result) []Detail {
	entities := make(map[string]int, len(r.Entities))
	for i, e := range r.Entities {
		if _, twice := entities[e.ID]; !twice {
			entities[e.ID] = i
		}
	}
	first := func(c document.Component) int {
		at := len(r.Entities)
		for _, id := range c.References {
			if i, ok := entities[id]; ok {
				at = min(at, i)
			}
		}
		return at
	}
	values := slices.Clone(r.Components)
	slices.SortStableFunc(values, func(a, b document.Component) int { return cmp.Compare(first(a), first(b)) })
	var out []Detail
	index, skipped := snakecase.Index[int]{}, findSkipped(r.Entities)
	for _, v := range values {
		i, ok := index.Find(v.Name)
		if !ok {
			i = len(out)
			index.Add(v.Name, i)
			out = append(out, Detail{Name: v.Name})
		}
		out[i].Values = append(out[i].Values, Value{Value: v.Value, OriginalValue: v.Value, RuleID: v.RuleID,
			Description: v.Description, References: referencesOf(v.References, r.Entities, entities), Confidence: v.Confidence, Evidence: v.Evidence,
			OtherSources: v.OtherSources,
			Cells:        cellsOf(v, r.Entities, entities)})
		for _, ref := range v.References {
			if at, ok := entities[ref]; ok {
				out[i].Overlapped = appendNew(out[i].Overlapped, skipped.over(r.Entities[at]))
				if e := r.Entities[at]; e.Uncertain {
					out[i].Uncertain = appendNew(out[i].Uncertain, []string{shorten([]string{e.Value})})
				}
			}
		}
	}
	for i := range out {
		assignIDs(out[i].Name, out[i].Values)
	}
	return out
}

// appendNew appends texts that are not there yet, up to ten in all.
func appendNew(list, texts []string) []string {
	const most = 10
	for _, text := range texts {
		if len(list) < most && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// cellsOf returns the cells of a row; nil for other values.
func cellsOf(v document.Component, entities []document.Entity, index map[string]int) (out []Cell) {
	for _, c := range v.Cells {
		out = append(out, Cell{Column: c.Column, Value: c.Value, OriginalValue: c.Value, References: referencesOf(c.References, entities, index)})
	}
	return out
}

// referencesOf returns references to entities.
func referencesOf(ids []string, entities []document.Entity, index map[string]int) []Reference {
	out := []Reference{}
	for _, id := range ids {
		if i, ok := index[id]; ok {
			e := entities[i]
			out = append(out, Reference{ID: e.ID, RuleID: e.RuleID, Type: e.Type, Page: e.FirstPage()})
		}
	}
	return out
}

// SetVersions gives components of a file their versions, overrides applied. The components are changed.
func SetVersions(components []Detail, f file.Record) []Detail {
	versionOf := f.ComponentVersions()
	for i, c := range components {
		components[i].Version = versionOf(c.Name)
	}
	return components
}

// SortByRank orders components by the rank of their active definition; those without
// one follow by name.
func SortByRank(components []Detail, definitions []template.Component) []Detail {
	active := snakecase.Index[template.Component]{}
	for _, d := range definitions {
		if d.SoftDeleted == nil {
			active.Add(d.TechnicalName, d)
		}
	}
	rank := make(map[string]int, len(components))
	last := int(^uint(0) >> 1)
	for _, c := range components {
		rank[c.Name] = last
		if d, ok := active.Find(c.Name); ok {
			rank[c.Name] = d.Rank
		}
	}
	out := slices.Clone(components)
	for i, c := range out {
		out[i].TechnicalName, out[i].DisplayName = snakecase.FromName(c.Name), c.Name
		if d, ok := active.Find(c.Name); ok {
			out[i].TechnicalName, out[i].DisplayName = d.TechnicalName, d.DisplayName
		}
	}
	slices.SortFunc(out, func(a, b Detail) int {
		return cmp.Or(cmp.Compare(rank[a.Name], rank[b.Name]), cmp.Compare(a.Name, b.Name))
	})
	return out
}
