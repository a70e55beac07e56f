package pages

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

type entry struct {
	id, name string
	rank     int
}

// orderOf is the order of a list of entries by name, then by rank.
func orderOf(name string) List[entry] {
	return List[entry]{
		Name: name,
		ID:   func(e entry) string { return e.id },
		Text: func(e entry) []string { return []string{e.name} },
		Keys: []Key[entry]{
			{Name: "name", Of: func(e entry) string { return e.name }},
			{Name: "rank", Of: func(e entry) string { return NumberKey(e.rank) }},
		},
	}
}

// sorted returns the whole list in its own order.
func (l List[T]) sorted(whole []T) []T {
	out := slices.Clone(whole)
	slices.SortFunc(out, l.compare(l.Keys[0], false))
	return out
}

// someEntries returns entries of which many have the same name, and the same rank.
func someEntries(n int) (out []entry) {
	for i := range n {
		out = append(out, entry{fmt.Sprintf("id-%03d", (i*37)%n), string(rune('a' + i%5)), i % 7})
	}
	return out
}

// TestWalksDuringWritesSeeWhatWasThereOnce, and in the order asked for, whatever is added, deleted and changed between two pages.
func TestWalksDuringWritesSeeWhatWasThereOnce(t *testing.T) {
	t.Parallel()
	for _, sort := range []string{"", "name", "-name", "rank", "-rank"} {
		for _, limit := range []int{1, 2, 7, 500} {
			for seed := range uint64(20) {
				walkDuringWrites(t, sort, limit, rand.New(rand.NewPCG(seed, uint64(limit))))
			}
		}
	}
}

func walkDuringWrites(t *testing.T, sort string, limit int, random *rand.Rand) {
	t.Helper()
	order := orderOf("list")
	stay := someEntries(40)
	come := map[string]entry{}
	seen := map[string]int{}
	cursor := ""
	for step := 0; ; step++ {
		whole := slices.Clone(stay)
		for _, e := range come {
			whole = append(whole, e)
		}
		page, err := order.Cut(order.sorted(whole), Ask{Wanted: true, Sort: sort, Limit: limit, Cursor: cursor})
		if err != nil {
			t.Fatalf("sort %q, limit %d, page %d: %v", sort, limit, step, err)
		}
		for _, e := range page.Entries {
			seen[e.id]++
		}
		if cursor = page.Next; cursor == "" {
			break
		}
		if step > 500 {
			t.Fatalf("sort %q, limit %d: the walk does not end, want an end within 500 pages", sort, limit)
		}
		for id := range come { // what came goes, also what the cursor stands on
			if random.IntN(2) == 0 {
				delete(come, id)
			}
		}
		for range random.IntN(3) {
			id := fmt.Sprintf("new-%d-%d", step, random.IntN(1000))
			come[id] = entry{id, string(rune('a' + random.IntN(5))), random.IntN(7)}
		}
	}
	for _, e := range stay {
		if seen[e.id] != 1 {
			t.Errorf("sort %q, limit %d: %s was seen %d times, want once", sort, limit, e.id, seen[e.id])
		}
	}
}

// TestPagesTogetherAreTheList in each order, with and without a text that is looked for.
func TestPagesTogetherAreTheList(t *testing.T) {
	t.Parallel()
	order := orderOf("list")
	for _, ties := range []bool{false, true} {
		order.TiesDescend = ties
		whole := order.sorted(someEntries(23))
		if ties {
			slices.SortFunc(whole, order.compare(order.Keys[0], false))
		}
		for _, limit := range []int{1, 2, 500} {
			for _, query := range []string{"", "B", "nothing"} {
				var want, got []entry
				for _, e := range whole {
					if strings.Contains(strings.ToUpper(e.name), query) {
						want = append(want, e)
					}
				}
				for ask := (Ask{Wanted: true, Limit: limit, Query: query}); ; {
					page, err := order.Cut(whole, ask)
					if err != nil || page.Total != int64(len(want)) {
						t.Fatalf("limit %d, q %q: total %d, %v, want %d", limit, query, page.Total, err, len(want))
					}
					got = append(got, page.Entries...)
					if ask.Cursor = page.Next; ask.Cursor == "" {
						break
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("limit %d, q %q: got %v, want %v", limit, query, got, want)
				}
			}
		}
	}
}

// TestCursorsOfOtherListsAreRefused, of another order, and texts that are none.
func TestCursorsOfOtherListsAreRefused(t *testing.T) {
	t.Parallel()
	order, other := orderOf("list"), orderOf("other")
	whole := order.sorted(someEntries(3))
	next := func(l List[entry], sort string) string {
		page, err := l.Cut(whole, Ask{Wanted: true, Sort: sort, Limit: 1})
		if err != nil || page.Next == "" {
			t.Fatalf("got the cursor %q, %v, want one", page.Next, err)
		}
		return page.Next
	}
	for what, cursor := range map[string]string{"another list": next(other, ""), "another order": next(order, "-name"),
		"no cursor": "x", "no base64": "!", "no place": EncodeCursor(7), "no entry": EncodeCursor(place{List: "list"})} {
		if _, err := order.Cut(whole, Ask{Wanted: true, Limit: 1, Cursor: cursor}); !errors.Is(err, ErrCursor) {
			t.Errorf("%s: got %v, want %v", what, err, ErrCursor)
		}
	}
	for _, a := range []Ask{{Wanted: true, Limit: 0}, {Wanted: true, Limit: MaxLimit + 1}, {Wanted: true, Limit: 1, Sort: "id"}} {
		if _, err := order.Cut(whole, a); err == nil {
			t.Errorf("%+v: got a page, want a refusal", a)
		}
	}
}

// TestListsWithoutKeysGoOnBehindTheEntry that a cursor names, and refuse one whose entry is gone.
func TestListsWithoutKeysGoOnBehindTheEntry(t *testing.T) {
	t.Parallel()
	order := List[entry]{Name: "list", ID: func(e entry) string { return e.id }, Keys: []Key[entry]{{Name: "username"}}}
	whole := []entry{{id: "c"}, {id: "a"}, {id: "b"}}
	for sort, want := range map[string]string{"": "c a b", "username": "c a b", "-username": "b a c"} {
		var got []string
		for ask := (Ask{Wanted: true, Sort: sort, Limit: 1}); ; {
			page, err := order.Cut(whole, ask)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, page.Entries[0].id)
			if ask.Cursor = page.Next; ask.Cursor == "" {
				break
			}
			if _, err := order.Cut(nil, ask); !errors.Is(err, ErrCursor) {
				t.Errorf("the entry is gone: got %v, want %v", err, ErrCursor)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("sort %q: got %s, want %s", sort, got, want)
		}
	}
}

func TestKeysCompareLikeWhatTheyAreOf(t *testing.T) {
	t.Parallel()
	if a, b := NumberKey(9), NumberKey(10); a >= b {
		t.Errorf("got %s and %s, want the first to be less", a, b)
	}
	if a, b := TimeKey(time.UnixMicro(9)), TimeKey(time.Now()); a >= b {
		t.Errorf("got %s and %s, want the first to be less", a, b)
	}
}

// numbers are entries of an index at times one after the other, each of which has its number as text.
type numbers struct {
	all  []int
	read int // entries so far
}

func (n *numbers) index() Index[int] {
	return Index[int]{
		Read: func(_ context.Context, w Window) (out []int, _ error) {
			for _, e := range n.all {
				if (w.behind == nil || int64(e) > w.behind.at) && (w.Limit == 0 || len(out) < w.Limit) {
					out = append(out, e)
				}
			}
			n.read += len(out)
			return out, nil
		},
		Keep:  func(_ context.Context, entries []int) ([]int, error) { return entries, nil },
		Count: func(context.Context) (int64, error) { return int64(len(n.all)), nil },
	}
}

// TestATextIsLookedForNoFurtherThanNeeded walks entries with a text, which are as Cut has them, and reads no more of a list
// than a page of them needs.
func TestATextIsLookedForNoFurtherThanNeeded(t *testing.T) {
	n := &numbers{}
	for i := range 3000 {
		n.all = append(n.all, i)
	}
	list := List[int]{Name: "numbers", ID: func(i int) string { return fmt.Sprint(i) },
		Text: func(i int) []string { return []string{fmt.Sprint(i)} },
		Keys: []Key[int]{{Name: "at", Of: NumberKey}}}
	for query, most := range map[string]int{"7": 500, "77": 1000, "2999": 3000, "x": 3000} {
		n.read = 0
		a := Ask{Wanted: true, Limit: 7, Query: query}
		first, err := list.Read(t.Context(), a, n.index())
		if err != nil || n.read > most {
			t.Errorf("%s: %v, read %d entries for a page, want %d at most", query, err, n.read, most)
		}
		want, err := list.Cut(n.all, Ask{Wanted: true, Limit: MaxLimit, Query: query})
		if err != nil {
			t.Fatal(err)
		}
		got, page := first.Entries, first
		for a.Cursor = page.Next; a.Cursor != "" && len(got) < MaxLimit; a.Cursor = page.Next {
			if page, err = list.Read(t.Context(), a, n.index()); err != nil {
				t.Fatal(err)
			}
			got = append(got, page.Entries...)
		}
		if len(got) > MaxLimit {
			got = got[:MaxLimit]
		}
		if !slices.Equal(got, want.Entries) {
			t.Errorf("%s: got %v, want %v", query, got, want.Entries)
		}
		a.Cursor, a.Counted = "", true
		if counted, err := list.Read(t.Context(), a, n.index()); err != nil || counted.Total != want.Total {
			t.Errorf("%s: %d in all, %v, want %d", query, counted.Total, err, want.Total)
		}
	}
}
