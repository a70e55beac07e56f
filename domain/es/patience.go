package es

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"
)

// ErrNoAnswer reports that the log has not answered a request in the time that it may take in
// all. What was being appended may be in the log, or come there: the same command again tells.
var ErrNoAnswer = errors.New("the event log did not answer in time")

// quickAnswer is how long a call of the log may take without using up patience, so that a request
// that makes thousands of them is not ended while the log answers.
const quickAnswer = time.Second

type patienceKey struct{}

// A patience is the time for which the calls of one request may wait for the log.
type patience struct {
	mu   sync.Mutex
	left time.Duration
}

// WithPatience returns a context in which calls of a Log that fail, or take longer than a second,
// may take so long in all. What comes later fails with ErrNoAnswer.
func WithPatience(ctx context.Context, most time.Duration) context.Context {
	return context.WithValue(ctx, patienceKey{}, &patience{left: most})
}

// PatienceLeft returns how long calls in this context may still wait for the log; ok is false in
// one that has no limit.
func PatienceLeft(ctx context.Context) (left time.Duration, ok bool) {
	p, ok := ctx.Value(patienceKey{}).(*patience)
	if !ok {
		return 0, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(p.left, 0), true
}

// use takes the time of a call.
func (p *patience) use(took time.Duration, err error) {
	if err == nil && took <= quickAnswer {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left -= took
}

// callLog makes a call of the log that ends when patience does.
func callLog(ctx context.Context, call func(context.Context) error) error {
	left, limited := PatienceLeft(ctx)
	if !limited {
		return call(ctx)
	}
	inner, cancel := context.WithTimeoutCause(ctx, left, ErrNoAnswer)
	defer cancel()
	began := time.Now()
	err := call(inner)
	ctx.Value(patienceKey{}).(*patience).use(time.Since(began), err)
	if err != nil && ctx.Err() == nil && context.Cause(inner) == ErrNoAnswer { //nolint:errorlint // it is the cause itself
		return errors.Join(ErrNoAnswer, err)
	}
	return err
}

// readPatiently yields what a read of the log yields, while patience lasts. The time in which the
// caller handles an event counts too.
func readPatiently(ctx context.Context, read func(context.Context) iter.Seq2[Envelope, error]) iter.Seq2[Envelope, error] {
	if _, limited := PatienceLeft(ctx); !limited {
		return read(ctx)
	}
	return func(yield func(Envelope, error) bool) {
		stopped := false
		err := callLog(ctx, func(ctx context.Context) error {
			for env, err := range read(ctx) {
				if err != nil {
					return err
				}
				if stopped = !yield(env, nil); stopped {
					return nil
				}
			}
			return nil
		})
		if err != nil && !stopped {
			yield(Envelope{}, err)
		}
	}
}
