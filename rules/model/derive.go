package model

import (
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// forceEntity creates an entity even where an equal one exists.
func (c *Context) forceEntity(s document.Span, typ string, kind *host.Enum, engine string) *TextEntity {
	s = c.trimSpan(s)
	delete(c.byPlace, place{s.Start, s.End, typ})
	return c.createEntity(s, typ, kind, engine)
}

// copyOf creates an entity of another type at the place of an entity. An equal one that
// exists is returned instead.
func copyOf(c *Context, a []any, withRules bool) any {
	from := a[0].(*TextEntity)
	e := c.createEntity(from.Span, textOf(a[1]), a[2].(*host.Enum), from.Engine)
	if e == nil || e == from {
		return from
	}
	e.Value = from.Value
	if withRules {
		e.addMatches(from.Matched...)
	}
	return e
}

// mergeEntities creates one entity over the union of the ranges of several entities. It keeps
// their matched rules.
func mergeEntities(c *Context, a []any) any {
	list, _ := host.ItemsOf(a[0])
	if len(list) == 0 {
		host.Throw("IllegalArgumentException", "there are no entities to merge")
	}
	span := list[0].(*TextEntity).Span
	for _, v := range list {
		span.Start, span.End = min(span.Start, v.(*TextEntity).Start), max(span.End, v.(*TextEntity).End)
	}
	e := c.createEntity(span, textOf(a[1]), a[2].(*host.Enum), "RULE")
	for _, v := range list {
		if from := v.(*TextEntity); from != e {
			e.addMatches(from.Matched...)
		}
	}
	return e
}

func spansOf(list any) []document.Span {
	items, _ := host.ItemsOf(list)
	var out []document.Span
	for _, v := range items {
		out = append(out, v.(*TextRange).Span)
	}
	return byStart(out)
}

func betweenRanges(c *host.Call, _ any, a []any) any {
	limit := 0
	if len(a) > 5 {
		limit = int(a[5].(int32))
	}
	return lazyEntities(ContextOf(c), a[2], a[3], func() []document.Span {
		node := a[4].(*Node).span()
		inside := func(list []document.Span) []document.Span {
			return slices.DeleteFunc(list, func(s document.Span) bool { return !node.Contains(s) })
		}
		return pairShortest(inside(spansOf(a[0])), inside(spansOf(a[1])), limit)
	})
}

// allGroups returns the spans of the matches of all of the expressions, by position.
func allGroups(n *Node, list []string, fold bool) []document.Span {
	var out []document.Span
	for _, s := range list {
		out = append(out, findGroups(n, s, 0, fold, false)...)
	}
	return byStart(out)
}

var deriving = append([]*host.Method{
	host.M(host.Ours, "forceByTextRange(TextRange, String, EntityType, SemanticNode) Optional<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			s := spanOf(ContextOf(c), a[0])
			if !a[3].(*Node).span().Contains(s) {
				host.Throw("IllegalArgumentException", "the text range lies outside of the node")
			}
			if e := ContextOf(c).forceEntity(s, textOf(a[1]), a[2].(*host.Enum), "RULE"); e != nil {
				return host.OptionalOf(e)
			}
			return host.OptionalOf(nil)
		}),
	host.M(host.Ours, "copyEntity(TextEntity, String, EntityType, SemanticNode) TextEntity", func(c *host.Call, _ any, a []any) any {
		return copyOf(ContextOf(c), a, true)
	}),
	host.M(host.Ours, "copyEntityWithoutRules(TextEntity, String, EntityType, SemanticNode) TextEntity",
		func(c *host.Call, _ any, a []any) any {
			return copyOf(ContextOf(c), a, false)
		}),
	host.M(host.Ours, "mergeEntitiesOfSameType(List<TextEntity>, String, EntityType, SemanticNode) TextEntity",
		func(c *host.Call, _ any, a []any) any {
			return mergeEntities(ContextOf(c), a)
		}),
	host.M(host.Ours, "betweenTextRanges(List<TextRange>, List<TextRange>, String, EntityType, SemanticNode) Stream<TextEntity>",
		betweenRanges),
	host.M(host.Ours, "betweenTextRanges(List<TextRange>, List<TextRange>, String, EntityType, SemanticNode, int) Stream<TextEntity>",
		betweenRanges),
},
	foldingMethods(host.Ours, "betweenRegexes", "List<Regex>, List<Regex>, String, EntityType, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[2], a[3], func() []document.Span {
				return pairNearest(allGroups(a[4].(*Node), stringsOf(a[0]), fold),
					allGroups(a[4].(*Node), stringsOf(a[1]), fold), false, false)
			}
		})...)

// actWithReferences returns the body of an action that names other entities as its reasons.
func actWithReferences(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, a []any) any {
		last := len(a) - 1
		m := newMatchedRule(state, a[:last])
		m.References, _ = host.ItemsOf(a[last])
		e.addMatches(m)
		return nil
	}
}

func withLines(e *TextEntity, a []any) any {
	v := e.textWithLines()
	e.setValue(v)
	return actAs(document.StateApplied)(e, a)
}

func matchedRuleMethod(signature string, body func(r *MatchedRule) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*MatchedRule)) })
}

var ruleMethods = []*host.Method{
	matchedRuleMethod("getRuleIdentifier() String", func(r *MatchedRule) any { return r.RuleID }),
	matchedRuleMethod("getReason() String", func(r *MatchedRule) any { return r.Reason }),
	matchedRuleMethod("getLegalBasis() String", func(r *MatchedRule) any { return r.LegalBasis }),
	matchedRuleMethod("getState() String", func(r *MatchedRule) any { return r.State }),
	matchedRuleMethod("getReferences() Set<TextEntity>", func(r *MatchedRule) any { return host.NewSet(host.Linked, r.References...) }),
}

func (e *TextEntity) engineSet() any {
	out := host.NewSet(host.Linked, e.Engine)
	for _, name := range e.added {
		out.Put(name, true)
	}
	return out
}

var furtherEntityMethods = []*host.Method{
	entityMethod(host.Ours, "applyWithLineBreaks(String, String) void", withLines),
	entityMethod(host.Ours, "applyWithLineBreaks(String, String, String) void", withLines),
	entityMethod(host.Ours, "applyWithReferences(String, String, String, Collection<TextEntity>) void",
		actWithReferences(document.StateApplied)),
	entityMethod(host.Ours, "skipWithReferences(String, String, Collection<TextEntity>) void", actWithReferences(document.StateSkipped)),
	entityMethod(host.Ours, "getMatchedRule() MatchedRule", func(e *TextEntity, _ []any) any {
		if w := e.WinningRule(); w != nil {
			return w
		}
		return nil
	}),
	entityMethod(host.Ours, "getId() String", func(e *TextEntity, _ []any) any { return e.ID() }),
	entityMethod(host.Ours, "matchesAnnotationId(String) boolean", func(e *TextEntity, a []any) any { return e.ID() == a[0] }),
	entityMethod(host.Ours, "getManualOverwrite() ManualOverwrite", func(e *TextEntity, _ []any) any {
		if len(e.manual) == 0 {
			return nil
		}
		return &ManualOverwrite{e.manual}
	}),
	entityMethod(host.Ours, "getDuplicateTextRanges() List<TextRange>", func(*TextEntity, []any) any { return host.NewList() }),
	entityMethod(host.Ours, "getEngines() Set<String>", func(e *TextEntity, _ []any) any { return e.engineSet() }),
	entityMethod(host.Ours, "addEngine(String) void", func(e *TextEntity, a []any) any { e.addEngine(textOf(a[0])); return nil }),
	entityMethod(host.Ours, "getPositions() List<Position>", func(e *TextEntity, _ []any) any {
		return positionList(e.ctx.Tree.BoxesOf(e.Span))
	}),
	entityMethod(host.Ours, "occursInNodeOfType(NodeType) boolean", func(e *TextEntity, a []any) any {
		return slices.ContainsFunc(e.ctx.intersectingNodes(e.Span), func(n *Node) bool {
			return string(n.treeNode().Kind) == host.ToString(a[0])
		})
	}),
}
