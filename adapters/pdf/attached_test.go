package pdf

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// attachedBy is a page that carries files by entries of the catalog and of the page; the files are the objects 10
// (its specification) and 11 (its content), 12 and 13, and so on.
func attachedBy(catalog, page string, files ...attachedFile) paper {
	p := paper{content: plainDocket, catalog: catalog, page: page, objects: map[int]string{}, streams: map[int][2]string{}}
	for i, f := range files {
		n := 10 + 2*i
		p.objects[n] = "<</Type/Filespec/F(" + f.name + ")/EF<</F " + string(rune('0'+(n+1)/10)) + string(rune('0'+(n+1)%10)) + " 0 R>>>>"
		p.streams[n+1] = [2]string{"/Type/EmbeddedFile" + f.entries, f.data}
	}
	return p
}

// inUTF16 encodes a text with a mark of its order.
func inUTF16(text string, order binary.AppendByteOrder) string {
	var out []byte
	for _, u := range append([]uint16{0xFEFF}, utf16.Encode([]rune(text))...) {
		out = order.AppendUint16(out, u)
	}
	return string(out)
}

// declaring puts an encoding into the declaration of an XML.
func declaring(text, encoding string) string {
	_, rest, _ := strings.Cut(text, "?>")
	return `<?xml version="1.0" encoding="` + encoding + `"?>` + rest
}

func TestEInvoicesAreFoundWhereverTheyAre(t *testing.T) {
	pool := testPool(t, "serve", nil)
	cii := invoiceXML(t, "factur-x.xml")
	latin := strings.NewReplacer(
		"\u00fc", "\xfc", "\u00e4", "\xe4", "\u00f6", "\xf6", "\u00df", "\xdf", "\u00dc", "\xdc", "\u20ac", "\x80").Replace(cii)
	const byNames, byAF, byNote = "/Names<</EmbeddedFiles<</Names[(a) 10 0 R]>>>>", "/AF[10 0 R]",
		"/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>]"
	for _, tt := range []struct {
		name  string
		paper paper
	}{
		{"by its name", attachedBy(byNames, "", attachedFile{"factur-x.xml", "", cii})},
		{"under any name", attachedBy(byNames, "", attachedFile{"data.bin", "", cii})},
		{"associated with the file", attachedBy(byAF, "", attachedFile{"factur-x.xml", "", cii})},
		{"associated with the page", attachedBy("", byAF, attachedFile{"factur-x.xml", "", cii})},
		{"attached to a place", attachedBy("", byNote, attachedFile{"x", "", cii})},
		{"packed", attachedBy(byAF, "", attachedFile{"x", "/Filter/FlateDecode", string(deflate(strings.NewReader(cii)))})},
		{"UTF-16, little end first",
			attachedBy(byAF, "", attachedFile{"factur-x.xml", "", inUTF16(declaring(cii, "UTF-16"), binary.LittleEndian)})},
		{"UTF-16, big end first", attachedBy(byAF, "", attachedFile{"x.xml", "", inUTF16(declaring(cii, "utf-16"), binary.BigEndian)})},
		{"UTF-16 without a mark",
			attachedBy(byAF, "", attachedFile{"x.xml", "", inUTF16(declaring(cii, "UTF-16LE"), binary.LittleEndian)[2:]})},
		{"ISO-8859-1", attachedBy(byAF, "", attachedFile{"x.xml", "", declaring(latin, "ISO-8859-1")})},
		{"windows-1252", attachedBy(byAF, "", attachedFile{"x.xml", "", declaring(latin, "windows-1252")})},
		{"in an object stream", attachedBy(byAF, "", attachedFile{"x.xml", "", cii})},
		{"encrypted", attachedBy(byNames, "", attachedFile{"x.xml", "", cii})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pdf := tt.paper.pdf()
			switch tt.name {
			case "in an object stream":
				pdf = tt.paper.packObjects()
			case "encrypted":
				pdf = tt.paper.encryptFile()
			}
			doc, err := pool.Read(context.Background(), pdf, layout.ReadSettings{})
			if err != nil {
				t.Fatal(err)
			}
			if e := doc.EInvoice; e == nil || e.Total != "1256.64" || e.Note != "" {
				t.Errorf("got %+v, want the e-invoice", e)
			}
			if len(doc.Findings) != 0 {
				t.Errorf("got %v, want no findings", doc.Findings)
			}
		})
	}
}

func TestFilesInsideAreTold(t *testing.T) {
	pool := testPool(t, "serve", nil)
	cii, ubl := invoiceXML(t, "factur-x.xml"), invoiceXML(t, "xrechnung.xml")
	credit := strings.Replace(cii, ">380<", ">381<", 1)
	const first, second = "/AF[10 0 R]", "/AF[10 0 R 12 0 R]"
	titled := func(p paper, title string) paper {
		p.content = "BT /F 12 Tf 20 60 Td (" + title + ") Tj ET"
		return p
	}
	for _, tt := range []struct {
		name  string
		paper paper
		want  document.Finding
	}{
		{"a file", attachedBy(first, "", attachedFile{"a.txt", "", "x"}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "a.txt", Count: 1}},
		{"two files", attachedBy(second, "", attachedFile{"a.txt", "", "x"}, attachedFile{"b.pdf", "", "%PDF"}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "a.txt, b.pdf", Count: 2}},
		{"a portfolio", attachedBy(first+"/Collection<</View/T>>", "", attachedFile{"a.txt", "", "x"}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "a.txt", Count: 1, Values: true}},
		{"a file beside an e-invoice", attachedBy(second, "", attachedFile{"a.txt", "", "x"}, attachedFile{"factur-x.xml", "", cii}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "a.txt", Count: 1}},
		{"an order",
			attachedBy(first, "", attachedFile{"order-x.xml", "",
				`<SCRDMCCBDACIOMessageStructure xmlns="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:1"/>`}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "order-x.xml", Count: 1}},
		{"two e-invoices", attachedBy(second, "", attachedFile{"factur-x.xml", "", cii}, attachedFile{"b.xml", "", ubl}),
			document.Finding{Kind: document.FindingEInvoicesBesides, Count: 1, Values: true}},
		{"an e-invoice that is broken", attachedBy(first, "", attachedFile{"b.xml", "", cii[:2000]}),
			document.Finding{Kind: document.FindingEInvoiceUnreadable, Place: "b.xml", Count: 1, Values: true}},
		{"an e-invoice of another version",
			attachedBy(first, "", attachedFile{"b.xml", "",
				strings.Replace(cii, "CrossIndustryInvoice:100", "CrossIndustryInvoice:200", 1)}),
			document.Finding{Kind: document.FindingEInvoiceUnreadable, Place: "b.xml", Count: 1, Values: true}},
		{"a credit note beside an invoice", titled(attachedBy(first, "", attachedFile{"b.xml", "", credit}), "Invoice number 5"),
			document.Finding{Kind: document.FindingEInvoiceOtherKind, Place: "b.xml", Count: 1, Values: true}},
		{"an invoice beside a credit note", titled(attachedBy(first, "", attachedFile{"b.xml", "", cii}), "Credit note to invoice 5"),
			document.Finding{Kind: document.FindingEInvoiceOtherKind, Place: "b.xml", Count: 1, Values: true}},
		{"both are invoices",
			titled(attachedBy(first, "", attachedFile{"b.xml", "", cii}), "Rechnung, keine Gutschrift"), document.Finding{}},
		{"both are credit notes",
			titled(attachedBy(first, "", attachedFile{"b.xml", "", credit}), "Gutschrift zur Rechnung 7"), document.Finding{}},
		{"a file attached to a place",
			attachedBy("", "/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 10 0 R>>]", attachedFile{"a.txt", "", "x"}),
			document.Finding{Kind: document.FindingAttachmentsLeftOut, Place: "a.txt", Count: 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, _ := readPaper(t, pool, tt.paper, layout.ReadSettings{})
			var want []document.Finding
			if tt.want.Kind != "" {
				want = append(want, tt.want)
			}
			if !slices.Equal(doc.Findings, want) {
				t.Errorf("got %+v, want %+v", doc.Findings, want)
			}
		})
	}
}
