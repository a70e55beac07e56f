package layout

import (
	"sort"
	"strings"
)

// Limits of headers and footers.
const (
	marginShare = 0.14 // of the page's height, at the top and at the bottom
	numberShare = 0.20 // the same for a number of the page that stands by itself
	sameHeight  = 5    // points that a repeated line may wander
	repeatShare = 0.4  // of the pages
)

// takeFurniture moves lines that repeat in the margins of several pages out of the
// rows and into the headers and footers. What belongs to a table stays, the head that it repeats
// on each page too.
func takeFurniture(sheets []*sheet) {
	takeArtifacts(sheets)
	if len(sheets) < 2 {
		return
	}
	repeated := findRepeated(sheets)
	if len(sheets[0].views) > 0 {
		sheets[0].views[0].dropTables(repeated)
	}
	letterhead := hasLetterhead(sheets, repeated)
	for i, s := range sheets {
		if i > 0 && len(s.views) > 0 {
			s.views[0].dropTables(repeated)
		}
		s.takeFromMargins(func(sp spot, l *line) bool {
			if _, ok := repeated[l]; !ok || i == 0 && sp.top && letterhead || s.isContent(l) {
				return false
			}
			s.addFurniture(sp, l)
			return true
		})
		byPlace(s.header)
		byPlace(s.footer)
	}
}

// isContent reports whether the file tells that a line is no header or footer: a cell of a sheet, or a paragraph of
// a text document.
func (s *sheet) isContent(l *line) bool {
	return s.ofWorkbook && !l.mark.furniture || s.views[0].told && l.mark.block > 0
}

// addFurniture adds a line to the header or footer of the page.
func (s *sheet) addFurniture(sp spot, l *line) {
	if sp.top {
		s.header = append(s.header, l)
	} else {
		s.footer = append(s.footer, l)
	}
}

// takeArtifacts moves the lines in the margins that the file's tags set apart from its
// content.
func takeArtifacts(sheets []*sheet) {
	for _, s := range sheets {
		s.takeFromMargins(func(sp spot, l *line) bool {
			if l.mark.artifact {
				s.addFurniture(sp, l)
			}
			return l.mark.artifact
		})
	}
}

// hasLetterhead reports whether the top of the first page has data that the next page
// repeats figure by figure, such as the number of an invoice. They are part of the
// letter on the first page, and a header from there on. A number of the page differs; what belongs to a table was
// dropped from what repeats.
func hasLetterhead(sheets []*sheet, repeated repeatedLines) bool {
	next := map[string]bool{}
	sheets[1].takeFromMargins(func(sp spot, l *line) bool {
		if sp.top {
			next[l.text] = true
		}
		return false
	})
	found := false
	sheets[0].takeFromMargins(func(sp spot, l *line) bool {
		_, ok := repeated[l]
		found = found || ok && sp.top && next[l.text] && strings.Contains(l.text, ":") && hasDigit(l.text)
		return false
	})
	return found
}

// isPageNumber reports whether a line holds a number of few figures and nothing else but
// dashes around it.
func isPageNumber(text string) bool {
	inner := strings.Trim(text, "-–— ")
	return inner != "" && len(inner) <= 4 && strings.Trim(inner, "0123456789") == ""
}

// takeFromMargins passes the lines in the margins of the main direction of writing to take;
// those for which take returns true are removed from the rows.
func (s *sheet) takeFromMargins(take func(spot, *line) bool) {
	if len(s.views) == 0 {
		return
	}
	v := s.views[0]
	reach := marginShare * (v.top - v.bottom)
	wide := numberShare * (v.top - v.bottom)
	for i, row := range v.rows {
		kept := row[:0:0]
		for _, l := range row {
			fromTop, fromBottom := v.top-l.box.Y1, l.box.Y0-v.bottom
			top := fromTop < fromBottom
			near := min(fromTop, fromBottom)
			outermost := i == 0 || i == len(v.rows)-1
			if near > reach && !(near <= wide && outermost && len(row) == 1 && isPageNumber(l.text)) {
				kept = append(kept, l)
				continue
			}
			sp := spot{withoutFigures(l.text), top, int(near / sameHeight)}
			if !take(sp, l) {
				kept = append(kept, l)
			}
		}
		v.rows[i] = kept
	}
}

// byPlace sorts lines from top to bottom, then from left to right.
func byPlace(lines []*line) {
	sort.SliceStable(lines, func(i, j int) bool {
		if lines[i].row != lines[j].row {
			return lines[i].row < lines[j].row
		}
		return lines[i].box.X0 < lines[j].box.X0
	})
}
