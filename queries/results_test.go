package queries

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/es"
)

func blobOf(subject es.Subject, n byte) es.BlobRef {
	return es.BlobRef{Subject: subject, ID: uuid.UUID{15: n}}
}

func sized(name string, text int) []component.Detail {
	return []component.Detail{{Name: name, Values: []component.Value{{Value: strings.Repeat("x", text)}}}}
}

func TestResultCacheStaysWithinItsBytes(t *testing.T) {
	c := NewResultCache(10_000)
	for i := range byte(20) {
		c.put(blobOf("w", i), sized("c", 1000), c.currentEra())
		c.get(blobOf("w", 0)) // stays among the recent ones
	}
	if c.found.size > 10_000 || c.Len() < 5 {
		t.Errorf("%d results of %d bytes", c.Len(), c.found.size)
	}
	if _, ok := c.get(blobOf("w", 0)); !ok {
		t.Error("the most used result was dropped")
	}
	if _, ok := c.get(blobOf("w", 1)); ok {
		t.Error("the least used result was kept")
	}
	if c.put(blobOf("w", 99), sized("c", 20_000), c.currentEra()); c.Len() == 0 {
		t.Error("a result larger than the cache emptied it")
	}
}

func TestForgetDropsASubjectAndWhatLiesBelow(t *testing.T) {
	c := NewResultCache(1 << 20)
	for i, s := range []es.Subject{"w/dossier.1/file.1", "w/dossier.1/file.12", "w/dossier.2/file.1", "w/dossier.1"} {
		c.put(blobOf(s, byte(i)), sized("c", 1), c.currentEra())
	}
	c.Forget("w/dossier.1/file.1")
	if _, ok := c.get(blobOf("w/dossier.1/file.12", 1)); c.Len() != 3 || !ok {
		t.Errorf("%d results left", c.Len())
	}
	c.Forget("w/dossier.1")
	if _, ok := c.get(blobOf("w/dossier.2/file.1", 2)); c.Len() != 1 || !ok {
		t.Errorf("%d results left", c.Len())
	}
	if _, ok := c.get(blobOf("w/dossier.3/file.1", 2)); ok {
		t.Error("a result was given to another subject")
	}
}

func TestNothingForgottenComesBackFromAReadUnderWay(t *testing.T) {
	c := NewResultCache(1 << 20)
	era := c.currentEra()
	c.Forget("w/dossier.1")
	if c.put(blobOf("w/dossier.1/file.1", 1), sized("c", 1), era); c.Len() != 0 {
		t.Error("a result was kept that had been forgotten while it was read")
	}
	var none *ResultCache
	none.put(blobOf("w", 1), nil, none.currentEra())
	none.Forget("w")
	if _, ok := none.get(blobOf("w", 1)); ok || none.Len() != 0 {
		t.Error("a nil cache holds something")
	}
}

func TestResultCacheIsSafeForConcurrentUse(t *testing.T) {
	c := NewResultCache(5_000)
	var wg sync.WaitGroup
	for g := range byte(4) {
		wg.Go(func() {
			for i := range 500 {
				ref := blobOf(es.Subject(fmt.Sprintf("w/dossier.%d", i%5)), byte(i%50))
				if _, ok := c.get(ref); !ok {
					c.put(ref, sized("c", i%400), c.currentEra())
				}
				if i%100 == int(g) {
					c.Forget(ref.Subject)
				}
			}
		})
	}
	wg.Wait()
	size := 0
	for _, e := range c.found.entries {
		size += e.Value.(entry[[]component.Detail]).size
	}
	if size != c.found.size || len(c.found.entries) != c.found.recent.Len() || size > 5_000 {
		t.Errorf("counted %d bytes, hold %d in %d and %d entries", c.found.size, size, len(c.found.entries), c.found.recent.Len())
	}
}
