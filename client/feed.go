package client

import (
	"context"
	"errors"
	"iter"
	"net/url"

	"github.com/seed-62a36931/docket/client/api"
)

// A FeedQuery chooses events of the feed. What is left out is no condition.
type FeedQuery struct {
	After int64    // position behind which to go on; 0 begins with the first event of the log
	Types []string // any of them: names of events, or beginnings of some that end with a dot
	Wait  int      // seconds to wait for an event where there is none, at most 60
}

// ReadFeed reads a page of the feed of events. Errors: *Error.
func (c *Client) ReadFeed(ctx context.Context, q FeedQuery) (api.EventFeedPage, error) {
	limit := page
	p := &api.GetEventFeedParams{After: &q.After, Limit: &limit, Wait: &q.Wait}
	if len(q.Types) > 0 {
		p.Types = &q.Types
	}
	r, err := c.API.GetEventFeedWithResponse(ctx, p)
	if err != nil {
		return api.EventFeedPage{}, err
	}
	return RecordOf(r.JSON200, r.HTTPResponse, r.Body)
}

// FollowFeed yields the pages of the feed, waiting for what happens, until ctx ends or the service refuses. Keep
// NextAfter of a page once its events are handled: a reader that begins behind it misses none. While the service cannot
// be reached or is not ready it is asked again, after a pause. An error is yielded once and ends it. Errors: *Error.
func (c *Client) FollowFeed(ctx context.Context, q FeedQuery) iter.Seq2[api.EventFeedPage, error] {
	return func(yield func(api.EventFeedPage, error) bool) {
		for pause := c.pause; ; {
			p, err := c.ReadFeed(ctx, q)
			if err != nil && mayPass(err) && ctx.Err() == nil {
				if err = sleepFor(ctx, pause); err == nil {
					pause = min(2*pause, 10*c.pause)
					continue
				}
			}
			if err != nil {
				yield(p, err)
				return
			}
			pause = c.pause
			if q.After = p.NextAfter; !yield(p, nil) {
				return
			}
		}
	}
}

// mayPass reports whether a failure may be over when the same is asked again.
func mayPass(err error) bool {
	var unreachable *url.Error
	switch status := StatusOf(err); status {
	case 429, 502, 503, 504:
		return true
	case 0:
		return errors.As(err, &unreachable)
	}
	return false
}
