package office

import (
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

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

// widenColumn returns one column of these with another width.
func (c sheetColumns) widenColumn(col int, width float64) sheetColumns {
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
	widen := func(c sheetColumns, col int, has float64) {
		if needed[col] > has {
			out, changed = append(out, c.widenColumn(col, needed[col])), true
		}
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
