package component

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// applyNow applies overrides that were made on the latest analysis, which has no name.
func applyNow(found []Detail, overrides []file.Applied) []Detail {
	return ApplyOverrides(found, es.BlobRef{}, overrides, nil)
}

// rowsOf returns the analysis of a component Items: a value of each text, each with an entity of its own.
func rowsOf(rule string, texts ...string) []Detail {
	r := document.Result{}
	for i, text := range texts {
		id := fmt.Sprintf("%s-%d-%s", rule, i, text)
		r.Entities = append(r.Entities, entity(id, "item", i+1))
		r.Components = append(r.Components, document.Component{Name: "Items", Value: text, RuleID: rule, Description: "d",
			References: []string{id}})
	}
	return GroupByComponent(r)
}

// A keptValue is what a value must be: its text, and the extracted value that it stands for, -1 for none.
type keptValue struct {
	text string
	base int
}

// A correction is a component Items with the override that it has, and what its values must be.
type correction struct {
	t       *testing.T
	found   []Detail
	result  es.BlobRef
	applied []file.Applied
	want    []keptValue
	made    int
}

func correct(t *testing.T, found []Detail) *correction {
	c := &correction{t: t, found: found, result: es.BlobRef{ID: uuid.New()}}
	for i, v := range found[0].Values {
		c.want = append(c.want, keptValue{v.Value, i})
	}
	return c
}

func (c *correction) shownValues() []Detail { return ApplyOverrides(c.found, c.result, c.applied, nil) }

func (c *correction) composition() Composition {
	return NewComposition("items", c.result, c.applied, Analyses{c.result.ID: c.found}, func(i int) string {
		c.made++
		return fmt.Sprintf("new-%d-%d", c.made, i)
	})
}

// override makes the override of a request.
func (c *correction) override(given []GivenValue) {
	c.t.Helper()
	o, err := c.composition().Override(given, "")
	if err != nil {
		c.t.Fatal(err)
	}
	c.applied = []file.Applied{{Override: o, Analysis: o.Result}}
}

// check compares each value with what it must be.
func (c *correction) check(did string) {
	c.t.Helper()
	got := c.shownValues()[0].Values
	if len(got) != len(c.want) {
		c.t.Fatalf("%s: got %d values, want %v", did, len(got), c.want)
	}
	ids := map[string]bool{}
	for i, w := range c.want {
		was := Value{References: []Reference{}}
		if w.base >= 0 {
			was = c.found[0].Values[w.base]
		}
		if v := got[i]; v.Value != w.text || v.OriginalValue != was.OriginalValue || v.RuleID != was.RuleID || v.BasedOn != was.ID ||
			!reflect.DeepEqual(v.References, was.References) || v.ID == "" || ids[v.ID] {
			c.t.Fatalf("%s: value %d is %+v, want %q with what was extracted as %+v", did, i, v, w.text, was)
		}
		ids[got[i].ID] = true
	}
}

// givenValues returns the values as a client sends them: by their identifiers, as they were read, or as bare texts.
func (c *correction) givenValues(form string) []GivenValue {
	var out []GivenValue
	for _, v := range c.shownValues()[0].Values {
		g := GivenValue{Value: file.Value{Value: v.Value}}
		switch form {
		case "named":
			g.BasedOn = &v.ID
		case "as read":
			refs := make([]file.Reference, len(v.References))
			for i, r := range v.References {
				refs[i] = file.Reference(r)
			}
			g.Original, g.RuleID, g.References = &v.OriginalValue, &v.RuleID, &refs
		}
		out = append(out, g)
	}
	return out
}

// change changes the values of a request, and what is wanted, in a random way.
func (c *correction) change(r *rand.Rand, given []GivenValue) ([]GivenValue, string) {
	c.made++
	at, text := 0, fmt.Sprintf("t%d", c.made)
	if len(given) > 0 {
		at = r.IntN(len(given))
	}
	switch kind := r.IntN(4); {
	case kind == 0 || len(given) == 0:
		at = r.IntN(len(given) + 1)
		c.want = slices.Insert(c.want, at, keptValue{text, -1})
		return slices.Insert(given, at, GivenValue{Value: file.Value{Value: text}}), fmt.Sprintf("insert at %d", at)
	case kind == 1:
		c.want = slices.Delete(c.want, at, at+1)
		return slices.Delete(given, at, at+1), fmt.Sprintf("remove %d", at)
	case kind == 2:
		to := r.IntN(len(given))
		w, g := c.want[at], given[at]
		c.want = slices.Insert(slices.Delete(c.want, at, at+1), to, w)
		return slices.Insert(slices.Delete(given, at, at+1), to, g), fmt.Sprintf("move %d to %d", at, to)
	default:
		c.want[at].text, given[at].Value.Value = text, text
		return given, fmt.Sprintf("edit %d", at)
	}
}

// TestValuesKeepWhatIsTheirs changes lists of values at random, in each form that clients send: no value ever has
// the original, rule or entities of another one.
func TestValuesKeepWhatIsTheirs(t *testing.T) {
	runs := 1000
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		runs = 10_000
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for run := range runs {
		texts := make([]string, 1+r.IntN(6))
		for i := range texts {
			texts[i] = fmt.Sprintf("v%d", i)
		}
		form := []string{"named", "as read", "bare"}[run%3]
		if form != "bare" && r.IntN(3) == 0 && len(texts) > 1 {
			texts[1] = texts[0] // the same text twice, of two entities
		}
		c := correct(t, rowsOf("R", texts...))
		for range 1 + r.IntN(4) {
			given := c.givenValues(form)
			var did []string
			changes := 1 // bare texts tell no more than one change at a time
			if form != "bare" {
				changes += r.IntN(4)
			}
			for range changes {
				var what string
				given, what = c.change(r, given)
				did = append(did, what)
			}
			if len(given) == 0 {
				c.want, c.applied = nil, nil
				break
			}
			if form == "named" {
				for i := range given {
					if given[i].BasedOn == nil {
						given[i].BasedOn = new(string)
					}
				}
			}
			if form == "as read" && !slices.ContainsFunc(given, func(g GivenValue) bool { return g.Original != nil && *g.Original != "" }) {
				break // nothing is left that was extracted; bare ones beside nothing are aligned
			}
			c.override(given)
			c.check(form + ": " + strings.Join(did, ", ") + " of " + strings.Join(texts, " "))
		}
	}
}

// TestCellsGoByColumn corrects cells by the name of their column; a bar in a cell is a bar.
func TestCellsGoByColumn(t *testing.T) {
	row := func(cells ...string) document.Component {
		c := document.Component{Name: "Items", Value: strings.Join(cells, document.CellSeparator), RuleID: "R"}
		for i, text := range cells {
			c.Cells = append(c.Cells, document.RowCell{Column: []string{"item", "quantity", "price"}[i], Value: text})
		}
		return c
	}
	c := correct(t, GroupByComponent(document.Result{Components: []document.Component{row("Pen", "2", "1.00"), row("Ink", "3", "4.00")}}))
	given := c.composition().RepeatCurrent()
	given[1].Cells = []GivenCell{{"item", "Ink | blue"}, {"quantity", "5"}}
	c.override(given)
	got := c.shownValues()[0].Values[1]
	if got.Value != "Ink | blue | 5 | 4.00" || !reflect.DeepEqual(cellTexts(got.Cells),
		map[string]string{"item": "Ink | blue", "quantity": "5", "price": "4.00"}) ||
		got.Cells[1].OriginalValue != "3" || got.OriginalValue != "Ink | 3 | 4.00" {
		t.Errorf("got %+v, want the corrected row", got)
	}
	given = c.composition().RepeatCurrent()
	given = slices.Insert(given, 1, GivenValue{BasedOn: new(string), Cells: []GivenCell{{"price", "9.00"}, {"item", "Cap"}}})
	c.override(given)
	if got := c.shownValues()[0].Values[1]; got.Value != "Cap | 9.00" || got.Cells[0].Column != "item" || got.OriginalValue != "" {
		t.Errorf(`added: got %+v, want got.Value = Cap | 9.00, got.Cells[0].Column = item and got.OriginalValue = ""`, got)
	}
	if got := c.shownValues()[0].Values[2]; got.Value != "Ink | blue | 5 | 4.00" || len(got.Cells) != 3 {
		t.Errorf("the row after it: got %+v, want got.Value = %q and len(got.Cells) = 3", got, "Ink | blue | 5 | 4.00")
	}
	given = c.composition().RepeatCurrent()
	given[0].Cells = []GivenCell{{"weight", "1 kg"}}
	defined := c.composition()
	defined.Columns = []string{"weight"}
	if o, err := defined.Override(given, ""); err != nil || o.Values[0].Value != "Pen | 2 | 1.00 | 1 kg" {
		t.Errorf("a column of the definition: got %+v, %v, want no error and o.Values[0].Value = %q", o, err, "Pen | 2 | 1.00 | 1 kg")
	}
	if _, err := c.composition().Override(given, ""); err == nil || !strings.Contains(err.Error(), "item, quantity, price") {
		t.Errorf("a column that there is not: got %v, want an error and err.Error() with item, quantity, price", err)
	}
	values, ok := c.composition().Revert(c.composition().RepeatCurrent(), c.found[0].Values[1].ID)
	if !ok {
		t.Fatal("there is no second row")
	}
	c.override(values)
	if got := c.shownValues()[0].Values[2]; got.Value != "Ink | 3 | 4.00" || len(got.Cells) != 3 {
		t.Errorf("reverted: got %+v, want got.Value = %q and len(got.Cells) = 3", got, "Ink | 3 | 4.00")
	}
}

// TestOverridesFollowTheirValues analyses again after an override: values go by identifier, else by alignment.
func TestOverridesFollowTheirValues(t *testing.T) {
	for _, c := range []struct {
		name    string
		now     []Detail
		want    []int // the extracted value under the one that stood for the second, and the fourth
		missing []string
	}{
		{"the same", rowsOf("R", "a", "b", "c", "d"), []int{1, 3}, nil},
		{"another rule", rowsOf("S", "a", "b", "c", "d"), []int{1, 3}, nil},
		{"one more at the front", rowsOf("S", "x", "a", "b", "c", "d"), []int{2, 4}, nil},
		{"another text between equal ones", rowsOf("S", "a", "B", "c", "d"), []int{1, 3}, nil},
		{"one is gone", rowsOf("S", "a", "c", "d"), []int{-1, 2}, []string{"b"}},
	} {
		first := correct(t, rowsOf("R", "a", "b", "c", "d"))
		given := first.givenValues("named")
		given[1].Value.Value = "b2"
		first.override([]GivenValue{given[1], given[3]}) // the first and the third are removed
		got := ApplyOverrides(c.now, es.BlobRef{ID: uuid.New()}, first.applied, Analyses{first.result.ID: first.found})[0]
		if got.Values[0].Value != "b2" || got.Values[1].Value != "d" || !slices.Equal(got.BasesGone, c.missing) {
			t.Errorf("%s: got %+v, want got.Values[0].Value = b2, got.Values[1].Value = d and got.BasesGone = %v", c.name, got, c.missing)
		}
		for i, at := range c.want {
			was := Value{OriginalValue: "b", RuleID: "R", References: []Reference{}}
			if at >= 0 {
				was = c.now[0].Values[at]
			}
			if v := got.Values[i]; v.OriginalValue != was.OriginalValue || v.BasedOn != was.ID ||
				!reflect.DeepEqual(v.References, was.References) {
				t.Errorf("%s: value %d is %+v, want what was extracted as %+v", c.name, i, v, was)
			}
		}
	}
}

// TestAGoneBaseStaysTold corrects one value after the base of another is gone: that one keeps its original, and is told.
func TestAGoneBaseStaysTold(t *testing.T) {
	first := correct(t, rowsOf("R", "a", "b", "c"))
	given := first.givenValues("named")
	given[1].Value.Value = "b2"
	first.override(given)
	now, latest := rowsOf("S", "a", "c"), es.BlobRef{ID: uuid.New()}
	analyses := Analyses{first.result.ID: first.found, latest.ID: now}
	c := NewComposition("Items", latest, first.applied, analyses, func(i int) string { return fmt.Sprint("new", i) })
	given = c.RepeatCurrent()
	given[0].Value.Value = "a2"
	o, err := c.Override(given, "")
	if err != nil {
		t.Fatal(err)
	}
	got := ApplyOverrides(now, latest, []file.Applied{{Override: o, Analysis: latest}}, analyses)[0]
	if v := got.Values[1]; v.Value != "b2" || v.OriginalValue != "b" || v.RuleID != "R" || v.BasedOn != "" || v.ID != c.Current[1].ID ||
		!slices.Equal(got.BasesGone, []string{"b"}) {
		t.Errorf("got %+v, gone %v; want b2 with the original b", v, got.BasesGone)
	}
	if v := got.Values[0]; v.OriginalValue != "a" || v.Value != "a2" || v.RuleID != "S" {
		t.Errorf("the corrected value is %+v, want v.OriginalValue = a, v.Value = a2 and v.RuleID = S", v)
	}
}

// TestALostAnalysisIsTheLatest reads overrides of an analysis whose result is lost, after the file was analysed again.
func TestALostAnalysisIsTheLatest(t *testing.T) {
	first := correct(t, rowsOf("R", "a", "b", "c"))
	given := first.givenValues("named")
	given[1].Value.Value, first.want[1].text = "b2", "b2"
	first.override(given)
	latest := es.BlobRef{ID: uuid.New()}
	earlier, err := ReadEarlier(first.applied, latest, func(ref es.BlobRef) ([]Detail, error) {
		if ref == latest {
			return first.found, nil
		}
		return nil, es.ErrNoBlob
	})
	if err != nil {
		t.Fatal(err)
	}
	want := ApplyOverrides(first.found, first.result, first.applied, nil)
	if got := ApplyOverrides(first.found, latest, first.applied, earlier); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRowsKeepTheOrderOfTheirCells sends rows back whose cells stand in another order than those of the first row: nothing
// changes, and a corrected one keeps its order.
func TestRowsKeepTheOrderOfTheirCells(t *testing.T) {
	row := func(columns ...string) document.Component {
		out := document.Component{Name: "Items", RuleID: "R", Value: strings.Join(columns, document.CellSeparator)}
		for _, column := range columns {
			out.Cells = append(out.Cells, document.RowCell{Column: column, Value: column})
		}
		return out
	}
	c := correct(t,
		GroupByComponent(document.Result{Components: []document.Component{row("item", "quantity", "price"), row("quantity", "item")}}))
	given := c.composition().RepeatCurrent()
	for i, v := range c.composition().Current {
		for _, cell := range v.Cells {
			given[i].Cells = append(given[i].Cells, GivenCell{cell.Column, cell.Value})
		}
	}
	if o, err := c.composition().Override(given, ""); err != nil || !c.composition().ChangesNothing(o) {
		t.Errorf("sent back as they were: got %+v, %v, want c.composition().ChangesNothing(o) and no error", o.Values, err)
	}
	given[1].Cells = []GivenCell{{"item", "pen"}, {"price", "9"}}
	c.override(given)
	if got := c.shownValues()[0].Values[1]; got.Value != "quantity | pen | 9" || got.Cells[0].Column != "quantity" ||
		got.Cells[2].Column != "price" {
		t.Errorf("corrected: got %+v, want the row pen, 9", got)
	}
}

// TestBasedOnMustNameAValue refuses identifiers that name none, or one twice.
func TestBasedOnMustNameAValue(t *testing.T) {
	c := correct(t, rowsOf("R", "a", "b"))
	given := c.givenValues("named")
	other := "0123"
	for name, values := range map[string][]GivenValue{"none": {{BasedOn: &other}}, "twice": {given[0], given[0]}} {
		if _, err := c.composition().Override(values, ""); err == nil {
			t.Errorf("%s: got no error, want an error", name)
		}
	}
}

// TestLargeListsStaySmall: a correction among many values stores itself alone.
func TestLargeListsStaySmall(t *testing.T) {
	texts := make([]string, 3600)
	for i := range texts {
		texts[i] = fmt.Sprint("row ", i)
	}
	c := correct(t, rowsOf("R", texts...))
	given := c.givenValues("named")
	given[1800].Value.Value, c.want[1800].text = "other", "other"
	c.override(given)
	c.check("edit")
	if n := len(c.applied[0].Values); n != 3 {
		t.Errorf("got %d stored values, want 3", n)
	}
}
