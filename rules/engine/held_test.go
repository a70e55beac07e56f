package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// TestInsertedFactsAreCounted with the values in them: a number has a place of 16 bytes,
// a string its length more.
func TestInsertedFactsAreCounted(t *testing.T) {
	for _, tt := range []struct {
		object any
		bytes  int64
	}{
		{"no holder", factSize}, {&Declared{shape: &shape{}, values: []any{int32(1), strings.Repeat("x", 100)}},
			factSize + 16 + 16 + 100}, {&Declared{}, factSize},
	} {
		fits := func(bytes int64) (ok bool) {
			defer func() { ok = recover() == nil }()
			b := host.NewBudget(context.Background(), 1)
			b.LimitMemory(bytes, func() int64 { return 0 })
			b.BeginConsequence()
			(&Session{call: &host.Call{Budget: b}}).countInserted(tt.object)
			return true
		}
		if !fits(tt.bytes) || fits(tt.bytes-1) {
			t.Errorf("%v does not count as %d bytes", tt.object, tt.bytes)
		}
	}
}
