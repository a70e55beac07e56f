package document_test

import (
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

// order returns a document of one page.
func order() *document.Tree {
	b := document.NewBuilder()
	section := b.AddSection(0, "1 Order")
	b.AddParagraph(section, "Order no. 4711 of", "3 May 2019")
	b.AddTable(section, []string{"Item", "Price"}, []string{"Paper", "12.50"})
	return b.Tree()
}

// A tree is a list of nodes over one text. The Span of a node leads to its text.
func Example() {
	tree := order()
	var walk func(node, depth int)
	walk = func(node, depth int) {
		n := tree.Nodes[node]
		fmt.Printf("%s%s %q\n", strings.Repeat("  ", depth), n.Kind, tree.TextOf(n.Span))
		for _, child := range n.Children {
			walk(child, depth+1)
		}
	}
	walk(0, 0)
	// Output:
	// DOCUMENT "1 Order\nOrder no. 4711 of 3 May 2019\nItem\nPrice\nPaper\n12.50"
	//   SECTION "1 Order\nOrder no. 4711 of 3 May 2019\nItem\nPrice\nPaper\n12.50"
	//     HEADLINE "1 Order"
	//     PARAGRAPH "Order no. 4711 of 3 May 2019"
	//     TABLE "Item\nPrice\nPaper\n12.50"
	//       TABLE_CELL "Item"
	//       TABLE_CELL "Price"
	//       TABLE_CELL "Paper"
	//       TABLE_CELL "12.50"
}

// A span that goes over two lines of a page has two boxes.
func ExampleTree_BoxesOf() {
	tree := order()
	start := strings.Index(tree.Text, "4711")
	for _, b := range tree.BoxesOf(document.Span{Start: start, End: start + len("4711 of 3")}) {
		fmt.Printf("page %d: %.0f wide at %.0f, %.0f\n", b.Page, b.Box.Width, b.Box.X, b.Box.Y)
	}
	// Output:
	// page 1: 35 wide at 100, 768
	// page 1: 5 wide at 50, 756
}

// A builder adds elements in reading order. A section may stand in another one.
func ExampleBuilder() {
	b := document.NewBuilder()
	study := b.AddSection(0, "1 Study")
	item := b.AddSection(study, "1.1 Test item")
	b.AddParagraph(item, "The test item is Examplin.")
	b.AddPage()
	b.AddParagraph(study, "Signed.")
	tree := b.Tree()
	for _, n := range tree.Nodes {
		switch n.Kind {
		case document.KindHeadline:
			fmt.Printf("page %d, level %d: %s\n", tree.FirstPage(n.Span), n.Level, tree.TextOf(n.Span))
		case document.KindParagraph:
			fmt.Printf("page %d: %s\n", tree.FirstPage(n.Span), tree.TextOf(n.Span))
		}
	}
	// Output:
	// page 1, level 1: 1 Study
	// page 1, level 2: 1.1 Test item
	// page 1: The test item is Examplin.
	// page 2: Signed.
}
