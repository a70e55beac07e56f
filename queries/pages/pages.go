// Package pages cuts pages out of lists that are read whole: those of which a template, a file or a workspace has so
// few that an index would not pay. A page begins behind a place in the order, not behind a number of entries, so a
// walk by cursors sees everything that was there all the time once, whatever is written meanwhile.
package pages

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain"
)

// MaxLimit is the largest number of entries on a page.
const MaxLimit = 500

// Ask chooses a part of a list. Its zero value chooses all of it, in the order of the list.
type Ask struct {
	Wanted bool   // a page, with a cursor of the next one; else the whole list
	Sort   string // a key of the list, with "-" in front descending; "": the order of the list
	Limit  int    // 1 to MaxLimit
	Cursor string // Next of the page before, asked for in the same order
	Query  string // part of the text of an entry, whatever the case; "": all
	// Counted wants Total, also where the list is not read whole.
	Counted bool
}

// A Page is a part of a list.
type Page[T any] struct {
	Entries []T
	Next    string // cursor of the next page; "" at the end
	Total   int64  // entries on all pages
}

// A List says how the entries of a list are told apart, ordered and searched.
type List[T any] struct {
	Name string           // in cursors: a cursor of another list is refused
	ID   func(T) string   // unique in the list; entries with equal keys are in the order of it
	Text func(T) []string // where Query is looked for; nil: the list takes none
	// Keys are what the list can be sorted by. The list comes in the order of the first one, descending when its
	// name begins with "-".
	Keys []Key[T]
	// TiesDescend puts, of entries with equal keys, the one with the greater ID in front.
	TiesDescend bool
}

// A Key orders the entries of a list.
type Key[T any] struct {
	Name string
	// Of returns a text that compares as the entries do, and that may stand in a cursor. Nil: the entries are in this
	// order already, by what may not stand there; a cursor then ends with the entry that it names.
	Of func(T) string
}

// place is the content of a cursor: the last entry of a page, and where it stood.
type place struct {
	List string `json:"l"`
	Sort string `json:"s,omitempty"`
	Key  string `json:"v,omitempty"`
	ID   string `json:"k"`
}

// ErrCursor is the refusal of a cursor that is none of the list in the order asked for.
var ErrCursor = domain.Refuse(domain.InvalidCursor, "cursor is not valid").At("cursor")

// EncodeCursor writes the content of a cursor, which is opaque to clients.
func EncodeCursor(content any) string {
	b, _ := json.Marshal(content) // texts and numbers alone
	return base64.RawURLEncoding.EncodeToString(b)
}

// DecodeCursor reads what EncodeCursor wrote, and reports whether it could.
func DecodeCursor(cursor string, content any) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	return err == nil && json.Unmarshal(b, content) == nil
}

// Cut returns the part of a list that is asked for. The whole list must be in its own order. What is asked for wrongly
// is domain.Invalid.
func (l List[T]) Cut(whole []T, a Ask) (Page[T], error) {
	if !a.Wanted {
		return Page[T]{Entries: whole, Total: int64(len(whole))}, nil
	}
	key, descending, err := l.keyOf(a)
	if err != nil {
		return Page[T]{}, err
	}
	sorted := slices.Clone(whole)
	order := l.compare(key, descending)
	switch {
	case key.Of != nil:
		slices.SortStableFunc(sorted, order)
	case descending:
		slices.Reverse(sorted)
	}
	begin, err := l.begin(sorted, a, key, descending)
	if err != nil {
		return Page[T]{}, err
	}
	fits := func(e T) bool { return a.Query == "" || l.contains(e, a.Query) }
	out := Page[T]{Entries: []T{}}
	for i, e := range sorted {
		if !fits(e) {
			continue
		}
		out.Total++
		switch {
		case i < begin:
		case len(out.Entries) < a.Limit:
			out.Entries = append(out.Entries, e)
		case out.Next == "":
			out.Next = l.cursorAfter(out.Entries[a.Limit-1], a.Sort, key)
		}
	}
	return out, nil
}

// keyOf returns the key that a page is sorted by.
func (l List[T]) keyOf(a Ask) (key Key[T], descending bool, err error) {
	if a.Limit < 1 || a.Limit > MaxLimit {
		return Key[T]{}, false, domain.Faultf(domain.Invalid, "limit is not valid").At("limit")
	}
	name, descending := strings.CutPrefix(cmp.Or(a.Sort, l.Keys[0].Name), "-")
	for _, k := range l.Keys {
		if strings.TrimPrefix(k.Name, "-") == name {
			return k, descending, nil
		}
	}
	return Key[T]{}, false, domain.Faultf(domain.Invalid, "sort is not valid").At("sort")
}

func (l List[T]) compare(key Key[T], descending bool) func(a, b T) int {
	return func(a, b T) int { return l.comparePlaces(key.Of(a), l.ID(a), key.Of(b), l.ID(b), descending) }
}

// comparePlaces compares by keys, and, where they are equal, by identifiers, whose direction is that of the list.
func (l List[T]) comparePlaces(keyA, idA, keyB, idB string, descending bool) int {
	order, ties := cmp.Compare(keyA, keyB), cmp.Compare(idA, idB)
	if descending {
		order = -order
	}
	if l.TiesDescend {
		ties = -ties
	}
	return cmp.Or(order, ties)
}

// placeOf returns where the page before ended; the zero place where there is none.
func (l List[T]) placeOf(a Ask) (p place, err error) {
	if a.Cursor != "" && (!DecodeCursor(a.Cursor, &p) || p.List != l.Name || p.Sort != a.Sort || p.ID == "") {
		return place{}, ErrCursor
	}
	return p, nil
}

// begin returns where, in the sorted list, the page begins.
func (l List[T]) begin(sorted []T, a Ask, key Key[T], descending bool) (int, error) {
	p, err := l.placeOf(a)
	if err != nil || p.ID == "" {
		return 0, err
	}
	if key.Of == nil {
		at := slices.IndexFunc(sorted, func(e T) bool { return l.ID(e) == p.ID })
		if at < 0 {
			return 0, ErrCursor // it does not belong to the list any more, and nobody knows where it stood
		}
		return at + 1, nil
	}
	at, found := slices.BinarySearchFunc(sorted, p, func(e T, p place) int {
		return l.comparePlaces(key.Of(e), l.ID(e), p.Key, p.ID, descending)
	})
	if found {
		at++
	}
	return at, nil
}

func (l List[T]) cursorAfter(e T, sort string, key Key[T]) string {
	p := place{List: l.Name, Sort: sort, ID: l.ID(e)}
	if key.Of != nil {
		p.Key = key.Of(e)
	}
	return EncodeCursor(p)
}

// contains reports whether a text of an entry contains another, whatever the case.
func (l List[T]) contains(e T, part string) bool {
	return l.Text != nil && slices.ContainsFunc(l.Text(e), func(text string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(part))
	})
}

// NumberKey returns a text that compares like the number, which must not be negative.
func NumberKey(n int) string { return fmt.Sprintf("%019d", n) }

// TimeKey returns a text that compares like the time, which must not be before 1970.
func TimeKey(t time.Time) string { return fmt.Sprintf("%019d", t.UnixMicro()) }
