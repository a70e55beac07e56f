package guard

import (
	"net/http"
	"testing"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/domain/user"
)

// TestAnUploadThatSaysItsSize is taken no further than it can succeed.
func TestAnUploadThatSaysItsSize(t *testing.T) {
	s := &Guard{Limits: Limits{Upload: 100}}
	op := &contract.Operation{ID: user.UploadFile}
	for length, want := range map[int64]int64{-1: 100 + maxOverhead, 100: 100 + maxOverhead,
		100 + maxOverhead: 100 + maxOverhead, 101 + maxOverhead: 0} {
		if got := s.bodyLimit(op, &http.Request{ContentLength: length}); got != want {
			t.Errorf("of %d bytes %d are taken, want %d", length, got, want)
		}
	}
}
