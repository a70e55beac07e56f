package invoice

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/templates/internal/paper"
	"github.com/seed-62a36931/docket/templates/internal/samples"
)

// ruleSet compiles the template.
func ruleSet(t *testing.T) *analysis.RuleSet {
	t.Helper()
	b, problems, err := bundle.ReadDir("../../invoice")
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	set, problems := analysis.NewRuleSet(b, analysis.DefaultRuleLimits())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return set
}

// A finding holds what an analysis says of a component, in the order of its values.
type finding struct {
	values []string
	others []document.OtherSource
	sure   float64 // the confidence of the last value, 0 without one
}

// findingsOf runs the template over a PDF.
func findingsOf(t *testing.T, set *analysis.RuleSet, tree *document.Tree) map[string]finding {
	t.Helper()
	result, err := set.Run(t.Context(), tree)
	if err != nil || len(result.Failures) > 0 {
		t.Fatal(result.Failures, err)
	}
	out := map[string]finding{}
	for _, c := range result.Components {
		f := out[c.Name]
		f.values, f.others = append(f.values, c.Value), append(f.others, c.OtherSources...)
		if c.Confidence != nil {
			f.sure = *c.Confidence
		}
		out[c.Name] = f
	}
	return out
}

// compared are the components of the page that the e-invoices tell, too.
var compared = map[string]string{"Invoice_Number": "RE-2024/0815", "Invoice_Date": "05/02/2024", "Invoice_Total": "1.256,64",
	"Currency":      "EUR",
	"Supplier_Name": "Tannberg Papierwerk GmbH", "Due_Date": "06/03/2024", "Net_Amount": "1.056,00", "Tax_Amount": "200,64",
	"Customer_Name": "Kontor & Söhne AG", "IBAN": "DE12500105170648489890", "VAT_ID": "DE 232 446 240", "Customer_Number": "K-1007"}

// TestEInvoicesAreComparedWithThePage has the e-invoice of a page in each syntax: as the page has it, and
// with another sum and another account.
func TestEInvoicesAreComparedWithThePage(t *testing.T) {
	pool, set := reader(t), ruleSet(t)
	for name, file := range map[string]string{"factur-x.xml": "factur-x.xml", "ZUGFeRD-invoice.xml": "zugferd-1.xml",
		"xrechnung.xml": "xrechnung.xml"} {
		data, err := os.ReadFile("../../../document/einvoice/testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		read := func(xml string) map[string]finding {
			return findingsOf(t, set, treeOf(t, pool, paper.Attach(samples.DrawPaperMill(), name, []byte(xml))))
		}
		same := read(string(data))
		if got := same["E_Invoice"].values; !slices.Equal(got, []string{"No differences"}) {
			t.Errorf("%s: %q, want %v", name, got, []string{"No differences"})
		}
		for component, value := range compared {
			f := same[component]
			if !slices.Equal(f.values, []string{value}) || f.sure != 1 || len(f.others) != 1 || !f.others[0].Agrees {
				t.Errorf("%s: %s is %+v, want f.values = {value}, f.sure = 1, len(f.others) = 1 and f.others[0].Agrees", name, component, f)
			}
		}
		if f := same["Line_Items"]; len(f.values) != 2 || len(f.others) != 2 || !f.others[1].Agrees {
			t.Errorf("%s: the lines are %+v, want len(f.values) = 2, len(f.others) = 2 and f.others[1].Agrees", name, f)
		}
		if f := same["Purchase_Order"]; !slices.Equal(f.values, []string{"B-4711"}) || f.others != nil || f.sure == 1 {
			t.Errorf(`%s: what is not on the page is %+v, want f.values = {"B-4711"}, f.others = nil and f.sure other than 1`, name, f)
		}
		other := read(samples.WithOtherSum(samples.WithOtherAccount(string(data))))
		for component, value := range map[string]string{"Invoice_Total": "1356.64", "IBAN": "DE02120300000000202051"} {
			f := other[component]
			if f.values[0] != compared[component] || f.sure != 0.5 ||
				!slices.Equal(f.others, []document.OtherSource{{Source: "e-invoice", Value: value}}) {
				t.Errorf(`%s: %s is %+v, want f.values[0] = %v, f.sure = 0.5 and f.others = {{Source: "e-invoice", Value: `+
					`value}}`, name, component, f, compared[component])
			}
		}
		if got := other["E_Invoice"].values; len(got) != 2 || got[0] != "Invoice_Total: 1.256,64 on the page, 1356.64 in the e-invoice" {
			t.Errorf("%s: %q, want len(got) = 2 and got[0] = %q", name, got,
				"Invoice_Total: 1.256,64 on the page, 1356.64 in the e-invoice")
		}
		if f := other["Invoice_Number"]; f.sure != 1 {
			t.Errorf("%s: what agrees is %+v, want f.sure = 1", name, f)
		}
	}
}

func TestDifferencesOfLinesAreTold(t *testing.T) {
	pool, set := reader(t), ruleSet(t)
	for _, c := range []struct{ name, was, is, want string }{
		{"an amount", "876.00", "867.00", "Line_Items, 1: 876,00 on the page, 867.00 in the e-invoice"},
		{"a line less", lastLine(t), "", "Line_Items: 2 on the page, 1 in the e-invoice"},
		{"a quantity", ">40.0000", ">41.0000", "Line_Items, 1: line_quantity 40 on the page, 41 in the e-invoice"},
		{"a price", "21.90", "21.95", "Line_Items, 1: line_price 21,90 on the page, 21.95 in the e-invoice"},
	} {
		xml := strings.Replace(samples.FacturX, c.was, c.is, 1)
		got := findingsOf(t, set, treeOf(t, pool, paper.Attach(samples.DrawPaperMill(), "factur-x.xml", []byte(xml))))
		if !slices.Equal(got["E_Invoice"].values, []string{c.want}) {
			t.Errorf("%s: got %q, want %q", c.name, got["E_Invoice"].values, c.want)
		}
	}
}

// TestLinesOfTheEInvoiceStandInForThoseOfThePage has a page without lines.
func TestLinesOfTheEInvoiceStandInForThoseOfThePage(t *testing.T) {
	s := &paper.Sheet{}
	s.Text(50, 700, 11, paper.Regular, "Rechnungsnummer: RE-2024/0815")
	result, err := ruleSet(t).Run(t.Context(), treeOf(t, reader(t), paper.Attach(s.PDF(), "factur-x.xml", []byte(samples.FacturX))))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range result.Components {
		if c.Name != "Line_Items" {
			continue
		}
		line := c.Value
		for _, cell := range c.Cells {
			line += " " + cell.Column
		}
		if got = append(got, line); len(c.References) > 0 || c.Confidence != nil {
			t.Errorf("a line that is not on the page has a place or a confidence: %+v, want len(c.References) = 0 and c.Confidence = nil",
				c)
		}
	}
	if len(got) != 2 || !strings.Contains(got[0], "Kopierpapier A4, Karton | 40") ||
		!strings.Contains(got[0], "line_description line_quantity") {
		t.Errorf("got %q, want the lines of the e-invoice with their columns", got)
	}
}

// TestNamesOfTheEInvoiceAreFoundOnThePage has an e-invoice whose supplier stands where no rule looks: the
// page has it, so it is the value, with its place.
func TestNamesOfTheEInvoiceAreFoundOnThePage(t *testing.T) {
	pool, set := reader(t), ruleSet(t)
	for name, want := range map[string]string{"Immenstadt": "Immenstadt", "Tannhof Papier AG": "Tannberg Papierwerk GmbH"} {
		xml := strings.ReplaceAll(samples.FacturX, "Tannberg Papierwerk GmbH", name)
		result, err := set.Run(t.Context(), treeOf(t, pool, paper.Attach(samples.DrawPaperMill(), "factur-x.xml", []byte(xml))))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Components {
			if c.Name == "Supplier_Name" && (c.Value != want || len(c.References) != 1 || c.OtherSources[0].Agrees != (name == want)) {
				t.Errorf("%s: got %+v", name, c)
			}
		}
	}
}

// lastLine is the last line of the e-invoice.
func lastLine(t *testing.T) string {
	t.Helper()
	const begin, end = "<ram:IncludedSupplyChainTradeLineItem>", "</ram:IncludedSupplyChainTradeLineItem>"
	from, to := strings.LastIndex(samples.FacturX, begin), strings.LastIndex(samples.FacturX, end)
	if from < 0 || to < from {
		t.Fatal("the e-invoice has no line")
	}
	return samples.FacturX[from : to+len(end)]
}

// TestAnEInvoiceThatCannotBeReadIsTold leaves the values of the page as they are without one.
func TestAnEInvoiceThatCannotBeReadIsTold(t *testing.T) {
	pool, set := reader(t), ruleSet(t)
	broken := findingsOf(t, set, treeOf(t, pool, paper.Attach(samples.DrawPaperMill(), "factur-x.xml", []byte(samples.FacturX[:900]))))
	if got := broken["E_Invoice"].values; !slices.Equal(got, []string{"The e-invoice cannot be read"}) {
		t.Errorf("got %q, want %v", got, []string{"The e-invoice cannot be read"})
	}
	delete(broken, "E_Invoice")
	plain := findingsOf(t, set, treeOf(t, pool, samples.DrawPaperMill()))
	for _, found := range []map[string]finding{broken, plain} {
		if len(found) != len(compared)+1 {
			t.Errorf("%d components: %+v, want len(found) = %v", len(found), found, len(compared)+1)
		}
		for component, value := range compared {
			if f := found[component]; !slices.Equal(f.values, []string{value}) || f.others != nil || f.sure == 1 {
				t.Errorf("%s is %+v, want f.values = {value}, f.others = nil and f.sure other than 1", component, f)
			}
		}
	}
}

// TestAnEInvoiceWithoutTermsChangesNothing has one that says nothing.
func TestAnEInvoiceWithoutTermsChangesNothing(t *testing.T) {
	const empty = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>`
	got := findingsOf(t, ruleSet(t), treeOf(t, reader(t), paper.Attach(samples.DrawPaperMill(), "xrechnung.xml", []byte(empty))))
	for component, f := range got {
		if f.others != nil || component == "E_Invoice" && f.values[0] != "No differences" {
			t.Errorf("%s is %+v", component, f)
		}
	}
}
