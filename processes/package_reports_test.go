package processes

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/file"
)

func TestPagesInReportsAreThoseOfTheCorrection(t *testing.T) {
	references := []component.Reference{{Page: 4}, {Page: 0}, {Page: 2}, {Page: 4}}
	got := componentFacts(component.Detail{Values: []component.Value{
		{References: references},
		{References: references, Places: []file.Place{{Page: 7}, {Page: 3}, {Page: 7}}}}})
	for i, want := range [][]int{{2, 4}, {3, 7}} {
		if pages := got.Values[i].Pages; !slices.Equal(pages, want) {
			t.Errorf("value %d: got pages %v, want %v", i, pages, want)
		}
	}
}
