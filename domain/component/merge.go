package component

import (
	"cmp"
	"slices"
	"strings"

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
		out = append(out, Cell{Column: c.Column, Value: c.Value, References: referencesOf(c.References, entities, index)})
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

// ApplyOverrides returns the components with the overrides of people applied; found stays
// unchanged. A component without results is added.
func ApplyOverrides(found []Detail, overrides []file.Applied) []Detail {
	out := slices.Clone(found)
	index := make(snakecase.Index[int], len(out))
	for i, c := range out {
		index.Add(c.Name, i)
	}
	for _, o := range overrides {
		i, ok := index.Find(o.Name)
		if !ok {
			i = len(out)
			index.Add(o.Name, i)
			out = append(out, Detail{Name: o.Name})
		}
		out[i] = Detail{Name: out[i].Name, Values: completeValues(o.Values, out[i].Values), Overridden: true,
			Override: Override{By: o.By, At: o.At, Note: o.Note}}
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

// completeValues completes overriding values: what was extracted, and a description that they
// leave open, are those of the value found at the same index.
func completeValues(values []file.Value, found []Value) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		under := extractedAt(found, i)
		under.Cells = cellsOfText(v.Value, under.Cells, found)
		under.Value, under.Places = v.Value, v.Places
		under.Confidence, under.Evidence, under.OtherSources = nil, nil, nil // a person answers for it
		if v.Description != nil {
			under.Description = *v.Description
		}
		out[i] = under
	}
	return out
}

// cellsOfText returns the cells of a row to which a person gave a text: those of the extracted row with this
// text, or else those of the row that was extracted at its place, with the texts between the separators. It
// returns nil when that row has no cells, or not as many.
func cellsOfText(text string, here []Cell, found []Value) []Cell {
	for _, v := range found {
		if v.Cells != nil && v.Value == text {
			return v.Cells
		}
	}
	parts := strings.Split(text, document.CellSeparator)
	if len(parts) != len(here) || slices.ContainsFunc(here, func(c Cell) bool { return strings.Contains(c.Value, document.CellSeparator) }) {
		return nil
	}
	out := slices.Clone(here)
	for i := range out {
		out[i].Value = parts[i]
	}
	return out
}

// extractedAt returns the extracted value at an index, an empty one if there is none.
func extractedAt(found []Value, i int) Value {
	if i < len(found) {
		return found[i]
	}
	return Value{References: []Reference{}}
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
