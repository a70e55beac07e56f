package host

import (
	"context"
	"fmt"
	"math"
)

// Budget limits what one run may do: steps of interpreted code, the values that it
// makes and, through its context, time.
type Budget struct {
	ctx   context.Context
	steps int64
	limit int64
	bytes memory
}

// memory counts the values of a run: those of the running consequence, and those
// that the facts hold, which are measured from time to time.
type memory struct {
	limit int64 // 0: none
	given int64 // the limit at first
	lax   bool  // while conditions are evaluated
	made  int64 // since the last BeginConditions or BeginConsequence
	since int64 // made since facts were measured last
	kept  int64 // what facts held then
	held  func() int64
}

// LimitError reports the limit that a run has exceeded.
type LimitError struct{ Message string }

// Error returns the message.
func (e *LimitError) Error() string { return e.Message }

// NewBudget returns a budget of limit steps between two calls of BeginConditions or
// BeginConsequence, and as much time as ctx has.
func NewBudget(ctx context.Context, limit int64) *Budget {
	return &Budget{ctx: ctx, limit: limit}
}

// LimitMemory limits the values that exist at once to so many bytes. held returns the
// bytes of those that outlive a consequence.
func (b *Budget) LimitMemory(bytes int64, held func() int64) {
	b.bytes = memory{limit: bytes, given: bytes, held: held}
}

// Ended reports whether the time of the run is over.
func (b *Budget) Ended() bool { return b.ctx.Err() != nil }

// RecoverMemory makes room for other rules after one has failed: what the facts hold by now
// stays, and the others may use as much again as the limit was, divided by reserveParts.
func (b *Budget) RecoverMemory() {
	m := &b.bytes
	m.made, m.since = 0, 0
	if m.limit == 0 {
		return
	}
	m.kept = m.held()
	m.limit = max(m.limit, m.kept+m.given/reserveParts)
}

// reserveParts is the part of the memory that is left to the others when a rule has used up
// all of it.
const reserveParts = 4

// Steps returns the steps that the conditions or the consequence have taken that began last.
func (b *Budget) Steps() int64 { return b.steps }

// BeginConditions resets the counts of steps and bytes before the conditions of a rule are
// evaluated. More bytes are allowed there than in a consequence, because conditions
// leave garbage for every fact.
func (b *Budget) BeginConditions() { b.steps, b.bytes.made, b.bytes.lax = 0, 0, true }

// BeginConsequence resets the counts of steps and bytes before a consequence runs.
func (b *Budget) BeginConsequence() { b.steps, b.bytes.made, b.bytes.lax = 0, 0, false }

// InConsequence reports whether a consequence is running, so that values created now may
// outlive it.
func (b *Budget) InConsequence() bool { return !b.bytes.lax }

// conditionFactor is the factor by which conditions may allocate more bytes than a
// consequence.
const conditionFactor = 4

// Step counts one step. It panics with a *LimitError when the limit is exceeded.
func (b *Budget) Step() {
	b.steps++
	if b.steps > b.limit {
		what := "consequence"
		if b.bytes.lax {
			what = "look at the conditions"
		}
		panic(&LimitError{fmt.Sprintf("more than %d steps in one %s", b.limit, what)})
	}
	if b.steps&1023 == 0 {
		b.CheckTime()
	}
}

// StepMany counts work of n steps that Go code does at once, before it does it. It panics like
// Step; n that is not positive counts nothing.
func (b *Budget) StepMany(n int64) {
	if n <= 0 {
		return
	}
	before := b.steps
	if b.steps += min(n-1, b.limit-b.steps); b.steps>>10 != before>>10 {
		b.CheckTime()
	}
	b.Step()
}

// A Use is what code has taken from a budget.
type Use struct{ steps, bytes int64 }

// Used returns what the conditions or the consequence have taken that began last.
func (b *Budget) Used() Use { return Use{b.steps, b.bytes.made} }

// Since returns what was taken since an earlier time of the same conditions or consequence.
func (u Use) Since(before Use) Use { return Use{u.steps - before.steps, u.bytes - before.bytes} }

// Repeat takes from the budget what code has taken that need not run again. It panics like Step and Alloc.
func (b *Budget) Repeat(u Use) {
	b.StepMany(u.steps)
	b.Alloc(u.bytes)
}

// CheckTime panics with a *LimitError when the context has ended.
func (b *Budget) CheckTime() {
	if err := b.ctx.Err(); err != nil {
		panic(&LimitError{"the time limit of the rule run is reached: " + err.Error()})
	}
}

// Alloc counts bytes of values, preferably before they are created. It panics with a
// *LimitError when the limit is exceeded. For a value that grows, only the growth is
// counted. Sizes are approximate.
func (b *Budget) Alloc(bytes int64) {
	m := &b.bytes
	if m.limit == 0 || bytes <= 0 {
		return
	}
	allowed := m.limit - m.kept
	if m.lax {
		allowed = m.limit * conditionFactor
	}
	if m.made += min(bytes, math.MaxInt64-m.made); m.made > allowed {
		m.panicExceeded()
	}
}

// AllocEach is Alloc for n values of the size, whose product may overflow.
func (b *Budget) AllocEach(n, size int64) {
	if n > 0 && size > math.MaxInt64/n {
		n, size = 1, math.MaxInt64
	}
	b.Alloc(n * size)
}

// CheckAlloc panics like Alloc when n values of the size exceed the limit, but does not
// count them.
func (b *Budget) CheckAlloc(n, size int64) {
	if m := &b.bytes; m.limit > 0 && n > 0 && size > m.limit/n {
		m.panicExceeded()
	}
}

// EndConsequence ends a consequence: its values are released, except those that the facts
// hold. The facts are measured when enough has been allocated since the last time.
func (b *Budget) EndConsequence() {
	m := &b.bytes
	m.since += m.made
	if m.made = 0; m.limit == 0 || m.since <= m.limit/4 {
		return
	}
	m.since, m.kept = 0, m.held()
	if m.kept > m.limit {
		m.panicExceeded()
	}
}

// panicExceeded panics with a *LimitError.
func (m *memory) panicExceeded() {
	panic(&LimitError{fmt.Sprintf("more than %d MiB of values", m.limit>>20)})
}

// Approximate sizes, in bytes.
const (
	slot = 16 // of a place for a value
	// ListSlot is what an element takes in a list that grows: its place, the value behind it,
	// and what is free behind the last one or copied when the list becomes longer.
	ListSlot = 32
	// EntrySlot is what an entry of a map or an element of a set takes, with its places in the
	// bucket and in the order.
	EntrySlot = 160
)

// SizeOf returns the approximate size of a value in a collection, in bytes: its
// slot, and the text of a string.
func SizeOf(v any) int64 {
	if s, ok := v.(string); ok {
		return slot + int64(len(s))
	}
	return slot
}

// Holder is an object with values of rules in it.
type Holder interface {
	// Holds returns the values, for measuring.
	Holds() []any
}

// Measure adds up the sizes of values. It counts each object once.
type Measure struct {
	Bytes int64
	seen  map[any]bool
}

// Add measures values and everything that they hold.
func (m *Measure) Add(values ...any) {
	if m.seen == nil {
		m.seen = map[any]bool{}
	}
	for waiting := values; len(waiting) > 0; {
		v := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		m.Bytes += SizeOf(v)
		waiting = append(waiting, m.valuesIn(v)...)
	}
}

// valuesIn returns the values in an object that was not measured yet.
func (m *Measure) valuesIn(v any) []any {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return m.valuesOnce(&v[0], v)
		}
	case *List:
		return m.valuesOnce(v, v.Items)
	case *Set:
		return m.entriesOnce(v, v.Len(), v.Keys())
	case *Map:
		return m.entriesOnce(v, v.Len(), append(v.Keys(), v.Values()...))
	case *Optional:
		return []any{v.Value}
	case Holder:
		return m.valuesOnce(v, v.Holds())
	}
	return nil
}

// entriesOnce is valuesOnce for a map or a set of n entries, whose sizes it adds up.
func (m *Measure) entriesOnce(object any, n int, values []any) []any {
	if !m.seen[object] {
		m.Bytes += int64(n) * (EntrySlot - slot)
	}
	return m.valuesOnce(object, values)
}

// valuesOnce returns values the first time it is called for an object, nil afterwards.
func (m *Measure) valuesOnce(object any, values []any) []any {
	if m.seen[object] {
		return nil
	}
	m.seen[object] = true
	return values
}
