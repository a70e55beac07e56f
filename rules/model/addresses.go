package model

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

const (
	maxAddressLines = 6   // above the place
	maxAddressGap   = 1.1 // between lines, in heights of the lower one
	maxPitch        = 1.6 // from a line of an address to the next, in those of its other lines
	maxSpacedGap    = 2.4 // between lines that are paragraphs
	maxLabelGap     = 2.6 // between an address and its label
	maxIndent       = 1.6 // of an address below its label
	pieceGap        = 1.5 // parts columns that were read as one line, in heights
)

// A linePiece is the part of a line that belongs to one column.
type linePiece struct {
	document.Span
	page int
	box  document.Rect
	text string
	// Whether the text is the place of an address, and one whose code could be any number; nil before it is needed.
	place, numbered *bool
}

// isPlace reports whether the piece is the line of an address that names the place.
func (p *linePiece) isPlace() bool {
	if p.place == nil {
		is := isPlaceLine(p.text)
		p.place = &is
	}
	return *p.place
}

// columnPieces are the pieces of the lines of a span.
type columnPieces struct {
	all    []*linePiece         // in the order of the text
	onPage map[int][]*linePiece // the same by page
}

// piecesOf returns the pieces of the lines of a span, divided where gaps are wide. They are found once.
func (c *Context) piecesOf(in document.Span) *columnPieces {
	if known := c.pieces[in]; known != nil {
		return known
	}
	out := &columnPieces{all: linePieces(c.Tree, in), onPage: map[int][]*linePiece{}}
	for _, p := range out.all {
		out.onPage[p.page] = append(out.onPage[p.page], p)
	}
	if c.pieces == nil {
		c.pieces = map[document.Span]*columnPieces{}
	}
	c.pieces[in] = out
	return out
}

// linePieces returns the lines of a span in the order of the text, divided where gaps are wide.
func linePieces(t *document.Tree, in document.Span) (out []*linePiece) {
	for i := t.LineAt(in.Start); i < len(t.Lines) && t.Lines[i].Start < in.End; i++ {
		l := t.Lines[i]
		for _, s := range dividedAtGaps(t, l) {
			if boxes := t.BoxesOf(s); len(boxes) > 0 && in.Contains(s) {
				out = append(out, &linePiece{s, l.Page, uprightBox(boxes[0].Box, l.Angle), strings.Join(strings.Fields(t.TextOf(s)), " "), nil, nil})
			}
		}
	}
	return out
}

// dividedAtGaps returns the parts of a line between wide gaps, without blanks around them.
func dividedAtGaps(t *document.Tree, l document.Line) (out []document.Span) {
	height := float32(uprightBox(l.Box, l.Angle).Height)
	i, start, last := 0, -1, -1
	var end float32
	for at, r := range t.TextOf(l.Span) {
		if i+1 >= len(l.Edges) {
			break
		}
		if !unicode.IsSpace(r) {
			if start >= 0 && float32(math.Abs(float64(l.Edges[i]-end))) > pieceGap*height {
				out = append(out, document.Span{Start: l.Start + start, End: l.Start + last})
				start = -1
			}
			if start < 0 {
				start = at
			}
			last, end = at+len(string(r)), l.Edges[i+1]
		}
		i++
	}
	if start >= 0 {
		out = append(out, document.Span{Start: l.Start + start, End: l.Start + last})
	}
	return out
}

// isAligned reports whether two pieces begin, end or have their middle at the same place.
func isAligned(a, b document.Rect) bool {
	const near = 3
	return math.Abs(a.X-b.X) < near || math.Abs(a.X+a.Width-b.X-b.Width) < near || math.Abs(a.X+a.Width/2-b.X-b.Width/2) < near
}

// pieceAbove returns the piece that stands right above another one in its column, at most so many
// heights away.
func pieceAbove(pieces []*linePiece, p *linePiece, reach float64) (above *linePiece, ok bool) {
	best := reach * p.box.Height
	for _, o := range pieces {
		gap := o.box.Y - (p.box.Y + p.box.Height)
		isHigher := o.box.Y > p.box.Y+p.box.Height/3
		if isHigher && gap > -p.box.Height/2 && gap < best && isAligned(o.box, p.box) {
			above, ok, best = o, true, gap
		}
	}
	return above, ok
}

// addressAbove returns the lines of an address above its place, from the lowest to the highest.
func addressAbove(pieces []*linePiece, place *linePiece) (out []*linePiece) {
	for at := place; len(out) < maxAddressLines; {
		above, ok := pieceAbove(pieces, at, maxAddressGap)
		if !ok && len(out) == 1 && streetLine.MatchString(at.text) { // a name in large letters
			above, ok = pieceAbove(pieces, at, 2*maxAddressGap)
		}
		if !ok || above.isPlace() || len(out) > 1 && standsApart(above, at, place, out) {
			break
		}
		out = append(out, above)
		at = above
	}
	if len(out) == 0 {
		return spacedAddressAbove(pieces, place)
	}
	return out
}

// standsApart reports whether a piece stands further above the top of an address than its lines are apart, as with an
// empty line between them.
func standsApart(above, top, place *linePiece, lines []*linePiece) bool {
	pitch := (top.box.Y - place.box.Y) / float64(len(lines))
	return above.box.Y-top.box.Y > maxPitch*pitch
}

// spacedAddressAbove returns the street and the name above a place where each line is a paragraph with
// space before it: both gaps are wide, and of one height.
func spacedAddressAbove(pieces []*linePiece, place *linePiece) []*linePiece {
	street, ok := pieceAbove(pieces, place, maxSpacedGap)
	if !ok || !streetLine.MatchString(street.text) {
		return nil
	}
	name, ok := pieceAbove(pieces, street, maxSpacedGap)
	if !ok || name.isPlace() || math.Abs((name.box.Y-street.box.Y)-(street.box.Y-place.box.Y)) > place.box.Height/4 {
		return nil
	}
	return []*linePiece{street, name}
}

// labelOver returns the number of the label that stands a little higher above an address than its lines
// are apart, as above a frame; the number of labels when there is none.
func labelOver(pieces []*linePiece, top *linePiece, labels *lineLabels) int {
	best, label := maxLabelGap*top.box.Height, labels.count()
	for _, o := range pieces {
		gap := o.box.Y - (top.box.Y + top.box.Height)
		in := top.box.X - o.box.X // an address may be set in below its label
		if gap < 0 || gap >= best || in < -top.box.Height || in > maxIndent*top.box.Height {
			continue
		}
		best, label = gap, labels.labelOf(o.text)
	}
	return label
}

// namesOfAddresses returns the first lines of the postal addresses in a node, in the order of the
// text. Lines that labels match as a whole are no part of an address. Where only labelled
// addresses are asked for, those count that stand below such a line, in the order of the labels.
func namesOfAddresses(n *Node, labels []string, labelled bool) (out []document.Span) {
	t := n.ctx.Tree
	in := n.span()
	if n.class == "Document" { // addresses stand in page furniture, too
		in.End = len(t.Text)
	}
	pieces := n.ctx.piecesOf(in)
	lines := n.ctx.labelsOfLines(labels)
	found := make([][]document.Span, len(labels)+1)
	for _, p := range pieces.all {
		if !p.isPlace() && !isNumberedPlace(pieces.onPage[p.page], p) {
			continue
		}
		name, label, ok := nameOfAddressAt(pieces.onPage[p.page], p, lines)
		if ok && (label < len(labels) || !labelled) && !slices.Contains(found[label], name) {
			found[label] = append(found[label], name)
		}
	}
	for _, spans := range found {
		out = append(out, spans...)
	}
	if !labelled {
		slices.SortFunc(out, func(a, b document.Span) int { return a.Start - b.Start })
	}
	return out
}

// nameOfAddressAt returns the first line of the address with this place, and the number of its label.
func nameOfAddressAt(pieces []*linePiece, place *linePiece, labels *lineLabels) (name document.Span, label int, ok bool) {
	lines := addressAbove(pieces, place)
	name, label, ok = nameOfAddress(lines, labels)
	if ok && label == labels.count() && name.Start == lines[len(lines)-1].Start {
		label = labelOver(pieces, lines[len(lines)-1], labels)
	}
	return name, label, ok
}

// taxNumberLine is a line between a name and its street that has nothing but a tax number, who is to read it, or a remark.
var taxNumberLine = regexp.MustCompile(`^\([^()]+\)$|^(?:[Aa]ttn\b|[Aa]ttention\b|ATTN\b|[Aa]tt[.:]|FAO\b|c/o\b|[Zz]\. ?H[dä]\.?|[Zz]u Händen|t\.a\.v\.|[ÀAàa] l['’]attention\b).*$|^(?:(?:NIF|CIF|N\.I\.F\.|C\.I\.F\.|VAT|P\. ?IVA|TVA|BTW|USt-Id(?:Nr\.?)?)[:. ]*)?` +
	`(?:[A-Z]{2} ?)?[A-Z]?-?\d{7,11}-?[A-Z]?$`)

// nameOfAddress returns the first line of an address and the number of the label above it; the
// number of labels when there is none.
func nameOfAddress(lines []*linePiece, labels *lineLabels) (name document.Span, label int, ok bool) {
	lines = slices.DeleteFunc(slices.Clone(lines), func(l *linePiece) bool { return taxNumberLine.MatchString(l.text) })
	for i, l := range lines {
		if at := labels.labelOf(l.text); at < labels.count() {
			return nameIn(lines[:i], at)
		}
		if isOutsideAddress(l.text) {
			return nameIn(lines[:i], labels.count())
		}
	}
	return nameIn(lines, labels.count())
}

// streetLine is a line that begins or ends with the number of a house.
var streetLine = regexp.MustCompile(`^\d+[\p{L}]?,? \p{L}|[\p{L}.] ?\d+ ?[a-zA-Z]?(?:[-/]\d+ ?[a-zA-Z]?)?$`)

// nameIn returns the highest of the lines of an address. A single line is a name only when it does
// not look like a street.
func nameIn(lines []*linePiece, label int) (document.Span, int, bool) {
	if len(lines) == 0 || len(lines) == 1 && streetLine.MatchString(lines[0].text) {
		return document.Span{}, label, false
	}
	return wrappedName(lines), label, true
}

// openEnd ends a line whose name goes on in the next one; formAlone is a line of nothing but a legal form.
var (
	openEnd   = regexp.MustCompile(`(?:[&+/-]|(?:^|\s)(?:und|and|et|y|e|og|och|i|de|des|du|di|of|für|for))$`)
	formAlone = regexp.MustCompile(`^(?:(?:g?GmbH|mbH|AG|KGaA|KG|OHG|UG|SE|PartG(?: ?mbB)?|e\. ?[KVU]\.|Co\.?|Ltd\.?|Limited|PLC|plc|LLP|LLC|Inc\.?|` +
		`S\.?A\.?(?:S\.?|R\.?L\.?)?|S\.?R\.?L\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|S\.?L\.?(?:U\.?)?|B\.?V\.?|N\.?V\.?|BVBA|A/S|ApS|AB|AS|Oy|Lda\.?|` +
		`[Ss]p\. ?z ?o\. ?o\.|s\. ?r\. ?o\.|a\. ?s\.|d\. ?o\. ?o\.|Kft\.?|&|Pty|Pvt\.?)(?:\s+|$))+$`)
)

// wrappedName returns the highest of the lines of an address, with the next one where the name goes on in it.
func wrappedName(lines []*linePiece) document.Span {
	top := lines[len(lines)-1]
	if len(lines) < 3 {
		return top.Span
	}
	next := lines[len(lines)-2]
	goesOn := openEnd.MatchString(top.text) && !streetLine.MatchString(next.text) || formAlone.MatchString(next.text)
	if !goesOn || next.Start < top.End || next.Start > top.End+2 {
		return top.Span
	}
	return document.Span{Start: top.Start, End: next.End}
}

// partSigns are the characters that part what an address on one line consists of.
const partSigns = "·•|,–■*;-"

// addressParts parts what an address on one line consists of.
var addressParts = regexp.MustCompile(`\s*[·•|,–■*;]\s*|\s+-\s+|$`)

// ownerOf matches the words before the name of an address on one line, as in payable to.
var ownerOf = regexp.MustCompile(`(?i)^.*(?:payable to|pay to|zahlbar an|à l['’]ordre de|a favor de|intestato a|t\.n\.v\.|:)\s+`)

// nameLine matches a line that may be a name.
var nameLine = regexp.MustCompile(`^(?:\p{Lu}|\d+\p{L}|\p{Ll}\p{Lu})[^@:=]{1,60}$|^\p{Ll}[^@:=]{1,50} ` +
	`(?:g?GmbH(?: ?& ?Co\.? ?KG)?|AG|KG|OHG|UG|e\. ?K\.|Ltd\.?|Limited|LLC|Inc\.?|SARL|SAS|S\.[rR]\.[lL]\.|S\.[pP]\.A\.|S\.L\.|B\.V\.|AB|ApS|A/S|AS|Oy)$`)

// streetAndPlace is a street and a place that nothing parts.
var streetAndPlace = regexp.MustCompile(`^(?:\d[^,]*\p{L}|\p{L}[^,]*\d\p{L}?) +((?:[A-Z]{1,2}-)?\d{4,5} +\p{Lu}.*)$`)

// houseNumber is the number of a house behind the comma of its street.
var houseNumber = regexp.MustCompile(`^(?:n[.º°]? ?)?\d{1,4} ?\p{L}?$`)

// isStreetAndPlace reports whether a part of a line is a street with its place.
func isStreetAndPlace(part string) bool {
	m := streetAndPlace.FindStringSubmatch(part)
	return m != nil && isPlaceLine(m[1])
}

// namesOfAddressLines returns the names of addresses that stand on one line, as in the foot of a page
// and above the window of a letter.
func namesOfAddressLines(n *Node) (out []document.Span) {
	t := n.ctx.Tree
	in := n.span()
	if n.class == "Document" {
		in.End = len(t.Text)
	}
	pieces := n.ctx.piecesOf(in)
	for _, p := range pieces.all {
		name, ok := nameOfAddressLine(p, t.TextOf(p.Span))
		if below := pieceBelow(pieces.onPage[p.page], p); !ok && below != nil { // the line may be wrapped
			name, ok = nameOfAddressLine(p, t.TextOf(p.Span)+" "+t.TextOf(below.Span))
		}
		if ok {
			out = append(out, name)
		}
	}
	return out
}

// pieceBelow returns the piece that goes on with an address on a line, and begins right below it; nil for none.
func pieceBelow(pieces []*linePiece, p *linePiece) *linePiece {
	if !hasParts(p.text, 2) {
		return nil
	}
	for _, o := range pieces {
		gap := p.box.Y - (o.box.Y + o.box.Height)
		if o != p && math.Abs(o.box.X-p.box.X) < 3 && gap > -p.box.Height/2 && gap < maxAddressGap*p.box.Height &&
			math.Abs(o.box.Height-p.box.Height) < 1 {
			return o
		}
	}
	return nil
}

// hasParts reports whether a text may consist of so many parts: enough characters in it may part them.
func hasParts(text string, least int) bool {
	for _, r := range text {
		if strings.ContainsRune(partSigns, r) {
			if least--; least <= 1 {
				return true
			}
		}
	}
	return least <= 1
}

// formBehindComma is a legal form behind the comma of a name.
var formBehindComma = regexp.MustCompile(`^,\s*(?:S\.|L\.?da|Ltd|Limited|LLC|LLP|Inc|Lp|GmbH|e\.\s?[KV]\.|a\.\s?s\.|s\.\s?r\.|d\.\s?o\.|SA|SL|SLU|SARL|SAS|PLC)`)

// cutsOf returns where the parts of an address on one line end and begin. A comma before a legal form parts nothing.
func cutsOf(text string) [][]int {
	cuts := addressParts.FindAllStringIndex(text, 6)
	cuts = slices.DeleteFunc(cuts, func(cut []int) bool {
		return cut[1] > cut[0] && formBehindComma.MatchString(strings.TrimLeft(text[cut[0]:], " "))
	})
	return cuts[:min(len(cuts), 5)]
}

// nameOfAddressLine returns the name in a text that begins with a piece, if it is an address on one line.
func nameOfAddressLine(p *linePiece, text string) (document.Span, bool) {
	if !strings.ContainsFunc(text, unicode.IsDigit) || !hasParts(text, 3) {
		return document.Span{}, false
	}
	var parts []string
	var name document.Span
	at := 0
	for _, cut := range cutsOf(text) {
		if len(parts) == 0 {
			from := len(ownerOf.FindString(text[:cut[0]]))
			name = document.Span{Start: p.Start + from, End: p.Start + cut[0]}
			parts = append(parts, text[from:cut[0]])
		} else {
			parts = append(parts, strings.Join(strings.Fields(text[at:cut[0]]), " "))
		}
		at = cut[1]
	}
	isStreet := streetLine.MatchString(parts[0]) || len(parts) > 2 && houseNumber.MatchString(parts[1]) && isPlaceLine(parts[2])
	if !nameLine.MatchString(parts[0]) || isStreet {
		return document.Span{}, false
	}
	if len(parts) > 2 && isStreetAndPlace(parts[1]) {
		return name, true
	}
	for i := 2; i < len(parts); i++ {
		part, _, _ := strings.Cut(parts[i], ". ")
		isPlace := isPlaceLine(part) || i > 2 && isPlaceLine(parts[i-1]+", "+part)
		if isPlace && strings.ContainsFunc(strings.Join(parts[1:i], " "), unicode.IsDigit) {
			return name, true
		}
	}
	return document.Span{}, false
}

// addressMethods are the methods that mark the names of postal addresses.
var addressMethods = []*host.Method{
	host.M(host.Ours, "byAddress(List<String>, String, EntityType, SemanticNode) Stream<TextEntity>", addressMethod(false)),
	host.M(host.Ours, "byAddressBelow(List<String>, String, EntityType, SemanticNode) Stream<TextEntity>", addressMethod(true)),
	host.M(host.Ours, "byAddressLine(String, EntityType, SemanticNode) Stream<TextEntity>", func(c *host.Call, _ any, a []any) any {
		return lazyEntities(ContextOf(c), a[0], a[1], func() []document.Span {
			c.Budget.StepMany(int64(len(ContextOf(c).Tree.Lines)))
			return namesOfAddressLines(a[2].(*Node))
		})
	}),
}

func addressMethod(labelled bool) func(c *host.Call, this any, a []any) any {
	return func(c *host.Call, _ any, a []any) any {
		c.Budget.StepMany(int64(len(stringsOf(a[0]))+maxAddressLines) * int64(len(ContextOf(c).Tree.Lines)))
		return lazyEntities(ContextOf(c), a[1], a[2], func() []document.Span {
			return namesOfAddresses(a[3].(*Node), stringsOf(a[0]), labelled)
		})
	}
}
