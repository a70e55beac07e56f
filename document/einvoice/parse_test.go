package einvoice

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// wanted is the e-invoice that the test files hold in their syntaxes.
var wanted = document.EInvoice{
	Number: "RE-2024/0815", IssueDate: "2024-02-05", Type: "380", Currency: "EUR", DueDate: "2024-03-06", Order: "B-4711",
	SupplierName: "Tannberg Papierwerk GmbH", SupplierVATID: "DE232446240", CustomerName: "Kontor & Söhne AG", CustomerNumber: "K-1007",
	IBANs: []string{"DE12500105170648489890"}, Net: "1056.00", Tax: "200.64", Total: "1256.64", Prepaid: "0.00", Due: "1256.64",
	Lines: []document.EInvoiceLine{
		{Position: "1", Code: "KP-80", Description: "Kopierpapier A4, Karton", Quantity: "40.0000", Unit: "C62", Price: "21.90",
			TaxRate: "19",
			Amount:  "876.00"},
		{Position: "2", Description: "Lieferung", Quantity: "1.5", Unit: "HUR", Amount: "180.00"},
	},
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEachSyntaxGivesTheSameTerms(t *testing.T) {
	for name, c := range map[string]struct{ syntax, profile string }{
		"factur-x.xml":  {document.SyntaxCII, "urn:cen.eu:en16931:2017"},
		"zugferd-1.xml": {document.SyntaxZUGFeRD, "urn:ferd:CrossIndustryDocument:invoice:1p0:comfort"},
		"xrechnung.xml": {document.SyntaxUBL, "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"},
	} {
		got, err := Parse(readFile(t, name))
		if err != nil {
			t.Fatalf("%s: %v, want no error", name, err)
		}
		want := wanted
		want.Syntax, want.Profile = c.syntax, c.profile
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, *got, want)
		}
	}
}

// TestACreditNoteIsRead turns the invoice in UBL into a credit note, whose elements have other names.
func TestACreditNoteIsRead(t *testing.T) {
	text := strings.NewReplacer("xsd:Invoice-2", "xsd:CreditNote-2", "<Invoice ", "<CreditNote ", "</Invoice>", "</CreditNote>",
		"InvoiceTypeCode>380", "CreditNoteTypeCode>381",
		"/cbc:InvoiceTypeCode", "/cbc:CreditNoteTypeCode", "cac:InvoiceLine", "cac:CreditNoteLine", "InvoicedQuantity", "CreditedQuantity").
		Replace(string(readFile(t, "xrechnung.xml")))
	got, err := Parse([]byte(text))
	if err != nil || got.Type != "381" || len(got.Lines) != 2 || got.Lines[1].Quantity != "1.5" {
		t.Errorf("got %+v, %v, want got.Type = 381, len(got.Lines) = 2, got.Lines[1].Quantity = 1.5 and no error", got, err)
	}
}

const ubl = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">`

func TestValuesThatAreNoneAreLeftOut(t *testing.T) {
	got, err := Parse([]byte("\xef\xbb\xbf" + ubl + `<ID> a
		b</ID><ID>second</ID><IssueDate>2024-02-31</IssueDate><DueDate>soon</DueDate><LegalMonetaryTotal><PayableAmount>1,00</PayableAmount>
		<TaxInclusiveAmount>+12.</TaxInclusiveAmount></LegalMonetaryTotal><Note>` + strings.Repeat("ü", 5000) + `</Note>
		<CustomizationID>x` + strings.Repeat("ü", 5000) + `</CustomizationID></Invoice>`))
	if err != nil {
		t.Fatal(err)
	}
	if got.Number != "a b" || got.IssueDate+got.DueDate+got.Due != "" || got.Total != "12" || got.Profile != "x"+strings.Repeat("ü", 499) {
		t.Errorf("got %+v", got)
	}
}

func TestHostileXMLIsRefused(t *testing.T) {
	deep := strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)
	for _, c := range []struct {
		name, xml string
		want      error
	}{
		{"nothing", "", ErrMalformed},
		{"text", "an invoice", ErrMalformed},
		{"another root", "<a/>", ErrUnknown},
		{"another name space", "<Invoice/>", ErrUnknown},
		{"an order",
			`<a:SCRDMCCBDACIOMessageStructure xmlns:a="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"/>`, ErrUnknown},
		{"an end that is missing", ubl + "<ID>1</ID>", ErrMalformed},
		{"a wrong end", ubl + "<ID>1</Id></Invoice>", ErrMalformed},
		{"a second root", ubl + "</Invoice>" + ubl + "</Invoice>", ErrMalformed},
		{"an unknown entity", ubl + "<ID>&lol;</ID></Invoice>", ErrMalformed},
		{"entities that grow", `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>` + ubl + "<ID>&b;</ID></Invoice>", ErrForbidden},
		{"an entity of a file", `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + ubl + "<ID>&a;</ID></Invoice>", ErrForbidden},
		{"depth", ubl + deep + "</Invoice>", ErrTooLarge},
		{"elements", ubl + strings.Repeat("<a/>", maxElements) + "</Invoice>", ErrTooLarge},
		{"lines", ubl + strings.Repeat("<InvoiceLine/>", maxLines+1) + "</Invoice>", ErrTooLarge},
		{"bytes", ubl + strings.Repeat(" ", MaxBytes) + "</Invoice>", ErrTooLarge},
	} {
		if got, err := Parse([]byte(c.xml)); !errors.Is(err, c.want) || got != nil {
			t.Errorf("%s: got %+v, %v, want %v and got = nil", c.name, got, err, c.want)
		}
	}
}

// TestLongNamesCostLittle has elements of long names around many: their paths are not compared.
func TestLongNamesCostLittle(t *testing.T) {
	name := strings.Repeat("n", 100_000)
	text := ubl + "<" + name + ">" + strings.Repeat("<a/>", 500_000) + "</" + name + "><ID>1</ID></Invoice>"
	if got, err := Parse([]byte(text)); err != nil || got.Number != "1" {
		t.Errorf("got %+v, %v, want no error and got.Number = %q", got, err, "1")
	}
}

func TestNamesOfAttachments(t *testing.T) {
	for name, want := range map[string]bool{
		"factur-x.xml": true, "ZUGFeRD-invoice.xml": true, "zugferd-invoice.xml": true, "xrechnung.xml": true,
		"Factur-X.XML": true, "order-x.xml": false, "factur-x.xml.pdf": false, "": false,
	} {
		if IsFileName(name) != want {
			t.Errorf("%q: want %t", name, want)
		}
	}
}

// FuzzParse holds Parse to its limits: it returns an e-invoice of bounded size or one of its errors.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"factur-x.xml", "zugferd-1.xml", "xrechnung.xml"} {
		f.Add(readFile(f, name))
	}
	f.Add([]byte(ubl + "<ID>&#x41;<![CDATA[<]]></ID><?p x?><!-- c --></Invoice>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Parse(data)
		if err != nil {
			known := errors.Is(err, ErrMalformed) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrForbidden) ||
				errors.Is(err, ErrUnknown)
			if got != nil || !known {
				t.Fatalf("%+v, %v, want nil and known", got, err)
			}
			return
		}
		values := []string{got.Number, got.Profile, got.SupplierName, got.CustomerName, got.Order}
		for _, l := range got.Lines {
			values = append(values, l.Description, l.Unit, l.Code)
		}
		for _, v := range values {
			if len(v) > maxText || strings.TrimSpace(v) != v {
				t.Fatalf("%d bytes: %q, want len(v) at most %v and strings.TrimSpace(v) = %v", len(v), v, maxText, v)
			}
		}
		for _, v := range []string{got.Net, got.Tax, got.Total, got.Due, got.Prepaid} {
			if v != "" && !decimal.MatchString(v) {
				t.Fatalf("%q is no decimal", v)
			}
		}
	})
}
