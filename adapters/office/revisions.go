package office

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Changes that a document tracks are accepted before it is converted: a page shows what is struck
// out as text. The markup is copied in one pass over its tags. An element that goes is cut off
// again at its end; of paragraphs that are joined the properties of the last one are put in front.

// tracked finds markup that may be a tracked change.
var tracked = regexp.MustCompile(`[:<](ins|del|delText|moveFrom|moveTo|cellIns|cellDel|cellMerge|[A-Za-z]+Change)[\s/>]`)

// wordNamespaces are those of WordprocessingML, as most programs write it and strict.
var wordNamespaces = map[string]bool{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main": true, "http://purl.oclc.org/ooxml/wordprocessingml/main": true,
}

// markers are elements between paragraphs and runs that hold no text.
var markers = map[string]bool{
	"bookmarkStart": true, "bookmarkEnd": true, "commentRangeStart": true, "commentRangeEnd": true,
	"permStart": true, "permEnd": true, "proofErr": true, "lastRenderedPageBreak": true,
}

// An element is an open one on the way through the markup.
type element struct {
	name, local string // local is "" for elements of other vocabularies
	begin       int    // in the output
	inserts     int    // as many were there at its beginning
	spaces      int    // the same of prefixes that were declared
	fallback    bool   // stands in what other programs show instead
	dropped     bool   // goes, or stands in what goes
	hidden      bool   // its tags are left out, and what is in it stays
	gone        bool   // a revision has deleted it
	merge       string // of a change of merged cells: what takes its place
	filled      bool   // of a paragraph: something else than markers is in it; of cell properties: merged cells
	kept, cut   int    // rows of a table, cells of a row, or paragraphs of a cell
	// paragraph is what a paragraph is part of that revisions have joined.
	paragraph *joined
	// open is the paragraph before the next element, whose end a revision has deleted.
	open *joined
}

// A joined paragraph is several of which the ends between them were deleted.
type joined struct {
	begin, body int    // in the output: of its tag, and behind it
	name        string // of its tag
	declared    string // namespaces of the tags of the others
	properties  []byte // of the last of them
	filled      bool
}

// An insert is what goes into the output at a place.
type insert struct {
	at   int
	text []byte
}

// A reviser accepts the revisions of a part.
type reviser struct {
	out      []byte
	stack    []element
	spaces   []prefix
	inserts  []insert
	accepted int
}

// A prefix is bound to a namespace; word tells to which kind.
type prefix struct {
	name string
	word bool
}

// acceptRevisions returns the text of a part with its tracked changes accepted: what was inserted or
// moved there stays, what was deleted or moved away goes, with rows, cells and ends of paragraphs, and
// formats are the new ones. accepted counts the changes. Without any, or when the markup is broken,
// the text is returned as it is.
func acceptRevisions(text []byte) (out []byte, accepted int) {
	if !tracked.Match(text) {
		return text, 0
	}
	r := &reviser{out: make([]byte, 0, len(text))}
	if !r.readMarkup(text) || r.accepted == 0 {
		return text, 0
	}
	return r.joinOutput(), r.accepted
}

// readMarkup passes all tags on, and reports false when they do not fit together.
func (r *reviser) readMarkup(text []byte) bool {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			break
		}
		r.out = append(r.out, text[:i]...)
		text = text[i:]
		end := markupEnd(text)
		if end < 0 {
			return false
		}
		tag := text[:end]
		text = text[end:]
		switch tag[1] {
		case '!', '?':
			r.out = append(r.out, tag...)
		case '/':
			if !r.closeElement(tag) {
				return false
			}
		default:
			r.openElement(tag)
			if tag[len(tag)-2] == '/' && !r.closeElement(nil) {
				return false
			}
		}
	}
	r.out = append(r.out, text...)
	return len(r.stack) == 0
}

// markupEnd returns the length of the tag, comment or declaration that a text begins with, -1 when it
// does not end.
func markupEnd(text []byte) int {
	for _, m := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if bytes.HasPrefix(text, []byte(m[0])) {
			if i := bytes.Index(text[len(m[0]):], []byte(m[1])); i >= 0 {
				return len(m[0]) + i + len(m[1])
			}
			return -1
		}
	}
	if len(text) < 3 {
		return -1
	}
	end := tagEnd(text)
	if end < 2 {
		return -1
	}
	return end + 1
}

// openElement enters an element.
func (r *reviser) openElement(tag []byte) {
	name := tagName(tag[1:])
	e := element{name: name, inserts: len(r.inserts), spaces: len(r.spaces)}
	if bytes.Contains(tag, []byte("xmlns")) {
		r.declare(tag)
	}
	before, local, found := strings.Cut(name, ":")
	if !found {
		before, local = "", name
	}
	if r.isWord(before) {
		e.local = local
	}
	parent := r.parent()
	if parent != nil {
		e.fallback = parent.fallback || local == "Fallback" && e.local == ""
		e.dropped = parent.dropped
	}
	e.hidden = isUnwrapped(e.local) && len(r.spaces) == e.spaces && !bytes.Contains(tag, []byte("xmlns"))
	if p := r.container(); p != nil && p.open != nil {
		r.continueJoined(p, &e, tag)
	}
	e.begin = len(r.out)
	if e.local == "cellMerge" {
		e.merge = mergeOf(name, before, tag)
	}
	if !e.dropped && !e.fallback && (isRevision(e.local) || isDropped(e.local) && !strings.Contains(e.local, "Range")) {
		r.accepted++
	}
	e.dropped = e.dropped || isDropped(e.local)
	r.stack = append(r.stack, e)
	if e.paragraph == nil && !e.hidden {
		r.out = append(r.out, tag...)
	}
}

// continueJoined goes on with a paragraph whose end was deleted in the next one, or ends it in front
// of another element.
func (r *reviser) continueJoined(p, e *element, tag []byte) {
	switch {
	case e.local == "p":
		j := p.open
		j.properties = nil
		for _, m := range declaration.FindAll(tag, -1) {
			if d := string(m); !strings.Contains(j.declared, d) {
				j.declared += d
			}
		}
		e.paragraph, p.open = j, nil
	case !markers[e.local] && !e.hidden && !isDropped(e.local):
		r.endJoined(p, false)
	}
}

// mergeOf returns the element for the merged cells that a change of them leads to.
func mergeOf(name, before string, tag []byte) string {
	to := strings.TrimSuffix(name, "cellMerge")
	attribute := "vMerge"
	if before != "" {
		attribute = before + ":vMerge"
	}
	switch attributeOf(string(tag), attribute) {
	case "rest":
		return "<" + to + `vMerge ` + to + `val="restart"/>`
	case "cont":
		return "<" + to + "vMerge/>"
	}
	return ""
}

// isRevision reports whether an element holds what was inserted, deleted or moved.
func isRevision(local string) bool {
	return isUnwrapped(local) || local == "del" || local == "moveFrom"
}

// isUnwrapped reports whether an element goes, and what is in it stays.
func isUnwrapped(local string) bool { return local == "ins" || local == "moveTo" }

// isDropped reports whether an element goes with all that is in it.
func isDropped(local string) bool {
	switch local {
	case "del", "moveFrom", "delText", "delInstrText", "cellIns", "cellDel", "cellMerge", "numberingChange":
		return true
	}
	change := strings.HasSuffix(local, "PrChange") || strings.HasSuffix(local, "PrExChange") || local == "tblGridChange"
	marks := strings.HasSuffix(local, "RangeStart") || strings.HasSuffix(local, "RangeEnd")
	return change || marks && (strings.HasPrefix(local, "move") || strings.HasPrefix(local, "customXml"))
}

// tagName returns the name of the tag whose < is left out.
func tagName(tag []byte) string {
	if i := bytes.IndexAny(tag, " \t\r\n/>"); i >= 0 {
		tag = tag[:i]
	}
	return string(tag)
}

// declaration finds the namespaces that a tag declares.
var declaration = regexp.MustCompile(`\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// declare notes the prefixes that a tag binds.
func (r *reviser) declare(tag []byte) {
	for _, m := range declaration.FindAllSubmatch(tag, -1) {
		name, word := string(m[1]), wordNamespaces[string(m[2])+string(m[3])]
		if word != r.isWord(name) {
			r.spaces = append(r.spaces, prefix{name, word})
		}
	}
}

// isWord reports whether a prefix is bound to WordprocessingML.
func (r *reviser) isWord(name string) bool {
	for i := len(r.spaces) - 1; i >= 0; i-- {
		if r.spaces[i].name == name {
			return r.spaces[i].word
		}
	}
	return false
}

// parent returns the innermost open element, nil outside of all.
func (r *reviser) parent() *element {
	if len(r.stack) == 0 {
		return nil
	}
	return &r.stack[len(r.stack)-1]
}

// container returns the innermost open element that stays, nil outside of all.
func (r *reviser) container() *element {
	for i := len(r.stack) - 1; i >= 0; i-- {
		if !r.stack[i].hidden {
			return &r.stack[i]
		}
	}
	return nil
}

// closeElement leaves the innermost element, whose end tag is given; nil when it has none. It reports
// false when the tag is that of another one.
func (r *reviser) closeElement(tag []byte) bool {
	if len(r.stack) == 0 || tag != nil && tagName(tag[2:]) != r.parent().name {
		return false
	}
	e := r.parent()
	if e.open != nil {
		r.endJoined(e, e.local != "body")
	}
	left := *e
	r.stack = r.stack[:len(r.stack)-1]
	switch {
	case isDropped(left.local):
		r.cut(left)
		r.markParent(left)
	case left.isGone():
		r.cut(left)
		if holder := r.holderOf(left.local); holder != nil {
			holder.cut++
		}
	case left.local == "p":
		r.closeParagraph(left, tag)
	default:
		r.keep(left, tag)
	}
	r.spaces = r.spaces[:left.spaces]
	return true
}

// cut removes an element from the output.
func (r *reviser) cut(e element) {
	r.out, r.inserts = r.out[:e.begin], r.inserts[:e.inserts]
}

// isGone reports whether a row or a cell was deleted, or all rows of a table or cells of a row.
func (e element) isGone() bool {
	switch e.local {
	case "tc":
		return e.gone
	case "tr", "tbl":
		return e.gone || e.kept == 0 && e.cut > 0
	}
	return false
}

// markParent notes what a revision among the properties of an element says of that.
func (r *reviser) markParent(e element) {
	n := len(r.stack)
	if n < 2 {
		return
	}
	parent := &r.stack[n-1]
	switch deleted := e.local == "del" || e.local == "moveFrom"; {
	case e.local == "cellMerge" && parent.local == "tcPr" && !parent.filled:
		r.out = append(r.out, e.merge...)
	case e.local == "cellDel" && parent.local == "tcPr", deleted && parent.local == "trPr":
		r.stack[n-2].gone = true
	case deleted && n > 2 && parent.local == "rPr" && r.stack[n-2].local == "pPr":
		r.stack[n-3].gone = true
	}
}

// holderOf returns the innermost table around a row, row around a cell, or cell around a paragraph
// or table; nil without one.
func (r *reviser) holderOf(local string) *element {
	holder := map[string]string{"tr": "tbl", "tc": "tr", "p": "tc", "tbl": "tc"}[local]
	for i := len(r.stack) - 1; i >= 0 && holder != ""; i-- {
		if r.stack[i].local == holder {
			return &r.stack[i]
		}
	}
	return nil
}

// keep writes the end of an element that stays.
func (r *reviser) keep(e element, tag []byte) {
	if e.local == "tc" && e.kept == 0 && e.cut > 0 { // a cell ends with a paragraph
		r.out = append(r.out, "<"+strings.TrimSuffix(e.name, "tc")+"p/>"...)
	}
	if !e.hidden {
		r.out = append(r.out, tag...)
	}
	if e.local == "vMerge" && r.parent() != nil {
		r.parent().filled = true
	}
	if e.local == "tr" || e.local == "tc" {
		if holder := r.holderOf(e.local); holder != nil {
			holder.kept++
		}
	}
	p := r.container()
	if p == nil || p.local != "p" {
		return
	}
	switch {
	case e.local == "pPr":
		if p.gone || p.paragraph != nil {
			r.holdProperties(p, e)
		}
	case !markers[e.local] && !e.hidden:
		p.filled = true
	}
}

// holdProperties takes the properties of a paragraph that is joined with others out of the output.
func (r *reviser) holdProperties(p *element, e element) {
	if p.paragraph == nil {
		p.paragraph = &joined{begin: p.begin, body: e.begin, name: p.name}
	}
	p.paragraph.properties = bytes.Clone(r.out[e.begin:])
	r.cut(e)
}

// closeParagraph ends a paragraph, unless its end was deleted: then it goes on with the next one.
func (r *reviser) closeParagraph(e element, tag []byte) {
	if j := e.paragraph; j != nil {
		j.filled = j.filled || e.filled
		if e.gone {
			if p := r.container(); p != nil {
				p.open = j
				return
			}
		}
		r.insertProperties(j)
		tag = []byte("</" + j.name + ">")
	}
	r.out = append(r.out, tag...)
	if cell := r.holderOf("p"); cell != nil {
		cell.kept++
	}
}

// insertProperties puts the properties of a joined paragraph in front of its text, and the namespaces
// of the parts that its tag lacks into that.
func (r *reviser) insertProperties(j *joined) {
	tag := string(r.out[j.begin:j.body])
	for _, m := range declaration.FindAllStringSubmatch(j.declared, -1) {
		if name := "xmlns:" + m[1]; m[1] != "" && !strings.Contains(tag, name+"=") {
			r.inserts = append(r.inserts, insert{j.begin + 1 + len(j.name), []byte(m[0])})
			tag += name + "="
		}
	}
	r.inserts = append(r.inserts, insert{j.body, j.properties})
}

// endJoined ends a joined paragraph that no other follows. One in which nothing is left goes, unless
// it must stay as the last of its container.
func (r *reviser) endJoined(p *element, last bool) {
	j := p.open
	p.open = nil
	if !j.filled && !last {
		r.out = r.out[:j.begin]
		if cell := r.holderOf("p"); cell != nil {
			cell.cut++
		}
		return
	}
	r.insertProperties(j)
	r.out = append(r.out, "</"+j.name+">"...)
	if cell := r.holderOf("p"); cell != nil {
		cell.kept++
	}
}

// joinOutput returns the output with what goes into it.
func (r *reviser) joinOutput() []byte {
	slices.SortStableFunc(r.inserts, func(a, b insert) int { return cmp.Compare(a.at, b.at) })
	var out []byte
	from := 0
	for _, in := range r.inserts {
		out = append(append(out, r.out[from:in.at]...), in.text...)
		from = in.at
	}
	return append(out, r.out[from:]...)
}
