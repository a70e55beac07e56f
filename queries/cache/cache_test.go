package cache

import (
	"fmt"
	"strconv"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
)

// keep puts the nth value of a subject into a cache.
func keep(c *Cache[string], s es.Subject, n byte, size int, era uint64) {
	c.Put(s, strconv.Itoa(int(n)), "value", size, era)
}

// holds reports whether a cache has the nth value of a subject.
func holds(c *Cache[string], s es.Subject, n byte) bool {
	_, ok := c.Get(s, strconv.Itoa(int(n)))
	return ok
}

func TestCacheStaysWithinItsBytes(t *testing.T) {
	c := New[string](10_000)
	for i := range byte(20) {
		keep(c, "w", i, 1000, c.CurrentEra())
		holds(c, "w", 0) // stays among the recent ones
	}
	if c.size > 10_000 || c.Len() < 5 {
		t.Errorf("%d values of %d bytes, want c.size at most 10_000 and c.Len() at least 5", c.Len(), c.size)
	}
	if ok := holds(c, "w", 0); !ok {
		t.Error("the most used value was dropped")
	}
	if ok := holds(c, "w", 1); ok {
		t.Error("the least used value was kept")
	}
	if keep(c, "w", 99, 20_000, c.CurrentEra()); c.Len() == 0 {
		t.Error("a value larger than the cache emptied it")
	}
}

func TestForgetDropsASubjectAndWhatLiesBelow(t *testing.T) {
	c := New[string](1 << 20)
	for i, s := range []es.Subject{"w/dossier.1/file.1", "w/dossier.1/file.12", "w/dossier.2/file.1", "w/dossier.1"} {
		keep(c, s, byte(i), 1, c.CurrentEra())
	}
	c.Forget("w/dossier.1/file.1")
	if ok := holds(c, "w/dossier.1/file.12", 1); c.Len() != 3 || !ok {
		t.Errorf("%d values left, want 3", c.Len())
	}
	c.Forget("w/dossier.1")
	if ok := holds(c, "w/dossier.2/file.1", 2); c.Len() != 1 || !ok {
		t.Errorf("%d values left, want 1", c.Len())
	}
	if ok := holds(c, "w/dossier.3/file.1", 2); ok {
		t.Error("a value was given to another subject")
	}
}

func TestNothingForgottenComesBackFromAReadUnderWay(t *testing.T) {
	c := New[string](1 << 20)
	era := c.CurrentEra()
	c.Forget("w/dossier.1")
	if keep(c, "w/dossier.1/file.1", 1, 1, era); c.Len() != 0 {
		t.Error("a value was kept that had been forgotten while it was read")
	}
	var none *Cache[string]
	keep(none, "w", 1, 1, none.CurrentEra())
	none.Forget("w")
	if ok := holds(none, "w", 1); ok || none.Len() != 0 {
		t.Error("a nil cache holds something")
	}
}

func TestCacheIsSafeForConcurrentUse(t *testing.T) {
	c := New[string](5_000)
	var wg sync.WaitGroup
	for g := range byte(4) {
		wg.Go(func() {
			for i := range 500 {
				subject := es.Subject(fmt.Sprintf("w/dossier.%d", i%5))
				if !holds(c, subject, byte(i%50)) {
					keep(c, subject, byte(i%50), 500+i%400, c.CurrentEra())
				}
				if i%100 == int(g) {
					c.Forget(subject)
				}
			}
		})
	}
	wg.Wait()
	size := 0
	for _, e := range c.entries {
		size += e.Value.(entry[string]).size
	}
	if size != c.size || len(c.entries) != c.recent.Len() || size > 5_000 {
		t.Errorf("counted %d bytes, hold %d in %d and %d entries, want as many of both, within 5,000 bytes",
			c.size, size, len(c.entries), c.recent.Len())
	}
}
