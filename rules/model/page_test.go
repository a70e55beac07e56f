package model

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// places is a letter with an image that has no page of the document and a paragraph
// whose box stands on both pages.
func places() *document.Tree {
	tree := letter()
	tree.Nodes[4].Boxes = []document.PageBox{{Page: 1, Box: document.Rect{X: 50, Y: 600, Width: 70, Height: 30}},
		{Page: 2, Box: document.Rect{X: 50, Y: 700, Width: 10, Height: 10}}}
	for _, page := range []int{0, 3} {
		tree.Nodes[2].Children = append(tree.Nodes[2].Children, len(tree.Nodes))
		tree.Nodes = append(tree.Nodes, document.Node{Kind: document.KindImage, Parent: 2, Image: &document.Image{Type: "OTHER"},
			Span:  document.Span{Start: 18, End: 18},
			Boxes: []document.PageBox{{Page: page, Box: document.Rect{X: 1, Y: 1, Width: 1, Height: 1}}}})
	}
	return tree
}

func TestPagesHaveTheLeavesThatBeginOnThem(t *testing.T) {
	c, _ := contextOf(places())
	first, second := c.Pages[0], c.Pages[1]
	for _, tt := range []struct {
		method        string
		first, second string
	}{
		{"getMainBody", "Headline 3, Paragraph 4", "Paragraph 5, Image 6"}, {"getImages", "", "Image 6"},
	} {
		want(t, tt.method+" of the first page", items(call(c, "Page", tt.method, first)), tt.first)
		want(t, tt.method+" of the second page", items(call(c, "Page", tt.method, second)), tt.second)
	}
	want(t, "headers", name(call(c, "Page", "getHeader", first))+name(call(c, "Page", "getHeader", second)), "Header 1null")
	want(t, "footers", name(call(c, "Page", "getFooter", first))+name(call(c, "Page", "getFooter", second)), "nullFooter 7")
	want(t, "text of the first page", call(c, "Page", "getMainBodyTextBlock", first), "Head\none two")
	want(t, "text of the second page", call(c, "Page", "getMainBodyTextBlock", second), "three")
	want(t, "blocks", items(call(c, "Page", "getTextBlocksOnPage", first)), "top, Head, one two")
	for i, number := range []string{"null", "0", "null", "1", "2", "0", "1", "2", "null", "null"} {
		want(t, name(c.Nodes[i])+" is on its page", name(call(c, "SemanticNode", "getNumberOnPage", c.Nodes[i])), number)
	}
}

func TestPagesHaveTheirEntitiesAndMeasures(t *testing.T) {
	tree := letter()
	tree.Pages[1] = document.Page{Number: 2, Width: 842, Height: 595, Rotation: 90}
	c, _ := contextOf(tree)
	for _, s := range [][2]int{{0, 4}, {5, 8}, {13, 18}, {19, 22}, {5, 12}} {
		c.createEntity(document.Span{Start: s[0], End: s[1]}, "x", EntityKind("ENTITY"), "RULE")
	}
	want(t, "entities of the first page", items(call(c, "Page", "getEntities", c.Pages[0])), `x "top", x "Head", x "one", x "one two"`)
	want(t, "entities of the second page", items(call(c, "Page", "getEntities", c.Pages[1])), `x "three"`)
	for method, w := range map[string]string{"getNumber": "2", "getRotation": "90", "getWidth": "842.0", "getHeight": "595.0"} {
		want(t, method, name(call(c, "Page", method, c.Pages[1])), w)
	}
}

func TestNodesAreOnTheirPages(t *testing.T) {
	c, _ := contextOf(places())
	for i, w := range map[int]string{0: "Page 1, Page 2", 1: "Page 1", 4: "Page 1, Page 2", 5: "Page 2", 6: "Page 2",
		7: "Page 2", 8: "", 9: ""} {
		n := c.Nodes[i]
		want(t, name(n)+" pages", items(call(c, "SemanticNode", "getPages", n)), w)
	}
	for i, w := range map[int][]bool{4: {false, true, true, false}, 5: {false, false, true, false},
		8: {true, false, false, false}, 9: {false, false, false, true}} {
		for page, on := range w {
			want(t, name(c.Nodes[i])+" on page", call(c, "SemanticNode", "isOnPage", c.Nodes[i], int32(page)), on)
			want(t, name(c.Nodes[i])+" on page", call(c, "SemanticNode", "onPage", c.Nodes[i], int32(page)), on)
		}
	}
	want(t, "first page", name(call(c, "SemanticNode", "getFirstPage", c.Nodes[4])), "Page 1")
	want(t, "no first page", name(call(c, "SemanticNode", "getFirstPage", c.Nodes[8])), "null")
	want(t, "pages of a range", items(call(c, "SemanticNode", "getPages", c.Nodes[0],
		&TextRange{Span: document.Span{Start: 9, End: 14}})), "Page 1, Page 2")
	want(t, "pages of an image", name(call(c, "Image", "getPage", c.Nodes[6]))+name(call(c, "Image", "getPage", c.Nodes[8]))+
		name(call(c, "Image", "getPage", c.Nodes[9])), "Page 2nullnull")
}

// box is a rectangle as rules see it.
func box(c *Context, r any) string {
	out := ""
	for _, method := range []string{"getX", "getY", "getWidth", "getHeight"} {
		out += name(call(c, "Rectangle2D", method, r)) + " "
	}
	return out
}

func TestNodesHaveABoxOnEachPage(t *testing.T) {
	c, _ := contextOf(places())
	boxes := func(i int) string {
		out, m := "", call(c, "SemanticNode", "getBBox", c.Nodes[i]).(*host.Map)
		for _, page := range m.Keys() {
			r, _ := m.Get(page)
			out += name(page) + ": " + box(c, r)
		}
		return out
	}
	want(t, "given boxes", boxes(4), "Page 1: 50.0 600.0 70.0 30.0 Page 2: 50.0 700.0 10.0 10.0 ")
	want(t, "a line", boxes(5), "Page 2: 50.0 640.0 50.0 10.0 ")
	want(t, "lines of two pages", boxes(2), "Page 1: 50.0 660.0 40.0 50.0 Page 2: 50.0 640.0 50.0 10.0 ")
	want(t, "no page of the document", boxes(8)+boxes(9), "")
	want(t, "place of an image", box(c, call(c, "Image", "getPosition", c.Nodes[6])), "100.0 200.0 30.0 40.0 ")
	tree := letter()
	tree.Nodes[6].Boxes = nil
	bare, _ := contextOf(tree)
	want(t, "an image without a place", name(call(bare, "Image", "getPosition", bare.Nodes[6])), "null")
	want(t, "positions", func() (out string) {
		for _, p := range positionList(tree.BoxesOf(document.Span{Start: 9, End: 14})).(*host.List).Items {
			out += name(call(c, "Position", "getPage", p)) + ": " + box(c, call(c, "Position", "getRectangle", p))
		}
		return out
	}(), "1: 50.0 660.0 30.0 10.0 2: 50.0 640.0 10.0 10.0 ")
}

func TestRectanglesIntersectNodesThatTheyShareAPartOf(t *testing.T) {
	c, _ := contextOf(letter()) // the image on page 2 reaches from 100, 200 to 130, 240
	for _, tt := range []struct {
		x, y, w, h float64
		page       int32
		want       bool
	}{
		{110, 210, 5, 5, 2, true}, {110, 210, 5, 5, 1, false}, {0, 0, 500, 500, 2, true},
		{90, 210, 10, 5, 2, false}, {90, 210, 11, 5, 2, true}, {130, 210, 10, 5, 2, false}, {129, 210, 10, 5, 2, true},
		{110, 190, 5, 10, 2, false}, {110, 190, 5, 11, 2, true}, {110, 240, 5, 5, 2, false}, {110, 239, 5, 5, 2, true},
	} {
		got := call(c, "SemanticNode", "intersectsRectangle", c.Nodes[6], tt.x, tt.y, tt.w, tt.h, tt.page)
		if got != tt.want {
			t.Errorf("%v: %v, want %v", tt, got, tt.want)
		}
	}
}
