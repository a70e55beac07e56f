package author

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// formsOutline is a document with all that --markdown and --html tell apart.
func formsOutline() document.Outline {
	leaf := func(kind document.Kind, role, text string) document.OutlineNode {
		return document.OutlineNode{ID: "n9", Type: kind, Role: role, Page: 1, Text: text}
	}
	headline := leaf(document.KindHeadline, "", "2. Terms & <conditions>")
	headline.Level = 2
	table := document.OutlineNode{ID: "n3", Type: document.KindTable, Page: 2, Rows: 3, Cols: 2, Cells: []document.OutlineCell{
		{ID: "n4", Row: 0, Col: 0, RowSpan: 1, ColSpan: 2, Header: true, Text: "a|b"},
		{ID: "n5", Row: 1, Col: 0, RowSpan: 2, ColSpan: 1, Text: "left"},
		{ID: "n6", Row: 1, Col: 1, RowSpan: 1, ColSpan: 1, Text: "1.50"},
		{ID: "n7", Row: 2, Col: 1, RowSpan: 1, ColSpan: 1, Text: "_x_"},
	}}
	picture := leaf(document.KindImage, "", "")
	picture.Image = &document.Image{Type: "LOGO"}
	bare := document.OutlineNode{ID: "n8", Type: document.KindTable, Page: 2, Rows: 1, Cols: 1,
		Cells: []document.OutlineCell{{ID: "n9", RowSpan: 1, ColSpan: 1, Text: "alone"}}}
	return document.Outline{Nodes: []document.OutlineNode{
		{ID: "n1", Type: document.KindSection, Page: 1, Children: []document.OutlineNode{
			headline,
			leaf(document.KindParagraph, "", "3. is no list, *this* is no stress, snake_case stays"),
			leaf(document.KindParagraph, "", "# no headline & AT&T &amp; stays"),
			leaf(document.KindParagraph, document.RoleListItem, "• first"),
			leaf(document.KindParagraph, document.RoleListItem, "– - second"),
			leaf(document.KindParagraph, document.RoleListItem, "4) fourth"),
			leaf(document.KindParagraph, document.RoleCaption, "Table 1: all"),
			table, picture, bare,
		}},
		leaf(document.KindFooter, "", "page 1 of 2"),
	}}
}

const formsMarkdown = `## 2. Terms & \<conditions\>

3\. is no list, \*this\* is no stress, snake_case stays

\# no headline & AT&T \&amp; stays

- first
- \- second
4) fourth

*Table 1: all*

| a\|b |  |
| --- | --- |
| left | 1.50 |
|  | \_x\_ |

<!-- image: LOGO, page 1 -->

|  |
| --- |
| alone |
`

func TestMarkdownOfADocument(t *testing.T) {
	var out strings.Builder
	if err := printMarkdown(&out, formsOutline()); err != nil {
		t.Fatal(err)
	}
	if out.String() != formsMarkdown {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), formsMarkdown)
	}
}

const formsHTML = `<section id="n1" data-page="1">
<h2 id="n9" data-page="1">2. Terms &amp; &lt;conditions&gt;</h2>
<p id="n9" data-page="1">3. is no list, *this* is no stress, snake_case stays</p>
<p id="n9" data-page="1"># no headline &amp; AT&amp;T &amp;amp; stays</p>
<ul>
<li id="n9" data-page="1">first</li>
<li id="n9" data-page="1">- second</li>
<li id="n9" data-page="1">fourth</li>
</ul>
<p id="n9" data-page="1" class="caption">Table 1: all</p>
<table id="n3" data-page="2">
<tr><th id="n4" colspan="2">a|b</th></tr>
<tr><td id="n5" rowspan="2">left</td><td id="n6">1.50</td></tr>
<tr><td id="n7">_x_</td></tr>
</table>
<figure id="n9" data-page="1" class="logo"></figure>
<table id="n8" data-page="2">
<tr><td id="n9">alone</td></tr>
</table>
</section>
</body>
`

func TestHTMLOfADocument(t *testing.T) {
	var out strings.Builder
	if err := printHTML(&out, "a <b>.pdf", formsOutline()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "<body>\n"+formsHTML) || !strings.Contains(out.String(), "<title>a &lt;b&gt;.pdf</title>") {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), formsHTML)
	}
}

// TestFormsOfSamples prints samples in both forms: no text is lost, and the HTML is well-formed.
func TestFormsOfSamples(t *testing.T) {
	for _, file := range []string{notePDF, "templates/invoice/samples/1-classic.pdf"} {
		markdown, err := layoutTool(t, file, "--markdown")
		if err != nil {
			t.Fatal(err)
		}
		page, err := layoutTool(t, file, "--html")
		if err != nil {
			t.Fatal(err)
		}
		read := textOfHTML(t, page)
		words := strings.Fields(strings.NewReplacer("|", " ", "#", " ", "---", " ", `\`, "").Replace(markdown))
		if len(words) < 20 {
			t.Errorf("%s: %d words in\n%s, want at least 20", file, len(words), markdown)
		}
		if got, want := strings.Join(strings.Fields(read), " "), strings.Join(words, " "); got != want {
			t.Errorf("%s: the forms differ, want the same:\n%s\n%s", file, got, want)
		}
	}
}

// textOfHTML returns the text in the body of a page whose elements are all closed.
func textOfHTML(t *testing.T, page string) string {
	t.Helper()
	_, body, ok := strings.Cut(page, "</head>")
	if !ok {
		t.Fatalf("no head in\n%s", page)
	}
	in := xml.NewDecoder(strings.NewReader(strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	var text strings.Builder
	for {
		token, err := in.Token()
		if err == io.EOF {
			return text.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s, want no error", err, page)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
			text.WriteByte(' ')
		}
	}
}
