package model

import (
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain/document"
	"github.com/seed-62a36931/docket/domain/rules/host"
	"github.com/seed-62a36931/docket/domain/rules/regex"
)

// A Node is a layout element. Index -1 is the empty headline of text without one.
type Node struct {
	ctx     *Context
	Index   int
	class   string
	kids    []*Node
	sorted  bool  // the kids follow each other in the text
	place   int   // among the kids of the parent
	heading *Node // the headline among the kids
	grid    *grid // of a table, nil until it is needed
	// onItsPage is its number among the leaves of its page
	onItsPage int
	Image     *TextEntity // state of an image that rules act on
}

// ClassName is the kind of element.
func (n *Node) ClassName() string { return n.class }

func (n *Node) data() *document.Node {
	if n.Index < 0 {
		return &document.Node{Parent: -1}
	}
	return &n.ctx.Tree.Nodes[n.Index]
}

func (n *Node) span() document.Span {
	if n.class == "Document" {
		return document.Span{Start: 0, End: n.ctx.Tree.Body}
	}
	return n.data().Span
}

// Range is where the node's text stands in the text of the document.
func (n *Node) Range() (start, end int) { return n.span().Start, n.span().End }

func (n *Node) text() string { return n.ctx.Tree.TextOf(n.span()) }

func (n *Node) parent() *Node {
	if p := n.data().Parent; p >= 0 {
		return n.ctx.Nodes[p]
	}
	return nil
}

// adopt looks the children up once. They are sorted when their texts follow each
// other, as those of all nodes do but of a document with headers and footers
// between its sections.
func (n *Node) adopt() {
	n.sorted = true
	end := 0
	for i, index := range n.data().Children {
		child := n.ctx.Nodes[index]
		child.place = i
		n.kids = append(n.kids, child)
		n.sorted = n.sorted && child.data().Start >= end && child.data().Len() >= 0
		end = max(end, child.data().End)
		if n.heading == nil && child.class == "Headline" {
			n.heading = child
		}
	}
}

func (n *Node) children() []*Node { return n.kids }

// each visits the nodes below, in document order.
func (n *Node) each(visit func(c *Node)) {
	for _, c := range n.kids {
		visit(c)
		c.each(visit)
	}
}

func (n *Node) below() []*Node {
	var out []*Node
	n.each(func(c *Node) { out = append(out, c) })
	return out
}

func (n *Node) ofClass(class string) []*Node {
	var out []*Node
	n.each(func(c *Node) {
		if c.class == class {
			out = append(out, c)
		}
	})
	return out
}

// ownHeadline is the headline among a node's children.
func (n *Node) ownHeadline() *Node { return n.heading }

// headline is the nearest headline: the node itself, its own, else climbing.
func (n *Node) headline() *Node {
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

// headlines are the node's own, those above and those below.
func (n *Node) headlines() []*Node {
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

// compile gives the compiled expression; each is compiled once in an analysis.
func (c *Context) compile(pattern string, fold bool) *regex.Pattern {
	if p := c.patterns[expression{pattern, fold}]; p != nil {
		return p
	}
	flags := 0
	if fold {
		flags = regex.CaseInsensitive
	}
	p, err := regex.Compile(pattern, flags)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	if c.patterns == nil {
		c.patterns = map[expression]*regex.Pattern{}
	}
	c.patterns[expression{pattern, fold}] = p
	return p
}

// holds says whether an expression is found in a text.
func holds(p *regex.Pattern, text string) bool {
	hit, err := p.Find(text)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
	return hit
}

func matches(p *regex.Pattern, text string) []regex.Match {
	all, err := p.FindAll(text)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
	return all
}

func (n *Node) hasType(t string) bool {
	has := false
	if index := n.ctx.byType[t]; index != nil {
		index.Overlapping(n.span().Start, n.span().End, func(e *TextEntity) bool {
			has = e.active()
			return !has
		})
	}
	return has
}

func (n *Node) ofTypes(types []string) any {
	if len(types) == 1 {
		if index := n.ctx.byType[types[0]]; index != nil {
			return host.NewList(found(index, n.span(), (*TextEntity).active)...)
		}
		return host.NewList()
	}
	return host.NewList(n.ctx.within(n.span(), func(e *TextEntity) bool {
		return e.active() && contains(types, e.Type)
	})...)
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (n *Node) onPage(number int) bool {
	for _, b := range n.data().Boxes {
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

func (n *Node) pages() any {
	out := host.NewSet(host.Linked, n.ctx.pagesOf(n.span())...)
	for _, b := range n.data().Boxes {
		if b.Page >= 1 && b.Page <= len(n.ctx.Pages) {
			out.Put(n.ctx.Pages[b.Page-1], true)
		}
	}
	return out
}
