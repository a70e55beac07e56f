package model

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

func nodeMethod(origin host.Origin, signature string, body func(n *Node, a []any) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*Node), a) })
}

// entityAwareMethod returns a method whose result depends on the entities of the node.
func entityAwareMethod(origin host.Origin, signature string, body func(n *Node, a []any) any) *host.Method {
	m := nodeMethod(origin, signature, body)
	m.Entities = true
	return m
}

// stringsOf returns the strings of variadic arguments, or those of the collections among them.
func stringsOf(v any) []string {
	list, _ := host.ItemsOf(v)
	var out []string
	for _, x := range list {
		if inner, ok := host.ItemsOf(x); ok {
			out = append(out, stringsOf(host.NewList(inner...))...)
			continue
		}
		out = append(out, textOf(x))
	}
	return out
}

func textOf(v any) string {
	if v == nil {
		host.Throw("NullPointerException", "the string is null")
	}
	return host.ToString(v)
}

// testMethods returns the methods for a test of one string: in its single, any and all forms,
// each also ignoring case.
func testMethods(single, anyOf, all string, test func(n *Node, s string, fold bool) bool) []*host.Method {
	var out []*host.Method
	for _, fold := range []bool{false, true} {
		suffix := ""
		origin := host.Ours
		if fold {
			suffix = "IgnoreCase"
		}
		if single == "containsString" {
			origin = host.Documented
		}
		quantified := func(want bool) func(n *Node, a []any) any {
			return func(n *Node, a []any) any {
				for _, s := range stringsOf(a[0]) {
					if test(n, s, fold) == want {
						return want
					}
				}
				return !want
			}
		}
		out = append(out,
			withSeek(nodeMethod(origin, single+suffix+"(String) boolean", func(n *Node, a []any) any {
				return test(n, textOf(a[0]), fold)
			}), seekString(fold)),
			withSeek(nodeMethod(host.Ours, anyOf+suffix+"(Object...) boolean", quantified(true)), seekAny(fold)),
			withSeek(nodeMethod(host.Ours, all+suffix+"(Object...) boolean", quantified(false)), seekString(fold)))
	}
	return out
}

func headlineContains(fold bool) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		for _, h := range n.allHeadlines() {
			if h.containsString(textOf(a[0]), fold) {
				return true
			}
		}
		return false
	}
}

func matchesRegex(fold bool) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		p := n.ctx.compileRegex(textOf(a[0]), fold)
		if p.Needle() == nil {
			return hasMatch(p, n.text())
		}
		hit := false
		n.ctx.visitMatches(n.span(), p, false, func(regex.Match) bool { hit = true; return false })
		return hit
	}
}

func siblingAt(step int) func(n *Node, a []any) any {
	return func(n *Node, _ []any) any {
		p := n.parent()
		if p == nil {
			return host.OptionalOf(nil)
		}
		if i := n.place + step; i >= 0 && i < len(p.kids) {
			return host.OptionalOf(p.kids[i])
		}
		return host.OptionalOf(nil)
	}
}

func nodeStream(nodes []*Node) any { return host.StreamOf(host.ListOf(nodes).Items) }

func ofKind(nodes []*Node, kind any) any {
	var out []*Node
	for _, c := range nodes {
		if string(c.treeNode().Kind) == host.ToString(kind) {
			out = append(out, c)
		}
	}
	return nodeStream(out)
}

var nodeMethods = append(append(
	testMethods("containsString", "containsAnyString", "containsAllStrings", (*Node).containsString),
	testMethods("containsWord", "containsAnyWord", "containsAllWords", (*Node).hasWord)...), []*host.Method{
	withSeek(nodeMethod(host.Ours, "matchesRegex(Regex) boolean", matchesRegex(false)), seekRegex(false)),
	withSeek(nodeMethod(host.Ours, "matchesRegexIgnoreCase(Regex) boolean", matchesRegex(true)), seekRegex(true)),
	nodeMethod(host.Documented, "anyHeadlineContainsString(String) boolean", headlineContains(false)),
	nodeMethod(host.Documented, "anyHeadlineContainsStringIgnoreCase(String) boolean", headlineContains(true)),
	nodeMethod(host.Ours, "hasText() boolean", func(n *Node, _ []any) any { return n.span().Len() > 0 }),
	nodeMethod(host.Ours, "length() int", func(n *Node, _ []any) any { return int32(len(host.ToUnits(n.text()))) }),
	nodeMethod(host.Ours, "getTextBlock() TextBlock", func(n *Node, _ []any) any { return &TextBlock{n.ctx, n.span()} }),
	nodeMethod(host.Ours, "getTextRange() TextRange", func(n *Node, _ []any) any { return &TextRange{n.span(), n.ctx} }),
	nodeMethod(host.Documented, "getHeadline() Headline", func(n *Node, _ []any) any { return n.nearestHeadline() }),
	entityAwareMethod(host.Documented, "hasEntitiesOfType(String) boolean", func(n *Node, a []any) any { return n.hasType(textOf(a[0])) }),
	entityAwareMethod(host.Ours, "hasEntitiesOfAnyType(Object...) boolean", func(n *Node, a []any) any {
		for _, t := range stringsOf(a[0]) {
			if n.hasType(t) {
				return true
			}
		}
		return false
	}),
	entityAwareMethod(host.Ours, "hasEntitiesOfAllTypes(Object...) boolean", func(n *Node, a []any) any {
		for _, t := range stringsOf(a[0]) {
			if !n.hasType(t) {
				return false
			}
		}
		return true
	}),
	entityAwareMethod(host.Documented, "getEntitiesOfType(Object...) List<TextEntity>", func(n *Node, a []any) any {
		return n.ofTypes(stringsOf(a[0]))
	}),
	entityAwareMethod(host.Ours, "getEntities() Set<TextEntity>", func(n *Node, _ []any) any {
		return host.NewSet(host.Linked, n.ctx.entitiesWithin(n.span(), func(*TextEntity) bool { return true })...)
	}),
	entityAwareMethod(host.Ours, "streamValidEntities() Stream<TextEntity>", func(n *Node, _ []any) any {
		return host.StreamOf(n.ctx.entitiesWithin(n.span(), func(e *TextEntity) bool { return !e.isRemoved() }))
	}),
	nodeMethod(host.Ours, "getPages() Set<Page>", func(n *Node, _ []any) any { return n.pageSet() }),
	nodeMethod(host.Ours, "getFirstPage() Page", func(n *Node, _ []any) any {
		if p := n.pageSet().(*host.Set).Keys(); len(p) > 0 {
			return p[0]
		}
		return nil
	}),
	nodeMethod(host.Ours, "isOnPage(int) boolean", func(n *Node, a []any) any { return n.onPage(int(a[0].(int32))) }),
	nodeMethod(host.Ours, "onPage(int) boolean", func(n *Node, a []any) any { return n.onPage(int(a[0].(int32))) }),
	nodeMethod(host.Ours, "getParent() SemanticNode", func(n *Node, _ []any) any {
		if p := n.parent(); p != nil {
			return p
		}
		return nil
	}),
	nodeMethod(host.Ours, "hasParent() boolean", func(n *Node, _ []any) any { return n.parent() != nil }),
	nodeMethod(host.Ours, "getPreviousSibling() Optional<SemanticNode>", siblingAt(-1)),
	nodeMethod(host.Ours, "getNextSibling() Optional<SemanticNode>", siblingAt(1)),
	nodeMethod(host.Ours, "isLeaf() boolean", func(n *Node, _ []any) any { return len(n.children()) == 0 }),
	nodeMethod(host.Ours, "getType() NodeType", func(n *Node, _ []any) any { return nodeTypes[string(n.treeNode().Kind)] }),
	nodeMethod(host.Ours, "streamChildren() Stream<SemanticNode>", func(n *Node, _ []any) any { return nodeStream(n.children()) }),
	nodeMethod(host.Ours, "streamAllSubNodes() Stream<SemanticNode>", func(n *Node, _ []any) any { return nodeStream(n.nodesBelow()) }),
	nodeMethod(host.Ours, "streamChildrenOfType(NodeType) Stream<SemanticNode>", func(n *Node, a []any) any {
		return ofKind(n.children(), a[0])
	}),
	nodeMethod(host.Ours, "streamAllSubNodesOfType(NodeType) Stream<SemanticNode>", func(n *Node, a []any) any {
		return ofKind(n.nodesBelow(), a[0])
	}),
	nodeMethod(host.Ours, "hasTables() boolean", func(n *Node, _ []any) any { return len(n.ofClass("Table")) > 0 }),
}...)

var nodeTypes = host.NewEnumeration("NodeType", "DOCUMENT", "SUPER_SECTION", "SECTION", "HEADLINE", "PARAGRAPH", "TABLE", "TABLE_CELL",
	"HEADER", "FOOTER", "IMAGE")

func nodeClass(name string, methods ...*host.Method) *host.Class {
	return &host.Class{Name: name, Supers: []string{"SemanticNode"}, Methods: methods}
}

var nodeClasses = []*host.Class{
	{Name: "SemanticNode", Methods: append(nodeMethods, placeMethods...)}, {Name: "NodeType", Constants: nodeTypes},
	nodeClass("Document",
		nodeMethod(host.Ours, "getHeadlines() List<Headline>", func(n *Node, _ []any) any { return host.ListOf(n.ofClass("Headline")) }),
		nodeMethod(host.Ours, "getMainSections() List<Section>", func(n *Node, _ []any) any { return host.ListOf(n.ofClass("Section")) }),
		nodeMethod(host.Ours, "getNumberOfPages() int", func(n *Node, _ []any) any { return int32(len(n.ctx.Pages)) }),
		nodeMethod(host.Ours, "getPages() Set<Page>", func(n *Node, _ []any) any {
			return host.NewSet(host.Linked, host.ListOf(n.ctx.Pages).Items...)
		}),
		nodeMethod(host.Ours, "streamTerminalTextBlocksInOrder() Stream<TextBlock>", func(n *Node, _ []any) any {
			var out []any
			n.visitBelow(func(c *Node) {
				if len(c.kids) == 0 && c.span().Len() > 0 {
					out = append(out, &TextBlock{c.ctx, c.span()})
				}
			})
			return host.StreamOf(out)
		}),
		nodeMethod(host.Ours, "streamAllImages() Stream<Image>", func(n *Node, _ []any) any { return nodeStream(n.ofClass("Image")) })),
	nodeClass("SuperSection"), nodeClass("Section"), nodeClass("Headline"), nodeClass("Paragraph"), nodeClass("Header"),
	nodeClass("Footer"),
	nodeClass("DuplicatedParagraph"), nodeClass("Figure"),
	nodeClass("TableCell",
		nodeMethod(host.Ours, "getRow() int", func(n *Node, _ []any) any { return int32(n.treeNode().Cell.Row) }),
		nodeMethod(host.Ours, "getCol() int", func(n *Node, _ []any) any { return int32(n.treeNode().Cell.Col) }),
		nodeMethod(host.Ours, "isHeader() boolean", func(n *Node, _ []any) any { return n.treeNode().Cell.Header }),
		nodeMethod(host.Ours, "isUncertain() boolean", func(n *Node, _ []any) any { return n.treeNode().Cell.Uncertain })),
	nodeClass("Table", tableMethods...), nodeClass("Image", imageMethods...),
	{Name: "ImageType", Constants: imageTypes},
	{Name: "TextBlock", Supers: []string{"CharSequence"}, Methods: textBlockMethods},
	{Name: "TextRange", Methods: rangeMethods, Makers: []*host.Method{host.M(host.Ours, "TextRange(int, int) TextRange", newRange)}},
	{Name: "Page", Methods: pageMethods()},
	{Name: "FileAttribute", Methods: []*host.Method{
		host.M(host.Documented, "getLabel() String", func(_ *host.Call, this any, _ []any) any { return this.(*FileAttribute).Label }),
		host.M(host.Documented, "getValue() String", func(_ *host.Call, this any, _ []any) any { return this.(*FileAttribute).Value }),
		host.M(host.Ours, "getId() String", func(_ *host.Call, this any, _ []any) any { return this.(*FileAttribute).ID }),
		host.M(host.Documented, "valueEqualsAnyOf(Object...) boolean", func(_ *host.Call, this any, a []any) any {
			return hasString(stringsOf(a[0]), this.(*FileAttribute).Value)
		}),
		host.M(host.Ours, "valueEqualsAnyOfIgnoreCase(Object...) boolean", func(_ *host.Call, this any, a []any) any {
			return slices.ContainsFunc(stringsOf(a[0]), func(s string) bool { return strings.EqualFold(s, this.(*FileAttribute).Value) })
		}),
		host.M(host.Ours, "getPlaceholder() String", func(_ *host.Call, this any, _ []any) any { return this.(*FileAttribute).Label }),
	}},
}

func (t *Node) cellNodes() []*Node { return t.tableGrid().cells }

func trimText(n *Node) string { return n.ctx.Tree.TextOf(n.ctx.trimSpan(n.span())) }
