package history

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// EventFeed delivers events as they happen.
type EventFeed interface {
	// BeginAfter checks a request for events and returns the position after which to begin.
	BeginAfter(ctx context.Context, caller user.Principal, dossierID string, after *uint64) (uint64, error)
	// Listen counts a listener until left is called.
	Listen() (left func())
	// Next waits for events of a workspace after a position, and returns the position
	// after which to continue, also with an error: that of ctx, or queries.ErrFeedEnded.
	Next(ctx context.Context, workspace string, after uint64) ([]queries.HistoryEntry, uint64, error)
	// FilterReadable returns the events that the caller may read now, of one dossier or (empty)
	// of all.
	FilterReadable(ctx context.Context, caller user.Principal, dossierID string,
		events []queries.HistoryEntry) ([]queries.HistoryEntry, error)
	// ReadPage returns what has happened that the caller may read, or queries.ErrNoSuchEvent where nothing can follow.
	ReadPage(ctx context.Context, a queries.AskFeed) (queries.FeedPage, error)
	// AwaitBeyond returns when there may be more to read after a position, or with ctx's error or queries.ErrFeedEnded.
	AwaitBeyond(ctx context.Context, after uint64) error
}

// TokenVerifier authenticates those who listen, again and again.
type TokenVerifier interface {
	// Verify returns the caller of a bearer token, with the roles that the account has
	// now. Failures are domain.Unauthenticated.
	Verify(ctx context.Context, token string) (user.Principal, error)
}

// RunState reports whether streams go on.
type RunState interface {
	// ClosedReason returns why no requests are answered now; empty when they are.
	ClosedReason() string
}

// streamHandlers answer with events as they happen.
type streamHandlers struct {
	feed      EventFeed
	verifier  TokenVerifier
	state     RunState
	failures  *exchange.Failures
	log       *slog.Logger
	now       func() time.Time
	keepAlive time.Duration // how often a stream sends a comment
	pause     time.Duration // how long a client may not take any
	public    string        // address of the service, which links begin with
	streams   streams
}

const (
	// MaxStreams is how many event streams an account may have at once.
	MaxStreams = 10
	// recheck is how often the sign-in of a quiet stream is checked.
	recheck = 2 * time.Second
)

// StreamEvents sends events as they happen, until the caller's token expires, the service
// stops, or the client disconnects or does not read.
func (h *streamHandlers) StreamEvents(w http.ResponseWriter, r *http.Request, p api.StreamEventsParams) {
	st := &stream{
		streamHandlers: h,
		to:             w,
		connection:     http.NewResponseController(w),
		caller:         exchange.Caller(r.Context()),
		dossier:        convert.ValueOr(p.DossierId, ""),
		types:          convert.ValueOr(p.Type, nil),
	}
	err := st.findStart(r.Context(), p)
	if err == nil && !h.streams.enterStream(st.accountKey()) {
		err = exchange.ErrRate
	}
	if err != nil {
		h.failures.Write(w, r, err)
		return
	}
	defer h.streams.leaveStream(st.accountKey())
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	st.token = strings.TrimSpace(token)
	st.beginAnswer()
	if r.Method == http.MethodHead {
		return
	}
	defer h.feed.Listen()()
	cause := st.tellUntilEnd(r.Context())
	h.log.DebugContext(r.Context(), "a stream of events ended", "request", exchange.Of(r.Context()).ID, "cause", cause)
}

// A stream sends events to one client.
type stream struct {
	*streamHandlers
	to         http.ResponseWriter
	connection *http.ResponseController
	caller     user.Principal
	token      string
	dossier    string   // "": all
	types      []string // wire names, or their beginnings; none: all
	at         uint64   // all events up to here are told, or not to be heard

	quiet   time.Time // when the last comment was sent
	checked time.Time // when the sign-in was checked last
}

func (st *stream) accountKey() string { return st.caller.Workspace + "/" + st.caller.ID }

// findStart returns the position after which the client continues: that of the last event
// that it received, or now.
func (st *stream) findStart(ctx context.Context, p api.StreamEventsParams) (err error) {
	sent, name := convert.ValueOr(p.LastEventID, ""), "Last-Event-ID"
	if sent == "" {
		sent, name = convert.ValueOr(p.LastEventId, ""), "lastEventId"
	}
	var after *uint64
	if sent != "" {
		at, err := strconv.ParseUint(sent, 10, 63)
		if err != nil {
			return contract.Invalid(domain.InvalidValue, name, "is not valid")
		}
		after = &at
	}
	st.at, err = st.feed.BeginAfter(ctx, st.caller, st.dossier, after)
	if errors.Is(err, queries.ErrNoSuchEvent) {
		return contract.Invalid(domain.InvalidValue, name, "is not valid")
	}
	return err
}

func (st *stream) beginAnswer() {
	h := st.to.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // proxies are not to collect it
	st.to.WriteHeader(http.StatusOK)
}

// errSignedOut ends a stream whose token is no longer valid.
var errSignedOut = errors.New("the sign-in has ended")

// tellUntilEnd sends events until something ends the stream, and returns the cause. When the
// service ends it, the last line tells clients when to come back.
func (st *stream) tellUntilEnd(ctx context.Context) error {
	st.quiet, st.checked = time.Now(), time.Now()
	err := st.writePiece(Retry)
	for err == nil {
		err = st.awaitNext(ctx)
	}
	if ctx.Err() == nil && (errors.Is(err, errSignedOut) || errors.Is(err, queries.ErrFeedEnded)) {
		_ = st.writePiece(Retry) // it ends anyway
	}
	return err
}

// Retry tells clients how long to wait before they come back, in milliseconds.
const Retry = "retry: 3000\n\n"

// awaitNext waits for events, or until the next check is due.
func (st *stream) awaitNext(ctx context.Context) error {
	now := time.Now()
	if now.Sub(st.quiet) >= st.keepAlive {
		st.quiet = now
		if err := st.writePiece(": nothing is wrong\n\n"); err != nil {
			return err
		}
	}
	every := min(recheck, st.keepAlive)
	if now.Sub(st.checked) >= every {
		if err := st.checkCaller(ctx); err != nil {
			return err
		}
	}
	left, err := st.tokenTime()
	if err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, min(st.quiet.Add(st.keepAlive).Sub(now), st.checked.Add(every).Sub(now),
		left))
	defer cancel()
	events, at, err := st.feed.Next(wait, st.caller.Workspace, st.at)
	switch {
	case err != nil && ctx.Err() == nil && wait.Err() != nil:
		st.at = at
		return nil
	case err != nil:
		return err
	}
	if err := st.tellEvents(ctx, events); err != nil {
		return err
	}
	st.at = at
	return nil
}

// checkCaller verifies that the caller is still signed in, and reads its roles again.
func (st *stream) checkCaller(ctx context.Context) error {
	caller, err := st.verifier.Verify(ctx, st.token)
	if err != nil {
		return fmt.Errorf("%w: %w", errSignedOut, err)
	}
	if st.state.ClosedReason() != "" {
		return queries.ErrFeedEnded
	}
	st.caller, st.checked = caller, time.Now()
	return nil
}

// tokenTime returns how long the token is still valid.
func (st *stream) tokenTime() (time.Duration, error) {
	ends := tokenExpiry(st.token)
	if ends.IsZero() {
		return time.Hour, nil // it says nothing; it is checked anyway
	}
	left := ends.Sub(st.now())
	if left <= 0 {
		return 0, errSignedOut
	}
	return left, nil
}

// tokenExpiry returns the expiry time of a token that was verified before.
func tokenExpiry(token string) time.Time {
	var claims struct {
		Expiry float64 `json:"exp"`
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil || claims.Expiry == 0 {
		return time.Time{}
	}
	return time.Unix(int64(claims.Expiry), 0)
}

// tellEvents writes those events that the caller may read at this moment.
func (st *stream) tellEvents(ctx context.Context, events []queries.HistoryEntry) error {
	if err := st.checkCaller(ctx); err != nil {
		return err
	}
	if len(st.types) > 0 {
		events = slices.DeleteFunc(slices.Clone(events), func(e queries.HistoryEntry) bool { return !queries.MatchesType(st.types, e.Type) })
	}
	heard, err := st.feed.FilterReadable(ctx, st.caller, st.dossier, events)
	if err != nil || len(heard) == 0 {
		return err
	}
	var b strings.Builder
	for _, e := range heard {
		data, err := json.Marshal(entryOf(e))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "id: %d\nevent: %s\ndata: %s\n\n", e.Position, e.Type, data)
	}
	return st.writePiece(b.String())
}

// writePiece sends a piece at once. A client that does not read it in time is disconnected.
func (st *stream) writePiece(piece string) error {
	_ = st.connection.SetWriteDeadline(time.Now().Add(st.pause)) // not every writer in tests has one
	if _, err := st.to.Write([]byte(piece)); err != nil {
		return err
	}
	if err := st.connection.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	_ = st.connection.SetWriteDeadline(time.Time{})
	return nil
}

// streams counts the streams of each account.
type streams struct {
	mu   sync.Mutex
	open map[string]int
}

func (s *streams) enterStream(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]int{}
	}
	if s.open[account] >= MaxStreams {
		return false
	}
	s.open[account]++
	return true
}

func (s *streams) leaveStream(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[account]--; s.open[account] == 0 {
		delete(s.open, account)
	}
}
