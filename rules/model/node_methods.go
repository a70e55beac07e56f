package model

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

func n(origin host.Origin, signature string, body func(n *Node, a []any) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*Node), a) })
}

// ne returns a method whose result depends on the entities of the node.
func ne(origin host.Origin, signature string, body func(n *Node, a []any) any) *host.Method {
	m := n(origin, signature, body)
	m.Entities = true
	return m
}

// strs returns the strings of variadic arguments, or those of the collections among them.
func strs(v any) []string {
	list, _ := host.Items(v)
	var out []string
	for _, x := range list {
		if inner, ok := host.Items(x); ok {
			out = append(out, strs(host.NewList(inner...))...)
			continue
		}
		out = append(out, text(x))
	}
	return out
}

func text(v any) string {
	if v == nil {
		host.Throw("NullPointerException", "the string is null")
	}
	return host.ToString(v)
}

// tests returns the methods for a test of one string: in its single, any and all forms,
// each also ignoring case.
func tests(single, anyOf, all string, test func(n *Node, s string, fold bool) bool) []*host.Method {
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
				for _, s := range strs(a[0]) {
					if test(n, s, fold) == want {
						return want
					}
				}
				return !want
			}
		}
		out = append(out,
			seeking(n(origin, single+suffix+"(String) boolean", func(n *Node, a []any) any {
				return test(n, text(a[0]), fold)
			}), seekString(fold)),
			seeking(n(host.Ours, anyOf+suffix+"(Object...) boolean", quantified(true)), seekAny(fold)),
			seeking(n(host.Ours, all+suffix+"(Object...) boolean", quantified(false)), seekString(fold)))
	}
	return out
}

func headlineContains(fold bool) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		for _, h := range n.headlines() {
			if h.contains(text(a[0]), fold) {
				return true
			}
		}
		return false
	}
}

func matchesRegex(fold bool) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		p := n.ctx.compile(text(a[0]), fold)
		if p.Needle() == nil {
			return holds(p, n.text())
		}
		hit := false
		n.ctx.matching(n.span(), p, false, func(regex.Match) bool { hit = true; return false })
		return hit
	}
}

func sibling(step int) func(n *Node, a []any) any {
	return func(n *Node, _ []any) any {
		p := n.parent()
		if p == nil {
			return host.Some(nil)
		}
		if i := n.place + step; i >= 0 && i < len(p.kids) {
			return host.Some(p.kids[i])
		}
		return host.Some(nil)
	}
}

func stream(nodes []*Node) any { return host.StreamOf(host.ListOf(nodes).Items) }

func ofKind(nodes []*Node, kind any) any {
	var out []*Node
	for _, c := range nodes {
		if string(c.data().Kind) == host.ToString(kind) {
			out = append(out, c)
		}
	}
	return stream(out)
}

var nodeMethods = append(append(
	tests("containsString", "containsAnyString", "containsAllStrings", (*Node).contains),
	tests("containsWord", "containsAnyWord", "containsAllWords", (*Node).hasWord)...), []*host.Method{
	seeking(n(host.Ours, "matchesRegex(Regex) boolean", matchesRegex(false)), seekRegex(false)),
	seeking(n(host.Ours, "matchesRegexIgnoreCase(Regex) boolean", matchesRegex(true)), seekRegex(true)),
	n(host.Documented, "anyHeadlineContainsString(String) boolean", headlineContains(false)),
	n(host.Documented, "anyHeadlineContainsStringIgnoreCase(String) boolean", headlineContains(true)),
	n(host.Ours, "hasText() boolean", func(n *Node, _ []any) any { return n.span().Len() > 0 }),
	n(host.Ours, "length() int", func(n *Node, _ []any) any { return int32(len(host.Units(n.text()))) }),
	n(host.Ours, "getTextBlock() TextBlock", func(n *Node, _ []any) any { return &TextBlock{n.ctx, n.span()} }),
	n(host.Ours, "getTextRange() TextRange", func(n *Node, _ []any) any { return &TextRange{n.span()} }),
	n(host.Documented, "getHeadline() Headline", func(n *Node, _ []any) any { return n.headline() }),
	ne(host.Documented, "hasEntitiesOfType(String) boolean", func(n *Node, a []any) any { return n.hasType(text(a[0])) }),
	ne(host.Ours, "hasEntitiesOfAnyType(Object...) boolean", func(n *Node, a []any) any {
		for _, t := range strs(a[0]) {
			if n.hasType(t) {
				return true
			}
		}
		return false
	}),
	ne(host.Ours, "hasEntitiesOfAllTypes(Object...) boolean", func(n *Node, a []any) any {
		for _, t := range strs(a[0]) {
			if !n.hasType(t) {
				return false
			}
		}
		return true
	}),
	ne(host.Documented, "getEntitiesOfType(Object...) List<TextEntity>", func(n *Node, a []any) any {
		return n.ofTypes(strs(a[0]))
	}),
	ne(host.Ours, "getEntities() Set<TextEntity>", func(n *Node, _ []any) any {
		return host.NewSet(host.Linked, n.ctx.within(n.span(), func(*TextEntity) bool { return true })...)
	}),
	ne(host.Ours, "streamValidEntities() Stream<TextEntity>", func(n *Node, _ []any) any {
		return host.StreamOf(n.ctx.within(n.span(), func(e *TextEntity) bool { return !e.removed() }))
	}),
	n(host.Ours, "getPages() Set<Page>", func(n *Node, _ []any) any { return n.pages() }),
	n(host.Ours, "getFirstPage() Page", func(n *Node, _ []any) any {
		if p := n.pages().(*host.Set).Keys(); len(p) > 0 {
			return p[0]
		}
		return nil
	}),
	n(host.Ours, "isOnPage(int) boolean", func(n *Node, a []any) any { return n.onPage(int(a[0].(int32))) }),
	n(host.Ours, "onPage(int) boolean", func(n *Node, a []any) any { return n.onPage(int(a[0].(int32))) }),
	n(host.Ours, "getParent() SemanticNode", func(n *Node, _ []any) any {
		if p := n.parent(); p != nil {
			return p
		}
		return nil
	}),
	n(host.Ours, "hasParent() boolean", func(n *Node, _ []any) any { return n.parent() != nil }),
	n(host.Ours, "getPreviousSibling() Optional<SemanticNode>", sibling(-1)),
	n(host.Ours, "getNextSibling() Optional<SemanticNode>", sibling(1)),
	n(host.Ours, "isLeaf() boolean", func(n *Node, _ []any) any { return len(n.children()) == 0 }),
	n(host.Ours, "getType() NodeType", func(n *Node, _ []any) any { return nodeTypes[string(n.data().Kind)] }),
	n(host.Ours, "streamChildren() Stream<SemanticNode>", func(n *Node, _ []any) any { return stream(n.children()) }),
	n(host.Ours, "streamAllSubNodes() Stream<SemanticNode>", func(n *Node, _ []any) any { return stream(n.below()) }),
	n(host.Ours, "streamChildrenOfType(NodeType) Stream<SemanticNode>", func(n *Node, a []any) any {
		return ofKind(n.children(), a[0])
	}),
	n(host.Ours, "streamAllSubNodesOfType(NodeType) Stream<SemanticNode>", func(n *Node, a []any) any {
		return ofKind(n.below(), a[0])
	}),
	n(host.Ours, "hasTables() boolean", func(n *Node, _ []any) any { return len(n.ofClass("Table")) > 0 }),
}...)

var nodeTypes = host.Enumeration("NodeType", "DOCUMENT", "SUPER_SECTION", "SECTION", "HEADLINE", "PARAGRAPH", "TABLE", "TABLE_CELL",
	"HEADER", "FOOTER", "IMAGE")

func nodeClass(name string, methods ...*host.Method) *host.Class {
	return &host.Class{Name: name, Supers: []string{"SemanticNode"}, Methods: methods}
}

var nodeClasses = []*host.Class{
	{Name: "SemanticNode", Methods: append(nodeMethods, placeMethods...)}, {Name: "NodeType", Constants: nodeTypes},
	nodeClass("Document",
		n(host.Ours, "getHeadlines() List<Headline>", func(n *Node, _ []any) any { return host.ListOf(n.ofClass("Headline")) }),
		n(host.Ours, "getMainSections() List<Section>", func(n *Node, _ []any) any { return host.ListOf(n.ofClass("Section")) }),
		n(host.Ours, "getNumberOfPages() int", func(n *Node, _ []any) any { return int32(len(n.ctx.Pages)) }),
		n(host.Ours, "getPages() Set<Page>", func(n *Node, _ []any) any {
			return host.NewSet(host.Linked, host.ListOf(n.ctx.Pages).Items...)
		}),
		n(host.Ours, "streamTerminalTextBlocksInOrder() Stream<TextBlock>", func(n *Node, _ []any) any {
			var out []any
			n.each(func(c *Node) {
				if len(c.kids) == 0 && c.span().Len() > 0 {
					out = append(out, &TextBlock{c.ctx, c.span()})
				}
			})
			return host.StreamOf(out)
		}),
		n(host.Ours, "streamAllImages() Stream<Image>", func(n *Node, _ []any) any { return stream(n.ofClass("Image")) })),
	nodeClass("SuperSection"), nodeClass("Section"), nodeClass("Headline"), nodeClass("Paragraph"), nodeClass("Header"),
	nodeClass("Footer"),
	nodeClass("DuplicatedParagraph"), nodeClass("Figure"),
	nodeClass("TableCell",
		n(host.Ours, "getRow() int", func(n *Node, _ []any) any { return int32(n.data().Cell.Row) }),
		n(host.Ours, "getCol() int", func(n *Node, _ []any) any { return int32(n.data().Cell.Col) }),
		n(host.Ours, "isHeader() boolean", func(n *Node, _ []any) any { return n.data().Cell.Header })),
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
			return contains(strs(a[0]), this.(*FileAttribute).Value)
		}),
		host.M(host.Ours, "valueEqualsAnyOfIgnoreCase(Object...) boolean", func(_ *host.Call, this any, a []any) any {
			return slices.ContainsFunc(strs(a[0]), func(s string) bool { return strings.EqualFold(s, this.(*FileAttribute).Value) })
		}),
		host.M(host.Ours, "getPlaceholder() String", func(_ *host.Call, this any, _ []any) any { return this.(*FileAttribute).Label }),
	}},
}

func (t *Node) cells() []*Node { return t.table().cells }

func trimText(n *Node) string { return n.ctx.Tree.TextOf(n.ctx.trimmed(n.span())) }
