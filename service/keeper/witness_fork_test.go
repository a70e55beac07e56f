package keeper

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/evidence/witness"
)

// TestAWitnessOfAnotherHistoryIsAnError, told once for each, and no witness that is away is one.
func TestAWitnessOfAnotherHistoryIsAnError(t *testing.T) {
	var out bytes.Buffer
	n := &Anchors{logger: slog.New(slog.NewTextHandler(&out, nil))}
	fork := fmt.Errorf("the witness answers 422: %w", witness.ErrOtherHistory)
	for _, c := range []struct {
		name string
		err  error
		want int // lines so far
	}{{"away", errors.New("connection refused"), 0}, {"one", fork, 1}, {"one", fork, 1}, {"another", fork, 2}} {
		n.tellFork(c.name, c.err)
		if got := strings.Count(out.String(), "level=ERROR"); got != c.want {
			t.Errorf("%s, %v: got %d errors, want %d:\n%s", c.name, c.err, got, c.want, &out)
		}
	}
}
