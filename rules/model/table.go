package model

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func same(a, b string, fold bool) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a == b || fold && strings.EqualFold(a, b)
}

// A grid holds the cells of a table, collected once.
type grid struct {
	cells, headers []*Node
	rows           map[int][]*Node // cells by the rows that they cover
	plain          map[int]bool    // rows in which a cell begins that is not a header
}

func (t *Node) table() *grid {
	if t.grid != nil {
		return t.grid
	}
	g := &grid{cells: t.ofClass("TableCell"), rows: map[int][]*Node{}, plain: map[int]bool{}}
	for _, c := range g.cells {
		d := c.data().Cell
		for row := d.Row; row < d.Row+max(d.RowSpan, 1); row++ {
			g.rows[row] = append(g.rows[row], c)
		}
		if d.Header {
			g.headers = append(g.headers, c)
		} else {
			g.plain[d.Row] = true
		}
	}
	t.grid = g
	return g
}

func hasHeader(fold bool) func(t *Node, a []any) any {
	return func(t *Node, a []any) any {
		for _, h := range t.table().headers {
			if same(trimText(h), text(a[0]), fold) {
				return true
			}
		}
		return false
	}
}

// covers reports whether two ranges of rows or columns overlap.
func covers(a, n, b, m int) bool { return a < b+m && b < a+n }

// under returns the cells in the columns of a header cell in the top row, or in the rows
// of a header cell at the side. Header cells themselves are left out.
func under(t *Node, header string) []*Node {
	var heading, out []*Node
	for _, h := range t.table().headers {
		if same(trimText(h), header, false) {
			heading = append(heading, h)
		}
	}
	for _, c := range t.cells() {
		isUnder := func(h *Node) bool { return heads(t, h.data().Cell, c.data().Cell) }
		if !c.data().Cell.Header && slices.ContainsFunc(heading, isUnder) {
			out = append(out, c)
		}
	}
	return out
}

// heads reports whether h is a header of c: a header that has header cells only in its
// row heads its columns, one at the side heads its rows.
func heads(t *Node, h, c *document.Cell) bool {
	if c.Row > h.Row && covers(h.Col, h.ColSpan, c.Col, c.ColSpan) && topHeader(t, h) {
		return true
	}
	return !topHeader(t, h) && c.Col > h.Col && covers(h.Row, h.RowSpan, c.Row, c.RowSpan)
}

func topHeader(t *Node, h *document.Cell) bool { return !t.table().plain[h.Row] }

func (t *Node) row(i int) []*Node { return t.table().rows[i] }

// rowsWith returns the rows in which a cell under the header has one of the values.
func (t *Node) rowsWith(header string, values []string) map[int]bool {
	out := map[int]bool{}
	for _, c := range under(t, header) {
		if slices.ContainsFunc(values, func(v string) bool { return same(trimText(c), v, false) }) {
			d := c.data().Cell
			for row := d.Row; row < d.Row+max(d.RowSpan, 1); row++ {
				out[row] = true
			}
		}
	}
	return out
}

// entitiesOfRows returns the active entities in the rows that keep accepts.
func (t *Node) entitiesOfRows(keep func(row int) bool) any {
	var out []any
	for i := range t.data().Table.Rows {
		if !keep(i) {
			continue
		}
		for _, c := range t.row(i) {
			out = append(out, t.ctx.within(c.span(), (*TextEntity).active)...)
		}
	}
	return host.StreamOf(out)
}

// rowsHaving returns the body of a method for the active entities of those rows whose
// entity types pass a test.
func rowsHaving(keep func(has func(typ string) bool, types []string) bool) func(t *Node, a []any) any {
	return func(t *Node, a []any) any {
		types := strs(a[0])
		return t.entitiesOfRows(func(i int) bool {
			return keep(func(typ string) bool {
				return slices.ContainsFunc(t.row(i), func(c *Node) bool { return c.hasType(typ) })
			}, types)
		})
	}
}

func hasSome(has func(string) bool, types []string) bool { return slices.ContainsFunc(types, has) }
func hasNone(has func(string) bool, types []string) bool { return !hasSome(has, types) }
func hasEach(has func(string) bool, types []string) bool {
	return !slices.ContainsFunc(types, func(t string) bool { return !has(t) })
}

// inSameRow returns the active entities of a type in the rows of an entity.
func inSameRow(t *Node, a []any) any {
	out := host.NewSet(host.Linked)
	for _, c := range t.cells() {
		if !c.span().Intersects(a[1].(*TextEntity).Span) {
			continue
		}
		for row := c.data().Cell.Row; row < c.data().Cell.Row+max(c.data().Cell.RowSpan, 1); row++ {
			for _, other := range t.row(row) {
				for _, e := range other.ofTypes([]string{text(a[0])}).(*host.List).Items {
					out.Put(e, true)
				}
			}
		}
	}
	return host.NewList(out.Keys()...)
}

var tableMethods = []*host.Method{
	ne(host.Ours, "streamEntitiesWhereRowContainsEntitiesOfType(List<String>) Stream<TextEntity>", rowsHaving(hasSome)),
	ne(host.Ours, "streamEntitiesWhereRowContainsEntitiesOfEachType(List<String>) Stream<TextEntity>", rowsHaving(hasEach)),
	ne(host.Ours, "streamEntitiesWhereRowContainsNoEntitiesOfType(List<String>) Stream<TextEntity>", rowsHaving(hasNone)),
	ne(host.Ours, "getEntitiesOfTypeInSameRow(String, TextEntity) List<TextEntity>", inSameRow),
	n(host.Ours, "streamHeadersForCell(int, int) Stream<TableCell>", func(t *Node, a []any) any {
		at := &document.Cell{Row: int(a[0].(int32)), Col: int(a[1].(int32)), RowSpan: 1, ColSpan: 1}
		var out []*Node
		for _, h := range t.table().headers {
			if heads(t, h.data().Cell, at) {
				out = append(out, h)
			}
		}
		return stream(out)
	}),
	n(host.Documented, "hasHeader(String) boolean", hasHeader(false)),
	n(host.Ours, "hasHeaderIgnoreCase(String) boolean", hasHeader(true)),
	n(host.Documented, "streamTableCellsWithHeader(String) Stream<TableCell>", func(t *Node, a []any) any {
		return stream(under(t, text(a[0])))
	}),
	n(host.Ours, "streamTableCells() Stream<TableCell>", func(t *Node, _ []any) any { return stream(t.cells()) }),
	n(host.Ours, "getNumberOfRows() int", func(t *Node, _ []any) any { return int32(t.data().Table.Rows) }),
	n(host.Ours, "getNumberOfCols() int", func(t *Node, _ []any) any { return int32(t.data().Table.Cols) }),
	n(host.Ours, "getCell(int, int) TableCell", func(t *Node, a []any) any {
		for _, c := range t.row(int(a[0].(int32))) {
			if d := c.data().Cell; covers(d.Col, d.ColSpan, int(a[1].(int32)), 1) {
				return c
			}
		}
		host.Throw("IndexOutOfBoundsException", "no cell at row %d, column %d", a[0], a[1])
		return nil
	}),
	n(host.Ours, "streamRow(int) Stream<TableCell>", func(t *Node, a []any) any {
		return stream(t.row(int(a[0].(int32))))
	}),
	n(host.Ours, "streamCol(int) Stream<TableCell>", func(t *Node, a []any) any {
		var out []*Node
		for _, c := range t.cells() {
			if d := c.data().Cell; covers(d.Col, d.ColSpan, int(a[0].(int32)), 1) {
				out = append(out, c)
			}
		}
		return stream(out)
	}),
	n(host.Ours, "streamHeaders() Stream<TableCell>", func(t *Node, _ []any) any {
		return stream(t.table().headers)
	}),
	n(host.Ours, "hasRowWithHeaderAndValue(String, String) boolean", func(t *Node, a []any) any {
		return len(t.rowsWith(text(a[0]), []string{text(a[1])})) > 0
	}),
	n(host.Ours, "hasRowWithHeaderAndAnyValue(String, List<String>) boolean", func(t *Node, a []any) any {
		return len(t.rowsWith(text(a[0]), strs(a[1]))) > 0
	}),
	ne(host.Ours, "streamEntitiesWhereRowHasHeaderAndAnyValue(String, List<String>) Stream<TextEntity>",
		func(t *Node, a []any) any {
			rows := t.rowsWith(text(a[0]), strs(a[1]))
			return t.entitiesOfRows(func(i int) bool { return rows[i] })
		}),
	ne(host.Ours, "streamEntitiesWhereRowContainsStringsIgnoreCase(List<String>) Stream<TextEntity>",
		func(t *Node, a []any) any {
			return t.entitiesOfRows(func(i int) bool { return t.rowContains(i, strs(a[0])) })
		}),
	n(host.Ours, "rowContainsStringsIgnoreCase(int, List<String>) boolean", func(t *Node, a []any) any {
		return t.rowContains(int(a[0].(int32)), strs(a[1]))
	}),
	ne(host.Ours, "streamTableCellsWhichContainType(String) Stream<TableCell>", func(t *Node, a []any) any {
		var out []*Node
		for _, c := range t.cells() {
			if c.hasType(text(a[0])) {
				out = append(out, c)
			}
		}
		return stream(out)
	}),
}

// rowContains reports whether each string is in some cell of the row.
func (t *Node) rowContains(i int, all []string) bool {
	for _, s := range all {
		found := false
		for _, c := range t.row(i) {
			found = found || c.contains(s, true)
		}
		if !found {
			return false
		}
	}
	return true
}
