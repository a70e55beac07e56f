package lists

import (
	"context"
	"slices"
)

// A cellWalk goes through the files of cells in the order of a list: by what the files of a cell have in
// common, and then by a column.
type cellWalk struct {
	q          *Lists
	groups     [][]cell // cells that are equal in the first keys of the order
	column     string
	descending bool
	after      *indexedFile // where the walk is in its first group; nil: at the beginning
}

// newCellWalk begins behind a file, whose cell need not be among those given; nil is the beginning.
func newCellWalk(q *Lists, cells []cell, o fileOrder, after *indexedFile) *cellWalk {
	w := &cellWalk{q: q, column: o.column, descending: o.descending, after: after}
	slices.SortStableFunc(cells, func(a, b cell) int { return compareCells(a, b, o.cells) })
	for _, c := range cells {
		if after != nil && compareCells(c, after.cell, o.cells) < 0 {
			continue
		}
		last := len(w.groups) - 1
		if last < 0 || compareCells(w.groups[last][0], c, o.cells) != 0 {
			w.groups = append(w.groups, nil)
			last++
		}
		w.groups[last] = append(w.groups[last], c)
	}
	if after != nil && len(w.groups) > 0 && compareCells(w.groups[0][0], after.cell, o.cells) != 0 {
		w.after = nil // its group is gone
	}
	return w
}

// next returns the next n files; fewer at the end.
func (w *cellWalk) next(ctx context.Context, n int) ([]indexedFile, error) {
	var out []indexedFile
	for len(w.groups) > 0 && len(out) < n {
		want := n - len(out)
		found, err := w.q.mergeCells(ctx, w.groups[0], w.column, w.descending, w.after, want)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
		if len(found) < want {
			w.groups, w.after = w.groups[1:], nil
			continue
		}
		w.after = &found[len(found)-1]
	}
	return out, nil
}
