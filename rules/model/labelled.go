package model

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/regex"
)

// The forms of values that have a name. The value is the first group of the expression, or
// all of it when it has none.
var valueForms = map[string]string{
	"amount": `(?:[A-Z]{3}|[$€£¥₹]|R[sp]\.?|kr\.?)?\s*\(?(-?(?:` + lakhs + `(?:\.\d{1,2})?|\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?))(?![\d%]|[.,]\d|\s?%)`,
	"date": `((?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}` +
		`|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th)?[.]?[\s-]+(?:of\s+|de\s+)?\p{L}{3,10}[.]?,?[\s-]+(?:de\s+)?\d{2,4}` +
		`|\p{L}{3,10}[.]?\s+\d{1,2}(?:st|nd|rd|th)?\s?,?\s+\d{4}))(?!\d)`,
	"number": `((?=[\p{L}./_-]*\d)[\p{L}\d](?:[\p{L}\d./_-]*[\p{L}\d])?)(?![.,]\d)`,
	"money":  `(?:[-−]\s?(?=[A-Z$€£¥₹]))?(?:[A-Z]{0,3}[$€£¥₹]|[A-Z]{3}|kr\.?|Fr\.?)?\s*\(?(-?` + lakhs + `\.\d{2}|-?\d{1,3}(?:[.,'’\s]\d{3})*[.,]\d{2}|-?\d+[.,]\d{2})(?![\d%]|[.,]\d|\s?%)`,
	"text":   `(\S.*?)\s*$`,
	"lines":  `(\S.*?)\s*$`,
}

// How far a value may be from its label, in heights of the label's line: to its right, and
// below it.
const (
	reachRight = 60
	reachBelow = 3.2
	// What a line may say behind a label before its amount, in characters.
	maxWordsBehind = 60
)

// A labelSearch looks for values of one form beside labels.
type labelSearch struct {
	c      *Context
	form   *regex.Pattern
	text   bool // the form is that of any text up to the end of the line, so what follows a label need not be its value
	more   bool // the value goes on in the lines below
	number bool // the form is that of a number with letters or digits, which no place of an address is
	far    bool // the value may stand behind other cells of its row, as sums do
}

// valuesBeside returns the values of a form that stand beside labels in a node: for each
// label, from the first to the last of the list, those in document order. Labels are
// expressions, and their case does not matter. A value stands on the line of its label, to
// the right of it, or below it; the nearest of these is taken.
func valuesBeside(n *Node, labels []string, form string) (out []document.Span) {
	pattern, named := valueForms[form]
	if !named {
		pattern = form
	}
	s := labelSearch{c: n.ctx, form: n.ctx.compileRegex("^(?:"+pattern+")", true),
		text: named && pattern == valueForms["text"] || strings.HasSuffix(form, "$"),
		more: form == "lines", number: form == "number", far: form == "money"}
	in := n.span()
	if n.class == "Document" { // labels and values may be repeated on every page, and so be page furniture
		in.End = len(n.ctx.Tree.Text)
	}
	for _, p := range listOfLabels(labels).parts() {
		for _, m := range n.ctx.matchesIn(in, p, false) {
			at := document.Span{Start: in.Start + m.Groups[0][0], End: in.Start + m.Groups[0][1]}
			v, ok := s.besideLabel(firstLineOf(n.ctx.Tree, p, at))
			if !ok {
				v, ok = s.besideLabel(at)
			}
			if ok && s.more {
				v = withLinesBelow(n.ctx.Tree, at, v)
			}
			if ok && in.Contains(v) {
				out = append(out, v)
			}
			if below, found := s.otherBelow(at, v); ok && found && in.Contains(below) {
				out = append(out, below)
			}
		}
	}
	return out
}

const (
	maxLinesBelow = 2   // that a value goes on in
	maxWrapGap    = 0.6 // between them, in heights
)

// withLinesBelow returns a value with the lines that it goes on in: they begin below its beginning, close to it, and
// have nothing below the label, where the next one would stand.
func withLinesBelow(t *document.Tree, label, v document.Span) document.Span {
	boxes, labels := t.BoxesOf(v), t.BoxesOf(label)
	i := t.LineAt(v.Start)
	if len(boxes) == 0 || len(labels) == 0 || i >= len(t.Lines) || t.Lines[i].Angle != 0 || v.End < t.Lines[i].End {
		return v
	}
	page, box := t.Lines[i].Page, boxes[0].Box
	for j := i + 1; j < len(t.Lines) && j <= i+maxLinesBelow; j++ {
		l := t.Lines[j]
		gap := box.Y - (l.Box.Y + l.Box.Height)
		isNext := l.Page == page && l.Angle == 0 && math.Abs(l.Box.X-box.X) < 2 && gap > -box.Height/2 && gap < maxWrapGap*box.Height
		if !isNext || strings.ContainsAny(t.TextOf(l.Span), ":@") || strings.TrimSpace(t.Text[v.End:l.Start]) != "" ||
			hasTextBetween(t, labels[0].Box.X-2, j) {
			break
		}
		v.End, box = l.End, l.Box
	}
	return v
}

// hasTextBetween reports whether another line stands left of a line, at its height, and not left of x.
func hasTextBetween(t *document.Tree, x float64, j int) bool {
	l := t.Lines[j]
	middle := l.Box.Y + l.Box.Height/2
	for k, o := range t.Lines {
		if k != j && o.Page == l.Page && o.Box.X >= x && o.Box.X < l.Box.X && o.Box.Y < middle && o.Box.Y+o.Box.Height > middle {
			return true
		}
	}
	return false
}

// firstLineOf returns the part of a label that stands on its first line, where that is a label, too: of
// labels one below the other, such as VAT and Total, each has a value of its own.
func firstLineOf(t *document.Tree, p *regex.Pattern, label document.Span) document.Span {
	i := t.LineAt(label.Start)
	if i >= len(t.Lines) || t.Lines[i].End >= label.End {
		return label
	}
	found := findMatches(p, t.TextOf(document.Span{Start: label.Start, End: t.Lines[i].End}))
	if len(found) == 0 || found[0].Groups[0][0] > 0 {
		return label
	}
	return document.Span{Start: label.Start, End: label.Start + found[0].Groups[0][1]}
}

// besideLabel returns the value beside one label.
func (s labelSearch) besideLabel(label document.Span) (document.Span, bool) {
	t := s.c.Tree
	i := t.LineAt(label.End - 1)
	if i >= len(t.Lines) || label.End <= label.Start {
		return document.Span{}, false
	}
	own := t.Lines[i]
	rest := document.Span{Start: label.End, End: own.End}
	if s.c.trimSpan(skipPunctuation(t, rest)).Len() > 0 {
		if s.text && !s.beginsValue(own, label, rest) {
			return document.Span{}, false
		}
		if v, ok := s.valueIn(rest); ok || !s.far {
			return s.orBelowHeader(own, label, rest, v, ok)
		}
		return s.valueAtEnd(own, rest)
	}
	boxes := t.BoxesOf(label)
	if len(boxes) == 0 {
		return document.Span{}, false
	}
	box := uprightBox(boxes[len(boxes)-1].Box, own.Angle)
	if v, ok := s.valueRight(own, box); ok {
		return v, true
	}
	return s.valueBelow(own, box)
}

// orBelowHeader returns the value behind a label, or else the one below it, where a wide gap parts the label from what
// stands behind it: the headers of columns are one line.
func (s labelSearch) orBelowHeader(own document.Line, label, rest, v document.Span, ok bool) (document.Span, bool) {
	boxes, behind := s.c.Tree.BoxesOf(label), s.c.Tree.BoxesOf(s.c.trimSpan(skipPunctuation(s.c.Tree, rest)))
	if ok || s.text || len(boxes) == 0 || len(behind) == 0 || strings.HasPrefix(strings.TrimSpace(s.c.Tree.TextOf(rest)), ":") {
		return v, ok
	}
	box, next := uprightBox(boxes[len(boxes)-1].Box, own.Angle), uprightBox(behind[0].Box, own.Angle)
	if next.X-(box.X+box.Width) < box.Height*0.8 {
		return v, ok
	}
	return s.valueBelow(own, box)
}

// otherBelow returns the text right below a label without a colon that has another one to its right: where labels head
// columns, that is the label of the next column.
func (s labelSearch) otherBelow(label, taken document.Span) (document.Span, bool) {
	t := s.c.Tree
	i := t.LineAt(label.End - 1)
	if !s.text || s.more || i >= len(t.Lines) || t.Lines[i].Contains(taken) || t.Lines[i].End > label.End ||
		strings.HasSuffix(strings.TrimSpace(t.TextOf(label)), ":") {
		return document.Span{}, false
	}
	boxes := t.BoxesOf(label)
	if len(boxes) == 0 {
		return document.Span{}, false
	}
	below, ok := s.valueBelow(t.Lines[i], uprightBox(boxes[len(boxes)-1].Box, t.Lines[i].Angle))
	return below, ok && below != taken
}

// uprightBox returns a box as it lies when the page is turned so that text of an angle runs to
// the right. Places are then told apart as readers see them, also on pages that lie on their side.
func uprightBox(b document.Rect, angle int) document.Rect {
	switch angle {
	case 90:
		return document.Rect{X: b.Y, Y: -(b.X + b.Width), Width: b.Height, Height: b.Width}
	case 180:
		return document.Rect{X: -(b.X + b.Width), Y: -(b.Y + b.Height), Width: b.Width, Height: b.Height}
	case 270:
		return document.Rect{X: -(b.Y + b.Height), Y: b.X, Width: b.Height, Height: b.Width}
	}
	return b
}

// beginsValue reports whether the text behind a label is its value: the label is the part of the line
// begins with, and a colon or a wide gap parts it from the text.
func (s labelSearch) beginsValue(own document.Line, label, rest document.Span) bool {
	t := s.c.Tree
	if strings.ContainsAny(strings.TrimSpace(t.TextOf(document.Span{Start: min(own.Start, label.Start), End: label.Start})), ".,;") {
		return false
	}
	text := t.TextOf(rest)
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, ":") || strings.HasPrefix(trimmed, ". ") || strings.HasSuffix(t.TextOf(label), ":") {
		return true
	}
	value := s.c.trimSpan(rest)
	boxes, values := t.BoxesOf(label), t.BoxesOf(value)
	if len(boxes) == 0 || len(values) == 0 {
		return false
	}
	left, right := uprightBox(boxes[len(boxes)-1].Box, own.Angle), uprightBox(values[0].Box, own.Angle)
	return right.X-(left.X+left.Width) > left.Height*0.8
}

// skipPunctuation returns a span without the blanks, colons and number signs that it begins with.
func skipPunctuation(t *document.Tree, in document.Span) document.Span {
	for in.Start < in.End {
		r, size := utf8.DecodeRuneInString(t.Text[in.Start:in.End])
		if !unicode.IsSpace(r) && !strings.ContainsRune(":.#№=|", r) {
			break
		}
		in.Start += size
	}
	return in
}

// valueIn returns the value that a span begins with, after blanks and colons.
func (s labelSearch) valueIn(in document.Span) (document.Span, bool) {
	in = skipPunctuation(s.c.Tree, in)
	found := findMatches(s.form, s.c.Tree.TextOf(in))
	if len(found) == 0 {
		return document.Span{}, false
	}
	g := found[0].Groups[0]
	if len(found[0].Groups) > 1 && found[0].Groups[1][0] >= 0 {
		g = found[0].Groups[1]
	}
	v := s.c.trimSpan(document.Span{Start: in.Start + g[0], End: in.Start + g[1]})
	return v, v.Len() > 0
}

// amountBehindDash is an amount of money behind a minus or dash: "– 153,56".
const amountBehindDash = `^([-−–]\s?\d{1,3}(?:[.,'’\s]\d{3})*[.,]\d{2}|[-−–]\s?\d+[.,]\d{2})(?![\d%]|[.,]\d|\s?%)`

// valueInCell returns the value that a line of its own begins with. A dash before an amount belongs to
// it there, and does not part it from its label.
func (s labelSearch) valueInCell(in document.Span) (document.Span, bool) {
	if v, ok := s.valueIn(in); ok || !s.far {
		return v, ok
	}
	in = s.c.trimSpan(in)
	found := findMatches(s.c.compileRegex(amountBehindDash, true), s.c.Tree.TextOf(in))
	if len(found) == 0 {
		return document.Span{}, false
	}
	return document.Span{Start: in.Start + found[0].Groups[1][0], End: in.Start + found[0].Groups[1][1]}, true
}

// valueAtEnd returns the value at the end of a line that goes on with other words behind its label,
// or the one to the right of such a line.
func (s labelSearch) valueAtEnd(own document.Line, rest document.Span) (document.Span, bool) {
	text := s.c.Tree.TextOf(rest)
	if utf8.RuneCountInString(text) > maxWordsBehind {
		return document.Span{}, false
	}
	if found := findMatches(s.c.compileRegex(`(?<![\p{L}\d.,'’])`+valueForms["money"], true), text); len(found) > 0 {
		last := found[len(found)-1].Groups
		if isCurrency(text[last[0][1]:]) {
			return document.Span{Start: rest.Start + last[1][0], End: rest.Start + last[1][1]}, true
		}
	}
	box := uprightBox(own.Box, own.Angle)
	if v, ok := s.valueRight(own, box); ok {
		return v, true
	}
	return s.valueBelow(own, box)
}

// valueRight returns the value that the nearest text to the right of a label begins with.
func (s labelSearch) valueRight(own document.Line, label document.Rect) (v document.Span, ok bool) {
	right, middle := label.X+label.Width, label.Y+label.Height/2
	height := uprightBox(own.Box, own.Angle).Height
	distance := reachRight * height
	for _, i := range s.c.linesOfPage(own.Page) {
		l := &s.c.Tree.Lines[i]
		if l.Span == own.Span || l.Angle != own.Angle {
			continue
		}
		box := uprightBox(l.Box, l.Angle)
		if middle < box.Y || middle > box.Y+box.Height {
			continue
		}
		d := box.X - right
		if d <= -height/2 || d >= distance {
			continue
		}
		if s.number && isPlaceLine(strings.Join(strings.Fields(s.c.Tree.TextOf(l.Span)), " ")) {
			continue // the town of an address beside
		}
		if found, is := s.valueInCell(l.Span); is || !s.far {
			v, ok, distance = found, is, d
		}
	}
	return v, ok
}

// valueBelow returns the value that the nearest text below a label begins with, of what
// stands under it and has the form.
func (s labelSearch) valueBelow(own document.Line, label document.Rect) (v document.Span, ok bool) {
	height := uprightBox(own.Box, own.Angle).Height
	best := reachBelow * height
	for _, i := range s.c.linesOfPage(own.Page) {
		l := &s.c.Tree.Lines[i]
		if l.Angle != own.Angle {
			continue
		}
		box := uprightBox(l.Box, l.Angle)
		gap := label.Y - (box.Y + box.Height)
		if gap < -height/2 || gap >= best || box.Y >= label.Y {
			continue
		}
		if box.X > label.X+label.Width || box.X+box.Width < label.X {
			continue
		}
		if found, is := s.valueInCell(spanUnder(s.c.Tree, *l, label)); is {
			v, ok, best = found, true, gap
		}
	}
	return v, ok
}

// spanUnder returns the part of a line that stands under a label. A line that begins far to the left
// of the label may be two columns that were read as one: then the part behind a wide gap counts.
func spanUnder(t *document.Tree, l document.Line, label document.Rect) document.Span {
	sign := float64(1)
	if l.Angle >= 180 {
		sign = -1
	}
	if uprightBox(l.Box, l.Angle).X > label.X-label.Height {
		return l.Span
	}
	i, blank := 0, false
	var end float64 // of the last word
	for at, r := range t.TextOf(l.Span) {
		if i+1 >= len(l.Edges) {
			break
		}
		if unicode.IsSpace(r) {
			blank = true
		} else {
			from := sign * float64(l.Edges[i])
			if blank && from-end > label.Height*0.8 && from > label.X-label.Height && from < label.X+label.Width {
				return document.Span{Start: l.Start + at, End: l.End}
			}
			end, blank = sign*float64(l.Edges[i+1]), false
		}
		i++
	}
	return l.Span
}

// labelMethods are the methods that mark values by their labels.
var labelMethods = []*host.Method{
	host.M(host.Ours, "valueOf(List<String>, String, String, EntityType, SemanticNode) Stream<TextEntity>",
		func(c *host.Call, _ any, a []any) any {
			return lazyEntities(ContextOf(c), a[2], a[3], func() []document.Span {
				c.Budget.StepMany(int64(len(stringsOf(a[0]))) * int64(len(ContextOf(c).Tree.Lines)))
				return valuesBeside(a[4].(*Node), stringsOf(a[0]), textOf(a[1]))
			})
		}),
}
