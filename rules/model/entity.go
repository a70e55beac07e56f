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
	ctx     *Context
	Type    string
	typed   any // Type as a value of rules, once it has been asked for
	Kind    *host.Enum
	Engine  string // RULE, DICTIONARY
	Value   *string
	Matched []*MatchedRule
	added   []string // engines that rules have named
	decided decided
	id      string          // identifier before a manual change, "" when there is none
	manual  []*ManualChange // that were applied
	resized bool
	number  int // among all entities, in order of creation
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

// decided caches the winner until another rule acts.
type decided struct {
	count  int
	winner *MatchedRule
}

var identifier = regexp.MustCompile(`^([A-Za-z0-9_]+)\.(\d+)\.(\d+)`)

// digits and letters are those of rule identifiers.
const (
	digits  = "0123456789"
	letters = digits + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
)

// precedence returns the sort key of a matched rule: manual changes, merging, the rest;
// then unit and number. Names that do not begin with a rule identifier come first.
func precedence(id string) [3]int {
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

// Winner returns the matched rule that decides the state, reason and rule of the entity,
// or nil when no rule has acted.
func (e *TextEntity) Winner() *MatchedRule {
	for ; e.decided.count < len(e.Matched); e.decided.count++ {
		r, best := e.Matched[e.decided.count], e.decided.winner
		if best == nil || !less(precedence(r.RuleID), precedence(best.RuleID)) {
			e.decided.winner = r
		}
	}
	return e.decided.winner
}

func less(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// State returns the state that the winner set, or "" when no rule has acted.
func (e *TextEntity) State() string {
	if w := e.Winner(); w != nil {
		return w.State
	}
	return ""
}

func (e *TextEntity) removed() bool { return e.State() == document.StateRemoved }
func (e *TextEntity) active() bool  { return !e.removed() && e.State() != document.StateIgnored }

const contextLength = 60 // characters of text before and after

// Before returns a piece of the text before the entity, in the block that contains it.
func (e *TextEntity) Before() string {
	text, at := e.ctx.Tree.Text[:e.Start], e.Start
	from := min(e.block().Start, e.Start)
	for n := 0; n < contextLength && at > from; n++ {
		_, size := utf8.DecodeLastRuneInString(text[from:at])
		at -= size
	}
	return text[at:]
}

// After returns a piece of the text after the entity, in the block that contains it.
func (e *TextEntity) After() string {
	text, at := e.ctx.Tree.Text[:max(e.block().End, e.End)], e.End
	for n := 0; n < contextLength && at < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text[e.End:at]
}

// block returns the span of the main body, or of the header or footer that contains the
// entity.
func (e *TextEntity) block() document.Span {
	if e.Start < e.ctx.Tree.Body {
		return document.Span{Start: 0, End: e.ctx.Tree.Body}
	}
	return e.deepest().span()
}

// deepest returns the smallest node that contains the whole entity.
func (e *TextEntity) deepest() *Node {
	best := e.ctx.Nodes[0]
	for _, n := range e.ctx.intersecting(e.Span) {
		if n.data().Span.Contains(e.Span) {
			best = n
		}
	}
	return best
}

// Headline returns the text of the nearest headline.
func (e *TextEntity) Headline() string { return strings.TrimSpace(e.deepest().headline().text()) }

func te(origin host.Origin, signature string, body func(e *TextEntity, a []any) any) *host.Method {
	return host.M(origin, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*TextEntity), a) })
}

// ter returns a method that is true for overlapping ranges only.
func ter(origin host.Origin, signature string, body func(e *TextEntity, a []any) any) *host.Method {
	m := te(origin, signature, body)
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

func act(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, a []any) any {
		e.match(action(state, a))
		return nil
	}
}

func inState(state string) func(e *TextEntity, a []any) any {
	return func(e *TextEntity, _ []any) any { return e.State() == state }
}

var entityMethods = []*host.Method{
	te(host.Documented, "apply(String, String) void", act(document.StateApplied)),
	te(host.Documented, "apply(String, String, String) void", act(document.StateApplied)),
	te(host.Ours, "redact(String, String) void", act(document.StateApplied)),
	te(host.Ours, "redact(String, String, String) void", act(document.StateApplied)),
	te(host.Ours, "skip(String, String) void", act(document.StateSkipped)),
	te(host.Ours, "ignore(String, String) void", act(document.StateIgnored)),
	te(host.Ours, "remove(String, String) void", act(document.StateRemoved)),
	te(host.Documented, "getValue() String", func(e *TextEntity, _ []any) any { return e.Text() }),
	te(host.Documented, "setValue(String) void", func(e *TextEntity, a []any) any { e.setValue(text(a[0])); return nil }),
	te(host.Ours, "applied() boolean", inState(document.StateApplied)),
	te(host.Ours, "skipped() boolean", inState(document.StateSkipped)),
	te(host.Ours, "ignored() boolean", inState(document.StateIgnored)),
	te(host.Ours, "removed() boolean", inState(document.StateRemoved)),
	te(host.Ours, "active() boolean", func(e *TextEntity, _ []any) any { return e.active() }),
	te(host.Ours, "resized() boolean", func(e *TextEntity, _ []any) any { return e.resized }),
	te(host.Ours, "hasManualChanges() boolean", func(e *TextEntity, _ []any) any { return len(e.manual) > 0 }),
	te(host.Ours, "type() String", typeOf), te(host.Ours, "getType() String", typeOf),
	te(host.Ours, "isType(String) boolean", func(e *TextEntity, a []any) any { return e.Type == a[0] }),
	te(host.Ours, "isAnyType(List<String>) boolean", func(e *TextEntity, a []any) any {
		return contains(strs(a[0]), e.Type)
	}),
	te(host.Ours, "getEntityType() EntityType", func(e *TextEntity, _ []any) any { return e.Kind }),
	te(host.Ours, "isDictionaryEntry() boolean", func(e *TextEntity, _ []any) any { return e.Engine == "DICTIONARY" }),
	te(host.Ours, "isDossierDictionaryEntry() boolean", func(*TextEntity, []any) any { return false }),
	te(host.Ours, "getTextRange() TextRange", func(e *TextEntity, _ []any) any { return &TextRange{e.Span} }),
	te(host.Ours, "length() int", func(e *TextEntity, _ []any) any { return int32(len(host.Units(e.Text()))) }),
	te(host.Ours, "getTextBefore() String", func(e *TextEntity, _ []any) any { return e.Before() }),
	te(host.Ours, "getTextAfter() String", func(e *TextEntity, _ []any) any { return e.After() }),
	ter(host.Ours, "contains(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Contains(a[0].(*TextEntity).Span)
	}),
	ter(host.Ours, "containedBy(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return a[0].(*TextEntity).Span.Contains(e.Span)
	}),
	ter(host.Ours, "intersects(TextEntity) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Intersects(a[0].(*TextEntity).Span)
	}),
	te(host.Ours, "getPages() Set<Page>", func(e *TextEntity, _ []any) any {
		return host.NewSet(host.Linked, e.ctx.pagesOf(e.Span)...)
	}),
	te(host.Ours, "getIntersectingNodes() List<SemanticNode>", func(e *TextEntity, _ []any) any {
		return host.ListOf(e.ctx.intersecting(e.Span))
	}),
	te(host.Ours, "getDeepestFullyContainingNode() SemanticNode", func(e *TextEntity, _ []any) any { return e.deepest() }),
	ter(host.Ours, "occursInNode(SemanticNode) boolean", func(e *TextEntity, a []any) any {
		return e.Span.Intersects(a[0].(*Node).span())
	}),
	te(host.Ours, "getMatchedRuleList() List<MatchedRule>", func(e *TextEntity, _ []any) any { return host.ListOf(e.Matched) }),
}

var entityTypes = host.Enumeration("EntityType", "ENTITY", "HINT", "RECOMMENDATION", "FALSE_POSITIVE", "FALSE_RECOMMENDATION",
	"DICTIONARY_REMOVAL")

var imageTypes = host.Enumeration("ImageType", "LOGO", "FORMULA", "SIGNATURE", "OTHER", "OCR", "GRAPHIC")

func imageIs(state string) func(n *Node, a []any) any {
	return func(n *Node, _ []any) any { return n.Image != nil && n.Image.State() == state }
}

var imageMethods = []*host.Method{
	n(host.Ours, "getImageType() ImageType", func(n *Node, _ []any) any { return imageTypes[n.data().Image.Type] }),
	n(host.Ours, "isTransparent() boolean", func(n *Node, _ []any) any { return n.data().Image.Transparent }),
	n(host.Ours, "getPosition() Rectangle2D", func(n *Node, _ []any) any {
		if boxes := n.boxes(); len(boxes) > 0 {
			return &Rectangle{boxes[0].Box}
		}
		return nil
	}),
	n(host.Ours, "getPage() Page", func(n *Node, _ []any) any {
		if number := n.firstPage(); number >= 1 && number <= len(n.ctx.Pages) {
			return n.ctx.Pages[number-1]
		}
		return nil
	}),
	n(host.Ours, "apply(String, String) void", imageAct(document.StateApplied)),
	n(host.Ours, "apply(String, String, String) void", imageAct(document.StateApplied)),
	n(host.Ours, "redact(String, String) void", imageAct(document.StateApplied)),
	n(host.Ours, "redact(String, String, String) void", imageAct(document.StateApplied)),
	n(host.Ours, "skip(String, String) void", imageAct(document.StateSkipped)),
	n(host.Ours, "ignore(String, String) void", imageAct(document.StateIgnored)),
	n(host.Ours, "remove(String, String) void", imageAct(document.StateRemoved)),
	n(host.Ours, "applied() boolean", imageIs(document.StateApplied)),
	n(host.Ours, "skipped() boolean", imageIs(document.StateSkipped)),
	n(host.Ours, "ignored() boolean", imageIs(document.StateIgnored)),
	n(host.Ours, "removed() boolean", imageIs(document.StateRemoved)),
}

func imageAct(state string) func(n *Node, a []any) any {
	return func(n *Node, a []any) any {
		return act(state)(n.asEntity(), a)
	}
}

// asEntity returns the entity that holds the state of an image.
func (n *Node) asEntity() *TextEntity {
	if n.Image == nil {
		n.Image = &TextEntity{ctx: n.ctx, Type: "image", Kind: entityTypes["ENTITY"].(*host.Enum)}
	}
	return n.Image
}
