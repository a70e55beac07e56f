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
type TextRange struct {
	document.Span          // in bytes; rules see the ends as Java counts them, in units of UTF-16
	ctx           *Context // nil where bytes and units are the same
}

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
	return "[" + host.ToString(r.ctx.unitsAt(r.Start)) + ", " + host.ToString(r.ctx.unitsAt(r.End)) + ")"
}

// Range returns start and end.
func (r *TextRange) Range() (start, end int) { return r.Start, r.End }

func blockMethod(signature string, body func(b *TextBlock, a []any) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, a []any) any { return body(this.(*TextBlock), a) })
}

func rangeMethod(signature string, body func(r *TextRange, a []any) any) *host.Method {
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

// lineBreaks returns the offsets at the ends of the lines of a span, except for the last
// line.
func (c *Context) lineBreaks(s document.Span) []int {
	var out []int
	for i := c.Tree.LineAt(s.Start); i < len(c.Tree.Lines) && c.Tree.Lines[i].End < s.End; i++ {
		out = append(out, c.Tree.Lines[i].End)
	}
	return out
}

// textPart returns the UTF-16 units [from, to) of a block.
func (b *TextBlock) textPart(from, to any) string {
	units := host.ToUnits(b.String())
	start, end := int(from.(int32)), int(to.(int32))
	if start < 0 || end < start || end > len(units) {
		host.Throw("StringIndexOutOfBoundsException", "begin %d, end %d, length %d", start, end, len(units))
	}
	return host.FromUnits(units[start:end])
}

var textBlockMethods = []*host.Method{
	blockMethod("getSearchText() String", func(b *TextBlock, _ []any) any { return b.String() }),
	blockMethod("getTextRange() TextRange", func(b *TextBlock, _ []any) any { return &TextRange{b.span, b.ctx} }),
	blockMethod("length() int", func(b *TextBlock, _ []any) any { return int32(len(host.ToUnits(b.String()))) }),
	blockMethod("subSequence(TextRange) String", func(b *TextBlock, a []any) any { return b.ctx.Tree.TextOf(spanOf(b.ctx, a[0])) }),
	blockMethod("subSequence(int, int) String", func(b *TextBlock, a []any) any { return b.textPart(a[0], a[1]) }),
	blockMethod("subSequenceWithLineBreaks(TextRange) String", func(b *TextBlock, a []any) any {
		return b.ctx.withBreaks(spanOf(b.ctx, a[0]))
	}),
	blockMethod("searchTextWithLineBreaks() String", func(b *TextBlock, _ []any) any { return b.ctx.withBreaks(b.span) }),
	blockMethod("getLineBreaks() List<Integer>", func(b *TextBlock, _ []any) any {
		out := host.NewList()
		for _, at := range b.ctx.lineBreaks(b.span) {
			out.Items = append(out.Items, b.ctx.unitsAt(at))
		}
		return out
	}),
	blockMethod("numberOfLines() int", func(b *TextBlock, _ []any) any {
		if b.span.Len() == 0 {
			return int32(0)
		}
		return int32(len(b.ctx.lineBreaks(b.span)) + 1)
	}),
}

func splitRange(r *TextRange, a []any) any {
	out, at := host.NewList(), r.Start
	list, _ := host.ItemsOf(a[0])
	for _, v := range list {
		unit, ok := v.(int32)
		if cut := r.ctx.bytesAt(int(unit)); ok && cut > at && cut < r.End {
			out.Items = append(out.Items, &TextRange{document.Span{Start: at, End: cut}, r.ctx})
			at = cut
		}
	}
	out.Items = append(out.Items, &TextRange{document.Span{Start: at, End: r.End}, r.ctx})
	return out
}

func newRange(c *host.Call, _ any, a []any) any {
	start, end := int(a[0].(int32)), int(a[1].(int32))
	if start < 0 || end < start {
		host.Throw("IllegalArgumentException", "a text range from %d to %d", start, end)
	}
	ctx, _ := c.Session.(*Context)
	return &TextRange{document.Span{Start: ctx.bytesAt(start), End: ctx.bytesAt(end)}, ctx}
}

var rangeMethods = []*host.Method{
	rangeMethod("start() int", func(r *TextRange, _ []any) any { return r.ctx.unitsAt(r.Start) }),
	rangeMethod("end() int", func(r *TextRange, _ []any) any { return r.ctx.unitsAt(r.End) }),
	rangeMethod("length() int", func(r *TextRange, _ []any) any { return r.ctx.unitsAt(r.End) - r.ctx.unitsAt(r.Start) }),
	rangeMethod("contains(TextRange) boolean", func(r *TextRange, a []any) any { return r.Span.Contains(a[0].(*TextRange).Span) }),
	rangeMethod("contains(int) boolean", func(r *TextRange, a []any) any {
		at := r.ctx.bytesAt(int(a[0].(int32)))
		return at >= r.Start && at < r.End
	}),
	rangeMethod("containedBy(TextRange) boolean", func(r *TextRange, a []any) any { return a[0].(*TextRange).Span.Contains(r.Span) }),
	rangeMethod("intersects(TextRange) boolean", func(r *TextRange, a []any) any { return r.Span.Intersects(a[0].(*TextRange).Span) }),
	rangeMethod("trim(TextBlock) TextRange", func(r *TextRange, a []any) any {
		c := a[0].(*TextBlock).ctx
		return &TextRange{c.trimSpan(spanOf(c, r)), c}
	}),
	rangeMethod("split(List<Integer>) List<TextRange>", splitRange),
}

// rangeList returns spans of a text block as a list of TextRange.
func rangeList(b *TextBlock, list [][2]int) any {
	out := host.NewList()
	for _, h := range list {
		out.Items = append(out.Items, &TextRange{document.Span{Start: b.span.Start + h[0], End: b.span.Start + h[1]}, b.ctx})
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
		b.ctx.visitMatches(b.span, ContextOf(c).compileRegex(textOf(a[0]), fold), false, func(m regex.Match) bool {
			if group < 0 || group >= len(m.Groups) {
				host.Throw("IndexOutOfBoundsException", "the expression %q has no group %d", textOf(a[0]), group)
			}
			if m.Groups[group][0] >= 0 {
				found = append(found, m.Groups[group])
			}
			return true
		})
		return rangeList(b, found)
	}
}

func stringRanges(fold bool) host.Body {
	return func(_ *host.Call, _ any, a []any) any {
		b := a[1].(*TextBlock)
		return rangeList(b, b.ctx.findString(b.span, textOf(a[0]), fold, false, 0))
	}
}

var searchUtility = []*host.Method{
	host.M(host.Ours, "anyMatch(CharSequence, Regex) boolean", func(c *host.Call, _ any, a []any) any {
		return hasMatch(ContextOf(c).compileRegex(textOf(a[1]), false), textOf(a[0]))
	}),
	host.M(host.Ours, "exactMatch(CharSequence, Regex) boolean", func(c *host.Call, _ any, a []any) any {
		m, err := ContextOf(c).compileRegex(textOf(a[1]), false).Matches(textOf(a[0]))
		return err == nil && m != nil
	}),
	host.M(host.Ours, "findTextRangesByRegex(Regex, TextBlock) List<TextRange>", regexRanges(false)),
	host.M(host.Ours, "findTextRangesByRegex(Regex, int, TextBlock) List<TextRange>", regexRanges(false)),
	host.M(host.Ours, "findTextRangesByRegexIgnoreCase(Regex, TextBlock) List<TextRange>", regexRanges(true)),
	host.M(host.Ours, "findTextRangesByRegexIgnoreCase(Regex, int, TextBlock) List<TextRange>", regexRanges(true)),
	host.M(host.Ours, "findTextRangesByString(String, TextBlock) List<TextRange>", stringRanges(false)),
	host.M(host.Ours, "findTextRangesByStringIgnoreCase(String, TextBlock) List<TextRange>", stringRanges(true)),
}

// textWithLines returns the text of an entity with line breaks between its visual lines.
func (e *TextEntity) textWithLines() string { return strings.TrimSpace(e.ctx.withBreaks(e.Span)) }
