package commands

import (
	"errors"
	"sync"
	"testing"
)

func TestAtOnceDoesEachItem(t *testing.T) {
	var mu sync.Mutex
	done := map[int]int{}
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	if err := atOnce(items, 8, func(i int) error {
		mu.Lock()
		defer mu.Unlock()
		done[i]++
		return nil
	}); err != nil || len(done) != 100 {
		t.Errorf("%v, %d items", err, len(done))
	}
	for i, n := range done {
		if n != 1 {
			t.Errorf("item %d was done %d times", i, n)
		}
	}
	if err := atOnce([]int{}, 8, func(int) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestAtOnceStopsAtAnError(t *testing.T) {
	failure := errors.New("no")
	for _, items := range []int{1, 8, 1000} {
		if err := atOnce(make([]int, items), 8, func(int) error { return failure }); !errors.Is(err, failure) {
			t.Errorf("%d items: %v", items, err)
		}
	}
	var mu sync.Mutex
	n := 0
	_ = atOnce(make([]int, 100_000), 2, func(int) error {
		mu.Lock()
		defer mu.Unlock()
		if n++; n == 3 {
			return failure
		}
		return nil
	})
	if n > 100_000/2 {
		t.Errorf("%d items were done", n)
	}
}
