package ruletest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// outline tells a tree in a line for each node.
func outline(t *document.Tree) string {
	var b strings.Builder
	var walk func(id, depth int)
	walk = func(id, depth int) {
		n := t.Nodes[id]
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth), n.Kind)
		switch {
		case n.Table != nil:
			fmt.Fprintf(&b, " %dx%d", n.Table.Rows, n.Table.Cols)
		case n.Cell != nil && n.Cell.Header:
			fmt.Fprintf(&b, " %d,%d header %q", n.Cell.Row, n.Cell.Col, t.TextOf(n.Span))
		case n.Cell != nil:
			fmt.Fprintf(&b, " %d,%d %q", n.Cell.Row, n.Cell.Col, t.TextOf(n.Span))
		case n.Image != nil:
			fmt.Fprintf(&b, " %s", n.Image.Type)
		case len(n.Children) == 0:
			fmt.Fprintf(&b, " %q page %d", t.TextOf(n.Span), t.FirstPage(n.Span))
		}
		b.WriteByte('\n')
		for _, c := range n.Children {
			walk(c, depth+1)
		}
	}
	walk(0, 0)
	return b.String()
}

const sampleText = `Before any headline

# Orders
Order no. 17
and its second line

\# not a headline
[header] Acme Ltd.
[footer] Page 1
[image] LOGO
## Items
| Item | Price |
|------|-------|
| Nut \| bolt | 1.20 |
| Washer |
---
# Terms
[footer] Page 2
30 days
`

const sampleOutline = `DOCUMENT
  SECTION
    PARAGRAPH "Before any headline" page 1
  SUPER_SECTION
    HEADLINE "Orders" page 1
    SECTION
      PARAGRAPH "Order no. 17 and its second line" page 1
      PARAGRAPH "# not a headline" page 1
      IMAGE LOGO
    SECTION
      HEADLINE "Items" page 1
      TABLE 3x2
        TABLE_CELL 0,0 header "Item"
        TABLE_CELL 0,1 header "Price"
        TABLE_CELL 1,0 "Nut | bolt"
        TABLE_CELL 1,1 "1.20"
        TABLE_CELL 2,0 "Washer"
        TABLE_CELL 2,1 ""
  SECTION
    HEADLINE "Terms" page 2
    PARAGRAPH "30 days" page 2
  HEADER "Acme Ltd." page 1
  FOOTER "Page 1" page 1
  FOOTER "Page 2" page 2
`

func TestLightTextBecomesADocument(t *testing.T) {
	tree, problems := ParseText([]byte(sampleText))
	if got := outline(tree); got != sampleOutline || len(problems) > 0 {
		t.Errorf("%v\n%s, want got = %v and len(problems) = 0", problems, got, sampleOutline)
	}
	checkTree(t, tree)
	if body := tree.Text[:tree.Body]; !strings.HasSuffix(body, "30 days") || strings.Contains(body, "Acme") {
		t.Errorf("the main body is %q, want %q at its end and no %q in body", body, "30 days", "Acme")
	}
	if !strings.Contains(tree.Text, "Order no. 17 and its second line\n# not a headline") {
		t.Errorf("the text is %q, want %q in it", tree.Text, "Order no. 17 and its second line\n# not a headline")
	}
}

// checkTree holds a tree against what its readers rely on.
func checkTree(t *testing.T, tree *document.Tree) {
	t.Helper()
	for i, n := range tree.Nodes {
		if n.Start < 0 || n.End < n.Start || n.End > len(tree.Text) {
			t.Fatalf("node %d spans %v of %d bytes, want n.Start at least 0, n.End at least %v and n.End at most %d", i, n.Span,
				len(tree.Text), n.Start, len(tree.Text))
		}
		for _, c := range n.Children {
			if tree.Nodes[c].Parent != i || n.Kind != document.KindDocument && !n.Contains(tree.Nodes[c].Span) {
				t.Fatalf("node %d %v has the child %d %v, want the child within its parent",
					i, n.Span, c, tree.Nodes[c].Span)
			}
		}
		for _, b := range n.Boxes {
			p := tree.Pages[b.Page-1]
			if b.Box.Y < 0 || b.Box.Y+b.Box.Height > p.Height {
				t.Fatalf("node %d stands outside of its page: %+v, want b.Box.Y at least 0 and b.Box.Y+b.Box.Height at most %v",
					i, b, p.Height)
			}
		}
	}
	covered := 0
	for i, l := range tree.Lines {
		if gap := tree.Text[covered:l.Start]; strings.Trim(gap, " \n") != "" || l.Start < covered {
			t.Fatalf(`line %d leaves out %q, want strings.Trim(gap, " \n") = "" and l.Start at least %v`, i, gap, covered)
		}
		if len(l.Edges) != len([]rune(tree.TextOf(l.Span)))+1 || l.Page < 1 || l.Page > len(tree.Pages) {
			t.Fatalf("line %d has %d edges, page %d, want an edge around each letter, and a page of the tree",
				i, len(l.Edges), l.Page)
		}
		covered = l.End
	}
	if covered != len(tree.Text) || tree.Body > len(tree.Text) {
		t.Fatalf("lines cover %d of %d bytes, the body has %d, want covered = %d and tree.Body at most %d", covered,
			len(tree.Text), tree.Body, len(tree.Text), len(tree.Text))
	}
}

const sampleCases = `cases:
  - name: text
    document: |
      # Orders
      Order no. 017
    attributes: {Country: DE, Number: 007}
    entities:
      - {type: order, value: 017, rule: Order.0.0, page: 1}
      - {type: order, state: SKIPPED}
    components:
      Order_Number: 017
      Parts: [nut, {value: bolt, rule: P.0.0, description: ""}]
      None: []
  - pdf: samples/1.pdf
    exact: false
    components: {}
  - name: elements
    document:
      - {headline: Orders, level: 2}
      - paragraph: ["one", two]
      - table: [[Item, Price], [nut, 1.20]]
        headerRows: 1
      - newPage: true
      - header: top
      - image: LOGO
    error: too short
`

func TestAFileOfCases(t *testing.T) {
	cases, problems := Parse([]byte(sampleCases))
	if len(problems) > 0 || len(cases) != 3 {
		t.Fatalf("%v, %d cases, want len(problems) = 0 and len(cases) = 3", problems, len(cases))
	}
	a, b, c := cases[0], cases[1], cases[2]
	if a.Name != "text" || a.Line != 2 || !a.Exact || fmt.Sprint(a.Attributes) != "[{Country DE} {Number 007}]" {
		t.Errorf("got %+v, want a.Name = text, a.Line = 2, a.Exact and fmt.Sprint(a.Attributes) = [{Country DE} {Number 007}]", a)
	}
	if got := fmt.Sprint(*a.Entities); got != `[order "017" by Order.0.0 on page 1 order SKIPPED]` {
		t.Error(got)
	}
	if got := fmt.Sprint(*a.Components); got != `[{Order_Number ["017"]} {Parts ["nut" "bolt" by P.0.0]} {None []}]` {
		t.Error(got)
	}
	if b.Name != "case 2" || b.PDF != "samples/1.pdf" || b.Exact || b.Entities != nil || b.Components == nil {
		t.Errorf("got %+v, want case 2 of samples/1.pdf with neither entities nor components", b)
	}
	want := "DOCUMENT\n  SECTION\n    HEADLINE \"Orders\" page 1\n    PARAGRAPH \"one two\" page 1\n    TABLE 2x2\n      " +
		"TABLE_CELL 0,0 header \"Item\"\n      TABLE_CELL 0,1 header \"Price\"\n      TABLE_CELL 1,0 \"nut\"\n      TABLE_CELL " +
		"1,1 \"1.20\"\n    IMAGE LOGO\n  HEADER \"top\" page 2\n"
	if got := outline(c.Tree); got != want || c.Error != "too short" {
		t.Errorf("got\n%s, want got = %v and c.Error = %q", got, want, "too short")
	}
	checkTree(t, c.Tree)
	single, problems := Parse([]byte("document: x\ncomponents: {}\n"))
	if len(problems) > 0 || len(single) != 1 || single[0].Name != "case 1" {
		t.Errorf("%v %v, want no problems, len(single) = 1 and single[0].Name = case 1", single, problems)
	}
}

func TestFaultsOfAFileHaveTheirPlace(t *testing.T) {
	for content, want := range map[string]string{
		"": "1:1 the file is empty",
		"a": "1:1 this must be a mapping with attributes, components, document, entities, " +
			"error, exact, name, pdf",
		"document: x\ncomponent: {}\n": "2:1 unknown key component; there are attributes, components, document, " +
			"entities, error, exact, name, pdf",
		"document: x\ndocument: y\n":            "2:1 the key document stands here twice",
		"components: {}\n":                      "1:1 the case needs a document, or a pdf",
		"document: x\n":                         "1:1 the case expects nothing; add entities, components or error",
		"document: x\npdf: y\nentities: []\n":   "1:1 the case has both a document and a pdf",
		"document: x\nerror: a\nentities: []\n": "1:1 rules that fail leave no entities and no components",
		"pdf: ../a.pdf\n":                       "1:6 this must be a path below the template, such as samples/1.pdf",
		"pdf: /a.pdf\n":                         "1:6 this must be a path below the template, such as samples/1.pdf",
		"document: x\nexact: maybe\n":           "2:8 this must be true or false",
		"document: x\nentities:\n  - type: a\n    state: GONE\n": "3:5 a state is one of APPLIED, " +
			"SKIPPED, IGNORED, REMOVED",
		"document: x\nentities:\n  - {value: a}\n":         "3:5 an entity needs a type",
		"document: x\nentities:\n  - {type: a, page: 0}\n": "3:21 this must be a whole number from 1 on",
		"document: x\nentities: {}\n":                      "2:11 this must be a list",
		"document: x\ncomponents: []\n":                    "2:13 this must be a mapping of names to values",
		"document: x\ncomponents:\n  A: null\n":            "3:6 this must be a text",
		"document: x\ncomponents:\n  A: 1\n  A: 2\n":       "4:3 the component A stands here twice",
		"document: x\ncomponents:\n  A: {rule: r}\n":       "3:6 a value needs value",
		"document:\n  - {headline: a, level: 7}\n":         "2:5 a headline has a level from 1 to 6",
		"document:\n  - {headline: a, paragraph: b}\n":     "2:30 an element is one thing only",
		"document:\n  - {image: CAT}\n": "2:5 an image is one of LOGO, " +
			"FORMULA, SIGNATURE, OTHER, OCR, GRAPHIC",
		"document:\n  - {table: []}\n": "2:5 a table needs rows",
		"document:\n  - {level: 2}\n": "2:5 this element needs headline, " +
			"paragraph, table, header, footer, image or newPage",
		"document: |\n  text\n  [image] CAT\n": "3:1 an image is one of LOGO, " +
			"FORMULA, SIGNATURE, OTHER, OCR, GRAPHIC",
		"document: |\n  text\n  ####### deep\n": "3:1 a headline has at most 6 #",
		"a: &x b\n":                             "1:4 anchors and aliases are not allowed",
		"a: [\n": "1:1 the file is no valid YAML: did " +
			"not find expected node content",
		"document: x\n---\ndocument: y\n":                                                "2:1 the file must hold one document",
		"cases:\n- {name: a, pdf: x, entities: []}\n- {name: a, pdf: y, entities: []}\n": "3:1 the case in line 2 has the name a, too",
	} {
		_, problems := Parse([]byte(content))
		if len(problems) == 0 {
			t.Errorf("%q passes, want some problems", content)
			continue
		}
		p := problems[0]
		if got := fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", content, got, want)
		}
	}
}

// FuzzParse wants an answer to any bytes, and whole documents from what is accepted.
func FuzzParse(f *testing.F) {
	for _, s := range []string{sampleCases, "document: x\nentities: []\n", "cases: [{}]", "document:\n- {table: [[]]}\n",
		"document: \"|-|\\n|\\\\|\\n---\\n###### a\\n# b\"\ncomponents: {}\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		cases, problems := Parse(content)
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || p.Message == "" {
				t.Errorf(`got %+v, want p.Line at least 1, p.Column at least 1 and p.Message other than ""`, p)
			}
		}
		for _, c := range cases {
			if c.Tree != nil {
				checkTree(t, c.Tree)
			}
		}
		tree, _ := ParseText(content)
		checkTree(t, tree)
	})
}
