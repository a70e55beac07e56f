package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Sheets are made for screens: printed as they are, a wide one is cut into strips of
// columns, and cells stand without the lines that people see between them. So a
// sheet is fitted to the width of its pages, turned and set on larger paper where it
// is wide, and its grid is drawn where the screen shows it. What its author set for
// printing stays: fit to page, and orientation and paper where A3 is large enough.

const (
	narrow     = 480.0  // points of columns that a page of A4 holds upright
	wide       = 740.0  // turned
	widest     = 1090.0 // turned, of A3; wider sheets get paper of their own, so that their text stays readable
	margins    = 100.0  // points of a page besides the columns
	widestPage = 7000.0 // points
)

var (
	fitSet   = regexp.MustCompile(`\bfitToPage\s*=\s*"(1|true)"`)
	fitOff   = regexp.MustCompile(`\sfitToPage\s*=\s*"[^"]*"`)
	noGrid   = regexp.MustCompile(`<sheetView\b[^>]*\bshowGridLines\s*=\s*"(0|false)"`)
	replaced = regexp.MustCompile(`\s(scale|fitToWidth|fitToHeight)\s*=\s*"[^"]*"`)
	papers   = regexp.MustCompile(`\s(paperSize|paperWidth|paperHeight|orientation)\s*=\s*"[^"]*"`)
	usesGrid = regexp.MustCompile(`\sgridLines(Set)?\s*=\s*"[^"]*"`)
)

// fitSheet changes how a worksheet is printed: its used columns fit its pages, its grid is drawn, and if named, its name
// stands above each page. A sheet that does not have SpreadsheetML as its default namespace stays as it is.
func fitSheet(text []byte, used usedCells, named bool) []byte {
	lastColumn := used.last
	_, root := findTag(text, "worksheet")
	data, open := findTag(text, "sheetData")
	end := bytes.LastIndex(text, []byte("</worksheet"))
	if root < 0 || data < root || end <= open {
		return text
	}
	tail := open + 1
	if closing := bytes.LastIndex(text[tail:end], []byte("</sheetData>")); closing >= 0 {
		tail += closing
	}
	head, body, foot, rest := string(text[:data]), text[data:tail], string(text[tail:end]), text[end:]
	if !noGrid.MatchString(head) {
		foot = withElement(foot, "printOptions", usesGrid, ` gridLines="1"`)
	}
	if !fitSet.MatchString(head) {
		head = markFitted(head)
		foot = withElement(foot, "pageSetup", replaced, ` fitToWidth="1" fitToHeight="0"`)
		foot = choosePaper(foot, columnsWidth(head, lastColumn))
	}
	if width := columnsWidth(head, lastColumn); width > widest || used.highest > highestPaper {
		foot = withElement(foot, "pageSetup", papers, paperFor(max(width, narrow), used.highest))
	}
	if named {
		foot = showName(foot)
	}
	out := make([]byte, 0, len(head)+len(body)+len(foot)+len(rest))
	return append(append(append(append(out, head...), body...), foot...), rest...)
}

// findTag returns the indexes where the first tag of an element begins and of its >;
// both are -1 without one.
func findTag[T string | []byte](text T, name string) (begin, end int) {
	b := []byte(text)
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte("<"+name))
		if i < 0 {
			return -1, -1
		}
		i += from
		from = i + 1 + len(name)
		if from < len(b) && strings.IndexByte(" \t\r\n/>", b[from]) >= 0 {
			if end := tagEnd(b[from:]); end >= 0 {
				return i, from + end
			}
		}
	}
}

// markFitted marks the head of a sheet as fitted to its pages.
func markFitted(head string) string {
	head = withoutAttribute(head, "pageSetUpPr", fitOff)
	if i, _ := findTag(head, "pageSetUpPr"); i >= 0 {
		i += len("<pageSetUpPr")
		return head[:i] + ` fitToPage="1"` + head[i:]
	}
	const fit = `<pageSetUpPr fitToPage="1"/>`
	i, j := findTag(head, "sheetPr")
	switch closing := strings.Index(head, "</sheetPr>"); {
	case i < 0:
		_, root := findTag(head, "worksheet")
		return head[:root+1] + "<sheetPr>" + fit + "</sheetPr>" + head[root+1:]
	case head[j-1] == '/':
		return head[:j-1] + ">" + fit + "</sheetPr>" + head[j+1:]
	case closing > j:
		return head[:closing] + fit + head[closing:]
	}
	return head
}

// withElement sets attributes of an element after the cells, which is added if missing;
// attributes that drop matches are removed.
func withElement(foot, name string, drop *regexp.Regexp, attributes string) string {
	foot = withoutAttribute(foot, name, drop)
	i, _ := findTag(foot, name)
	if i < 0 {
		return foot + "<" + name + attributes + "/>"
	}
	i += 1 + len(name)
	return foot[:i] + attributes + foot[i:]
}

func withoutAttribute(s, name string, drop *regexp.Regexp) string {
	i, j := findTag(s, name)
	if i < 0 {
		return s
	}
	return s[:i] + drop.ReplaceAllString(s[i:j], "") + s[j:]
}

// choosePaper chooses orientation and paper by the width of the columns, where the author
// chose none.
func choosePaper(foot string, width float64) string {
	i, j := findTag(foot, "pageSetup")
	var more string
	if width > narrow && !strings.Contains(foot[i:j], " orientation=") {
		more = ` orientation="landscape"`
	}
	if width > wide && !strings.Contains(foot[i:j], " paperSize=") {
		more += ` paperSize="8"` // A3
	}
	i += len("<pageSetup")
	return foot[:i] + more + foot[i:]
}

// paperFor returns the attributes of paper that is as wide as the columns of a sheet and as high as its highest row,
// or as large as paper can be.
func paperFor(width, height float64) string {
	const pointsPerMM, shape, topAndBottom = 72 / 25.4, 1.414, 250
	wide := min(width+margins, widestPage)
	high := min(max(wide/shape, height+topAndBottom), widestPage)
	return fmt.Sprintf(` paperWidth="%.0fmm" paperHeight="%.0fmm"`, wide/pointsPerMM, high/pointsPerMM)
}

// showName adds the name of the sheet to the header of its pages, unless its author shows it.
func showName(foot string) string {
	const shown = "&amp;C&amp;A"
	if strings.Contains(foot, "&amp;A") {
		return foot
	}
	begin, end := findTag(foot, "headerFooter")
	if begin < 0 {
		for _, before := range []string{"rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags", "drawing",
			"legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst"} {
			if i, _ := findTag(foot, before); i >= 0 && (begin < 0 || i < begin) {
				begin = i
			}
		}
		if begin < 0 {
			begin = len(foot)
		}
		return foot[:begin] + "<headerFooter><oddHeader>" + shown + "</oddHeader></headerFooter>" + foot[begin:]
	}
	if foot[end-1] == '/' {
		return foot[:end-1] + "><oddHeader>" + shown + "</oddHeader></headerFooter>" + foot[end+1:]
	}
	first, open := findTag(foot, "oddHeader")
	switch closing := strings.Index(foot, "</oddHeader>"); {
	case first < 0:
		return foot[:end+1] + "<oddHeader>" + shown + "</oddHeader>" + foot[end+1:]
	case closing > open:
		header := foot[open+1 : closing]
		for _, part := range []string{"&amp;L", "&amp;C", "&amp;R"} { // the first that its author leaves empty
			// What stands before all codes is in the middle.
			taken := part == "&amp;C" && header != "" && !strings.HasPrefix(header, "&amp;L") && !strings.HasPrefix(header, "&amp;R")
			if !strings.Contains(header, part) && !taken {
				return foot[:open+1] + part + "&amp;A" + header + foot[closing:]
			}
		}
	}
	return foot
}

// columnsWidth returns the width of the used columns of a sheet, in points, at least of those
// up to lastColumn; 0 when it is not known which are used.
func columnsWidth(head string, lastColumn int) float64 {
	var sheet struct {
		Dimension struct {
			Ref string `xml:"ref,attr"`
		} `xml:"dimension"`
		Cols []struct {
			Min   int     `xml:"min,attr"`
			Max   int     `xml:"max,attr"`
			Width float64 `xml:"width,attr"`
		} `xml:"cols>col"`
	}
	if err := xml.Unmarshal([]byte(head+"</worksheet>"), &sheet); err != nil {
		return 0
	}
	first, last, err := columnsOf(sheet.Dimension.Ref)
	if err != nil {
		first = 1
	}
	if last = max(last, lastColumn); last == 0 {
		return 0
	}
	const chars, points = 8.43, 5.4 // default width of a column in characters; points of a character with padding
	sum := float64(last-first+1) * chars
	for _, c := range sheet.Cols {
		if n := min(c.Max, last) - max(c.Min, first) + 1; n > 0 {
			sum += float64(n) * (c.Width - chars)
		}
	}
	return sum * points
}

// columnsOf returns the columns of a range such as B2:AC40, from 1.
func columnsOf(ref string) (first, last int, err error) {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		to = from
	}
	for i, cell := range []string{from, to} {
		letters := strings.TrimRight(cell, "0123456789$")
		n := 0
		for _, c := range strings.ToUpper(strings.Trim(letters, "$")) {
			if c < 'A' || c > 'Z' || n > 20_000 {
				return 0, 0, fmt.Errorf("no cell: %s", strconv.Quote(cell))
			}
			n = n*26 + int(c-'A') + 1
		}
		if n == 0 {
			return 0, 0, fmt.Errorf("no cell: %s", strconv.Quote(cell))
		}
		if i == 0 {
			first = n
		}
		last = n
	}
	return first, last, nil
}
