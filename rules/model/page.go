package model

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// A Page is a page of the document.
type Page struct {
	ctx   *Context
	page  *document.Page
	nodes []*Node // the leaves that begin on the page, nil before they are needed
}

// ClassName returns Page.
func (*Page) ClassName() string { return "Page" }

// firstPage returns the number of the page on which a node begins, from 1, or 0 when it
// has no place.
func (n *Node) firstPage() int {
	if boxes := n.treeNode().Boxes; len(boxes) > 0 {
		return boxes[0].Page
	}
	return n.ctx.Tree.FirstPage(n.span())
}

// leafNodes returns the nodes without children that begin on the page, in document order.
func (p *Page) leafNodes() []*Node {
	if p.ctx.leavesPlaced {
		return p.nodes
	}
	p.ctx.leavesPlaced = true
	for _, n := range p.ctx.Nodes {
		if number := n.firstPage(); len(n.kids) == 0 && number >= 1 && number <= len(p.ctx.Pages) {
			at := p.ctx.Pages[number-1]
			n.pageIndex = len(at.nodes)
			at.nodes = append(at.nodes, n)
		}
	}
	return p.nodes
}

func (p *Page) nodesWith(keep func(n *Node) bool) []*Node {
	var out []*Node
	for _, n := range p.leafNodes() {
		if keep(n) {
			out = append(out, n)
		}
	}
	return out
}

func (p *Page) firstOfClass(class string) any {
	list := p.nodesWith(func(n *Node) bool { return n.class == class })
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func isBody(n *Node) bool { return n.class != "Header" && n.class != "Footer" }

// bodySpan returns the span of the main body on the page, from its first leaf to its last.
func (p *Page) bodySpan() document.Span {
	var s document.Span
	for i, n := range p.nodesWith(isBody) {
		if i == 0 {
			s = n.span()
		}
		s.End = max(s.End, n.span().End)
	}
	return s
}

func (p *Page) entitySet() any {
	out := host.NewSet(host.Linked)
	for _, n := range p.leafNodes() {
		for _, e := range n.ctx.entitiesWithin(n.span(), func(*TextEntity) bool { return true }) {
			out.Put(e, true)
		}
	}
	return out
}

func pageMethod(signature string, body func(p *Page) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Page)) })
}

func pageMethods() []*host.Method {
	entities := pageMethod("getEntities() Set<TextEntity>", (*Page).entitySet)
	entities.Entities = true
	return []*host.Method{
		entities,
		pageMethod("getNumber() int", func(p *Page) any { return int32(p.page.Number) }),
		pageMethod("getRotation() int", func(p *Page) any { return int32(p.page.Rotation) }),
		pageMethod("getWidth() double", func(p *Page) any { return p.page.Width }),
		pageMethod("getHeight() double", func(p *Page) any { return p.page.Height }),
		pageMethod("getMainBody() List<SemanticNode>", func(p *Page) any { return host.ListOf(p.nodesWith(isBody)) }),
		pageMethod("getHeader() Header", func(p *Page) any { return p.firstOfClass("Header") }),
		pageMethod("getFooter() Footer", func(p *Page) any { return p.firstOfClass("Footer") }),
		pageMethod("getMainBodyTextBlock() TextBlock", func(p *Page) any { return &TextBlock{p.ctx, p.bodySpan()} }),
		pageMethod("getTextBlocksOnPage() List<TextBlock>", func(p *Page) any {
			out := host.NewList()
			for _, n := range p.leafNodes() {
				out.Items = append(out.Items, &TextBlock{p.ctx, n.span()})
			}
			return out
		}),
		pageMethod("getImages() Set<Image>", func(p *Page) any {
			return host.NewSet(host.Linked, host.ListOf(p.nodesWith(func(n *Node) bool { return n.class == "Image" })).Items...)
		}),
	}
}

// A Rectangle is a box on a page, in points, its origin at the lower left.
type Rectangle struct{ document.Rect }

// ClassName returns Rectangle2D.
func (*Rectangle) ClassName() string { return "Rectangle2D" }

// A Position is a box and its page.
type Position struct{ document.PageBox }

// ClassName returns Position.
func (*Position) ClassName() string { return "Position" }

func rectangleMethod(signature string, body func(r *Rectangle) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*Rectangle)) })
}

var geometryClasses = []*host.Class{
	{Name: "Rectangle2D", Methods: []*host.Method{
		rectangleMethod("getX() double", func(r *Rectangle) any { return r.X }),
		rectangleMethod("getY() double", func(r *Rectangle) any { return r.Y }),
		rectangleMethod("getWidth() double", func(r *Rectangle) any { return r.Width }),
		rectangleMethod("getHeight() double", func(r *Rectangle) any { return r.Height }),
	}},
	{Name: "Position", Methods: []*host.Method{
		host.M(host.Ours, "getPage() int", func(_ *host.Call, this any, _ []any) any { return int32(this.(*Position).Page) }),
		host.M(host.Ours, "getRectangle() Rectangle2D", func(_ *host.Call, this any, _ []any) any {
			return &Rectangle{this.(*Position).Box}
		}),
	}},
}

func positionList(boxes []document.PageBox) any {
	out := host.NewList()
	for _, b := range boxes {
		out.Items = append(out.Items, &Position{b})
	}
	return out
}

// pageBoxes returns the boxes of the node, one for each page.
func (n *Node) pageBoxes() []document.PageBox {
	if own := n.treeNode().Boxes; len(own) > 0 {
		return own
	}
	var out []document.PageBox
	for _, b := range n.ctx.Tree.BoxesOf(n.span()) {
		if last := len(out) - 1; last >= 0 && out[last].Page == b.Page {
			out[last].Box = out[last].Box.Union(b.Box)
			continue
		}
		out = append(out, b)
	}
	return out
}

// treeID returns the path of child indexes from the document to the node.
func (n *Node) treeID() any {
	var path []any
	for at := n; at.parent() != nil; at = at.parent() {
		path = append([]any{int32(at.place)}, path...)
	}
	return host.NewList(path...)
}

func intersectsRectangle(n *Node, a []any) any {
	var v [4]float64
	for i := range v {
		v[i] = a[i].(float64)
	}
	for _, b := range n.pageBoxes() {
		if b.Page == int(a[4].(int32)) && b.Box.X < v[0]+v[2] && v[0] < b.Box.X+b.Box.Width && b.Box.Y < v[1]+v[3] &&
			v[1] < b.Box.Y+b.Box.Height {
			return true
		}
	}
	return false
}

var placeMethods = []*host.Method{
	nodeMethod(host.Ours, "getTreeId() List<Integer>", func(n *Node, _ []any) any { return n.treeID() }),
	nodeMethod(host.Ours, "getNumberOnPage() Integer", func(n *Node, _ []any) any {
		if number := n.firstPage(); len(n.kids) == 0 && number >= 1 && number <= len(n.ctx.Pages) {
			n.ctx.Pages[number-1].leafNodes()
			return int32(n.pageIndex)
		}
		return nil
	}),
	nodeMethod(host.Ours, "getHighestParent() SemanticNode", func(n *Node, _ []any) any {
		at := n
		for at.parent() != nil && at.parent().parent() != nil {
			at = at.parent()
		}
		return at
	}),
	nodeMethod(host.Ours, "getPages(TextRange) Set<Page>", func(n *Node, a []any) any {
		return host.NewSet(host.Linked, n.ctx.pagesOf(spanOf(n.ctx, a[0]))...)
	}),
	nodeMethod(host.Ours, "getBBox() Map<Page, Rectangle2D>", func(n *Node, _ []any) any {
		out := host.NewMap(host.Linked)
		for _, b := range n.pageBoxes() {
			if b.Page >= 1 && b.Page <= len(n.ctx.Pages) {
				out.Put(n.ctx.Pages[b.Page-1], &Rectangle{b.Box})
			}
		}
		return out
	}),
	nodeMethod(host.Ours, "intersectsRectangle(double, double, double, double, int) boolean", intersectsRectangle),
}
