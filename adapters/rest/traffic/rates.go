package traffic

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// rateAccounts is the number of accounts whose rates are remembered; the one that was seen
// longest ago is forgotten first.
const rateAccounts = 10000

// Rates holds one token bucket per account. It is safe for concurrent use.
type Rates struct {
	limit rate.Limit
	burst int

	mu      sync.Mutex
	buckets map[string]*list.Element
	order   *list.List // of *bucket, latest first
}

type bucket struct {
	key     string
	limiter *rate.Limiter
}

// NewRates returns buckets that fill at a rate, up to a burst.
func NewRates(limit rate.Limit, burst int) *Rates {
	return &Rates{limit: limit, burst: burst, buckets: map[string]*list.Element{}, order: list.New()}
}

// TakeRequest takes one request from an account's bucket, or returns how long to wait until there
// is one; limit 0 means no limit.
func (r *Rates) TakeRequest(now time.Time, key string) time.Duration {
	if r.limit <= 0 {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.buckets[key]
	if ok {
		r.order.MoveToFront(e)
	} else {
		if r.order.Len() >= rateAccounts {
			last := r.order.Back()
			delete(r.buckets, last.Value.(*bucket).key)
			r.order.Remove(last)
		}
		e = r.order.PushFront(&bucket{key, rate.NewLimiter(r.limit, r.burst)})
		r.buckets[key] = e
	}
	reserved := e.Value.(*bucket).limiter.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}
