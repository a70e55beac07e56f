package office

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
)

// A row is as high as its author left it, or as a program finds on opening the file that its texts need. Many
// programs that write sheets leave the second to others; then a text of several lines loses all but one of them.
// So rows get the height that their texts need.

const (
	lineHeight   = 15.0 // points of a line in type of the usual size
	rowPadding   = 3.0  // points
	highestRow   = 3000 // points
	highestPaper = 480  // points of a row on the paper that sheets are printed on
)

// A cellPlace is the place of a cell, from 1.
type cellPlace struct{ row, col int }

// A tallRow is a row with texts that may need several lines.
type tallRow struct {
	begin, end int // of its tag
	open       string
	number     int
	cells      []sheetCell
}

var mergedCells = regexp.MustCompile(`<mergeCell\s[^>]*?ref\s*=\s*["']\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})["']`)

// readMerged returns the merged cells that the end of a sheet names: of each its last cell, by its first.
func readMerged(foot []byte) map[cellPlace]cellPlace {
	out := map[cellPlace]cellPlace{}
	for _, m := range mergedCells.FindAllSubmatch(foot, -1) {
		first, _, err := columnsOf(string(m[1]))
		last, _, other := columnsOf(string(m[3]))
		from, _ := strconv.Atoi(string(m[2]))
		to, _ := strconv.Atoi(string(m[4]))
		if err == nil && other == nil && first <= last && from <= to && last <= mostColumns {
			out[cellPlace{from, first}] = cellPlace{to, last}
		}
	}
	return out
}

// raiseRows returns the edits that make rows high enough for their texts in columns of the final width, and wrap
// the texts that no column is wide enough for.
func (w *workbook) raiseRows(used *usedCells, cols, kept []sheetColumns, head []byte) []edit {
	if cols == nil {
		cols = kept
	}
	usualWidth, usualHeight := defaultWidth(head), lineHeight
	if begin, end := findTag(head, "sheetFormatPr"); begin >= 0 {
		if h, err := strconv.ParseFloat(attributeOf(string(head[begin:end]), "defaultRowHeight"), 64); err == nil && h > 0 {
			usualHeight = h
		}
	}
	widthOf := widthsOf(cols, usualWidth)
	var edits []edit
	for _, row := range used.tall {
		need := 0.0
		for _, c := range row.cells {
			room := c.roomFor(widthOf)
			if room < 1 {
				continue
			}
			wraps := c.wraps
			if !wraps && (len(c.text.lines) > 0 || c.beside && c.text.line*charWidth*c.scale > room) {
				wraps = true
				edits = append(edits, w.restyle(c.begin, c.open, wrapping)...)
			}
			others := float64(c.rows-1) * usualHeight // rows that it is merged with
			need = max(need, c.countLines(room, wraps)*lineHeight*c.scale-others)
		}
		edits = append(edits, row.raise(need, usualHeight, used)...)
	}
	return edits
}

// mostJoined is how many columns of a merged cell are added up; no text needs more.
const mostJoined = 1000

// roomFor returns how many characters fit into a line of a cell, of a merged one in all its columns.
func (c sheetCell) roomFor(widthOf func(col int) float64) float64 {
	room := 1 - cellPadding
	for col := c.col; col <= c.lastCol && col-c.col < mostJoined; col++ {
		room += widthOf(col)
	}
	return room
}

// countLines returns how many lines the text of a cell takes in a room of so many characters.
func (c sheetCell) countLines(room float64, wraps bool) float64 {
	lines := c.text.lines
	if lines == nil {
		lines = []float64{c.text.line}
	}
	n := 0.0
	for _, l := range lines {
		if wraps {
			n += math.Ceil(l * charWidth * c.scale / room)
		}
		if !wraps || l == 0 {
			n++
		}
	}
	return n
}

// raise returns the edits that make a row as high as its texts need.
func (r tallRow) raise(need, usual float64, used *usedCells) []edit {
	has := usual
	if h, err := strconv.ParseFloat(attributeOf(r.open, "ht"), 64); err == nil {
		has = h
	}
	if need <= has+1 {
		used.highest = max(used.highest, has)
		return nil
	}
	need = min(need+rowPadding, highestRow)
	used.highest = max(used.highest, need)
	height := strconv.FormatFloat(need, 'f', 1, 64)
	var edits []edit
	for _, a := range [][2]string{{"ht", height}, {"customHeight", "1"}} {
		at := r.begin + len("<row")
		if from, to, ok := attributeRange(r.open, a[0]); ok {
			edits = append(edits, edit{r.begin + from, r.begin + to, a[1]})
			continue
		}
		edits = append(edits, edit{at, at, fmt.Sprintf(" %s=%q", a[0], a[1])})
	}
	return edits
}

// widthsOf returns the width of each column, in characters; that of hidden ones is 0.
func widthsOf(cols []sheetColumns, usual float64) func(col int) float64 {
	return func(col int) float64 {
		i, found := slices.BinarySearchFunc(cols, col, func(c sheetColumns, col int) int {
			switch {
			case c.max < col:
				return -1
			case c.min > col:
				return 1
			}
			return 0
		})
		if !found {
			return usual
		}
		if hidden := cols[i].attribute("hidden"); hidden != "" && isOn(hidden) {
			return 0
		}
		if width, err := strconv.ParseFloat(cols[i].attribute("width"), 64); err == nil {
			return width
		}
		return usual
	}
}
