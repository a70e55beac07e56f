package model

import (
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

func sameText(a, b string, fold bool) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a == b || fold && strings.EqualFold(a, b)
}

// A grid holds the cells of a table, collected once.
type grid struct {
	cells, headers []*Node
	rows           map[int][]*Node // cells by the rows that they cover
	plain          map[int]bool    // rows in which a cell begins that is not a header
}

func (t *Node) tableGrid() *grid {
	if t.grid != nil {
		return t.grid
	}
	g := &grid{cells: t.ofClass("TableCell"), rows: map[int][]*Node{}, plain: map[int]bool{}}
	for _, c := range g.cells {
		d := c.treeNode().Cell
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
		for _, h := range t.tableGrid().headers {
			if sameText(trimText(h), textOf(a[0]), fold) {
				return true
			}
		}
		return false
	}
}

// rangesOverlap reports whether two ranges of rows or columns overlap.
func rangesOverlap(a, n, b, m int) bool { return a < b+m && b < a+n }

// cellsUnder returns the cells in the columns of a header cell in the top row, or in the rows
// of a header cell at the side. Header cells themselves are left out.
func cellsUnder(t *Node, header string) []*Node {
	var heading, out []*Node
	for _, h := range t.tableGrid().headers {
		if sameText(trimText(h), header, false) {
			heading = append(heading, h)
		}
	}
	for _, c := range t.cellNodes() {
		isUnder := func(h *Node) bool { return isHeaderOf(t, h.treeNode().Cell, c.treeNode().Cell) }
		if !c.treeNode().Cell.Header && slices.ContainsFunc(heading, isUnder) {
			out = append(out, c)
		}
	}
	return out
}

// isHeaderOf reports whether h is a header of c: a header that has header cells only in its
// row heads its columns, one at the side heads its rows.
func isHeaderOf(t *Node, h, c *document.Cell) bool {
	if c.Row > h.Row && rangesOverlap(h.Col, h.ColSpan, c.Col, c.ColSpan) && topHeader(t, h) {
		return true
	}
	return !topHeader(t, h) && c.Col > h.Col && rangesOverlap(h.Row, h.RowSpan, c.Row, c.RowSpan)
}

func topHeader(t *Node, h *document.Cell) bool { return !t.tableGrid().plain[h.Row] }

func (t *Node) rowCells(i int) []*Node { return t.tableGrid().rows[i] }

// rowsWith returns the rows in which a cell under the header has one of the values.
func (t *Node) rowsWith(header string, values []string) map[int]bool {
	out := map[int]bool{}
	for _, c := range cellsUnder(t, header) {
		if slices.ContainsFunc(values, func(v string) bool { return sameText(trimText(c), v, false) }) {
			d := c.treeNode().Cell
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
	for i := range t.treeNode().Table.Rows {
		if !keep(i) {
			continue
		}
		for _, c := range t.rowCells(i) {
			out = append(out, t.ctx.entitiesWithin(c.span(), (*TextEntity).isActive)...)
		}
	}
	return host.StreamOf(out)
}

// rowsHaving returns the body of a method for the active entities of those rows whose
// entity types pass a test.
func rowsHaving(keep func(has func(typ string) bool, types []string) bool) func(t *Node, a []any) any {
	return func(t *Node, a []any) any {
		types := stringsOf(a[0])
		return t.entitiesOfRows(func(i int) bool {
			return keep(func(typ string) bool {
				return slices.ContainsFunc(t.rowCells(i), func(c *Node) bool { return c.hasType(typ) })
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
	for _, c := range t.cellNodes() {
		if !c.span().Intersects(a[1].(*TextEntity).Span) {
			continue
		}
		for row := c.treeNode().Cell.Row; row < c.treeNode().Cell.Row+max(c.treeNode().Cell.RowSpan, 1); row++ {
			for _, other := range t.rowCells(row) {
				for _, e := range other.ofTypes([]string{textOf(a[0])}).(*host.List).Items {
					out.Put(e, true)
				}
			}
		}
	}
	return host.NewList(out.Keys()...)
}

var tableMethods = []*host.Method{
	entityAwareMethod(host.Ours, "streamEntitiesWhereRowContainsEntitiesOfType(List<String>) Stream<TextEntity>", rowsHaving(hasSome)),
	entityAwareMethod(host.Ours, "streamEntitiesWhereRowContainsEntitiesOfEachType(List<String>) Stream<TextEntity>", rowsHaving(hasEach)),
	entityAwareMethod(host.Ours, "streamEntitiesWhereRowContainsNoEntitiesOfType(List<String>) Stream<TextEntity>", rowsHaving(hasNone)),
	entityAwareMethod(host.Ours, "getEntitiesOfTypeInSameRow(String, TextEntity) List<TextEntity>", inSameRow),
	nodeMethod(host.Ours, "streamHeadersForCell(int, int) Stream<TableCell>", func(t *Node, a []any) any {
		at := &document.Cell{Row: int(a[0].(int32)), Col: int(a[1].(int32)), RowSpan: 1, ColSpan: 1}
		var out []*Node
		for _, h := range t.tableGrid().headers {
			if isHeaderOf(t, h.treeNode().Cell, at) {
				out = append(out, h)
			}
		}
		return nodeStream(out)
	}),
	nodeMethod(host.Documented, "hasHeader(String) boolean", hasHeader(false)),
	nodeMethod(host.Ours, "hasHeaderIgnoreCase(String) boolean", hasHeader(true)),
	nodeMethod(host.Documented, "streamTableCellsWithHeader(String) Stream<TableCell>", func(t *Node, a []any) any {
		return nodeStream(cellsUnder(t, textOf(a[0])))
	}),
	nodeMethod(host.Ours, "streamTableCells() Stream<TableCell>", func(t *Node, _ []any) any { return nodeStream(t.cellNodes()) }),
	nodeMethod(host.Ours, "getNumberOfRows() int", func(t *Node, _ []any) any { return int32(t.treeNode().Table.Rows) }),
	nodeMethod(host.Ours, "getNumberOfCols() int", func(t *Node, _ []any) any { return int32(t.treeNode().Table.Cols) }),
	nodeMethod(host.Ours, "getCell(int, int) TableCell", func(t *Node, a []any) any {
		if c := t.cellAt(a); c != nil {
			return c
		}
		host.Throw("IndexOutOfBoundsException", "no cell at row %d, column %d", a[0], a[1])
		return nil
	}),
	nodeMethod(host.Ours, "findCell(int, int) Optional<TableCell>", func(t *Node, a []any) any {
		if c := t.cellAt(a); c != nil {
			return host.OptionalOf(c)
		}
		return host.OptionalOf(nil)
	}),
	nodeMethod(host.Ours, "streamRow(int) Stream<TableCell>", func(t *Node, a []any) any {
		return nodeStream(t.rowCells(int(a[0].(int32))))
	}),
	nodeMethod(host.Ours, "streamCol(int) Stream<TableCell>", func(t *Node, a []any) any {
		var out []*Node
		for _, c := range t.cellNodes() {
			if d := c.treeNode().Cell; rangesOverlap(d.Col, d.ColSpan, int(a[0].(int32)), 1) {
				out = append(out, c)
			}
		}
		return nodeStream(out)
	}),
	nodeMethod(host.Ours, "streamHeaders() Stream<TableCell>", func(t *Node, _ []any) any {
		return nodeStream(t.tableGrid().headers)
	}),
	nodeMethod(host.Ours, "hasRowWithHeaderAndValue(String, String) boolean", func(t *Node, a []any) any {
		return len(t.rowsWith(textOf(a[0]), []string{textOf(a[1])})) > 0
	}),
	nodeMethod(host.Ours, "hasRowWithHeaderAndAnyValue(String, List<String>) boolean", func(t *Node, a []any) any {
		return len(t.rowsWith(textOf(a[0]), stringsOf(a[1]))) > 0
	}),
	entityAwareMethod(host.Ours, "streamEntitiesWhereRowHasHeaderAndAnyValue(String, List<String>) Stream<TextEntity>",
		func(t *Node, a []any) any {
			rows := t.rowsWith(textOf(a[0]), stringsOf(a[1]))
			return t.entitiesOfRows(func(i int) bool { return rows[i] })
		}),
	entityAwareMethod(host.Ours, "streamEntitiesWhereRowContainsStringsIgnoreCase(List<String>) Stream<TextEntity>",
		func(t *Node, a []any) any {
			return t.entitiesOfRows(func(i int) bool { return t.rowContains(i, stringsOf(a[0])) })
		}),
	nodeMethod(host.Ours, "rowContainsStringsIgnoreCase(int, List<String>) boolean", func(t *Node, a []any) any {
		return t.rowContains(int(a[0].(int32)), stringsOf(a[1]))
	}),
	entityAwareMethod(host.Ours, "streamTableCellsWhichContainType(String) Stream<TableCell>", func(t *Node, a []any) any {
		var out []*Node
		for _, c := range t.cellNodes() {
			if c.hasType(textOf(a[0])) {
				out = append(out, c)
			}
		}
		return nodeStream(out)
	}),
}

// rowContains reports whether each string is in some cell of the row.
func (t *Node) rowContains(i int, all []string) bool {
	for _, s := range all {
		found := false
		for _, c := range t.rowCells(i) {
			found = found || c.containsString(s, true)
		}
		if !found {
			return false
		}
	}
	return true
}

// cellAt returns the cell at a row and a column, the arguments of a method; nil for none.
func (n *Node) cellAt(a []any) *Node {
	for _, c := range n.rowCells(int(a[0].(int32))) {
		if d := c.treeNode().Cell; rangesOverlap(d.Col, d.ColSpan, int(a[1].(int32)), 1) {
			return c
		}
	}
	return nil
}
