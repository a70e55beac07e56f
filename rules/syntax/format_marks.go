package syntax

import (
	"cmp"
	"slices"
	"sort"
)

// The columns at which parts of a file stand.
const (
	indentStep  = 4
	partIndent  = indentStep     // of when, then, end and the attributes of a rule
	innerIndent = 2 * indentStep // of the conditions and the code of a rule
)

func sortCodes(codes []Code) []Code {
	slices.SortFunc(codes, func(a, b Code) int { return cmp.Compare(a.At, b.At) })
	return codes
}

// A marker finds out which pieces begin a part of the file.
type marker struct {
	pieces []piece
	file   *File
	ends   map[int]bool // offsets of the words that end parts
}

// indexAt returns the index of the first piece that is no comment and begins at an offset or
// after it.
func (m *marker) indexAt(offset int) int {
	i := sort.Search(len(m.pieces), func(i int) bool { return m.pieces[i].start >= offset })
	for i < len(m.pieces) && m.pieces[i].isComment() {
		i++
	}
	return i
}

// put sets the mark of the piece at an offset, and the region of all pieces from there on.
func (m *marker) put(offset int, r region, k mark) {
	i := m.indexAt(offset)
	if i == len(m.pieces) || m.pieces[i].mark.placed || k.content && m.isEmpty(i) {
		return
	}
	k.placed = true
	m.pieces[i].mark = k
	for j := i; j < len(m.pieces); j++ {
		m.pieces[j].region = r
	}
}

// isEmpty reports whether a part of the file that begins at a piece has no content: the piece is
// the word behind it.
func (m *marker) isEmpty(i int) bool {
	p := m.pieces[i]
	return p.kind == Ident && m.ends[p.start]
}

// An opening is a mark that waits to be put at its offset.
type opening struct {
	at     int
	region region
	mark   mark
}

// markPieces marks all pieces of the file.
func (m *marker) markPieces() {
	list := m.openings()
	m.ends = map[int]bool{}
	for _, o := range list {
		if o.mark.closes {
			m.ends[o.at] = true
		}
	}
	slices.SortStableFunc(list, func(a, b opening) int { return cmp.Compare(a.at, b.at) })
	for _, o := range list {
		m.put(o.at, o.region, o.mark)
	}
	m.markAttributes()
	m.moveBlanks()
}

func statementMark(blank bool) mark {
	return mark{line: true, blank: blank, restart: true, base: indentStep}
}

func endMark(indent int) mark {
	return mark{line: true, indent: indent, closes: true, restart: true, base: indent}
}

// openings returns what begins in the file, with its offset.
func (m *marker) openings() (list []opening) {
	add := func(at int, r region, k mark) { list = append(list, opening{at, r, k}) }
	for _, i := range m.file.Imports {
		add(i.Pos(), headRegion, statementMark(false))
	}
	for _, g := range m.file.Globals {
		add(g.Pos(), headRegion, statementMark(false))
	}
	for _, e := range m.file.EntryPoints {
		add(e.Pos(), headRegion, statementMark(true))
		add(e.end, headRegion, endMark(0))
	}
	for _, d := range m.file.Declares {
		add(d.Pos(), headRegion, statementMark(true))
		for _, v := range d.Values[:min(1, len(d.Values))] {
			add(v.Pos(), fieldRegion, contentMark(indentStep))
		}
		for _, f := range d.Fields {
			add(f.Pos(), fieldRegion, contentMark(indentStep))
		}
		add(d.end, headRegion, endMark(0))
	}
	for _, w := range m.file.Windows {
		add(w.Pos(), headRegion, statementMark(true))
		add(w.Pattern.Pos(), conditionsRegion, contentMark(indentStep))
		add(w.end, headRegion, endMark(0))
	}
	for _, f := range m.file.Functions {
		add(f.Pos(), headRegion, statementMark(true))
		add(f.Code.Pos(), codeRegion, mark{restart: true, base: 0})
	}
	for _, q := range m.file.Queries {
		add(q.Pos(), headRegion, statementMark(true))
		add(q.condsAt, conditionsRegion, contentMark(indentStep))
		add(q.end, headRegion, endMark(0))
	}
	for _, r := range m.file.Rules {
		list = append(list, openingsOfRule(r)...)
	}
	return list
}

func contentMark(indent int) mark {
	return mark{line: true, indent: indent, restart: true, base: indent, content: true}
}

func openingsOfRule(r *Rule) (list []opening) {
	add := func(at int, r region, k mark) { list = append(list, opening{at, r, k}) }
	part := mark{line: true, indent: partIndent, opens: true, restart: true, base: innerIndent}
	add(r.Pos(), headRegion, statementMark(true))
	if r.whenAt > 0 {
		add(r.whenAt, headRegion, part)
		add(r.whenAt+len("when"), conditionsRegion, contentMark(innerIndent))
	}
	part.closes = true
	add(r.Code.Pos()-len("then"), headRegion, part)
	code := func(c Code) { add(c.Pos(), codeRegion, contentMark(innerIndent)) }
	code(r.Code)
	for _, c := range r.Named {
		add(c.Pos(), headRegion, part)
		code(c.Code)
	}
	add(r.End, headRegion, endMark(partIndent))
	return list
}

// markAttributes puts the attributes of rules on lines of their own, and those that are the
// defaults of the file at its margin.
func (m *marker) markAttributes() {
	inRule, depth := false, 0
	for i := range m.pieces {
		p := &m.pieces[i]
		switch {
		case p.mark.placed:
			inRule, depth = p.is("rule") && p.region == headRegion && !p.mark.closes && p.mark.blank, 0
		case p.region != headRegion:
		case p.is("("):
			depth++
		case p.is(")"):
			depth--
		case depth == 0 && i > 0 && !m.pieces[i-1].is("."):
			m.markAttribute(i, inRule)
		}
	}
}

// markAttribute marks a piece if an attribute begins there.
func (m *marker) markAttribute(i int, inRule bool) {
	p, before := &m.pieces[i], m.pieces[i-1]
	if !m.isAttribute(i) {
		return
	}
	switch {
	case inRule && !before.is("rule") && !before.is("extends"):
		p.mark = mark{line: true, placed: true, indent: partIndent}
	case !inRule && p.breaks > 0:
		p.mark = mark{placed: true}
	}
}

// isAttribute reports whether the name of an attribute begins at a piece.
func (m *marker) isAttribute(i int) bool {
	if m.pieces[i].kind == verbatim {
		return m.pieces[i].text[0] != '@'
	}
	name := m.pieces[i].text
	for n := i + 1; m.pieces[i].kind == Ident && n <= i+5; n += 2 {
		if attributeWords[name] {
			return true
		}
		if n+1 >= len(m.pieces) || !m.pieces[n].is("-") || m.pieces[n+1].kind != Ident {
			break
		}
		name += "-" + m.pieces[n+1].text
	}
	return false
}

// moveBlanks moves the blank line before a statement in front of the comments that stand
// directly above it.
func (m *marker) moveBlanks() {
	for i := range m.pieces {
		if !m.pieces[i].mark.blank {
			continue
		}
		first := i
		for first > 0 && m.pieces[first].breaks == 1 && m.pieces[first-1].isComment() && (first == 1 || m.pieces[first-1].breaks > 0) {
			first--
		}
		m.pieces[i].mark.blank = false
		m.pieces[first].mark.blank = true
	}
}
