package component

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// manyRows returns the analysis of a component Items with 3,600 rows of eight cells.
func manyRows(rule string) []Detail {
	r := document.Result{}
	for i := range 3600 {
		id := fmt.Sprint(rule, i)
		row := document.Component{Name: "Items", RuleID: rule, References: []string{id}}
		for k := range 8 {
			row.Cells = append(row.Cells, document.RowCell{Column: fmt.Sprint("c", k), Value: fmt.Sprint(rule, i, k),
				References: []string{id}})
			row.Value += fmt.Sprint(rule, i, k, document.CellSeparator)
		}
		r.Entities, r.Components = append(r.Entities, entity(id, "item", 1)), append(r.Components, row)
	}
	return GroupByComponent(r)
}

// correctOne returns the override of one cell among many rows.
func correctOne(b *testing.B, c Composition) file.Override {
	b.Helper()
	given := c.RepeatCurrent()
	given[1800].Cells = []GivenCell{{"c1", "x"}}
	o, err := c.Override(given, "")
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// BenchmarkOverridesOfManyRows corrects one of many rows, and reads them, also after an analysis by a rule that gives
// all of them other texts.
func BenchmarkOverridesOfManyRows(b *testing.B) {
	found, result := manyRows("R"), es.BlobRef{ID: uuid.New()}
	c := NewComposition("items", result, nil, Analyses{result.ID: found}, func(i int) string { return fmt.Sprint("new", i) })
	applied := []file.Applied{{Override: correctOne(b, c), Analysis: result}}
	b.Run("correct", func(b *testing.B) {
		for b.Loop() {
			correctOne(b, c)
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			ApplyOverrides(found, result, applied, nil)
		}
	})
	now, latest := manyRows("S"), es.BlobRef{ID: uuid.New()}
	b.Run("read after another analysis", func(b *testing.B) {
		for b.Loop() {
			ApplyOverrides(now, latest, applied, Analyses{result.ID: found})
		}
	})
}
