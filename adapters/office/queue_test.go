package office

import (
	"errors"
	"slices"
	"testing"
)

// take returns whose files the next batch has.
func takeOwners(q *queue, n int) (owners []string) {
	for _, r := range q.take(n) {
		owners = append(owners, r.owner)
	}
	return owners
}

// TestOwnersOfOfficeFilesAreServedInTurn, whoever has handed in more, and no batch has more text than one file may have.
func TestOwnersOfOfficeFilesAreServedInTurn(t *testing.T) {
	t.Parallel()
	q, gone := newQueue(), make(chan struct{})
	close(gone)
	done := make(chan outcome, 100)
	add := func(owner string, characters float64, gone chan struct{}) {
		q.add(request{owner: owner, characters: characters, done: done, gone: gone})
	}
	for range 40 {
		add("many", 1000, nil)
	}
	add("gave up", 1, gone)
	add("one", 1000, nil)
	add("dear", 0.9*smallText, nil)
	add("dear", 0.9*smallText, nil)
	<-q.ready
	if got, want := takeOwners(q, 4), []string{"many", "one", "dear", "many"}; !slices.Equal(got, want) {
		t.Errorf("first batch: got %v, want %v", got, want)
	}
	<-q.ready // what is left is told again
	if got, want := takeOwners(q, 3), []string{"dear", "many", "many"}; !slices.Equal(got, want) {
		t.Errorf("second batch: got %v, want %v", got, want)
	}
	add("dear", 0.9*smallText, nil)
	add("dearer", 0.9*smallText, nil)
	if got := takeOwners(q, 50); !slices.Equal(got, []string{"many", "dear"}) {
		t.Errorf("third batch: got %v, want that it ends where the text is too much", got)
	}
	q.close()
	add("late", 1, nil)
	ended := 0
	for len(done) > 0 {
		if out := <-done; !errors.Is(out.err, ErrClosed) {
			t.Errorf("closed: got %v, want %v", out.err, ErrClosed)
		}
		ended++
	}
	if want := 40 - 5 + 1 + 1; ended != want {
		t.Errorf("closed: got %d files ended, want %d", ended, want)
	}
}
