package model

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// A MatchedRule is one action of a rule on an entity.
type MatchedRule struct {
	RuleID, Reason, LegalBasis, State string
	References                        []any // entities that it rests on
}

// ClassName returns MatchedRule.
func (*MatchedRule) ClassName() string { return "MatchedRule" }

// A TextEntity is a marked piece of text.
type TextEntity struct {
	document.Span
	ctx      *Context
	Type     string
	typed    any // Type as a value of rules, once it has been asked for
	Kind     *host.Enum
	Engine   string // RULE, DICTIONARY, MODEL
	Value    *string
	Matched  []*MatchedRule
	added    []string // engines that rules have named
	decision decision
	id       string          // identifier before a manual change, "" when there is none
	manual   []*ManualChange // that were applied
	resized  bool
	number   int // among all entities, in order of creation
}

// ClassName returns TextEntity.
func (*TextEntity) ClassName() string { return "TextEntity" }

// Text returns the value of the entity for components: the one that a rule has set, or
// else the marked text.
func (e *TextEntity) Text() string {
	if e.Value != nil {
		return *e.Value
	}
	return e.ctx.Tree.TextOf(e.Span)
}

// entitySpace names the identifiers of entities: the same type, place and text give
// the same identifier in every analysis.
var entitySpace = uuid.MustParse("6b1f5c0e-2a47-5f0d-9a53-6f1d0f6a4c11")

// ID returns the identifier of the entity, a UUID of version 5.
func (e *TextEntity) ID() string {
	if e.id != "" {
		return e.id
	}
	return uuid.NewSHA1(entitySpace, fmt.Appendf(nil, "%s\x00%d\x00%d\x00%s", e.Type, e.Start, e.End, e.Original())).String()
}

// Original returns the text that the entity marks.
func (e *TextEntity) Original() string { return e.ctx.Tree.TextOf(e.Span) }

// decision caches the winner until another rule acts.
type decision struct {
	count  int
	winner *MatchedRule
}

var identifier = regexp.MustCompile(`^([A-Za-z0-9_]+)\.(\d+)\.(\d+)`)

// digits and letters are those of rule identifiers.
const (
	digits  = "0123456789"
	letters = digits + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
)

// rulePrecedence returns the sort key of a matched rule: manual changes, merging, the rest;
// then unit and number. Names that do not begin with a rule identifier come first.
func rulePrecedence(id string) [3]int {
	group, rest, _ := strings.Cut(id, ".")
	unit, rest, _ := strings.Cut(rest, ".")
	number := rest[:len(rest)-len(strings.TrimLeft(rest, digits))]
	if group == "" || unit == "" || number == "" || strings.Trim(group, letters) != "" || strings.Trim(unit, digits) != "" {
		return [3]int{}
	}
	out := [3]int{}
	switch group {
	case "MAN":
		out[0] = 2
	case "X":
		out[0] = 1
	}
	out[1], _ = strconv.Atoi(unit)
	out[2], _ = strconv.Atoi(number)
	return out
}

// WinningRule returns the matched rule that decides the state, reason and rule of the entity,
// or nil when no rule has acted.
func (e *TextEntity) WinningRule() *MatchedRule {
	for ; e.decision.count < len(e.Matched); e.decision.count++ {
		r, best := e.Matched[e.decision.count], e.decision.winner
		if best == nil || !isLess(rulePrecedence(r.RuleID), rulePrecedence(best.RuleID)) {
			e.decision.winner = r
		}
	}
	return e.decision.winner
}

func isLess(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// State returns the state that the winner set, or "" when no rule has acted.
func (e *TextEntity) State() string {
	if w := e.WinningRule(); w != nil {
		return w.State
	}
	return ""
}

func (e *TextEntity) isRemoved() bool { return e.State() == document.StateRemoved }
func (e *TextEntity) isActive() bool  { return !e.isRemoved() && e.State() != document.StateIgnored }

const contextLength = 60 // characters of text before and after

// TextBefore returns a piece of the text before the entity, in the block that contains it.
func (e *TextEntity) TextBefore() string {
	text, at := e.ctx.Tree.Text[:e.Start], e.Start
	from := min(e.enclosingBlock().Start, e.Start)
	for n := 0; n < contextLength && at > from; n++ {
		_, size := utf8.DecodeLastRuneInString(text[from:at])
		at -= size
	}
	return text[at:]
}

// TextAfter returns a piece of the text after the entity, in the block that contains it.
func (e *TextEntity) TextAfter() string {
	text, at := e.ctx.Tree.Text[:max(e.enclosingBlock().End, e.End)], e.End
	for n := 0; n < contextLength && at < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text[e.End:at]
}

// enclosingBlock returns the span of the main body, or of the header or footer that contains the
// entity.
func (e *TextEntity) enclosingBlock() document.Span {
	if e.Start < e.ctx.Tree.Body {
		return document.Span{Start: 0, End: e.ctx.Tree.Body}
	}
	return e.deepestNode().span()
}

// deepestNode returns the smallest node that contains the whole entity.
func (e *TextEntity) deepestNode() *Node {
	best := e.ctx.Nodes[0]
	for _, n := range e.ctx.intersectingNodes(e.Span) {
		if n.treeNode().Span.Contains(e.Span) {
			best = n
		}
	}
	return best
}

// Headline returns the text of the nearest headline.
func (e *TextEntity) Headline() string {
	return strings.TrimSpace(e.deepestNode().nearestHeadline().text())
}

func entityMethod(origin host.Origin, signature string, body func(e *TextEntity, a []any) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*TextEntity), a) })
}

// overlapMethod returns a method that is true for overlapping ranges only.
func overlapMethod(origin host.Origin, signature string, body func(e *TextEntity, a []any) any) *host.Method {
	m := entityMethod(origin, signature, body)
	m.Overlap = true
	return m
}

// typeOf returns the type of an entity as a value of rules. It caches the value, because
// rules need it often.
func typeOf(e *TextEntity, _ []any) any {
	if known, _ := e.typed.(string); known != e.Type {
		e.typed = e.Type
	}
	return e.typed
}

// Range returns the place of the entity in the text.
func (e *TextEntity) Range() (start, end int) { return e.Start, e.End }

func actAs(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, a []any) any {
		e.addMatches(newMatchedRule(state, a))
		return nil
	}
}

func inState(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, _ []any) any { return e.State() == state }
}

var entityMethods = []*host.Method{
	entityMethod(host.Documented, "apply(String, String) void", actAs(document.StateApplied)),
	entityMethod(host.Documented, "apply(String, String, String) void", actAs(document.StateApplied)),
	entityMethod(host.Ours, "redact(String, String) void", actAs(document.StateApplied)),
	entityMethod(host.Ours, "redact(String, String, String) void", actAs(document.StateApplied)),
	entityMethod(host.Ours, "skip(String, String) void", actAs(document.StateSkipped)),
	entityMethod(host.Ours, "ignore(String, String) void", actAs(document.StateIgnored)),
	entityMethod(host.Ours, "remove(String, String) void", actAs(document.StateRemoved)),
	entityMethod(host.Ours, "offer(String, double) void", func(e *TextEntity, a []any) any {
		e.offer(textOf(a[0]), a[1].(float64))
		return nil
	}),
	entityMethod(host.Documented, "getValue() String", func(e *TextEntity, _ []any) any { return e.Text() }),
	entityMethod(host.Documented, "setValue(String) void", func(e *TextEntity, a []any) any { e.setValue(textOf(a[0])); return nil }),
	entityMethod(host.Ours, "applied() boolean", inState(document.StateApplied)),
	entityMethod(host.Ours, "skipped() boolean", inState(document.StateSkipped)),
	entityMethod(host.Ours, "ignored() boolean", inState(document.StateIgnored)),
	entityMethod(host.Ours, "removed() boolean", inState(document.StateRemoved)),
	entityMethod(host.Ours, "active() boolean", func(e *TextEntity, _ []any) any { return e.isActive() }),
	entityMethod(host.Ours, "resized() boolean", func(e *TextEntity, _ []any) any { return e.resized }),
	entityMethod(host.Ours, "hasManualChanges() boolean", func(e *TextEntity, _ []any) any { return len(e.manual) > 0 }),
	entityMethod(host.Ours, "type() String", typeOf), entityMethod(host.Ours, "getType() String", typeOf),
	entityMethod(host.Ours, "isType(String) boolean", func(e *TextEntity, a []any) any { return e.Type == a[0] }),
	entityMethod(host.Ours, "isAnyType(List<String>) boolean", func(e *TextEntity, a []any) any {
		return hasString(stringsOf(a[0]), e.Type)
	}),
	entityMethod(host.Ours, "getEntityType() EntityType", func(e *TextEntity, _ []any) any { return e.Kind }),
	entityMethod(host.Ours, "isDictionaryEntry() boolean", func(e *TextEntity, _ []any) any { return e.Engine == "DICTIONARY" }),
	entityMethod(host.Ours, "isFromModel() boolean", func(e *TextEntity, _ []any) any { return e.Engine == modelEngine }),
	entityMethod(host.Ours, "isDossierDictionaryEntry() boolean", func(*TextEntity, []any) any { return false }),
	entityMethod(host.Ours, "getTextRange() TextRange", func(e *TextEntity, _ []any) any { return &TextRange{e.Span, e.ctx} }),
	entityMethod(host.Ours, "length() int", func(e *TextEntity, _ []any) any { return int32(len(host.ToUnits(e.Text()))) }),
	entityMethod(host.Ours, "getTextBefore() String", func(e *TextEntity, _ []any) any { return e.TextBefore() }),
	entityMethod(host.Ours, "getTextAfter() String", func(e *TextEntity, _ []any) any { return e.TextAfter() }),
	overlapMethod(host.Ours, "contains(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Contains(a[0].(*TextEntity).Span)
	}),
	overlapMethod(host.Ours, "containedBy(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return a[0].(*TextEntity).Span.Contains(e.Span)
	}),
	overlapMethod(host.Ours, "intersects(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Intersects(a[0].(*TextEntity).Span)
	}),
	entityMethod(host.Ours, "getPages() Set<Page>", func(e *TextEntity, _ []any) any {
		return host.NewSet(host.Linked, e.ctx.pagesOf(e.Span)...)
	}),
	entityMethod(host.Ours, "getIntersectingNodes() List<SemanticNode>", func(e *TextEntity, _ []any) any {
		return host.ListOf(e.ctx.intersectingNodes(e.Span))
	}),
	entityMethod(host.Ours, "getDeepestFullyContainingNode() SemanticNode", func(e *TextEntity, _ []any) any { return e.deepestNode() }),
	overlapMethod(host.Ours, "occursInNode(SemanticNode) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Intersects(a[0].(*Node).span())
	}),
	entityMethod(host.Ours, "getMatchedRuleList() List<MatchedRule>", func(e *TextEntity, _ []any) any { return host.ListOf(e.Matched) }),
}

var entityTypes = host.NewEnumeration("EntityType", "ENTITY", "HINT", "RECOMMENDATION", "FALSE_POSITIVE", "FALSE_RECOMMENDATION",
	"DICTIONARY_REMOVAL")

var imageTypes = host.NewEnumeration("ImageType", "LOGO", "FORMULA", "SIGNATURE", "OTHER", "OCR", "GRAPHIC")

func imageIs(state string) func(n *Node, a []any) any {
	return func(n *Node, _ []any) any { return n.Image != nil && n.Image.State() == state }
}

var imageMethods = []*host.Method{
	nodeMethod(host.Ours, "getImageType() ImageType", func(n *Node, _ []any) any { return imageTypes[n.treeNode().Image.Type] }),
	nodeMethod(host.Ours, "isTransparent() boolean", func(n *Node, _ []any) any { return n.treeNode().Image.Transparent }),
	nodeMethod(host.Ours, "getPosition() Rectangle2D", func(n *Node, _ []any) any {
		if boxes := n.pageBoxes(); len(boxes) > 0 {
			return &Rectangle{boxes[0].Box}
		}
		return nil
	}),
	nodeMethod(host.Ours, "getPage() Page", func(n *Node, _ []any) any {
		if number := n.firstPage(); number >= 1 && number <= len(n.ctx.Pages) {
			return n.ctx.Pages[number-1]
		}
		return nil
	}),
	nodeMethod(host.Ours, "apply(String, String) void", imageAct(document.StateApplied)),
	nodeMethod(host.Ours, "apply(String, String, String) void", imageAct(document.StateApplied)),
	nodeMethod(host.Ours, "redact(String, String) void", imageAct(document.StateApplied)),
	nodeMethod(host.Ours, "redact(String, String, String) void", imageAct(document.StateApplied)),
	nodeMethod(host.Ours, "skip(String, String) void", imageAct(document.StateSkipped)),
	nodeMethod(host.Ours, "ignore(String, String) void", imageAct(document.StateIgnored)),
	nodeMethod(host.Ours, "remove(String, String) void", imageAct(document.StateRemoved)),
	nodeMethod(host.Ours, "applied() boolean", imageIs(document.StateApplied)),
	nodeMethod(host.Ours, "skipped() boolean", imageIs(document.StateSkipped)),
	nodeMethod(host.Ours, "ignored() boolean", imageIs(document.StateIgnored)),
	nodeMethod(host.Ours, "removed() boolean", imageIs(document.StateRemoved)),
}

func imageAct(state string) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		return actAs(state)(n.asEntity(), a)
	}
}

// asEntity returns the entity that holds the state of an image.
func (n *Node) asEntity() *TextEntity {
	if n.Image == nil {
		n.Image = &TextEntity{ctx: n.ctx, Type: "image", Kind: entityTypes["ENTITY"].(*host.Enum)}
	}
	return n.Image
}
