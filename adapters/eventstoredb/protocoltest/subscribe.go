package protocoltest

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
)

// searchWindow is the default number of events that are searched at once.
const searchWindow = 32

// parseFilter returns a predicate for the filter of a call.
func parseFilter(o *streams.ReadReq_Options_FilterOptions) (func(*record) bool, error) {
	if o == nil {
		return func(*record) bool { return true }, nil
	}
	name, by := func(e *record) string { return e.stream }, o.GetStreamIdentifier()
	if t := o.GetEventType(); t != nil {
		name, by = func(e *record) string { return e.typ }, t
	}
	if len(by.GetPrefix()) > 0 {
		return func(e *record) bool {
			return slices.ContainsFunc(by.GetPrefix(), func(p string) bool { return strings.HasPrefix(name(e), p) })
		}, nil
	}
	expression, err := regexp.Compile(by.GetRegex())
	if err != nil {
		return nil, newException(codes.InvalidArgument, err.Error(), "exception", "bad-request")
	}
	return func(e *record) bool { return expression.MatchString(name(e)) }, nil
}

// sendConfirmation sends the confirmation that a subscription has begun.
func (r *reader) sendConfirmation() error {
	return r.sendMessage(&streams.ReadResp{
		Content: &streams.ReadResp_Confirmation{Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}},
	})
}

func (r *reader) sendCaughtUp() error {
	return r.sendMessage(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

// awaitEvents waits for more events.
func (r *reader) awaitEvents(moved <-chan struct{}) error {
	ctx := r.call.Context()
	select {
	case <-ctx.Done():
		return endOfCall(ctx)
	case <-moved:
		return nil
	}
}

// followStream sends the events of a stream after a revision, and then each new one. The
// stream need not exist yet.
func (r *reader) followStream(o *streams.ReadReq_Options_StreamOptions) error {
	name, db := streamName(o.GetStreamIdentifier()), r.node.db
	next := uint64(0)
	if v, ok := o.GetRevisionOption().(*streams.ReadReq_Options_StreamOptions_Revision); ok {
		next = v.Revision + 1
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	for first := true; ; first = false {
		db.mu.Lock()
		dead, moved := db.isTombstoned(name), db.moved
		events, _ := db.visibleEvents(name)
		if _, end := o.GetRevisionOption().(*streams.ReadReq_Options_StreamOptions_End); end && first {
			next = uint64(db.streams[name].lastRevision() + 1)
		}
		db.mu.Unlock()
		if dead {
			return streamDeleted(name)
		}
		for _, e := range events[sort.Search(len(events), func(i int) bool { return events[i].StreamRevision >= next }):] {
			next = e.StreamRevision + 1
			if err := r.sendEvent(e); err != nil {
				return err
			}
		}
		if first {
			if err := r.sendCaughtUp(); err != nil {
				return err
			}
		}
		if err := r.awaitEvents(moved); err != nil {
			return err
		}
	}
}

// refuseSubscription returns the answer to a subscription that begins inside a record.
func (r *reader) refuseSubscription() error {
	if r.node.isBefore(firstOf24) {
		return newException(codes.Unknown, "Exception was thrown by handler.")
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	return newException(codes.InvalidArgument, "Trying to read from an invalid position.")
}

// followAll sends the events of all streams after a position, and then each new one. With
// a filter it reports at intervals how far it has searched.
func (r *reader) followAll(o *streams.ReadReq_Options_AllOptions) error {
	if !r.findNext(o) {
		return r.refuseSubscription()
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	for first := true; ; first = false {
		b, err := r.catchUp()
		if err == nil && first {
			if err = r.sendLastCheckpoint(); err == nil {
				err = r.sendCaughtUp()
			}
		}
		if err == nil {
			err = r.followLive(b)
		}
		r.node.db.leaveLive(b)
		if err != nil {
			return err
		}
	}
}

// findNext sets the position from which on a subscription gets events. It is false inside a
// record. From the end on servers after 23.10 lose the next event.
func (r *reader) findNext(o *streams.ReadReq_Options_AllOptions) bool {
	log, at, ok := r.findStart(o)
	_, end, _ := r.node.db.readExtent()
	given := o.GetPosition().GetCommitPosition()
	switch {
	case !ok:
		return false
	case at < len(log) && o.GetPosition() == nil: // from the start
	case at < len(log) && log[at].CommitPosition == given:
		r.next = given + 1
	case at < len(log):
		r.next = given
	case r.node.isBefore(firstOf24):
		r.next = end
	default:
		r.next = max(given, end) + 1
	}
	r.told = given
	if o.GetEnd() != nil {
		r.told = end
	}
	return true
}

// catchUp sends what the log holds, and gives the buffer of what is written from then on.
func (r *reader) catchUp() (*liveBuffer, error) {
	for {
		log, _ := r.node.db.takeSnapshot()
		for _, e := range log[sort.Search(len(log), func(i int) bool { return log[i].CommitPosition >= r.next }):] {
			if err := r.sendFound(r.search(e)); err != nil {
				return nil, err
			}
		}
		b := &liveBuffer{search: r.search, next: r.next, found: make(chan found, liveEvents), full: make(chan struct{})}
		if r.node.db.goLive(b) {
			return b, nil
		}
	}
}

// checkpointInterval returns how many events are searched from one checkpoint to the next, 0 without
// a filter: the multiplier of the call times its window.
func (r *reader) checkpointInterval() int {
	f := r.options.GetFilter()
	if f == nil {
		return 0
	}
	window := int(f.GetMax())
	if window == 0 {
		window = searchWindow
	}
	return window * int(max(1, f.GetCheckpointIntervalMultiplier()))
}
