package layout

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
)

// itemLabel is what numbers a clause, an item or a heading.
var itemLabel = regexp.MustCompile(`^(\(?([0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d{1,3}(\.\d{1,3})+[.)]?|(§+|Art\.|Artikel|Article|Section|Clause|Ziffer|No\.|Nr\.)\s?\d+[a-z]?[.:]?|[` + bulletSigns + `–-])$`)

// taggedParagraphs takes the lines of the paragraphs that trusted tags tell, of those that are asked for, out of the
// rows. What stands in one row, with tabulators between, is left there, because it may be columns, unless it begins
// with a number or a bullet.
func taggedParagraphs(rows [][]*line, asked func(*tagMark) bool) (told []*block, rest [][]*line) {
	lines := map[int32][]*line{}
	var order []int32
	for _, r := range rows {
		for _, l := range r {
			id := l.mark.block
			if id == 0 || l.mark.artifact || !asked(l.mark) {
				continue
			}
			if lines[id] == nil {
				order = append(order, id)
			}
			lines[id] = append(lines[id], l)
		}
	}
	taken := map[*line]bool{}
	for _, id := range order {
		if !isOneParagraph(lines[id]) {
			continue
		}
		slices.SortStableFunc(lines[id], func(a, b *line) int { return cmp.Compare(a.words[0].drawn, b.words[0].drawn) })
		usual := leastGap(lines[id])
		for i, l := range lines[id] {
			if i == 0 || lines[id][i-1].box.Y0-l.box.Y1 > usual+lineGap*l.size { // behind an empty line
				told = append(told, &block{})
			}
			b := told[len(told)-1]
			b.lines, b.box, taken[l] = append(b.lines, l), b.box.Union(l.box), true
		}
	}
	rest = make([][]*line, len(rows))
	for i, r := range rows {
		for _, l := range r {
			if !taken[l] {
				rest[i] = append(rest[i], l)
			}
		}
	}
	return told, rest
}

// leastGap returns the least white space between lines that stand below each other.
func leastGap(lines []*line) float32 {
	least := float32(math.MaxFloat32)
	for i := 1; i < len(lines); i++ {
		if gap := lines[i-1].box.Y0 - lines[i].box.Y1; gap > -lines[i].size/2 {
			least = min(least, gap)
		}
	}
	return least
}

// isOneParagraph reports whether the lines of a tagged block are read one after the other.
func isOneParagraph(lines []*line) bool {
	first, last := lines[0], lines[len(lines)-1]
	return len(lines) == 1 || first.row != last.row || first.mark.item || first.mark.heading > 0 || itemLabel.MatchString(first.text)
}

// sortByTags brings the blocks of a page into the order of their tags. A block without any stays behind the one
// that it follows. Paragraphs that are parted into columns, one after the other, stay in the order of the columns.
func sortByTags(blocks []*block) {
	first, parts := make([]int32, len(blocks)), map[int32]int{}
	for i, b := range blocks {
		if first[i] = b.firstTag(); first[i] > 0 {
			parts[first[i]]++
		}
	}
	tags := slices.Sorted(maps.Keys(parts))
	place := map[int32]int32{}
	for i, tag := range tags {
		place[tag] = tag
		if i > 0 && parts[tag] > 1 && parts[tags[i-1]] > 1 {
			place[tag] = place[tags[i-1]]
		}
	}
	placed := make(map[*block]int32, len(blocks))
	at := int32(0)
	for i, b := range blocks {
		if first[i] > 0 {
			at = place[first[i]]
		}
		placed[b] = at
	}
	slices.SortStableFunc(blocks, func(a, b *block) int { return cmp.Compare(placed[a], placed[b]) })
}

// firstTag returns the first of the tags of a block, that of the table for a table; 0 without any.
func (b *block) firstTag() int32 {
	first := int32(0)
	look := func(id int32, l *line) {
		if id > 0 && !l.mark.artifact && (first == 0 || id < first) {
			first = id
		}
	}
	for _, l := range b.lines {
		look(l.mark.block, l)
	}
	if b.table != nil {
		for _, c := range b.table.cells {
			for _, l := range c.lines {
				look(cmp.Or(l.mark.table, l.mark.block), l)
			}
		}
	}
	return first
}
