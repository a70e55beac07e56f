package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
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
	amountSigns  = 6    // characters of a currency and signs in the formats for amounts
	mostColumns  = 16384
)

// A cellText is a text of the workbook, measured in characters.
type cellText struct{ line, word float64 }

// A cellLook is how the cells of one format are printed.
type cellLook struct {
	scale float64 // of the type to the usual size
	wraps bool
	code  string // of the format of numbers, "" for the general one
	fixed int    // characters that any number takes, 0 when the digits count
}

// A workbook holds what all worksheets of a workbook refer to.
type workbook struct {
	texts []cellText
	looks []cellLook
}

// readWorkbook reads the texts and formats that worksheets share. Parts that are missing or
// not written in the usual way count as empty.
func readWorkbook(texts, styles []byte) workbook {
	return workbook{texts: readTexts(texts), looks: readLooks(styles)}
}

// readTexts measures the shared texts of a workbook.
func readTexts(part []byte) []cellText {
	var shared struct {
		Items []richText `xml:"si"`
	}
	if xml.Unmarshal(part, &shared) != nil {
		return nil
	}
	out := make([]cellText, len(shared.Items))
	for i, s := range shared.Items {
		out[i] = measureText(s.text())
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
	for line := range strings.Lines(s) {
		t.line = max(t.line, countPlaces(strings.TrimRight(line, "\r\n")))
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
		out[i] = cellLook{scale: 1, wraps: f.Alignment.Wrap == "1" || f.Alignment.Wrap == "true", code: codes[f.Number]}
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

// widenColumns widens the columns in which text beside other cells, or numbers, would not be
// printed in full, and returns the last column with a value, 0 when it is not known. Columns
// that are wide enough or hidden stay as they are.
func (w workbook) widenColumns(text []byte) (widened []byte, last int) {
	data, open := findTag(text, "sheetData")
	end := bytes.LastIndex(text, []byte("</sheetData>"))
	if data < 0 || end <= open {
		return text, 0
	}
	var needed map[int]float64
	needed, last = w.neededWidths(text[open+1 : end])
	head := text[:data]
	kept, before, ok := readColumns(head)
	if len(needed) == 0 || !ok {
		return text, last
	}
	cols := mergeColumns(kept, needed, defaultWidth(head))
	if cols == nil {
		return text, last
	}
	var out bytes.Buffer
	out.Grow(len(text) + 64*len(cols))
	out.Write(before)
	out.WriteString("<cols>")
	for _, c := range cols {
		out.WriteString(c.String())
	}
	out.WriteString("</cols>")
	out.Write(text[data:])
	return out.Bytes(), last
}

// neededWidths returns, by column from 1, the characters that its cells need, and the last
// column with a value.
func (w workbook) neededWidths(rows []byte) (out map[int]float64, last int) {
	out = map[int]float64{}
	for _, row := range bytes.Split(rows, []byte("</row>")) {
		cells := w.readCells(row)
		for i, c := range cells {
			last = max(last, c.col)
			beside := i > 0 && cells[i-1].col == c.col-1 || i+1 < len(cells) && cells[i+1].col == c.col+1
			if c.number || beside {
				out[c.col] = min(max(out[c.col], c.width), widestCol)
			}
		}
	}
	return out, last
}

// A sheetCell is a cell with a value.
type sheetCell struct {
	col    int
	number bool
	width  float64
}

// readCells measures the cells of a row that have values.
func (w workbook) readCells(row []byte) []sheetCell {
	var out []sheetCell
	col := 0
	for {
		begin, end := findTag(row, "c")
		if begin < 0 {
			return out
		}
		tag := string(row[begin : end+1])
		row = row[end+1:]
		col++
		if at, _, err := columnsOf(attributeOf(tag, "r")); err == nil {
			col = at
		}
		if strings.HasSuffix(tag, "/>") {
			continue
		}
		body, rest, ok := bytes.Cut(row, []byte("</c>"))
		if !ok {
			return out
		}
		row = rest
		if c := w.measureCell(tag, body); c.width > 0 && col <= mostColumns {
			c.col = col
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
	err := xml.Unmarshal(slices.Concat([]byte("<c>"), body, []byte("</c>")), &cell)
	return cell, err == nil
}

// measureCell measures the value of a cell, 0 when it has none.
func (w workbook) measureCell(tag string, body []byte) sheetCell {
	cell, ok := readValue(body)
	if !ok {
		return sheetCell{}
	}
	look := cellLook{scale: 1}
	if i, err := strconv.Atoi(attributeOf(tag, "s")); err == nil && i >= 0 && i < len(w.looks) {
		look = w.looks[i]
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
		if cell.Value == "" {
			return sheetCell{}
		}
		return sheetCell{number: true, width: look.numberPlaces(cell.Value)*look.scale + cellPadding}
	}
	places := text.line
	if look.wraps {
		places = text.word
	}
	if places == 0 {
		return sheetCell{}
	}
	return sheetCell{width: places*charWidth*look.scale + cellPadding}
}

// attributeOf returns the value of an attribute of a tag, "" without it.
func attributeOf(tag, name string) string {
	for _, before := range []string{" ", "\t", "\n", "\r"} {
		if _, rest, ok := strings.Cut(tag, before+name+`="`); ok {
			value, _, _ := strings.Cut(rest, `"`)
			return value
		}
	}
	return ""
}

// A sheetColumns is an element that sets columns min..max.
type sheetColumns struct {
	min, max int
	attrs    []xml.Attr // the others
}

// String returns the element.
func (c sheetColumns) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<col min="%d" max="%d"`, c.min, c.max)
	for _, a := range c.attrs {
		fmt.Fprintf(&b, ` %s="`, a.Name.Local)
		_ = xml.EscapeText(&b, []byte(a.Value)) // a builder takes everything
		b.WriteString(`"`)
	}
	b.WriteString("/>")
	return b.String()
}

// attribute returns the value of another attribute than min and max.
func (c sheetColumns) attribute(name string) string {
	for _, a := range c.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// widened returns one column of these with another width.
func (c sheetColumns) widened(col int, width float64) sheetColumns {
	out := sheetColumns{min: col, max: col}
	for _, a := range c.attrs {
		if n := a.Name.Local; n != "width" && n != "customWidth" && n != "bestFit" {
			out.attrs = append(out.attrs, a)
		}
	}
	out.attrs = append(out.attrs, xml.Attr{Name: xml.Name{Local: "width"}, Value: strconv.FormatFloat(width, 'f', 2, 64)},
		xml.Attr{Name: xml.Name{Local: "customWidth"}, Value: "1"})
	return out
}

// readColumns reads the columns that the head of a sheet sets, and returns the head without
// them; ok is false when they are not written in the usual way.
func readColumns(head []byte) (cols []sheetColumns, before []byte, ok bool) {
	begin, _ := findTag(head, "cols")
	if begin < 0 {
		return nil, head, true
	}
	var list struct {
		Cols []struct {
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"col"`
	}
	if xml.Unmarshal(head[begin:], &list) != nil {
		return nil, nil, false
	}
	for _, e := range list.Cols {
		var c sheetColumns
		for _, a := range e.Attrs {
			switch {
			case a.Name.Space != "":
			case a.Name.Local == "min":
				c.min, _ = strconv.Atoi(a.Value)
			case a.Name.Local == "max":
				c.max, _ = strconv.Atoi(a.Value)
			default:
				c.attrs = append(c.attrs, a)
			}
		}
		if last := len(cols) - 1; c.min < 1 || c.max < c.min || last >= 0 && c.min <= cols[last].max {
			return nil, nil, false
		}
		cols = append(cols, c)
	}
	return cols, head[:begin], true
}

// defaultWidth returns the width of columns for which a sheet sets none.
func defaultWidth(head []byte) float64 {
	begin, end := findTag(head, "sheetFormatPr")
	if begin < 0 {
		return stockWidth
	}
	if w, err := strconv.ParseFloat(attributeOf(string(head[begin:end]), "defaultColWidth"), 64); err == nil && w > 0 {
		return w
	}
	return stockWidth
}

// mergeColumns returns the columns with those widened that need it; nil when none does.
func mergeColumns(kept []sheetColumns, needed map[int]float64, usual float64) []sheetColumns {
	var out []sheetColumns
	changed := false
	wanted := slices.Sorted(maps.Keys(needed))
	widen := func(c sheetColumns, col int, has float64) bool {
		if needed[col] <= has {
			return false
		}
		out, changed = append(out, c.widened(col, needed[col])), true
		return true
	}
	for _, c := range kept {
		for len(wanted) > 0 && wanted[0] < c.min {
			widen(sheetColumns{}, wanted[0], usual)
			wanted = wanted[1:]
		}
		width, err := strconv.ParseFloat(c.attribute("width"), 64)
		if err != nil {
			width = usual
		}
		hidden := c.attribute("hidden")
		from := c.min
		for ; len(wanted) > 0 && wanted[0] <= c.max; wanted = wanted[1:] {
			if hidden == "1" || hidden == "true" || needed[wanted[0]] <= width {
				continue
			}
			if from < wanted[0] {
				out = append(out, sheetColumns{from, wanted[0] - 1, c.attrs})
			}
			widen(c, wanted[0], width)
			from = wanted[0] + 1
		}
		if from <= c.max {
			out = append(out, sheetColumns{from, c.max, c.attrs})
		}
	}
	for _, col := range wanted {
		widen(sheetColumns{}, col, usual)
	}
	if !changed {
		return nil
	}
	return out
}
