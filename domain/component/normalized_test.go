package component

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// normalizedForms writes the normalised form of each value; - for none.
func normalizedForms(components []Detail) map[string][]string {
	out := map[string][]string{}
	for _, c := range components {
		for _, v := range c.Values {
			form := "-"
			if v.Normalized != nil {
				form = fmt.Sprint(v.Normalized.Type, " ", v.Normalized.Text, " ", v.Normalized.Currency)
			}
			out[c.Name] = append(out[c.Name], form)
		}
	}
	return out
}

// TestNormalizedFormsAreOfWhatCounts covers overrides: the form is that of the override's own text, or none.
func TestNormalizedFormsAreOfWhatCounts(t *testing.T) {
	of := func(name, format string) template.Component {
		return template.Component{TechnicalName: name, Expectation: template.Expectation{Format: format}}
	}
	gone := of("gone", "DATE")
	gone.SoftDeleted = &time.Time{}
	definitions := []template.Component{of("invoice_date", "DATE"), of("due_date", "DATE"), of("total", "AMOUNT"),
		of("currency", "CURRENCY"),
		of("name", ""), of("code", "[0-9/]+"), gone}
	found := GroupByComponent(document.Result{Components: []document.Component{component("Invoice_Date", "03/04/2024"),
		component("Due_Date", "04/30/2024"),
		component("Total", "1.234,50"), component("Total", "free"), component("Currency", "EUR"), component("Name", "1.234,50"),
		component("code", "03/04/2024"),
		component("Gone", "03/04/2024"), component("Unknown", "03/04/2024")}})
	for _, c := range []struct {
		name      string
		overrides []file.Override
		want      map[string][]string
	}{
		{"extracted", nil, map[string][]string{"Invoice_Date": {"DATE 2024-03-04 "}, "Due_Date": {"DATE 2024-04-30 "},
			"Total": {"AMOUNT 1234.50 EUR", "-"}, "Currency": {"CURRENCY EUR "}, "Name": {"-"}, "code": {"-"}, "Gone": {"-"},
			"Unknown": {"-"}}},
		{"overridden", []file.Override{{Name: "due date", Values: []file.Value{{Value: "30/04/2024"}}},
			{Name: "Currency", Values: []file.Value{{Value: "CHF"}}},
			{Name: "total", Values: []file.Value{{Value: "1'234.60"}, {Value: "$ 7"}, {Value: "about 7"}}}},
			map[string][]string{"Invoice_Date": {"DATE 2024-04-03 "}, "Due_Date": {"DATE 2024-04-30 "},
				"Total": {"AMOUNT 1234.60 CHF", "AMOUNT 7 USD", "-"}, "Currency": {"CURRENCY CHF "}, "Name": {"-"},
				"code": {"-"}, "Gone": {"-"}, "Unknown": {"-"}}},
	} {
		var applied []file.Applied
		for _, o := range c.overrides {
			applied = append(applied, file.Applied{Override: o})
		}
		if got := normalizedForms(SetNormalized(applyNow(found, applied), definitions)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %v\nwant %v", c.name, got, c.want)
		}
	}
	for _, forms := range normalizedForms(found) {
		for _, form := range forms {
			if form != "-" {
				t.Errorf("the extracted values, which are shared, were changed: %s, want %q", form, "-")
			}
		}
	}
}

// The cells of rows have the forms of their columns, and are read as the other values of the file are.
func TestCellsHaveNormalizedForms(t *testing.T) {
	row := component("Lines", "pump | 3/4/2024 | 12,5")
	row.Cells = []document.RowCell{{Column: "line_text", Value: "12,5"}, {Column: "line_date", Value: "3/4/2024"},
		{Column: "line_amount", Value: "12,5"}, {Column: "line_amount_2", Value: "12,5"}}
	found := GroupByComponent(document.Result{Components: []document.Component{row, component("Due", "4/30/2024"),
		component("Currency", "CHF")}})
	definitions := []template.Component{
		{TechnicalName: "lines", Expectation: template.Expectation{Columns: []template.Column{
			{TechnicalName: "line_text"}, {TechnicalName: "line_date", Format: "DATE"}, {TechnicalName: "line_amount", Format: "AMOUNT"}}}},
		{TechnicalName: "due", Expectation: template.Expectation{Format: "DATE"}},
		{TechnicalName: "currency", Expectation: template.Expectation{Format: "CURRENCY"}},
	}
	var got []string
	for _, c := range SetNormalized(slices.Clone(found), definitions)[0].Values[0].Cells {
		form := "-"
		if c.Normalized != nil {
			form = fmt.Sprint(c.Normalized.Type, " ", c.Normalized.Text, " ", c.Normalized.Currency)
		}
		got = append(got, c.Column+" "+form)
	}
	if want := []string{"line_text -", "line_date DATE 2024-03-04 ", "line_amount AMOUNT 12.5 CHF", "line_amount_2 -"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, c := range found[0].Values[0].Cells {
		if c.Normalized != nil {
			t.Errorf("the extracted cell %s, which is shared, was changed, want c.Normalized = nil", c.Column)
		}
	}
}
