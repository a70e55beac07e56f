package model

import (
	"regexp"
	"strings"
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
	lowered *string
	Image   *TextEntity // state of an image that rules act on
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

func (n *Node) lower() string {
	if n.lowered == nil {
		s := strings.ToLower(n.text())
		n.lowered = &s
	}
	return *n.lowered
}

func (n *Node) parent() *Node {
	if p := n.data().Parent; p >= 0 {
		return n.ctx.Nodes[p]
	}
	return nil
}

func (n *Node) children() []*Node {
	var out []*Node
	for _, i := range n.data().Children {
		out = append(out, n.ctx.Nodes[i])
	}
	return out
}

func (n *Node) below() []*Node {
	var out []*Node
	for _, c := range n.children() {
		out = append(append(out, c), c.below()...)
	}
	return out
}

func (n *Node) ofClass(class string) []*Node {
	var out []*Node
	for _, c := range n.below() {
		if c.class == class {
			out = append(out, c)
		}
	}
	return out
}

// ownHeadline is the headline among a node's children.
func (n *Node) ownHeadline() *Node {
	for _, c := range n.children() {
		if c.class == "Headline" {
			return c
		}
	}
	return nil
}

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

func (n *Node) contains(s string, fold bool) bool {
	if fold {
		return strings.Contains(n.lower(), strings.ToLower(s))
	}
	return strings.Contains(n.text(), s)
}

// hasWord is contains for whole words.
func (n *Node) hasWord(s string, fold bool) bool {
	return len(find(n.text(), s, fold, true)) > 0
}

// find is the byte ranges of a string in a text, left to right.
func find(text, s string, fold, word bool) [][2]int {
	if s == "" {
		return nil
	}
	var hits [][2]int
	if fold {
		for _, ix := range regexp.MustCompile("(?i)"+regexp.QuoteMeta(s)).FindAllStringIndex(text, -1) {
			hits = append(hits, [2]int{ix[0], ix[1]})
		}
	} else {
		for at := 0; ; {
			i := strings.Index(text[at:], s)
			if i < 0 {
				break
			}
			hits = append(hits, [2]int{at + i, at + i + len(s)})
			at += i + len(s)
		}
	}
	if !word {
		return hits
	}
	var out [][2]int
	for _, h := range hits {
		if wholeWord(text, h) {
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

func compile(pattern string, fold bool) *regex.Pattern {
	flags := 0
	if fold {
		flags = regex.CaseInsensitive
	}
	p, err := regex.Compile(pattern, flags)
	if err != nil {
		host.Throw("PatternSyntaxException", "%v", err)
	}
	return p
}

func matches(p *regex.Pattern, text string) []regex.Match {
	all, err := p.FindAll(text)
	if err != nil {
		host.Throw("IllegalStateException", "regular expression: %v", err)
	}
	return all
}

func (n *Node) hasType(t string) bool {
	for _, e := range n.ctx.Entities {
		if e.Type == t && e.active() && e.Span.Intersects(n.span()) {
			return true
		}
	}
	return false
}

func (n *Node) ofTypes(types []string) any {
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

// TextBlock is the text of a span.
type TextBlock struct {
	ctx  *Context
	span document.Span
}

// ClassName is TextBlock.
func (*TextBlock) ClassName() string { return "TextBlock" }

// String is the text, lines joined by spaces.
func (b *TextBlock) String() string { return b.ctx.Tree.TextOf(b.span) }

// A TextRange is a span of the document's text.
type TextRange struct{ document.Span }

// ClassName is TextRange.
func (*TextRange) ClassName() string { return "TextRange" }
