package model

import (
	"cmp"
	"slices"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// pairNearest pairs each start with the nearest stop after it and returns the spans between
// them.
func pairNearest(starts, stops []document.Span, withStart, withEnd bool) []document.Span {
	var out []document.Span
	var last, next int
	for _, a := range starts {
		if a.Start < last {
			continue
		}
		for next < len(stops) && stops[next].Start < a.End {
			next++
		}
		if next == len(stops) {
			break
		}
		b := stops[next]
		s := document.Span{Start: a.End, End: b.Start}
		if withStart {
			s.Start = a.Start
		}
		if withEnd {
			s.End = b.End
		}
		out, last = append(out, s), b.End
	}
	return out
}

// pairShortest pairs each stop with the last start before it and returns the spans between
// them.
func pairShortest(starts, stops []document.Span, limit int) []document.Span {
	var out []document.Span
	starts = slices.SortedStableFunc(slices.Values(starts), func(a, b document.Span) int { return cmp.Compare(a.End, b.End) })
	floor, next, best := 0, 0, -1
	for _, b := range stops {
		for ; next < len(starts) && starts[next].End <= b.Start; next++ {
			if starts[next].Start >= floor {
				best = max(best, starts[next].End)
			}
		}
		if best >= 0 && (limit <= 0 || b.Start-best <= limit) {
			out, floor, best = append(out, document.Span{Start: best, End: b.Start}), b.End, -1
		}
	}
	return out
}

func pairLongest(starts, stops []document.Span, limit int) []document.Span {
	if len(starts) == 0 || len(stops) == 0 {
		return nil
	}
	s := document.Span{Start: starts[0].End, End: stops[len(stops)-1].Start}
	if s.Len() <= 0 || limit > 0 && s.Len() > limit {
		return nil
	}
	return []document.Span{s}
}

// allHits returns the spans of all of the strings in a node, by position.
func allHits(n *Node, list []string, fold bool) []document.Span {
	var out []document.Span
	for _, s := range list {
		out = append(out, findHits(n, s, fold)...)
	}
	return byStart(out)
}

func byStart(list []document.Span) []document.Span {
	slices.SortStableFunc(list, func(a, b document.Span) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

func betweenMethods() []*host.Method {
	var out []*host.Method
	for _, form := range []struct {
		suffix     string
		start, end bool
	}{{"", false, false}, {"IncludeStart", true, false}, {"IncludeEnd", false, true}, {"IncludeStartAndEnd", true, true}} {
		out = append(out, foldingMethods(host.Ours, "betweenStrings"+form.suffix, "String, String, String, EntityType, SemanticNode",
			func(a []any, fold bool) (any, any, func() []document.Span) {
				return a[2], a[3], func() []document.Span {
					return pairNearest(findHits(a[4].(*Node), textOf(a[0]), fold), findHits(a[4].(*Node), textOf(a[1]), fold),
						form.start, form.end)
				}
			})...)
	}
	out = append(out, foldingMethods(host.Ours, "betweenRegexes", "Regex, Regex, String, EntityType, SemanticNode",
		func(a []any, fold bool) (any, any, func() []document.Span) {
			return a[2], a[3], func() []document.Span {
				return pairNearest(findGroups(a[4].(*Node), textOf(a[0]), 0, fold, false),
					findGroups(a[4].(*Node), textOf(a[1]), 0, fold, false), false, false)
			}
		})...)
	for name, pair := range map[string]func(a, b []document.Span, limit int) []document.Span{
		"shortestBetweenAnyString": pairShortest, "longestBetweenAnyString": pairLongest,
	} {
		for _, params := range []string{
			"List<String>, List<String>, String, EntityType, SemanticNode",
			"List<String>, List<String>, String, EntityType, SemanticNode, int",
		} {
			out = append(out, foldingMethods(host.Ours, name, params, func(a []any, fold bool) (any, any, func() []document.Span) {
				limit := 0
				if len(a) > 5 {
					limit = int(a[5].(int32))
				}
				return a[2], a[3], func() []document.Span {
					return pair(allHits(a[4].(*Node), stringsOf(a[0]), fold), allHits(a[4].(*Node), stringsOf(a[1]), fold), limit)
				}
			})...)
		}
	}
	return out
}
