package results

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
)

func TestNoCacheHoldsNothing(t *testing.T) {
	t.Parallel()
	ref := es.BlobRef{Subject: "w", ID: uuid.UUID{15: 1}}
	var none *Cache
	none.put(ref, analysed{}, none.currentEra())
	none.Forget("w")
	if _, ok := none.get(ref); ok || none.Len() != 0 {
		t.Errorf("found %t, %d results, want a nil cache to hold nothing", ok, none.Len())
	}
}
