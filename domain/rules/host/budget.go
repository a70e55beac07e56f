package host

import (
	"context"
	"fmt"
)

// A Budget bounds what one run may do: steps of interpreted code, and time by
// way of its context.
type Budget struct {
	ctx   context.Context
	steps int64
	limit int64
}

// LimitError says which limit a run has reached.
type LimitError struct{ Message string }

// Error is the message.
func (e *LimitError) Error() string { return e.Message }

// NewBudget allows limit steps between two calls of Renew, and as much time as ctx.
func NewBudget(ctx context.Context, limit int64) *Budget {
	return &Budget{ctx: ctx, limit: limit}
}

// Renew starts to count steps afresh: before every consequence.
func (b *Budget) Renew() { b.steps = 0 }

// Step counts one step; beyond the limit it panics with a *LimitError.
func (b *Budget) Step() {
	b.steps++
	if b.steps > b.limit {
		panic(&LimitError{fmt.Sprintf("more than %d steps in one consequence", b.limit)})
	}
	if b.steps&1023 == 0 {
		b.CheckTime()
	}
}

// CheckTime panics with a *LimitError when the context has ended.
func (b *Budget) CheckTime() {
	if err := b.ctx.Err(); err != nil {
		panic(&LimitError{"the time limit of the rule run is reached: " + err.Error()})
	}
}
