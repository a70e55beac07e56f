package es

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// An IncompleteRead is the ErrIncompleteRead of one read: a store ended it at a position,
// though events up to its head were to come.
type IncompleteRead struct{ At, Head Position }

// Error implements error.
func (e *IncompleteRead) Error() string {
	return fmt.Sprintf("%v: it yields nothing after position %d, and its head is %d", ErrIncompleteRead, e.At, e.Head)
}

// Is reports whether target is ErrIncompleteRead.
func (e *IncompleteRead) Is(target error) bool { return target == ErrIncompleteRead }

// CheckEnd yields a read without a filter after a position. Where the store ended it, check is asked whether
// it may end at the last event, and its error is yielded. Stores keep their promise with it.
func CheckEnd(events iter.Seq2[Envelope, error], after Position, check func(at Position) error) iter.Seq2[Envelope, error] {
	return func(yield func(Envelope, error) bool) {
		at := after
		for e, err := range events {
			if !yield(e, err) || err != nil {
				return
			}
			at = e.Position
		}
		if err := check(at); err != nil {
			yield(Envelope{}, err)
		}
	}
}

// CheckReached returns the error of a read without a filter that a store ended at a position, though its
// head is another: an IncompleteRead, or that of ctx. There is none where the read came to the head.
func CheckReached(ctx context.Context, at, head Position) error {
	if at >= head {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return &IncompleteRead{At: at, Head: head}
}

// ReadToHead yields the events after a position, at least up to where the store ends now. Unlike All
// alone it does not take the store's word for it: see ReadToKnownHead. It costs a Head more.
func ReadToHead(ctx context.Context, s Store, after Position, f Filter) iter.Seq2[Envelope, error] {
	return func(yield func(Envelope, error) bool) {
		head, err := s.Head(ctx)
		if err != nil {
			yield(Envelope{}, err)
			return
		}
		ReadToKnownHead(ctx, s, after, head, f)(yield)
	}
}

// ReadToKnownHead yields the events after a position as the store's All does, at least up to a head that
// the store gave before; else the last that it yields is ErrIncompleteRead. Where a filter let nothing
// pass at the end, it looks whether the store sees the events there: they must be there without the filter,
// and the first restEvents of them must be such as do not pass.
func ReadToKnownHead(ctx context.Context, s Store, after, head Position, f Filter) iter.Seq2[Envelope, error] {
	check := func(at Position) error { return CheckReached(ctx, at, head) }
	if len(f.Types) > 0 {
		check = func(at Position) error { return checkRest(ctx, s, at, head, f) }
	}
	return CheckEnd(s.All(ctx, after, f), after, check)
}

// restEvents is how many events are looked at behind the last one that passed a filter.
const restEvents = 64

// checkRest returns the error of a read with a filter that ended at a position before the head.
func checkRest(ctx context.Context, s Store, at, head Position, f Filter) error {
	if at >= head {
		return nil
	}
	end, n := at, 0
	for e, err := range s.All(ctx, at, Filter{}) {
		if err != nil {
			return err
		}
		if e.Position <= head && slices.Contains(f.Types, e.Type) {
			return &IncompleteRead{At: end, Head: head}
		}
		end = e.Position
		if n++; n == restEvents {
			return nil
		}
	}
	return CheckReached(ctx, end, head)
}
