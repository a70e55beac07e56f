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

// A Quota is what an account may send after a request was taken.
type Quota struct {
	Wait  time.Duration // until there is a request to take; 0: one was taken
	Left  int           // requests that may be sent at once
	Reset time.Duration // until as many may be sent as ever
}

// Policy returns how many requests an account may send at once, and in how many seconds it gets as many again; 0 and 0
// without a limit.
func (r *Rates) Policy() (burst int, window time.Duration) {
	if r.limit <= 0 {
		return 0, 0
	}
	return r.burst, durationOf(float64(r.burst), r.limit)
}

// durationOf returns how long it takes until so many requests may be sent again.
func durationOf(requests float64, limit rate.Limit) time.Duration {
	return time.Duration(requests / float64(limit) * float64(time.Second))
}

// TakeRequest takes one request from an account's bucket, or returns how long to wait until there
// is one; limit 0 means no limit, and the zero Quota.
func (r *Rates) TakeRequest(now time.Time, key string) Quota {
	if r.limit <= 0 {
		return Quota{}
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
	limiter := e.Value.(*bucket).limiter
	reserved := limiter.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	left := max(limiter.TokensAt(now), 0)
	return Quota{Wait: wait, Left: int(left), Reset: durationOf(float64(r.burst)-left, r.limit)}
}
