package model

import (
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// force creates an entity even where an equal one exists.
func (c *Context) force(s document.Span, typ string, kind *host.Enum, engine string) *TextEntity {
	s = c.trimmed(s)
	delete(c.byPlace, place{s.Start, s.End, typ})
	return c.create(s, typ, kind, engine)
}

// copyOf creates an entity of another type at the place of an entity. An equal one that
// exists is returned instead.
func copyOf(c *Context, a []any, withRules bool) any {
	from := a[0].(*TextEntity)
	e := c.create(from.Span, text(a[1]), a[2].(*host.Enum), from.Engine)
	if e == nil || e == from {
		return from
	}
	e.Value = from.Value
	if withRules {
		e.match(from.Matched...)
	}
	return e
}

// merge creates one entity over the union of the ranges of several entities. It keeps
// their matched rules.
func merge(c *Context, a []any) any {
	list, _ := host.Items(a[0])
	if len(list) == 0 {
		host.Throw("IllegalArgumentException", "there are no entities to merge")
	}
	span := list[0].(*TextEntity).Span
	for _, v := range list {
		span.Start, span.End = min(span.Start, v.(*TextEntity).Start), max(span.End, v.(*TextEntity).End)
	}
	e := c.create(span, text(a[1]), a[2].(*host.Enum), "RULE")
	for _, v := range list {
		if from := v.(*TextEntity); from != e {
			e.match(from.Matched...)
		}
	}
	return e
}

func spans(list any) []document.Span {
	items, _ := host.Items(list)
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
	return later(ContextOf(c), a[2], a[3], func() []document.Span {
		node := a[4].(*Node).span()
		inside := func(list []document.Span) []document.Span {
			return slices.DeleteFunc(list, func(s document.Span) bool { return !node.Contains(s) })
		}
		return shortest(inside(spans(a[0])), inside(spans(a[1])), limit)
	})
}

// allGroups returns the spans of the matches of all of the expressions, by position.
func allGroups(n *Node, list []string, fold bool) []document.Span {
	var out []document.Span
	for _, s := range list {
		out = append(out, groups(n, s, 0, fold, false)...)
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
			if e := ContextOf(c).force(s, text(a[1]), a[2].(*host.Enum), "RULE"); e != nil {
				return host.Some(e)
			}
			return host.Some(nil)
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
			return merge(ContextOf(c), a)
		}),
	host.M(host.Ours, "betweenTextRanges(List<TextRange>, List<TextRange>, String, EntityType, SemanticNode) Stream<TextEntity>",
		betweenRanges),
	host.M(host.Ours, "betweenTextRanges(List<TextRange>, List<TextRange>, String, EntityType, SemanticNode, int) Stream<TextEntity>",
		betweenRanges),
},
	folding(host.Ours, "betweenRegexes", "List<Regex>, List<Regex>, String, EntityType, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[2], a[3], func() []document.Span {
				return between(allGroups(a[4].(*Node), strs(a[0]), fold),
					allGroups(a[4].(*Node), strs(a[1]), fold), false, false)
			}
		})...)

// actWith returns the body of an action that names other entities as its reasons.
func actWith(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, a []any) any {
		last := len(a) - 1
		m := action(state, a[:last])
		m.References, _ = host.Items(a[last])
		e.match(m)
		return nil
	}
}

func withLines(e *TextEntity, a []any) any {
	v := e.lines()
	e.setValue(v)
	return act(document.StateApplied)(e, a)
}

func mr(signature string, body func(r *MatchedRule) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return body(this.(*MatchedRule)) })
}

var ruleMethods = []*host.Method{
	mr("getRuleIdentifier() String", func(r *MatchedRule) any { return r.RuleID }),
	mr("getReason() String", func(r *MatchedRule) any { return r.Reason }),
	mr("getLegalBasis() String", func(r *MatchedRule) any { return r.LegalBasis }),
	mr("getState() String", func(r *MatchedRule) any { return r.State }),
	mr("getReferences() Set<TextEntity>", func(r *MatchedRule) any { return host.NewSet(host.Linked, r.References...) }),
}

func (e *TextEntity) engines() any {
	out := host.NewSet(host.Linked, e.Engine)
	for _, name := range e.added {
		out.Put(name, true)
	}
	return out
}

var furtherEntityMethods = []*host.Method{
	te(host.Ours, "applyWithLineBreaks(String, String) void", withLines),
	te(host.Ours, "applyWithLineBreaks(String, String, String) void", withLines),
	te(host.Ours, "applyWithReferences(String, String, String, Collection<TextEntity>) void",
		actWith(document.StateApplied)),
	te(host.Ours, "skipWithReferences(String, String, Collection<TextEntity>) void", actWith(document.StateSkipped)),
	te(host.Ours, "getMatchedRule() MatchedRule", func(e *TextEntity, _ []any) any {
		if w := e.Winner(); w != nil {
			return w
		}
		return nil
	}),
	te(host.Ours, "getId() String", func(e *TextEntity, _ []any) any { return e.ID() }),
	te(host.Ours, "matchesAnnotationId(String) boolean", func(e *TextEntity, a []any) any { return e.ID() == a[0] }),
	te(host.Ours, "getManualOverwrite() ManualOverwrite", func(e *TextEntity, _ []any) any {
		if len(e.manual) == 0 {
			return nil
		}
		return &ManualOverwrite{e.manual}
	}),
	te(host.Ours, "getDuplicateTextRanges() List<TextRange>", func(*TextEntity, []any) any { return host.NewList() }),
	te(host.Ours, "getEngines() Set<String>", func(e *TextEntity, _ []any) any { return e.engines() }),
	te(host.Ours, "addEngine(String) void", func(e *TextEntity, a []any) any { e.name(text(a[0])); return nil }),
	te(host.Ours, "getPositions() List<Position>", func(e *TextEntity, _ []any) any {
		return positions(e.ctx.Tree.Boxes(e.Span))
	}),
	te(host.Ours, "occursInNodeOfType(NodeType) boolean", func(e *TextEntity, a []any) any {
		return slices.ContainsFunc(e.ctx.intersecting(e.Span), func(n *Node) bool {
			return string(n.data().Kind) == host.ToString(a[0])
		})
	}),
}
