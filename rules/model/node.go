package model

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// A Node is a layout element. Index -1 is the empty headline of text without one.
type Node struct {
	ctx     *Context
	Index   int
	class   string
	kids    []*Node
	ordered []*Node // the kids by their place in the text, nil when they overlap
	place   int     // among the kids of the parent
	heading *Node   // the headline among the kids
	grid    *grid   // of a table, nil until it is needed
	// pageIndex is its number among the leaves of its page
	pageIndex int
	Image     *TextEntity // state of an image that rules act on
}

// ClassName returns the kind of element.
func (n *Node) ClassName() string { return n.class }

func (n *Node) treeNode() *document.Node {
	if n.Index < 0 {
		return &document.Node{Parent: -1}
	}
	return &n.ctx.Tree.Nodes[n.Index]
}

func (n *Node) span() document.Span {
	if n.class == "Document" {
		return document.Span{Start: 0, End: n.ctx.Tree.Body}
	}
	return n.treeNode().Span
}

// Range returns the place of the node's text in the text of the document.
func (n *Node) Range() (start, end int) { return n.span().Start, n.span().End }

func (n *Node) text() string { return n.ctx.Tree.TextOf(n.span()) }

func (n *Node) parent() *Node {
	if p := n.treeNode().Parent; p >= 0 {
		return n.ctx.Nodes[p]
	}
	return nil
}

// adoptChildren collects the children of the node once. Their texts follow each other, but not
// always in the order of the children: headers and footers are between sections, and
// their text is after the main body.
func (n *Node) adoptChildren() {
	for i, index := range n.treeNode().Children {
		child := n.ctx.Nodes[index]
		child.place = i
		n.kids = append(n.kids, child)
		if n.heading == nil && child.class == "Headline" {
			n.heading = child
		}
	}
	n.ordered = n.kids
	byStart := func(a, b *Node) int { return cmp.Compare(a.treeNode().Start, b.treeNode().Start) }
	if !slices.IsSortedFunc(n.kids, byStart) {
		n.ordered = slices.Clone(n.kids)
		slices.SortStableFunc(n.ordered, byStart)
	}
	end := 0
	for _, child := range n.ordered {
		if span := child.treeNode().Span; span.Start < end || span.Len() < 0 {
			n.ordered = nil
			return
		}
		end = child.treeNode().End
	}
}

func (n *Node) children() []*Node { return n.kids }

// visitBelow visits the nodes below, in document order.
func (n *Node) visitBelow(visit func(c *Node)) {
	for _, c := range n.kids {
		visit(c)
		c.visitBelow(visit)
	}
}

func (n *Node) nodesBelow() []*Node {
	var out []*Node
	n.visitBelow(func(c *Node) { out = append(out, c) })
	return out
}

func (n *Node) ofClass(class string) []*Node {
	var out []*Node
	n.visitBelow(func(c *Node) {
		if c.class == class {
			out = append(out, c)
		}
	})
	return out
}

// ownHeadline returns the headline among a node's children, or nil.
func (n *Node) ownHeadline() *Node { return n.heading }

// nearestHeadline returns the nearest headline: the node itself, its own, or else that of the
// nearest ancestor.
func (n *Node) nearestHeadline() *Node {
	if n.class == "Headline" {
		return n
	}
	for at := n; at != nil; at = at.parent() {
		if h := at.ownHeadline(); h != nil {
			return h
		}
	}
	return &Node{ctx: n.ctx, Index: -1, class: "Headline"}
}

// allHeadlines returns the node's own headline and those above and below it.
func (n *Node) allHeadlines() []*Node {
	out := n.ofClass("Headline")
	for at := n; at != nil; at = at.parent() {
		if h := at.ownHeadline(); h != nil {
			out = append(out, h)
		}
	}
	return out
}

func wholeWord(text string, h [2]int) bool {
	in := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	before, _ := utf8.DecodeLastRuneInString(text[:h[0]])
	first, _ := utf8.DecodeRuneInString(text[h[0]:])
	last, _ := utf8.DecodeLastRuneInString(text[:h[1]])
	after, _ := utf8.DecodeRuneInString(text[h[1]:])
	return !(in(before) && in(first)) && !(in(last) && in(after))
}

// An expression is the source of a regular expression with its one flag.
type expression struct {
	source string
	fold   bool
}

// compileRegex returns a compiled expression. Each expression is compiled once in an analysis.
func (c *Context) compileRegex(pattern string, fold bool) *regex.Pattern {
	if p := c.patterns[expression{pattern, fold}]; p != nil {
		return p
	}
	flags := 0
	if fold {
		flags = regex.CaseInsensitive | regex.UnicodeCase
	}
	p, err := regex.CompileCached(pattern, flags)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	if c.patterns == nil {
		c.patterns = map[expression]*regex.Pattern{}
	}
	c.patterns[expression{pattern, fold}] = p
	return p
}

// hasMatch reports whether a text contains a match of an expression.
func hasMatch(p *regex.Pattern, text string) bool {
	hit, err := p.Find(text)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
	return hit
}

func findMatches(p *regex.Pattern, text string) []regex.Match {
	all, err := p.FindAll(text)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
	return all
}

func (n *Node) hasType(t string) bool {
	has := false
	if index := n.ctx.byType[t]; index != nil {
		index.VisitOverlapping(n.span().Start, n.span().End, func(e *TextEntity) bool {
			has = e.isActive()
			return !has
		})
	}
	return has
}

func (n *Node) ofTypes(types []string) any {
	if len(types) == 1 {
		if index := n.ctx.byType[types[0]]; index != nil {
			return host.NewList(searchIndex(index, n.span(), (*TextEntity).isActive)...)
		}
		return host.NewList()
	}
	return host.NewList(n.ctx.entitiesWithin(n.span(), func(e *TextEntity) bool {
		return e.isActive() && hasString(types, e.Type)
	})...)
}

func hasString(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (n *Node) onPage(number int) bool {
	for _, b := range n.treeNode().Boxes {
		if b.Page == number {
			return true
		}
	}
	for _, p := range n.ctx.pagesOf(n.span()) {
		if p.(*Page).page.Number == number {
			return true
		}
	}
	return false
}

func (n *Node) pageSet() any {
	out := host.NewSet(host.Linked, n.ctx.pagesOf(n.span())...)
	for _, b := range n.treeNode().Boxes {
		if b.Page >= 1 && b.Page <= len(n.ctx.Pages) {
			out.Put(n.ctx.Pages[b.Page-1], true)
		}
	}
	return out
}
