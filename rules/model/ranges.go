package model

import (
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// TextBlock is the text of a span.
type TextBlock struct {
	ctx  *Context
	span document.Span
}

// ClassName returns TextBlock.
func (*TextBlock) ClassName() string { return "TextBlock" }

// String returns the text, with lines joined by spaces.
func (b *TextBlock) String() string { return b.ctx.Tree.TextOf(b.span) }

// A TextRange is a span of the document's text.
type TextRange struct{ document.Span }

// ClassName returns TextRange.
func (*TextRange) ClassName() string { return "TextRange" }

// EqualTo reports whether start and end are equal.
func (r *TextRange) EqualTo(o any) bool {
	other, ok := o.(*TextRange)
	return ok && other.Span == r.Span
}

// HashCode returns the hash code of start and end.
func (r *TextRange) HashCode() int32 { return int32(31*r.Start + r.End) }

// String returns [start, end).
func (r *TextRange) String() string {
	return "[" + host.ToString(int32(r.Start)) + ", " + host.ToString(int32(r.End)) + ")"
}

// Range returns start and end.
func (r *TextRange) Range() (start, end int) { return r.Start, r.End }

func tb(signature string, body func(b *TextBlock, a []any) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*TextBlock), a) })
}

func tr(signature string, body func(r *TextRange, a []any) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*TextRange), a) })
}

// spanOf returns the span of a range that a rule passes. It throws when the range is
// outside of the text.
func spanOf(c *Context, v any) document.Span {
	r, ok := v.(*TextRange)
	if !ok {
		host.Throw("NullPointerException", "the text range is null")
	}
	if r.Start < 0 || r.End < r.Start || r.End > len(c.Tree.Text) {
		host.Throw("IndexOutOfBoundsException", "the text range %s is outside of the document", r)
	}
	return r.Span
}

// breaks returns the offsets at the ends of the lines of a span, except for the last
// line.
func (c *Context) breaks(s document.Span) []int {
	var out []int
	for i := c.Tree.LineAt(s.Start); i < len(c.Tree.Lines) && c.Tree.Lines[i].End < s.End; i++ {
		out = append(out, c.Tree.Lines[i].End)
	}
	return out
}

// part returns the UTF-16 units [from, to) of a block.
func (b *TextBlock) part(from, to any) string {
	units := host.Units(b.String())
	start, end := int(from.(int32)), int(to.(int32))
	if start < 0 || end < start || end > len(units) {
		host.Throw("StringIndexOutOfBoundsException", "begin %d, end %d, length %d", start, end, len(units))
	}
	return host.FromUnits(units[start:end])
}

var textBlockMethods = []*host.Method{
	tb("getSearchText() String", func(b *TextBlock, _ []any) any { return b.String() }),
	tb("getTextRange() TextRange", func(b *TextBlock, _ []any) any { return &TextRange{b.span} }),
	tb("length() int", func(b *TextBlock, _ []any) any { return int32(len(host.Units(b.String()))) }),
	tb("subSequence(TextRange) String", func(b *TextBlock, a []any) any { return b.ctx.Tree.TextOf(spanOf(b.ctx, a[0])) }),
	tb("subSequence(int, int) String", func(b *TextBlock, a []any) any { return b.part(a[0], a[1]) }),
	tb("subSequenceWithLineBreaks(TextRange) String", func(b *TextBlock, a []any) any {
		return b.ctx.withBreaks(spanOf(b.ctx, a[0]))
	}),
	tb("searchTextWithLineBreaks() String", func(b *TextBlock, _ []any) any { return b.ctx.withBreaks(b.span) }),
	tb("getLineBreaks() List<Integer>", func(b *TextBlock, _ []any) any {
		out := host.NewList()
		for _, at := range b.ctx.breaks(b.span) {
			out.Items = append(out.Items, int32(at))
		}
		return out
	}),
	tb("numberOfLines() int", func(b *TextBlock, _ []any) any {
		if b.span.Len() == 0 {
			return int32(0)
		}
		return int32(len(b.ctx.breaks(b.span)) + 1)
	}),
}

func splitRange(r *TextRange, a []any) any {
	out, at := host.NewList(), r.Start
	list, _ := host.Items(a[0])
	for _, v := range list {
		if cut, ok := v.(int32); ok && int(cut) > at && int(cut) < r.End {
			out.Items = append(out.Items, &TextRange{document.Span{Start: at, End: int(cut)}})
			at = int(cut)
		}
	}
	out.Items = append(out.Items, &TextRange{document.Span{Start: at, End: r.End}})
	return out
}

func newRange(_ *host.Call, _ any, a []any) any {
	start, end := int(a[0].(int32)), int(a[1].(int32))
	if start < 0 || end < start {
		host.Throw("IllegalArgumentException", "a text range from %d to %d", start, end)
	}
	return &TextRange{document.Span{Start: start, End: end}}
}

var rangeMethods = []*host.Method{
	tr("start() int", func(r *TextRange, _ []any) any { return int32(r.Start) }),
	tr("end() int", func(r *TextRange, _ []any) any { return int32(r.End) }),
	tr("length() int", func(r *TextRange, _ []any) any { return int32(r.Len()) }),
	tr("contains(TextRange) boolean", func(r *TextRange, a []any) any { return r.Span.Contains(a[0].(*TextRange).Span) }),
	tr("contains(int) boolean", func(r *TextRange, a []any) any {
		return int(a[0].(int32)) >= r.Start && int(a[0].(int32)) < r.End
	}),
	tr("containedBy(TextRange) boolean", func(r *TextRange, a []any) any { return a[0].(*TextRange).Span.Contains(r.Span) }),
	tr("intersects(TextRange) boolean", func(r *TextRange, a []any) any { return r.Span.Intersects(a[0].(*TextRange).Span) }),
	tr("trim(TextBlock) TextRange", func(r *TextRange, a []any) any {
		c := a[0].(*TextBlock).ctx
		return &TextRange{c.trimmed(spanOf(c, r))}
	}),
	tr("split(List<Integer>) List<TextRange>", splitRange),
}

// ranges returns spans of a text block as a list of TextRange.
func ranges(b *TextBlock, list [][2]int) any {
	out := host.NewList()
	for _, h := range list {
		out.Items = append(out.Items, &TextRange{document.Span{Start: b.span.Start + h[0], End: b.span.Start + h[1]}})
	}
	return out
}

func regexRanges(fold bool) host.Body {
	return func(c *host.Call, _ any, a []any) any {
		group := 0
		if len(a) > 2 {
			group = int(a[1].(int32))
		}
		b := a[len(a)-1].(*TextBlock)
		var found [][2]int
		b.ctx.matching(b.span, ContextOf(c).compile(text(a[0]), fold), false, func(m regex.Match) bool {
			if group < 0 || group >= len(m.Groups) {
				host.Throw("IndexOutOfBoundsException", "the expression %q has no group %d", text(a[0]), group)
			}
			if m.Groups[group][0] >= 0 {
				found = append(found, m.Groups[group])
			}
			return true
		})
		return ranges(b, found)
	}
}

func stringRanges(fold bool) host.Body {
	return func(_ *host.Call, _ any, a []any) any {
		b := a[1].(*TextBlock)
		return ranges(b, b.ctx.find(b.span, text(a[0]), fold, false, 0))
	}
}

var searchUtility = []*host.Method{
	host.M(host.Ours, "anyMatch(CharSequence, Regex) boolean", func(c *host.Call, _ any, a []any) any {
		return holds(ContextOf(c).compile(text(a[1]), false), text(a[0]))
	}),
	host.M(host.Ours, "exactMatch(CharSequence, Regex) boolean", func(c *host.Call, _ any, a []any) any {
		m, err := ContextOf(c).compile(text(a[1]), false).Matches(text(a[0]))
		return err == nil && m != nil
	}),
	host.M(host.Ours, "findTextRangesByRegex(Regex, TextBlock) List<TextRange>", regexRanges(false)),
	host.M(host.Ours, "findTextRangesByRegex(Regex, int, TextBlock) List<TextRange>", regexRanges(false)),
	host.M(host.Ours, "findTextRangesByRegexIgnoreCase(Regex, TextBlock) List<TextRange>", regexRanges(true)),
	host.M(host.Ours, "findTextRangesByRegexIgnoreCase(Regex, int, TextBlock) List<TextRange>", regexRanges(true)),
	host.M(host.Ours, "findTextRangesByString(String, TextBlock) List<TextRange>", stringRanges(false)),
	host.M(host.Ours, "findTextRangesByStringIgnoreCase(String, TextBlock) List<TextRange>", stringRanges(true)),
}

// lines returns the text of an entity with line breaks between its visual lines.
func (e *TextEntity) lines() string { return strings.TrimSpace(e.ctx.withBreaks(e.Span)) }
