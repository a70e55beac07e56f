package layout

import (
	"slices"
	"unicode"
)

// Limits within which the structure of a tagged file is taken seriously.
const (
	leastTagged  = 0.7  // of the letters
	leastTrusted = 0.3  // of the letters, when the tags are trusted: headers and footers have none
	leastBlock   = 8    // letters a block outside of tables, in the mean
	leastCell    = 3    // letters a cell, in the mean
	mostBlock    = 2500 // letters a block, in the mean
	mostHeadings = 0.25 // of the letters
	mostOutside  = 0.2  // of the letters, as artifacts
)

// A structure holds what the tags of a file say about its text. The zero value says
// nothing; so does that of a file whose tags cannot be.
type structure struct {
	marks   []tagMark // of each tag; nil when the tags are not used
	trusted bool      // see Document.TrustTags
}

// A tagMark holds what a tag and those above it say. Elements are given by the index of
// their tag plus 1, 0 is none.
type tagMark struct {
	block            int32 // paragraph, heading, item, cell
	table, row, cell int32
	around           *tagMark // of a table in a cell of another one: of that cell
	heading          int      // level, 0 is none
	head             bool
	item, note       bool
	artifact         bool
	furniture        bool // of a sheet of a workbook
	parts            bool // blocks are paragraphs, not lines
}

// structureOf reads the tags of a document, and doubts them.
func structureOf(doc *Document) *structure {
	if doc.Workbook {
		return &structure{marks: slices.Repeat([]tagMark{{furniture: true}}, len(doc.Tags))}
	}
	s := &structure{marks: make([]tagMark, len(doc.Tags)), trusted: doc.TrustTags}
	for i, t := range doc.Tags {
		var m tagMark
		if t.Parent >= 0 && int(t.Parent) < i {
			m = s.marks[t.Parent]
			if t.Role == "Table" && m.cell > 0 {
				m.around = &s.marks[t.Parent]
			}
		}
		m.addRole(t.Role, int32(i+1))
		s.marks[i] = m
	}
	if len(doc.Tags) == 0 || !s.isPlausible(doc) {
		return &structure{}
	}
	return s
}

// addRole adds what a role says to what the elements above have said.
func (m *tagMark) addRole(role string, id int32) {
	switch role {
	case "P", "Caption", "BlockQuote", "LBody", "TOCI", "Lbl", "Formula", "Figure":
		m.block = id
	case "H", "Title":
		m.block, m.heading = id, 1
	case "H1", "H2", "H3", "H4", "H5", "H6":
		m.block, m.heading = id, int(role[1]-'0')
	case "LI":
		m.block, m.item = id, true
	case "Note", "FENote":
		m.block, m.note = id, true
	case "Table":
		*m = tagMark{table: id, block: id, around: m.around}
	case "TR":
		m.row = id
	case "TD", "TH":
		m.cell, m.block, m.head = id, id, role == "TH"
	case "Artifact":
		*m = tagMark{artifact: true}
	}
}

// isPlausible reports whether the tags fit the text: nearly all of it is tagged, in blocks
// that are neither letters nor the whole document, with few headings and artifacts.
func (s *structure) isPlausible(doc *Document) bool {
	t := s.tallyTags(doc)
	n := float64(t.letters)
	least := leastTagged
	if doc.TrustTags {
		least = leastTrusted
	}
	if t.letters == 0 || len(t.lines) == 0 || float64(t.tagged) < least*n {
		return false
	}
	if !doc.TrustTags && (float64(t.headings) > mostHeadings*n || float64(t.artifacts) > mostOutside*n) {
		return false
	}
	long := 0
	for _, lines := range t.lines {
		if lines > 1 {
			long++
		}
	}
	for i := range s.marks {
		s.marks[i].parts = long*5 >= len(t.lines) && len(t.lines) > 1
	}
	return doc.TrustTags || t.letters >= leastBlock*len(t.others)+leastCell*len(t.cells) && t.letters/len(t.lines) <= mostBlock
}

// A tagTally counts what is tagged in a document.
type tagTally struct {
	letters, tagged, headings, artifacts int            // letters: of all, and of those that are tagged so
	lines                                map[int32]int  // of each block, roughly
	others                               map[int32]bool // blocks outside of tables
	cells                                map[int32]bool
}

// tallyTags counts the letters of a document by their tags.
func (s *structure) tallyTags(doc *Document) tagTally {
	t := tagTally{lines: map[int32]int{}, others: map[int32]bool{}, cells: map[int32]bool{}}
	var lastBlock int32
	var lastY float32
	for p := range doc.Pages {
		for i := range doc.Pages[p].Glyphs {
			g := &doc.Pages[p].Glyphs[i]
			if g.Generated || unicode.IsSpace(g.Rune) {
				continue
			}
			t.letters++
			if g.Tag == 0 || int(g.Tag) > len(s.marks) {
				continue
			}
			t.tagged++
			m := &s.marks[g.Tag-1]
			switch {
			case m.artifact:
				t.artifacts++
				continue
			case m.heading > 0:
				t.headings++
			}
			if m.block != lastBlock || t.lines[m.block] == 0 || abs(g.Loose.Y0-lastY) > 0.6*g.Loose.Height() {
				t.lines[m.block]++
			}
			lastBlock, lastY = m.block, g.Loose.Y0
			if m.cell > 0 {
				t.cells[m.cell] = true
			} else {
				t.others[m.block] = true
			}
		}
	}
	return t
}

// markOf returns what the tags say about a glyph.
func (s *structure) markOf(g *Glyph) *tagMark {
	if g.Tag == 0 || int(g.Tag) > len(s.marks) {
		return &noMark
	}
	return &s.marks[g.Tag-1]
}

var noMark tagMark

// markOf returns what the tags say about most letters of a line.
func markOf(words []*word) *tagMark {
	best := words[0].mark
	same := true
	for _, w := range words[1:] {
		same = same && w.mark == best
	}
	if !same {
		most := 0
		count := map[*tagMark]int{}
		for _, w := range words {
			count[w.mark] += len(w.runes)
			if n := count[w.mark]; n > most && w.mark != nil && w.mark != &noMark {
				best, most = w.mark, n
			}
		}
	}
	if best == nil {
		return &noMark
	}
	return best
}

// taggedCell returns the tagged cell of a table in which a word stands, 0 for none.
func (w *word) taggedCell() int32 {
	if w.mark == nil {
		return 0
	}
	return w.mark.cell
}
