package rules

import (
	"github.com/seed-62a36931/docket/document"
)

// sample is the document on which the examples of the handbook run. The handbook
// shows it once.
func sample() *document.Tree {
	b := newTree()
	b.t.Pages = append(b.t.Pages, document.Page{Number: 2, Width: 600, Height: 842, Rotation: 90})
	super := b.node(0, document.Node{Kind: document.KindSuperSection})
	b.node(super, document.Node{Kind: document.KindHeadline, Level: 1, Span: b.leaf(50, "1 Study summary")})
	b.sectionIn(super, 2, "1.1 Test item").
		paragraph("The test item is Examplin.", "Batch No.: 17-A").
		paragraph("GLP compliance: yes").
		paragraph("Study date: 3 May 2019")
	b.node(b.current, document.Node{Kind: document.KindImage, Image: &document.Image{Type: "LOGO"},
		Span:  document.Span{Start: len(b.t.Text), End: len(b.t.Text)},
		Boxes: []document.PageBox{{Page: 1, Box: document.Rect{X: 400, Y: 700, Width: 100, Height: 50}}}})
	b.sectionIn(super, 2, "1.2 Animals").
		paragraph("Species ......... rat").
		table([]string{"Group", "Dose", "Findings"}, []string{"Control", "0", "none"}, []string{"Low", "200", "none"},
			[]string{"High", "2000", "tremor"})
	b.page, b.y = 2, 800
	b.sectionIn(0, 1, "2 References").
		paragraph("A. Miller and B. Smith (2019): Größe und Gewicht.")
	tree := b.tree()
	for _, end := range []struct {
		kind document.Kind
		text string
		page int
		y    float64
	}{{document.KindHeader, "Study 402, confidential", 1, 830}, {document.KindFooter, "Page 1 of 2", 1, 30},
		{document.KindFooter, "Page 2 of 2", 2, 30}} {
		b.page, b.y = end.page, end.y
		b.node(0, document.Node{Kind: end.kind, Span: b.leaf(50, end.text)})
	}
	tree.Nodes[0].End = len(tree.Text)
	return tree
}

// setup marks and builds what the examples start from.
const setup = `import java.util.*;
global EntityCreationService entityCreationService
rule "EX.0.0" salience 100 when $d: Document() $t: Table() then
  entityCreationService.byString("Examplin", "test_item", EntityType.ENTITY, $d).forEach(e -> e.apply("EX.0.0", "named in the text", "n-a"));
  entityCreationService.byRegex("\\d May \\d+", "date", EntityType.ENTITY, $d).forEach(e -> e.apply("EX.0.0", "a date"));
  for (String h : List.of("Group", "Dose"))
    $t.streamTableCellsWithHeader(h).map(c -> entityCreationService.bySemanticNode(c, h.toLowerCase(), EntityType.ENTITY))
      .flatMap(Optional::stream).forEach(e -> e.apply("EX.0.0", "in a table", "n-a"));
end
`

// sampleInput is the sample with its attributes, dictionaries, mapping and dates.
func sampleInput() Input {
	tree := sample()
	tree.EInvoice = sampleInvoice()
	tree.Findings = []document.Finding{{Kind: document.FindingHiddenTextLeftOut, Page: 1, Count: 14}}
	return Input{Tree: tree,
		Attributes: []Attribute{{ID: "a1", Label: "OECD Number", Value: "402"}},
		Definitions: []Definition{{TechnicalName: "author", Rank: 20, Kind: "ENTITY", Terms: []string{"Smith", "Miller"}},
			{TechnicalName: "compound", Rank: 10, Kind: "HINT"}},
		Mappings: []Mapping{{Name: "guidelines.csv", Columns: []string{"search_value", "year", "mapped_value"},
			Rows: [][]string{{"402", "1987", "Acute dermal toxicity"}, {"402", "2017", "Acute dermal toxicity: fixed dose"},
				{"Rat", "", "Rattus norvegicus"}}}},
		DateFormats: []string{"d MMMM yyyy"}}
}

// sampleInvoice is an e-invoice with every term.
func sampleInvoice() *document.EInvoice {
	return &document.EInvoice{File: "factur-x.xml", Syntax: document.SyntaxCII, Profile: "urn:cen.eu:en16931:2017", Number: "RE-2024/0815",
		IssueDate: "2024-02-05", Type: "380", Currency: "EUR", DueDate: "2024-03-06", Order: "B-4711",
		SupplierName:  "Tannberg Papierwerk GmbH",
		SupplierVATID: "DE232446240", CustomerName: "Kontor AG", CustomerNumber: "K-1007", IBANs: []string{"DE12500105170648489890"},
		Net: "1056.00", Tax: "200.64", Total: "1256.64", Prepaid: "0.00", Due: "1256.64",
		Lines: []document.EInvoiceLine{{Position: "1", Code: "KP-80", Description: "Kopierpapier", Quantity: "40", Unit: "C62",
			Price:   "26.40",
			TaxRate: "19", Amount: "1056.00"}}}
}
