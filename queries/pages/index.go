package pages

import (
	"context"
	"fmt"
	"slices"
	"strconv"
)

// An Index reads a list in the order of its first key, which is a time, from any entry on.
type Index[T any] struct {
	// Read returns the entries of a window, fewer at the end of the list.
	Read func(ctx context.Context, w Window) ([]T, error)
	// Keep returns those of some entries that may be shown.
	Keep func(ctx context.Context, entries []T) ([]T, error)
	// Count returns how many entries the list has.
	Count func(ctx context.Context) (int64, error)
}

// A Window is a stretch of a list.
type Window struct {
	Limit      int // of entries; 0: all
	Descending bool
	ties       bool // descend
	behind     *entryPlace
}

// An entryPlace is where an entry stands: its time in microseconds, and its identifier.
type entryPlace struct {
	at int64
	id string
}

// Select completes a statement that selects rows of a table by some arguments: with the conditions, the order and the
// number of the window, in the order of a column and the key of the rows.
func (w Window) Select(statement, column string, args ...any) (string, []any) {
	than := map[bool]string{false: ">", true: "<"}
	direction := map[bool]string{false: "ASC", true: "DESC"}
	if w.behind != nil {
		n := len(args) + 1
		statement += fmt.Sprintf(" AND %[1]s %[2]s= $%[3]d AND (%[1]s %[2]s $%[3]d OR key %[4]s $%[5]d)", column,
			than[w.Descending], n, than[w.ties], n+1)
		args = append(slices.Clone(args), w.behind.at, w.behind.id)
	}
	statement += fmt.Sprintf(" ORDER BY %s %s, key %s", column, direction[w.Descending], direction[w.ties])
	if w.Limit > 0 {
		statement += fmt.Sprintf(" LIMIT %d", w.Limit)
	}
	return statement, args
}

// searchedAtOnce is how many entries are read at a time where a text is looked for.
const searchedAtOnce = 500

// Read returns the part of a list that is asked for, as Cut does of the whole list. It reads no more than a page needs,
// unless all that have a text are to be counted. Total is that of the list if it is wanted, and otherwise not known.
func (l List[T]) Read(ctx context.Context, a Ask, x Index[T]) (Page[T], error) {
	if !a.Wanted || a.Query != "" && a.Counted {
		whole, err := x.Read(ctx, Window{Descending: l.Keys[0].Name[0] == '-', ties: l.TiesDescend})
		if err == nil {
			whole, err = x.Keep(ctx, whole)
		}
		if err != nil {
			return Page[T]{}, err
		}
		return l.Cut(whole, a)
	}
	w, err := l.window(a)
	if err != nil {
		return Page[T]{}, err
	}
	found, err := l.search(ctx, a, x, w)
	if err != nil {
		return Page[T]{}, err
	}
	var out Page[T]
	if len(found) > a.Limit {
		out.Next = l.cursorAfter(found[a.Limit-1], a.Sort, l.Keys[0])
		found = found[:a.Limit]
	}
	out.Entries, err = x.Keep(ctx, found)
	if err == nil && a.Counted {
		out.Total, err = x.Count(ctx)
	}
	return out, err
}

// search reads on from a window until it has more entries with the text than a page holds, or all.
func (l List[T]) search(ctx context.Context, a Ask, x Index[T], w Window) (out []T, err error) {
	if a.Query != "" {
		w.Limit = searchedAtOnce
	}
	for more := true; more && len(out) <= a.Limit; {
		found, err := x.Read(ctx, w)
		if err != nil {
			return nil, err
		}
		if more = len(found) == w.Limit; more {
			last := found[len(found)-1]
			if w.behind, err = newPlace(l.Keys[0].Of(last), l.ID(last)); err != nil {
				return nil, err
			}
		}
		for _, e := range found {
			if a.Query == "" || l.contains(e, a.Query) {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// newPlace returns the place of an entry with a key and an identifier.
func newPlace(key, id string) (*entryPlace, error) {
	at, err := strconv.ParseInt(key, 10, 64)
	if err != nil {
		return nil, ErrCursor
	}
	return &entryPlace{at, id}, nil
}

// window returns the stretch of the list that a page needs, and one entry more where there is one.
func (l List[T]) window(a Ask) (w Window, err error) {
	if _, w.Descending, err = l.keyOf(a); err != nil {
		return w, err
	}
	p, err := l.placeOf(a)
	if err == nil && p.ID != "" {
		w.behind, err = newPlace(p.Key, p.ID)
	}
	w.Limit, w.ties = a.Limit+1, l.TiesDescend
	return w, err
}
