package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// An attached file stands in the tree of names of a document.
type attachedFile struct{ name, entries, data string }

// withAttachments is a page with files attached.
func withAttachments(files ...attachedFile) []byte {
	objects := []string{"", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(plainDocket), plainDocket),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"}
	var names strings.Builder
	for _, f := range files {
		n := len(objects)
		fmt.Fprintf(&names, "(%s) %d 0 R ", f.name, n+1)
		objects = append(objects, fmt.Sprintf("<</Type/Filespec/F(%s)/UF(%s)/AFRelationship/Alternative/EF<</F %d 0 R>>>>",
			f.name, f.name, n+2),
			fmt.Sprintf("<</Type/EmbeddedFile/Subtype/text#2Fxml%s/Length %d>>stream\n%s\nendstream", f.entries, len(f.data), f.data))
	}
	objects[0] = "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[" + names.String() + "]>>>>>>"
	return assemblePDF(objects)
}

func invoiceXML(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("../../document/einvoice/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// readInvoiceOf reads a document and returns its e-invoice; the page must be whole.
func readInvoiceOf(t *testing.T, pool *Pool, pdf []byte) *document.EInvoice {
	t.Helper()
	doc, err := pool.Read(context.Background(), pdf, layout.ReadSettings{})
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Pages) != 1 || words(doc.Pages[0]) != "upper lower" || doc.Pages[0].Note != "" {
		t.Errorf(`%d pages, the first one has %q, want len(doc.Pages) = 1, words(doc.Pages[0]) = upper lower and `+
			`doc.Pages[0].Note = ""`, len(doc.Pages), words(doc.Pages[0]))
	}
	return doc.EInvoice
}

func TestTheEInvoiceOfAPDFIsRead(t *testing.T) {
	pool := testPool(t, "serve", nil)
	packed := string(deflate(strings.NewReader(invoiceXML(t, "factur-x.xml"))))
	for _, c := range []struct {
		name, syntax string
		files        []attachedFile
	}{
		{"factur-x.xml", document.SyntaxCII, []attachedFile{{"factur-x.xml", "/Filter/FlateDecode", packed}}},
		{"ZUGFeRD-invoice.xml", document.SyntaxZUGFeRD, []attachedFile{{"ZUGFeRD-invoice.xml", "", invoiceXML(t, "zugferd-1.xml")}}},
		{"xrechnung.xml", document.SyntaxUBL, []attachedFile{{"a.xml", "", "<a/>"}, {"xrechnung.xml", "", invoiceXML(t, "xrechnung.xml")}}},
		{"xrechnung.xml", document.SyntaxUBL, []attachedFile{{"factur-x.xml", "", "<a"},
			{"xrechnung.xml", "", invoiceXML(t, "xrechnung.xml")}}},
	} {
		e := readInvoiceOf(t, pool, withAttachments(c.files...))
		if e == nil || e.File != c.name || e.Syntax != c.syntax || e.Note != "" || e.Total != "1256.64" || len(e.Lines) != 2 {
			t.Errorf("%s: got %+v, want %s of %s over 1256.64 with two lines", c.name, e, c.name, c.syntax)
		}
	}
	doc, err := pool.Read(context.Background(), withAttachments(attachedFile{"factur-x.xml", "",
		invoiceXML(t, "factur-x.xml")}), layout.ReadSettings{})
	if err != nil || layout.BuildTree(&doc).EInvoice.Number != "RE-2024/0815" {
		t.Errorf("the tree has no e-invoice: %v, want RE-2024/0815", err)
	}
}

// TestAnEInvoiceThatCannotBeReadCostsItselfAlone has e-invoices that are broken, hostile or no e-invoices.
func TestAnEInvoiceThatCannotBeReadCostsItselfAlone(t *testing.T) {
	pool := testPool(t, "serve", nil)
	bomb := `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">` + strings.Repeat(`<!ENTITY b "&a;&a;&a;&a;">`, 20) + `]><a>&b;</a>`
	many := make([]attachedFile, 10_000)
	for i := range many {
		many[i] = attachedFile{fmt.Sprintf("%05d.txt", i), "", "x"}
	}
	for _, c := range []struct {
		name, note string
		pdf        []byte
	}{
		{"broken", noteInvoiceUnreadable, withAttachments(attachedFile{"factur-x.xml", "", invoiceXML(t, "factur-x.xml")[:2000]})},
		{"empty", noteInvoiceUnreadable, withAttachments(attachedFile{"factur-x.xml", "", ""})},
		{"bomb", noteInvoiceUnreadable, withAttachments(attachedFile{"factur-x.xml", "", bomb})},
		{"another form", noteInvoiceUnknown, withAttachments(attachedFile{"xrechnung.xml", "", "<a/>"})},
		{"declared as 100 MB", noteInvoiceUnknown,
			withAttachments(attachedFile{"xrechnung.xml", "/Params<</Size 104857600>>/DL 104857600", "<a/>"})},
		{"100 MB", noteInvoiceTooLarge, withAttachments(attachedFile{"xrechnung.xml", "/Filter/FlateDecode",
			string(deflate(zeros(100 << 20)))})},
		{"no stream", noteInvoiceUnreadable, paper{content: plainDocket,
			catalog: "/Names<</EmbeddedFiles<</Names[(factur-x.xml) 10 0 R]>>>>",
			objects: map[int]string{10: "<</Type/Filespec/F(factur-x.xml)/EF<</F 11 0 R>>>>"}}.pdf()},
	} {
		if e := readInvoiceOf(t, pool, c.pdf); e == nil || e.Note != c.note || e.File == "" || e.Number != "" {
			t.Errorf("%s: got %+v, want %q", c.name, e, c.note)
		}
	}
	for name, pdf := range map[string][]byte{
		"none": testPageOf(plainDocket), "ten thousand others": withAttachments(many...),
		"an order": withAttachments(attachedFile{"order-x.xml", "", "<a/>"}), "a tree of itself": paper{content: plainDocket,
			catalog: "/Names<</EmbeddedFiles 10 0 R>>", objects: map[int]string{10: "<</Kids[10 0 R 10 0 R]>>"}}.pdf(),
	} {
		if e := readInvoiceOf(t, pool, pdf); e != nil {
			t.Errorf("%s: got %+v, want e = nil", name, e)
		}
	}
}

func testPageOf(content string) []byte { return paper{content: content}.pdf() }

// TestAFailureBehindThePagesCostsTheEInvoiceAlone has a worker that fails while it unpacks the file.
func TestAFailureBehindThePagesCostsTheEInvoiceAlone(t *testing.T) {
	if os.Getenv("DOCKET_TEST_FULL") == "" {
		t.Skip("takes seconds: DOCKET_TEST_FULL=1 runs it")
	}
	pool := testPool(t, "serve", nil)
	filters := "/Filter[" + strings.Repeat("/FlateDecode", 2) + "]"
	e := readInvoiceOf(t, pool, withAttachments(attachedFile{"factur-x.xml", filters, string(deflate(deflate(zeros(2 << 30))))}))
	if e == nil || e.File != "factur-x.xml" || e.Note == "" {
		t.Errorf(`got %+v, want e != nil, e.File = factur-x.xml and e.Note other than ""`, e)
	}
}

func TestFramesOfEInvoicesAreChecked(t *testing.T) {
	r := reading{maxPages: 1}
	if err := r.addFrame(frameInvoice, []byte("{")); !errors.Is(err, errFrame) {
		t.Errorf("no JSON: %v, want %v", err, errFrame)
	}
	if err := r.addFrame(frameInvoice, []byte("null")); err != nil || r.doc.EInvoice != nil {
		t.Errorf("no e-invoice: %v, want no error and r.doc.EInvoice = nil", err)
	}
	for _, kind := range []byte{framePage, frameOutline} {
		if err := r.addFrame(kind, nil); !errors.Is(err, errFrame) {
			t.Errorf("a frame of kind %d behind the pages: %v, want %v", kind, err, errFrame)
		}
	}
}
