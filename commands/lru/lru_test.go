package lru

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

func TestACacheMakesEachThingOnce(t *testing.T) {
	c := New[int, int](100)
	var made atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			for key := range 10 {
				if v, err := c.Get(key, 1, func() (int, error) { made.Add(1); return key * key, nil }); v != key*key || err != nil {
					t.Errorf("key %d: %d, %v, want v = %v and no error", key, v, err, key*key)
				}
			}
		})
	}
	all.Wait()
	if made.Load() != 10 {
		t.Errorf("made %d things, want 10", made.Load())
	}
}

func TestACacheForgetsWhatIsUsedLeast(t *testing.T) {
	c := New[string, string](10)
	made := ""
	get := func(key string, cost int64) {
		if _, err := c.Get(key, cost, func() (string, error) { made += key; return key, nil }); err != nil {
			t.Fatal(err)
		}
	}
	get("a", 4)
	get("b", 4)
	get("a", 4)
	get("c", 4) // b goes
	get("a", 4)
	get("b", 4)  // c goes
	get("d", 50) // all go, and what is too large stays until the next comes
	get("d", 50)
	get("a", 4)
	if made != "abcbda" || c.used != 4 || len(c.byKey) != 1 {
		t.Errorf("made %s, %d used by %d, want made = abcbda, c.used = 4 and len(c.byKey) = 1", made, c.used, len(c.byKey))
	}
}

func TestACacheForgetsWhatIsDropped(t *testing.T) {
	c := New[string, int](10)
	made := 0
	for range 2 {
		if _, err := c.Get("a", 4, func() (int, error) { made++; return made, nil }); err != nil {
			t.Fatal(err)
		}
		c.Drop("b")
	}
	c.Drop("a")
	if v, err := c.Get("a", 4, func() (int, error) { made++; return made, nil }); v != 2 || err != nil || c.used != 4 {
		t.Errorf("after it was dropped: got %d, %v, %d used, want the second one made, no error and 4", v, err, c.used)
	}
}

func TestACacheKeepsNoFailure(t *testing.T) {
	c := New[int, int](10)
	failure := errors.New("failure")
	if _, err := c.Get(1, 5, func() (int, error) { return 0, failure }); !errors.Is(err, failure) {
		t.Errorf("got %v, want %v", err, failure)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = c.Get(1, 5, func() (int, error) { panic("broken") })
	}()
	if v, err := c.Get(1, 5, func() (int, error) { return 7, nil }); v != 7 || err != nil || c.used != 5 {
		t.Errorf("got %d, %v, %d used, want v = 7, no error and c.used = 5", v, err, c.used)
	}
}

func TestOneWhoGivesUpFailsNobodyElse(t *testing.T) {
	c := New[int, int](10)
	begun, wait, second := make(chan bool), make(chan bool), make(chan int)
	go func() {
		_, _ = c.Get(1, 1, func() (int, error) { close(begun); <-wait; return 0, context.Canceled })
	}()
	<-begun
	go func() {
		v, err := c.Get(1, 1, func() (int, error) { return 7, nil })
		if err != nil {
			t.Error(err)
		}
		second <- v
	}()
	close(wait)
	if v := <-second; v != 7 {
		t.Errorf("got %d, want 7", v)
	}
}
