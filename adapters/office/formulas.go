package office

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/document"
)

// A cell with a formula stores what its author saw last. That takes the place of the formula, so that a file says
// the same on every day. Some programs store nothing, or a zero with the wish that all be calculated: those cells
// LibreOffice calculates, with the day on which the file was saved as today, and without random numbers.

// formulaReader settles the formulas of a sheet.
type formulaReader struct {
	book     *workbook
	text     []byte
	edits    []edit
	shared   map[string]bool // formulas that cells without a stored result refer to
	unstored int
	first    string // cell without a stored result
}

// A formulaCell is a cell on the way through a sheet.
type formulaCell struct {
	open           tag
	formula, value tag
	formulaEnd     int
	valueEnd       int
}

// keepCellResults returns a sheet with stored results in the place of formulas; without a name it tells nothing of
// what is not stored.
func (p *pack) keepCellResults(sheet string, text []byte) []byte {
	if !bytes.Contains(text, []byte("<f")) {
		return text
	}
	r := formulaReader{book: &p.workbook, text: text, shared: map[string]bool{}}
	if bytes.Contains(text, []byte("shared")) {
		r.eachCell(func(c formulaCell) {
			if f := r.textOf(c.formula); attributeOf(f, "t") == "shared" && !r.hasResult(c) {
				r.shared[attributeOf(f, "si")] = true
			}
		})
	}
	r.eachCell(r.settleCell)
	if r.unstored > 0 && sheet != "" {
		p.tell(document.FindingNoStoredResult, sheet+"!"+r.first, r.unstored, true)
	}
	return applyEdits(text, r.edits)
}

// eachCell calls do with the cells that have formulas.
func (r *formulaReader) eachCell(do func(formulaCell)) {
	var c formulaCell
	for t, ok := nextTag(r.text, 0); ok; t, ok = nextTag(r.text, t.end) {
		switch {
		case t.name == "c" && !t.closing:
			c = formulaCell{open: t}
		case t.name == "f" && !t.closing && c.open.end > 0:
			c.formula, c.formulaEnd = t, elementEnd(r.text, t)
			t.end = c.formulaEnd
		case t.name == "v" && !t.closing && c.open.end > 0:
			c.value, c.valueEnd = t, elementEnd(r.text, t)
			t.end = c.valueEnd
		case t.name == "c" && t.closing && c.formulaEnd > 0:
			do(c)
			c = formulaCell{}
		case t.name == "sheetData" && t.closing:
			return
		}
	}
}

func (r *formulaReader) textOf(t tag) string { return string(r.text[t.begin:t.end]) }

// hasResult reports whether a cell stores the result of its formula.
func (r *formulaReader) hasResult(c formulaCell) bool {
	kind := attributeOf(r.textOf(c.open), "t")
	if c.valueEnd == 0 {
		return false
	}
	value := strings.TrimSpace(string(contentOf(r.text, c.value)))
	if kind == "str" || kind == "s" {
		return true // a text may be empty
	}
	if value == "" {
		return false
	}
	if r.book.calculates && (kind == "" || kind == "n") {
		if n, err := strconv.ParseFloat(value, 64); err == nil && n == 0 {
			return false
		}
	}
	return true
}

// settleCell decides what is left of a cell with a formula.
func (r *formulaReader) settleCell(c formulaCell) {
	open, formula := r.textOf(c.open), r.textOf(c.formula)
	stored := r.hasResult(c)
	if stored && !(attributeOf(formula, "t") == "shared" && r.shared[attributeOf(formula, "si")] && !c.formula.empty) {
		r.edits = append(r.edits, edit{from: c.formula.begin, to: c.formulaEnd})
		return
	}
	if content := contentOf(r.text, c.formula); len(content) > 0 {
		if fixed := r.book.fixFormula(string(content)); fixed != string(content) {
			r.edits = append(r.edits, edit{c.formula.end, c.formula.end + len(content), fixed})
		}
	}
	if stored {
		return
	}
	r.unstored++
	if r.first == "" {
		r.first = attributeOf(open, "r")
	}
	if c.valueEnd > 0 {
		r.edits = append(r.edits, edit{from: c.value.begin, to: c.valueEnd})
	}
	r.edits = append(r.edits, r.book.restyle(c.open.begin, open, shrinking)...)
	if from, to, ok := attributeRange(open, "t"); ok { // of a result that is not there
		r.edits = append(r.edits, edit{c.open.begin + from, c.open.begin + to, "n"})
	}
}

var (
	todayCalls  = regexp.MustCompile(`(?i)\b(TODAY|NOW)\s*\(\s*\)`)
	randomCalls = regexp.MustCompile(`(?i)(_xlfn\.(?:_xlws\.)?)?\b(RANDBETWEEN|RANDARRAY|RAND|INFO)\s*\(`)
	placeCalls  = regexp.MustCompile(`(?i)\bCELL\s*\(\s*(?:"|&quot;)(filename|format)`)
)

// fixFormula returns a formula without what differs by day and machine. The text is markup, as it stands in the part.
func (w *workbook) fixFormula(formula string) string {
	formula = placeCalls.ReplaceAllString(formula, `CHOOSE(NA(),"$1`)
	parts := strings.Split(formula, `"`)
	if strings.Contains(formula, "&quot;") {
		parts = []string{formula} // quotes that are escaped: rare, and no program names a function in a text
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = randomCalls.ReplaceAllStringFunc(parts[i], func(call string) string { return "CHOOSE(NA()," })
		parts[i] = strings.ReplaceAll(parts[i], "CHOOSE(NA(),)", "NA()")
		parts[i] = todayCalls.ReplaceAllStringFunc(parts[i], func(call string) string {
			return w.momentOf(strings.HasPrefix(strings.ToUpper(call), "NOW"))
		})
	}
	return strings.Join(parts, `"`)
}

// momentOf returns the formula of the day on which the file was saved, with its time if that is asked for.
func (w *workbook) momentOf(withTime bool) string {
	if w.saved.IsZero() {
		return "NA()"
	}
	day := fmt.Sprintf("DATE(%d,%d,%d)", w.saved.Year(), w.saved.Month(), w.saved.Day())
	if !withTime {
		return day
	}
	return fmt.Sprintf("(%s+TIME(%d,%d,%d))", day, w.saved.Hour(), w.saved.Minute(), w.saved.Second())
}

// savedAt returns when a package was saved, by the part of its properties; zero when that does not tell.
func savedAt(properties []byte) time.Time {
	for _, name := range []string{"modified", "created"} {
		for t, ok := nextTag(properties, 0); ok; t, ok = nextTag(properties, t.end) {
			_, local, _ := strings.Cut(t.name, ":")
			if t.closing || local != name {
				continue
			}
			s := strings.TrimSpace(string(contentOf(properties, t)))
			for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
				if at, err := time.Parse(form, s); err == nil && at.Year() > 1900 {
					return at.UTC()
				}
			}
		}
	}
	return time.Time{}
}

// languageOf returns the language of a package by the part of its properties, "" when that does not tell.
func languageOf(properties []byte) string {
	for t, ok := nextTag(properties, 0); ok; t, ok = nextTag(properties, t.end) {
		if _, local, _ := strings.Cut(t.name, ":"); local == "language" && !t.closing {
			return strings.TrimSpace(string(contentOf(properties, t)))
		}
	}
	return ""
}
