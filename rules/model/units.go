package model

import (
	"sort"
	"unicode/utf8"
)

// The text of a document is kept as UTF-8, and rules count it as Java does, in units of
// UTF-16: what Matcher.start() gives of a text can be made a TextRange.

// countUnits makes the table of where each unit of the text begins, unless all are single bytes.
func (c *Context) countUnits() {
	if c.unitsCounted {
		return
	}
	c.unitsCounted = true
	text := c.Tree.Text
	ascii := true
	for i := 0; i < len(text) && ascii; i++ {
		ascii = text[i] < utf8.RuneSelf
	}
	if ascii {
		return
	}
	table := make([]int32, 0, len(text)+1)
	for i, r := range text {
		switch {
		case r == utf8.RuneError && text[i] >= 0x80 && text[i] <= 0xBF: // the rest of an unpaired surrogate
		case r >= 0x10000:
			table = append(table, int32(i), int32(i))
		default:
			table = append(table, int32(i))
		}
	}
	c.byteOfUnit = append(table, int32(len(text)))
}

// unitsAt returns the number of units before a byte of the text. What lies behind the text is
// counted on.
func (c *Context) unitsAt(offset int) int32 {
	if c == nil {
		return int32(offset)
	}
	c.countUnits()
	if c.byteOfUnit == nil || offset < 0 {
		return int32(offset)
	}
	if last := len(c.byteOfUnit) - 1; offset >= len(c.Tree.Text) {
		return int32(last + offset - len(c.Tree.Text))
	}
	return int32(sort.Search(len(c.byteOfUnit), func(i int) bool { return int(c.byteOfUnit[i]) >= offset }))
}

// bytesAt returns the offset in bytes of a unit of the text.
func (c *Context) bytesAt(unit int) int {
	if c == nil {
		return unit
	}
	c.countUnits()
	if c.byteOfUnit == nil || unit < 0 {
		return unit
	}
	if last := len(c.byteOfUnit) - 1; unit > last {
		return len(c.Tree.Text) + unit - last
	}
	return int(c.byteOfUnit[unit])
}
