package office

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/document"
)

// A workbook holds what all worksheets of a workbook refer to.
type workbook struct {
	texts      []cellText
	looks      []cellLook
	styles     []byte // the part, nil when its formats are not written in the usual way
	formats    []tag  // of cells, in styles
	variants   map[variant]int
	calculates bool             // the program that wrote it wants all formulas calculated
	saved      time.Time        // when it was, zero when that is not known
	language   string           // of its author, "" when that is not known
	sheets     map[string]sheet // by part
	shown      int              // sheets that are not hidden
}

// A sheet is one of a workbook.
type sheet struct {
	name   string
	hidden bool
}

// A variant is a format of cells that an author did not make, from one that he did.
type variant struct {
	format int
	kind   string // attribute that it sets
}

const (
	wrapping  = "wrapText"
	shrinking = "shrinkToFit"
)

// readSheets reads the names of the sheets and of the parts that hold them.
func (w *workbook) readSheets(book, links []byte) {
	targets := map[string]string{}
	for t, ok := nextTag(links, 0); ok; t, ok = nextTag(links, t.end) {
		if s := string(links[t.begin:t.end]); !t.closing && t.name == "Relationship" {
			target := attributeOf(s, "Target")
			if !strings.HasPrefix(target, "/") {
				target = "xl/" + target
			}
			targets[attributeOf(s, "Id")] = path.Clean(strings.TrimPrefix(target, "/"))
		}
	}
	w.sheets = map[string]sheet{}
	for t, ok := nextTag(book, 0); ok; t, ok = nextTag(book, t.end) {
		s := string(book[t.begin:t.end])
		switch {
		case t.closing:
		case t.name == "calcPr":
			if _, _, set := attributeRange(s, "fullCalcOnLoad"); set {
				w.calculates = isOn(attributeOf(s, "fullCalcOnLoad"))
			}
		case t.name == "sheet":
			one := sheet{name: attributeOf(s, "name"), hidden: strings.HasSuffix(strings.ToLower(attributeOf(s, "state")), "hidden")}
			if !one.hidden {
				w.shown++
			}
			w.sheets[targets[linkOf(s)]] = one
		}
	}
}

// linkOf returns the relationship that a tag refers to, whatever its prefix is.
func linkOf(tag string) string {
	if m := links.FindStringSubmatch(tag); m != nil {
		return m[1] + m[2]
	}
	return ""
}

var (
	links      = regexp.MustCompile(`\s[A-Za-z0-9_]+:id\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	stockNames = regexp.MustCompile(`^(Sheet|Worksheet|Tabelle|Feuil|Hoja|Foglio|Planilha|Folha|Blad|Ark|Arkusz|List|Munka|Taul|` +
		`Лист|シート|工作表)\s?\d*$`)
)

// nameOf returns the name of the sheet in a part, that of the part when it has none.
func (w *workbook) nameOf(part string) string {
	if s, ok := w.sheets[part]; ok && s.name != "" {
		return s.name
	}
	return path.Base(part)
}

// isNamed reports whether the name of a sheet tells something: one of several, or one that an author chose.
func (w *workbook) isNamed(part string) bool {
	s, ok := w.sheets[part]
	return ok && s.name != "" && (w.shown > 1 || !stockNames.MatchString(s.name))
}

// tellHiddenSheets notes the sheets that are not shown.
func (p *pack) tellHiddenSheets() {
	for _, part := range slices.Sorted(maps.Keys(p.workbook.sheets)) {
		if s := p.workbook.sheets[part]; s.hidden {
			p.tell(document.FindingHiddenPartsLeftOut, s.name, 1, false)
		}
	}
}

// openWorkbook returns the part of the workbook without areas to print, which may be smaller than the data, and
// without names whose value depends on the day.
func (w *workbook) openWorkbook(text []byte) []byte {
	var edits []edit
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		if t.name != "definedName" || t.closing || t.empty {
			continue
		}
		if strings.EqualFold(attributeOf(string(text[t.begin:t.end]), "name"), "_xlnm.Print_Area") {
			edits = append(edits, edit{from: t.begin, to: elementEnd(text, t)})
			continue
		}
		content := contentOf(text, t)
		if fixed := w.fixFormula(string(content)); fixed != string(content) {
			edits = append(edits, edit{t.end, t.end + len(content), fixed})
		}
	}
	out := applyEdits(text, edits)
	return bytes.Replace(out, []byte("<definedNames></definedNames>"), nil, 1)
}

// readFormats finds the formats of cells in the part of styles.
func (w *workbook) readFormats(styles []byte) {
	w.variants = map[variant]int{}
	begin, end := findTag(styles, "cellXfs")
	if begin < 0 || styles[end-1] == '/' {
		return
	}
	for t, ok := nextTag(styles, end+1); ok; t, ok = nextTag(styles, t.end) {
		switch {
		case t.name == "cellXfs":
			w.styles = styles
			return
		case t.name == "xf" && !t.closing:
			w.formats = append(w.formats, t)
		}
	}
}

// restyle returns the edits that give a cell a variant of its format; its tag begins at an index.
func (w *workbook) restyle(begin int, open, kind string) []edit {
	format, _ := strconv.Atoi(attributeOf(open, "s"))
	if w.styles == nil || format < 0 || format >= len(w.formats) || kind == shrinking && w.looks != nil && w.look(format).wraps {
		return nil
	}
	v := variant{format, kind}
	n, ok := w.variants[v]
	if !ok {
		n = len(w.formats) + len(w.variants)
		w.variants[v] = n
	}
	if from, to, ok := attributeRange(open, "s"); ok {
		return []edit{{begin + from, begin + to, strconv.Itoa(n)}}
	}
	at := begin + len("<c")
	return []edit{{at, at, fmt.Sprintf(` s="%d"`, n)}}
}

// look returns how the cells of a format are printed.
func (w *workbook) look(format int) cellLook {
	if format >= 0 && format < len(w.looks) {
		return w.looks[format]
	}
	return cellLook{scale: 1}
}

// shortDates are the forms of dates of which a file says only that they are short, by language. Without a known
// language they are written so that nobody takes the month for the day.
var shortDates = map[string]string{
	"de": "dd.mm.yyyy", "pl": "dd.mm.yyyy", "cs": "dd.mm.yyyy", "sk": "dd.mm.yyyy", "ru": "dd.mm.yyyy", "uk": "dd.mm.yyyy",
	"tr": "dd.mm.yyyy", "fi": "dd.mm.yyyy", "nb": "dd.mm.yyyy", "no": "dd.mm.yyyy", "da": "dd.mm.yyyy", "ro": "dd.mm.yyyy",
	"fr": "dd/mm/yyyy", "es": "dd/mm/yyyy", "it": "dd/mm/yyyy", "pt": "dd/mm/yyyy", "en-gb": "dd/mm/yyyy", "en-au": "dd/mm/yyyy",
	"en-nz": "dd/mm/yyyy", "en-ie": "dd/mm/yyyy", "nl": "dd-mm-yyyy", "en-us": "m/d/yyyy",
}

// shortDate returns the form of short dates in a language.
func shortDate(language string) string {
	language = strings.ToLower(language)
	if form, ok := shortDates[language]; ok {
		return form
	}
	before, _, _ := strings.Cut(language, "-")
	if form, ok := shortDates[before]; ok {
		return form
	}
	return "yyyy-mm-dd"
}

var rotations = regexp.MustCompile(`\stextRotation\s*=\s*("[^"]*"|'[^']*')`)

// writeStyles returns the part of styles with the variants that cells refer to, text upright, and short dates and
// numbers as the language of the file has them.
func (w *workbook) writeStyles(text []byte) []byte {
	if w.styles == nil || len(text) != len(w.styles) {
		return text
	}
	short := w.freeFormat(text)
	local := localFormats{locale: numberLocale(w.language), next: short + 2, added: map[int]int{}}
	dated := false
	changed := func(format int, kind string) string {
		t := w.formats[format]
		xf := string(text[t.begin:elementEnd(text, t)])
		if from, to, ok := attributeRange(xf[:t.end-t.begin], "numFmtId"); ok {
			number := local.use(w.look(format))
			switch xf[from:to] {
			case "14":
				number, dated = short, true
			case "22":
				number, dated = short+1, true
			}
			if w.looks != nil {
				xf = xf[:from] + strconv.Itoa(number) + xf[to:]
			}
		}
		xf = rotations.ReplaceAllString(xf, "")
		if kind != "" {
			xf = alignFormat(xf, kind)
		}
		return xf
	}
	var edits []edit
	for i, t := range w.formats {
		end := elementEnd(text, t)
		if xf := changed(i, ""); xf != string(text[t.begin:end]) {
			edits = append(edits, edit{t.begin, end, xf})
		}
	}
	more := make([]string, len(w.variants))
	for v, n := range w.variants {
		more[n-len(w.formats)] = changed(v.format, v.kind)
	}
	last := elementEnd(text, w.formats[len(w.formats)-1])
	edits = append(edits, edit{last, last, strings.Join(more, "")})
	if begin, end := findTag(text, "cellXfs"); len(more) > 0 {
		if from, to, ok := attributeRange(string(text[begin:end+1]), "count"); ok {
			edits = append(edits, edit{begin + from, begin + to, strconv.Itoa(len(w.formats) + len(more))})
		}
	}
	if dated {
		form := shortDate(w.language)
		local.add(short, form)
		local.add(short+1, form+" hh:mm")
	}
	if codes := local.codes.String(); codes != "" {
		edits = append(edits, addFormats(text, codes))
	}
	return applyEdits(text, edits)
}

// addFormats returns the edit that adds formats of numbers.
func addFormats(text []byte, codes string) edit {
	if begin, end := findTag(text, "numFmts"); begin >= 0 {
		if text[end-1] == '/' {
			return edit{begin, end + 1, "<numFmts>" + codes + "</numFmts>"}
		}
		return edit{end + 1, end + 1, codes}
	}
	_, end := findTag(text, "styleSheet")
	return edit{end + 1, end + 1, "<numFmts>" + codes + "</numFmts>"}
}

// freeFormat returns a number of formats that the part does not use, nor the one after it.
func (w *workbook) freeFormat(text []byte) int {
	n := 164
	for t, ok := nextTag(text, 0); ok && t.name != "fonts"; t, ok = nextTag(text, t.end) {
		if t.name == "numFmt" && !t.closing {
			if id, err := strconv.Atoi(attributeOf(string(text[t.begin:t.end]), "numFmtId")); err == nil && id < 1<<20 {
				n = max(n, id+1)
			}
		}
	}
	return n
}

// alignFormat returns a format whose cells wrap or shrink what is too wide.
func alignFormat(xf, kind string) string {
	t, ok := nextTag([]byte(xf), 0)
	if !ok {
		return xf
	}
	open, rest := xf[:t.end], xf[t.end:]
	if from, to, ok := attributeRange(open, "applyAlignment"); ok {
		open = open[:from] + "1" + open[to:]
	} else {
		open = "<xf" + ` applyAlignment="1"` + open[len("<xf"):]
	}
	if t.empty {
		return strings.TrimSuffix(open, "/>") + "><alignment " + kind + `="1"/></xf>`
	}
	begin, end := findTag(rest, "alignment")
	if begin < 0 {
		return open + "<alignment " + kind + `="1"/>` + rest
	}
	alignment := rest[begin : end+1]
	if from, to, ok := attributeRange(alignment, kind); ok {
		return open + rest[:begin] + alignment[:from] + "1" + alignment[to:] + rest[end+1:]
	}
	return open + rest[:begin] + "<alignment " + kind + `="1"` + alignment[len("<alignment"):] + rest[end+1:]
}
