package model

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// EntityCreation is the service that marks text.
type EntityCreation struct{}

// ClassName returns EntityCreationService.
func (EntityCreation) ClassName() string { return "EntityCreationService" }

// lazyEntities returns a stream that creates the entities of spans only when it is consumed.
func lazyEntities(c *Context, typ, kind any, spans func() []document.Span) any {
	return host.NewLazyStream(func() []any {
		var out []any
		for _, s := range spans() {
			if e := c.createEntity(s, textOf(typ), kind.(*host.Enum), "RULE"); e != nil {
				out = append(out, e)
			}
		}
		return out
	})
}

func createOne(c *Context, s document.Span, typ, kind any) any {
	if e := c.createEntity(s, textOf(typ), kind.(*host.Enum), "RULE"); e != nil {
		return host.OptionalOf(e)
	}
	return host.OptionalOf(nil)
}

// findHits returns the spans of a string in a node.
func findHits(n *Node, s string, fold bool) []document.Span {
	return shiftSpans(n, n.findString(s, fold, false, 0))
}

func shiftSpans(n *Node, list [][2]int) []document.Span {
	var out []document.Span
	for _, h := range list {
		out = append(out, document.Span{Start: n.span().Start + h[0], End: n.span().Start + h[1]})
	}
	return out
}

func findGroups(n *Node, pattern string, group int, fold, breaks bool) []document.Span {
	var out [][2]int
	for _, m := range n.ctx.matchesIn(n.span(), n.ctx.compileRegex(pattern, fold), breaks) {
		if group < 0 || group >= len(m.Groups) {
			host.Throw("IndexOutOfBoundsException", "the expression %q has no group %d", pattern, group)
		}
		if g := m.Groups[group]; g[0] >= 0 {
			out = append(out, g)
		}
	}
	return shiftSpans(n, out)
}

// withBreaks returns the text of a span with a line break in place of the space at the
// end of each visual line.
func (c *Context) withBreaks(s document.Span) string {
	if c.textWithBreaks == "" {
		b := []byte(c.Tree.Text)
		for _, l := range c.Tree.Lines {
			if l.End < len(b) && b[l.End] == ' ' {
				b[l.End] = '\n'
			} else if l.End > 0 && l.End < len(b) && b[l.End-1] == ' ' {
				b[l.End-1] = '\n'
			}
		}
		c.textWithBreaks = string(b)
	}
	return c.textWithBreaks[s.Start:s.End]
}

// paragraphsOf returns the spans of the paragraphs below a node; merged joins neighbouring
// ones.
func paragraphsOf(n *Node, merged bool) []document.Span {
	var out []document.Span
	join := false
	for _, c := range n.nodesBelow() {
		if c.class != "Paragraph" || c.parent() != nil && c.parent().class == "TableCell" {
			join = false
			continue
		}
		if merged && join {
			out[len(out)-1].End = c.span().End
		} else {
			out = append(out, c.span())
		}
		join = true
	}
	return out
}

// expansionLimit is how many bytes before and after an entity are searched to expand it.
const expansionLimit = 4096

func expandEntity(e *TextEntity, pattern string, before bool) any {
	block := e.enclosingBlock()
	if before {
		block.Start = max(block.Start, e.Start-expansionLimit)
		for block.Start < e.Start && !utf8.RuneStart(e.ctx.Tree.Text[block.Start]) {
			block.Start++
		}
		head := e.ctx.Tree.Text[block.Start:e.Start]
		for _, m := range findMatches(e.ctx.compileRegex("(?:"+pattern+`)\s*$`, false), head) {
			return createOne(e.ctx, document.Span{Start: block.Start + m.Groups[0][0], End: e.End}, e.Type, e.Kind)
		}
		return host.OptionalOf(nil)
	}
	tail := e.ctx.Tree.Text[e.End:block.End]
	for end := min(len(tail), expansionLimit); end < len(tail); end++ {
		if utf8.RuneStart(tail[end]) {
			tail = tail[:end]
		}
	}
	for _, m := range findMatches(e.ctx.compileRegex(`^\s*(?:`+pattern+")", false), tail) {
		return createOne(e.ctx, document.Span{Start: e.Start, End: e.End + m.Groups[0][1]}, e.Type, e.Kind)
	}
	return host.OptionalOf(nil)
}

// foldingMethods returns the two forms of a method: the plain one, and the one that ignores
// case.
func foldingMethods(origin host.Origin, name, params string,
	spans func(a []any, fold bool) (typ, kind any, find func() []document.Span)) []*host.Method {
	var out []*host.Method
	for _, fold := range []bool{false, true} {
		suffix, o := "", origin
		if fold {
			suffix, o = "IgnoreCase", host.Ours
		}
		out = append(out, host.M(o, name+suffix+"("+params+") Stream<TextEntity>", func(c *host.Call, _ any, a []any) any {
			typ, kind, find := spans(a, fold)
			return lazyEntities(ContextOf(c), typ, kind, find)
		}))
	}
	return out
}

const stringParams = "String, String, EntityType, SemanticNode"

func creationMethods() []*host.Method {
	var out []*host.Method
	add := func(more []*host.Method) { out = append(out, more...) }
	single := func(name string, origin host.Origin, step func(n *Node, s string, fold bool) []document.Span) {
		add(foldingMethods(origin, name, stringParams, func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[1], a[2], func() []document.Span { return step(a[3].(*Node), textOf(a[0]), fold) }
		}))
	}
	each := func(f func(n *Node, s document.Span) document.Span) func(n *Node, s string, fold bool) []document.Span {
		return func(n *Node, s string, fold bool) []document.Span {
			found := findHits(n, s, fold)
			for i := range found {
				found[i] = f(n, found[i])
			}
			return found
		}
	}
	single("byString", host.Documented, findHits)
	single("lineAfterString", host.Documented, each(lineAfter))
	single("lineAfterStringAcrossColumns", host.Ours, each(acrossColumns))
	add(foldingMethods(host.Ours, "lineAfterStrings", "List<String>, String, EntityType, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[1], a[2], func() []document.Span {
				found := allHits(a[3].(*Node), stringsOf(a[0]), fold)
				for i := range found {
					found[i] = lineAfter(a[3].(*Node), found[i])
				}
				return found
			}
		}))
	for _, breaks := range []bool{false, true} {
		add(regexMethods(breaks))
	}
	add(betweenMethods())
	return slices.Concat(out, labelMethods, addressMethods, nodeCreation, deriving, nerMethods())
}

func regexMethods(breaks bool) []*host.Method {
	name := "byRegex"
	if breaks {
		name = "byRegexWithLineBreaks"
	}
	plain := foldingMethods(host.Ours, name, "Regex, String, EntityType, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[1], a[2], func() []document.Span { return findGroups(a[3].(*Node), textOf(a[0]), 0, fold, breaks) }
		})
	return append(plain, foldingMethods(host.Ours, name, "Regex, String, EntityType, int, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[1], a[2], func() []document.Span {
				return findGroups(a[4].(*Node), textOf(a[0]), int(a[3].(int32)), fold, breaks)
			}
		})...)
}

var nodeCreation = []*host.Method{
	host.M(host.Documented, "bySemanticNode(SemanticNode, String, EntityType) Optional<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			return createOne(ContextOf(c), a[0].(*Node).span(), a[1], a[2])
		}),
	host.M(host.Ours, "bySemanticNodeParagraphsOnly(SemanticNode, String, EntityType) Stream<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			return lazyEntities(ContextOf(c), a[1], a[2], func() []document.Span { return paragraphsOf(a[0].(*Node), false) })
		}),
	host.M(host.Ours, "bySemanticNodeParagraphsOnlyMergeConsecutive(SemanticNode, String, EntityType) Stream<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			return lazyEntities(ContextOf(c), a[1], a[2], func() []document.Span { return paragraphsOf(a[0].(*Node), true) })
		}),
	host.M(host.Ours, "semanticNodeAfterString(SemanticNode, String, String, EntityType) Optional<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			node := a[0].(*Node)
			if i := strings.Index(node.text(), textOf(a[1])); i >= 0 {
				return createOne(ContextOf(c), document.Span{Start: node.span().Start + i + len(textOf(a[1])), End: node.span().End},
					a[2], a[3])
			}
			return host.OptionalOf(nil)
		}),
	host.M(host.Ours, "byTextRange(TextRange, String, EntityType, SemanticNode) Optional<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			s := a[0].(*TextRange).Span
			if !a[3].(*Node).span().Contains(s) {
				host.Throw("IllegalArgumentException", "the text range lies outside of the node")
			}
			return createOne(ContextOf(c), s, a[1], a[2])
		}),
	host.M(host.Ours, "byPrefixExpansionRegex(TextEntity, Regex) Optional<TextEntity>", func(_ *host.Call, _ any, a []any) any {
		return expandEntity(a[0].(*TextEntity), textOf(a[1]), true)
	}),
	host.M(host.Ours, "bySuffixExpansionRegex(TextEntity, Regex) Optional<TextEntity>", func(_ *host.Call, _ any, a []any) any {
		return expandEntity(a[0].(*TextEntity), textOf(a[1]), false)
	}),
}
