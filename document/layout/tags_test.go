package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

// as begins an element below a parent, 0 for none, and returns it; what is drawn next
// belongs to it.
func (c *canvas) as(role string, parent int32) int32 {
	c.doc.Tags = append(c.doc.Tags, Tag{Role: role, Parent: parent - 1})
	c.tag = int32(len(c.doc.Tags))
	return c.tag
}

// outlineOf shows headlines with their levels, and paragraphs with their roles.
func outlineOf(tree *document.Tree) string {
	var out []string
	for _, n := range tree.Nodes {
		switch n.Kind {
		case document.KindHeadline:
			out = append(out, fmt.Sprintf("H%d %s", n.Level, tree.TextOf(n.Span)))
		case document.KindParagraph:
			out = append(out, strings.TrimSpace(n.Role+" ")+"P "+tree.TextOf(n.Span))
		}
	}
	return strings.Join(out, "|")
}

// prose draws two lines of text as one element.
func (c *canvas) prose(y float32) *canvas {
	c.as("P", 0)
	return c.text(50, y, "A sentence that is long enough to be told from a headline,").text(50, y-12, "and goes on in a second line.")
}

const proseText = "A sentence that is long enough to be told from a headline, and goes on in a second line."

func TestTagsNameHeadlines(t *testing.T) {
	c := newCanvas()
	c.as("H1", 0)
	c.text(50, 760, "Agreement on things")
	c.as("H2", 0)
	c.text(50, 730, "Definitions")
	c.prose(710)
	c.as("H2", 0)
	c.text(50, 680, "Term")
	c.prose(660)
	c.as("P", 0)
	c.drawStyled(bold, 50, 630, 0, "Bold words in front")
	want := "H1 Agreement on things|H2 Definitions|P " + proseText + "|H2 Term|P " + proseText + "|P Bold words in front"
	if got := outlineOf(c.tree(t)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTagsThatCannotBeAreLeftAside(t *testing.T) {
	for name, draw := range map[string]func(*canvas){
		"all is a heading": func(c *canvas) { c.as("H1", 0) },
		"hardly any":       func(c *canvas) { c.as("H1", 0); c.text(50, 100, "x"); c.tag = 0 },
		"all is set apart": func(c *canvas) { c.as("Artifact", 0) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCanvas()
			draw(c)
			tag := c.tag
			c.drawStyled(bold, 50, 730, 0, "Definitions")
			for i := range 5 {
				c.tag = tag
				c.text(50, 710-12*float32(i), "a line of text that goes on and on, and then some more")
			}
			if got := outlineOf(c.tree(t)); !strings.HasPrefix(got, "H1 Definitions|P a line of text") {
				t.Errorf("got %s, want %q at its beginning", got, "H1 Definitions|P a line of text")
			}
		})
	}
}

// TestTrustedTagsHold wants the items of a short list and what stands apart as the tags say, where little else is on
// the page, if the program that wrote them is known.
func TestTrustedTagsHold(t *testing.T) {
	draw := func() *canvas {
		c := newCanvas()
		c.tag = 0
		c.text(50, 820, "Our firm, Ltd.")
		list := c.as("L", 0)
		for i, s := range []string{"Amsel", "Fink", "Dohle"} {
			c.as("LBody", c.as("LI", list))
			c.text(50, 700-12*float32(i), string(rune('1'+i))+".").text(90, 700-12*float32(i), s)
		}
		return c
	}
	const want = "P Our firm, Ltd.|LIST_ITEMP 1. Amsel|LIST_ITEMP 2. Fink|LIST_ITEMP 3. Dohle"
	c := draw()
	c.doc.TrustTags = true
	tree := c.tree(t)
	if got := outlineOf(tree); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := outlineOf(draw().tree(t)); got == want {
		t.Errorf("got %s from tags that nobody trusts, want other than %v", got, want)
	}
}

func TestTagsPartParagraphsAndSetFurnitureApart(t *testing.T) {
	c := newCanvas()
	c.as("Artifact", 0)
	c.text(50, 820, "Our firm")
	c.as("P", 0)
	c.text(50, 700, "The first paragraph has two lines and ends with the").text(50, 688, "second one.")
	c.as("P", 0)
	c.text(50, 676, "The next one follows without any space between, and has").text(50, 664, "two lines as well.")
	c.as("LI", 0)
	c.text(50, 652, "An item without a mark, of a list that the tags tell of,").text(50, 640, "two lines long.")
	tree := c.tree(t)
	want := "P The first paragraph has two lines and ends with the second one.|P The next one follows without any space " +
		"between, and has two lines as well.|" +
		"LIST_ITEMP An item without a mark, of a list that the tags tell of, two lines long."
	if got := outlineOf(tree); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if rest := tree.Text[tree.Body:]; rest != "\nOur firm" {
		t.Errorf("header %q, want %q", rest, "\nOur firm")
	}
}

func TestTagsTellTheCellsOfATable(t *testing.T) {
	c := newCanvas()
	c.prose(700)
	table := c.as("Table", 0)
	for r, row := range [][]string{{"Kind", "Fruit and more"}, {"red", "apples"}, {"", "cherries"}} {
		tr := c.as("TR", table)
		role := "TD"
		if r == 0 {
			role = "TH"
		}
		c.as(role, tr)
		c.text(50, 600-28*float32(r), row[0])
		c.as(role, tr)
		c.text(90, 600-28*float32(r), row[1]).text(90, 588-28*float32(r), "of all sizes")
	}
	tree := c.tree(t)
	want := "|0,0 Kind|0,1 Fruit and more of all sizes|1,0 red|1,1 apples of all sizes|2,1 cherries of all sizes"
	if got := layoutOf(tree); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, n := range tree.Nodes {
		if n.Cell != nil && n.Cell.Header != (n.Cell.Row == 0) {
			t.Errorf("cell %+v", n.Cell)
		}
	}
}

func TestListsInShortCellsAreTagged(t *testing.T) {
	c := newCanvas()
	table := c.as("Table", 0)
	for r, row := range [][]string{{"Part", "Work"}, {"Gate", "Dig", "Set", "Paint"}, {"Path", "Clear", "Roll", "Weed"}} {
		y := 700 - 50*float32(r)
		tr := c.as("TR", table)
		c.as("TD", tr)
		c.text(50, y, row[0])
		cell := c.as("TD", tr)
		for i, text := range row[1:] {
			item := c.as("LI", cell)
			c.as("Lbl", item)
			c.text(150, y-12*float32(i), string(rune('1'+i))+".")
			c.as("LBody", item)
			c.text(177, y-12*float32(i), text)
		}
	}
	want := "|0,0 Part|0,1 1. Work|1,0 Gate|1,1 1. Dig 2. Set 3. Paint|2,0 Path|2,1 1. Clear 2. Roll 3. Weed"
	if got := layoutOf(c.tree(t)); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBookmarksNameHeadlines(t *testing.T) {
	draw := func() *canvas {
		c := newCanvas()
		c.text(50, 760, "1 Definitions").text(50, 730, "Text of the first part, which is not short.").text(50, 700, "2 Term of it")
		return c.text(50, 670, "Text of the second part, which is not short.")
	}
	c := draw()
	c.doc.Outline = []Bookmark{{"Definitions", 1, 1, 0}, {"Term of  it", 2, 1, 0}, {"Elsewhere", 1, 0, 0}}
	want := "H1 1 Definitions|P Text of the first part, which is not short.|H2 2 Term of it|P Text of the second part, which is not short."
	if got := outlineOf(c.tree(t)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c = draw()
	c.doc.Outline = []Bookmark{{"Term of it", 1, 1, 0}, {"Page 1", 1, 1, 0}, {"Scan 2", 1, 1, 0}}
	if got := outlineOf(c.tree(t)); strings.Contains(got, "H1") {
		t.Errorf("most bookmarks lead nowhere: %s, want no %q in it", got, "H1")
	}
}

func TestRolesOfParagraphs(t *testing.T) {
	c := newCanvas()
	c.doc.Styles = append(c.doc.Styles, Style{Font: "Test", Size: 7, Weight: 400})
	small := int32(len(c.doc.Styles) - 1)
	c.text(50, 700, "A paragraph of text that is neither an item nor a note, and so on").text(50, 680, "(a) an item").
		text(50, 660, "• another item")
	c.text(50, 600, "Table 2: what was counted").text(50, 580, "Country").text(250, 580, "Share").text(350, 580, "Cases").figures(566)
	c.drawStyled(small, 50, 60, 0, "1 A note at the foot of the page")
	c.page().text(50, 700, "and ends on the next page.")
	var roles []string
	tree := c.tree(t)
	for _, n := range tree.Nodes {
		if n.Role != "" {
			roles = append(roles, n.Role+" "+tree.TextOf(n.Span))
		}
	}
	want := []string{"LIST_ITEM (a) an item", "LIST_ITEM • another item", "CAPTION Table 2: what was counted",
		"FOOTNOTE 1 A note at the foot of the page"}
	if !slices.Equal(roles, want) {
		t.Errorf("roles %q, want %v", roles, want)
	}
}
