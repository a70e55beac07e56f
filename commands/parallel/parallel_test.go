package parallel_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/commands/parallel"
)

func TestForEachDoesEachItem(t *testing.T) {
	var mu sync.Mutex
	done := map[int]int{}
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	if err := parallel.ForEach(items, 8, func(i int) error {
		mu.Lock()
		defer mu.Unlock()
		done[i]++
		return nil
	}); err != nil || len(done) != 100 {
		t.Errorf("%v, %d items, want no error and len(done) = 100", err, len(done))
	}
	for i, n := range done {
		if n != 1 {
			t.Errorf("item %d was done %d times, want 1", i, n)
		}
	}
	if err := parallel.ForEach([]int{}, 8, func(int) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestForEachStopsAtAnError(t *testing.T) {
	failure := errors.New("no")
	for _, items := range []int{1, 8, 1000} {
		if err := parallel.ForEach(make([]int, items), 8, func(int) error { return failure }); !errors.Is(err, failure) {
			t.Errorf("%d items: got %v, want %v", items, err, failure)
		}
	}
	var mu sync.Mutex
	n := 0
	_ = parallel.ForEach(make([]int, 100_000), 2, func(int) error {
		mu.Lock()
		defer mu.Unlock()
		if n++; n == 3 {
			return failure
		}
		return nil
	})
	if n > 100_000/2 {
		t.Errorf("%d items were done, want at most %v", n, 100_000/2)
	}
}
