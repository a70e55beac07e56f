package office

import (
	"bytes"
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What stands in a column that is too narrow is not printed: text ends at the next
// filled cell, and a number becomes signs in its place. People widen such columns before
// they print a sheet, and so does this file.

const (
	stockWidth   = 8.43 // characters that a column holds when the sheet says nothing
	widestCol    = 254  // characters, about the most that the format has
	charWidth    = 1.15 // of a character of text, to that of a digit
	cellPadding  = 2.0  // characters
	bodySize     = 11.0 // points of the type that widths are counted in
	datePlaces   = 12   // characters of a date in the formats that every program has
	timePlaces   = 18   // of one with a time
	generalSigns = 12   // characters of a number without a format, at most
	largeType    = 1.25 // of type that a row of the usual height does not hold
	longCol      = 100  // characters of a column whose texts are longer than the widest one
	amountSigns  = 6    // characters of a currency and signs in the formats for amounts
	mostColumns  = 16384
)

// A cellText is a text of the workbook, measured in characters.
type cellText struct {
	line, word float64   // the longest ones
	all        float64   // of all lines
	lines      []float64 // all, when there are several
}

// A cellLook is how the cells of one format are printed.
type cellLook struct {
	scale  float64 // of the type to the usual size
	wraps  bool
	code   string // of the format of numbers, "" for the general one
	number int    // of the format of numbers
	fixed  int    // characters that any number takes, 0 when the digits count
}

// readWorkbook reads the texts and formats that worksheets share. Parts that are missing or
// not written in the usual way count as empty.
func readWorkbook(texts, styles []byte) *workbook {
	w := &workbook{texts: readTexts(texts), looks: readLooks(styles)}
	w.readFormats(styles)
	return w
}

// readTexts measures the shared texts of a workbook.
func readTexts(part []byte) []cellText {
	texts := readStrings(part)
	out := make([]cellText, len(texts))
	for i, s := range texts {
		out[i] = measureText(s)
	}
	return out
}

// readStrings returns the shared texts of a workbook.
func readStrings(part []byte) []string {
	var shared struct {
		Items []richText `xml:"si"`
	}
	if xml.Unmarshal(part, &shared) != nil {
		return nil
	}
	out := make([]string, len(shared.Items))
	for i, s := range shared.Items {
		out[i] = s.text()
	}
	return out
}

// A richText is a text in one piece, or in runs of different type.
type richText struct {
	Text string `xml:"t"`
	Runs []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

func (r richText) text() string {
	var b strings.Builder
	b.WriteString(r.Text)
	for _, run := range r.Runs {
		b.WriteString(run.Text)
	}
	return b.String()
}

// measureText returns the lengths of the longest line and word, wide characters twice.
func measureText(s string) cellText {
	var t cellText
	several := strings.ContainsAny(s, "\r\n")
	for line := range strings.Lines(s) {
		places := countPlaces(strings.TrimRight(line, "\r\n"))
		t.line = max(t.line, places)
		t.all += places
		if several {
			t.lines = append(t.lines, places)
		}
		for _, w := range strings.Fields(line) {
			t.word = max(t.word, countPlaces(w))
		}
	}
	return t
}

func countPlaces(s string) float64 {
	const wideFrom = 0x1100 // characters of East Asia, and what comes after them
	n := 0.0
	for _, r := range s {
		n++
		if r >= wideFrom {
			n++
		}
	}
	return n
}

// readLooks reads the formats of cells.
func readLooks(part []byte) []cellLook {
	var styles struct {
		Codes []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Fonts []struct {
			Size struct {
				Value float64 `xml:"val,attr"`
			} `xml:"sz"`
			Bold *struct{} `xml:"b"`
		} `xml:"fonts>font"`
		Formats []struct {
			Number    int `xml:"numFmtId,attr"`
			Font      int `xml:"fontId,attr"`
			Alignment struct {
				Wrap string `xml:"wrapText,attr"`
			} `xml:"alignment"`
		} `xml:"cellXfs>xf"`
	}
	if xml.Unmarshal(part, &styles) != nil {
		return nil
	}
	codes := map[int]string{}
	for _, c := range styles.Codes {
		codes[c.ID] = c.Code
	}
	out := make([]cellLook, len(styles.Formats))
	for i, f := range styles.Formats {
		out[i] = cellLook{scale: 1, wraps: f.Alignment.Wrap == "1" || f.Alignment.Wrap == "true", code: codes[f.Number], number: f.Number}
		out[i].fixed = knownPlaces(f.Number)
		if f.Font >= 0 && f.Font < len(styles.Fonts) {
			font := styles.Fonts[f.Font]
			out[i].scale = min(max(font.Size.Value/bodySize, 1), 10)
			if font.Bold != nil {
				out[i].scale *= 1.1
			}
		}
	}
	return out
}

// knownPlaces returns how many characters a date or time takes in one of the formats that
// files refer to by number only, 0 for other formats.
func knownPlaces(format int) int {
	switch {
	case format == 22:
		return timePlaces
	case format >= 14 && format <= 21, format >= 45 && format <= 47:
		return datePlaces
	}
	return 0
}

// numberPlaces returns how many characters a number takes at most.
func (l cellLook) numberPlaces(value string) float64 {
	if l.fixed > 0 {
		return float64(l.fixed)
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return float64(utf8.RuneCountInString(value))
	}
	code, _, _ := strings.Cut(l.code, ";")
	if strings.ContainsAny(strings.ToLower(code), "ymdhs") && !strings.ContainsAny(code, "#0") {
		return float64(len(code) + datePlaces/2) // names of months and days are longer than their signs
	}
	if code == "" {
		return float64(min(len(value), generalSigns))
	}
	digits := 1 + math.Floor(math.Log10(max(math.Abs(n), 1)))
	return min(digits+math.Floor((digits-1)/3), 40) + float64(strings.Count(code, "0")+amountSigns+strings.Count(code, "[")*4)
}

// fitCells widens the columns in which text beside other cells, or numbers, would not be
// printed in full, and makes the rows high enough for texts of several lines. Columns that are
// wide enough or hidden stay as they are. It returns what it learnt about the sheet.
func (w *workbook) fitCells(text []byte) (fitted []byte, used usedCells) {
	data, open := findTag(text, "sheetData")
	end := bytes.LastIndex(text, []byte("</sheetData>"))
	if data < 0 || end <= open {
		return text, used
	}
	merged := readMerged(text[end:])
	used = w.measureRows(text, open+1, end, merged)
	head := text[:data]
	kept, before, ok := readColumns(head)
	if !ok {
		return text, used
	}
	used.countHidden(kept)
	cols := mergeColumns(kept, used.needed, defaultWidth(head))
	edits := w.raiseRows(&used, cols, kept, head)
	if cols != nil {
		var b strings.Builder
		b.WriteString("<cols>")
		for _, c := range cols {
			b.WriteString(c.String())
		}
		b.WriteString("</cols>")
		edits = append(edits, edit{len(before), data, b.String()})
	}
	return applyEdits(text, edits), used
}

// usedCells is what is known about the cells of a sheet that have values.
type usedCells struct {
	needed     map[int]float64 // characters that the cells of a column need, from 1
	filled     map[int]int     // cells with values, by column
	characters float64         // of all cells that are shown
	last       int             // column with a value, 0 when it is not known
	tall       []tallRow       // rows whose texts may need several lines
	highest    float64         // points of the highest row
	hiddenRows int             // rows with values that are not shown
	hiddenCols int             // the same of columns
}

// countHidden counts the columns with values that are not shown.
func (u *usedCells) countHidden(cols []sheetColumns) {
	for _, c := range cols {
		hidden := c.attribute("hidden")
		width, err := strconv.ParseFloat(c.attribute("width"), 64)
		if (hidden == "" || !isOn(hidden)) && (err != nil || width > 0) {
			continue
		}
		for col := range u.filled {
			if col >= c.min && col <= c.max {
				u.hiddenCols++
			}
		}
	}
}

// measureRows measures the cells of a sheet whose rows stand between two indexes.
func (w *workbook) measureRows(text []byte, from, end int, merged map[cellPlace]cellPlace) usedCells {
	used := usedCells{needed: map[int]float64{}, filled: map[int]int{}}
	number := 0
	for from < end {
		size := bytes.Index(text[from:end], []byte("</row>"))
		if size < 0 {
			size = end - from
		}
		begin, open := findTag(text[from:from+size], "row")
		row := tallRow{begin: from, end: from}
		number++
		if begin >= 0 {
			row.begin, row.end = from+begin, from+open+1
			if n, err := strconv.Atoi(attributeOf(string(text[row.begin:row.end]), "r")); err == nil {
				number = n
			}
		}
		row.number = number
		w.measureRow(text, row, from+size, merged, &used)
		from += size + len("</row>")
	}
	return used
}

// measureRow measures the cells of a row.
func (w *workbook) measureRow(text []byte, row tallRow, end int, merged map[cellPlace]cellPlace, used *usedCells) {
	cells := w.readCells(text[row.end:end])
	open := string(text[row.begin:row.end])
	row.open = open
	height, err := strconv.ParseFloat(attributeOf(open, "ht"), 64)
	if hidden := attributeOf(open, "hidden"); hidden != "" && isOn(hidden) || err == nil && height == 0 && attributeOf(open, "ht") != "" {
		if len(cells) > 0 {
			used.hiddenRows++
		}
		return
	}
	for i, c := range cells {
		used.last = max(used.last, c.col)
		used.filled[c.col]++
		used.characters += max(c.text.all, 1)
		beside := i > 0 && cells[i-1].col == c.col-1 || i+1 < len(cells) && cells[i+1].col == c.col+1
		to, isMerged := merged[cellPlace{row.number, c.col}]
		c.begin += row.end
		c.lastCol, c.rows, c.beside = c.col, 1, beside || isMerged
		if isMerged {
			c.lastCol, c.rows = to.col, to.row-row.number+1
		}
		switch {
		case c.number || c.lastCol == c.col && (beside || c.wraps || len(c.text.lines) > 0):
			if !c.number && c.width > widestCol {
				c.width = max(longCol, c.word)
			}
			used.needed[c.col] = min(max(used.needed[c.col], c.width), widestCol)
		case isMerged:
			used.needed[c.col] = max(used.needed[c.col], min(c.word, longCol)-stockWidth*float64(c.lastCol-c.col))
		}
		if !c.number && (c.wraps || len(c.text.lines) > 0 || c.width >= longCol && c.beside || isMerged || c.scale > largeType) {
			row.cells = append(row.cells, c)
		}
	}
	if len(row.cells) > 0 {
		used.tall = append(used.tall, row)
	}
}

// A sheetCell is a cell with a value.
type sheetCell struct {
	col    int
	number bool
	width  float64 // characters that it needs
	word   float64 // the same of its longest word
	wraps  bool
	scale  float64
	text   cellText
	begin  int    // index of its tag
	open   string // its tag

	lastCol, rows int  // what it is merged with
	beside        bool // another cell, or the end of what it is merged with
}

// readCells measures the cells of a row that have values.
func (w *workbook) readCells(row []byte) []sheetCell {
	var out []sheetCell
	col, at := 0, 0
	for {
		begin, end := findTag(row[at:], "c")
		if begin < 0 {
			return out
		}
		begin, end = begin+at, end+at
		tag := string(row[begin : end+1])
		at = end + 1
		col++
		if in, _, err := columnsOf(attributeOf(tag, "r")); err == nil {
			col = in
		}
		if strings.HasSuffix(tag, "/>") {
			continue
		}
		size := bytes.Index(row[at:], []byte("</c>"))
		if size < 0 {
			return out
		}
		body := row[at : at+size]
		at += size + len("</c>")
		if c := w.measureCell(tag, body); c.width > 0 && col <= mostColumns {
			c.col, c.begin, c.open = col, begin, tag
			out = append(out, c)
		}
	}
}

// A cellValue is the content of a cell.
type cellValue struct {
	Value  string   `xml:"v"`
	Inline richText `xml:"is"`
}

// readValue reads the elements in a cell.
func readValue(body []byte) (cell cellValue, ok bool) {
	if v, found := bytes.CutPrefix(body, []byte("<v>")); found && bytes.IndexByte(v, '&') < 0 {
		value, _, closed := bytes.Cut(v, []byte("</v>")) // as nearly all are written
		return cellValue{Value: string(value)}, closed
	}
	if v, found := bytes.CutPrefix(body, []byte("<is><t>")); found {
		if text, closed := bytes.CutSuffix(v, []byte("</t></is>")); closed && !bytes.ContainsAny(text, "<&\r") {
			cell.Inline.Text = string(text)
			return cell, true
		}
	}
	err := xml.Unmarshal(slices.Concat([]byte("<c>"), body, []byte("</c>")), &cell)
	return cell, err == nil
}

// measureCell measures the value of a cell, 0 when it has none.
func (w *workbook) measureCell(tag string, body []byte) sheetCell {
	cell, ok := readValue(body)
	if !ok {
		return sheetCell{}
	}
	look := cellLook{scale: 1}
	if i, err := strconv.Atoi(attributeOf(tag, "s")); err == nil {
		look = w.look(i)
	}
	text := measureText(cell.Value)
	switch attributeOf(tag, "t") {
	case "s":
		text = cellText{}
		if i, err := strconv.Atoi(strings.TrimSpace(cell.Value)); err == nil && i >= 0 && i < len(w.texts) {
			text = w.texts[i]
		}
	case "inlineStr":
		text = measureText(cell.Inline.text())
	case "", "n", "d":
		switch {
		case cell.Value != "":
			return sheetCell{number: true, width: look.numberPlaces(cell.Value)*look.scale + cellPadding}
		case bytes.Contains(body, []byte("<f")):
			return sheetCell{number: true, width: look.resultPlaces(body)*look.scale + cellPadding}
		}
		return sheetCell{}
	}
	places := text.line
	if look.wraps {
		places = text.word
	}
	if places == 0 {
		return sheetCell{}
	}
	toWidth := func(n float64) float64 { return n*charWidth*look.scale + cellPadding }
	return sheetCell{width: toWidth(places), word: toWidth(text.word), wraps: look.wraps, scale: look.scale, text: text}
}

// resultPlaces returns how many characters the result of a formula takes that nobody has calculated yet: room for
// an amount, or for some words where a text stands in the formula. A longer result is set in smaller type.
func (l cellLook) resultPlaces(formula []byte) float64 {
	const amount, words = "123456789012", 40
	if bytes.ContainsAny(formula, `"&`) {
		return words
	}
	return l.numberPlaces(amount)
}
