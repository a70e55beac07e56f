package rest

import (
	"context"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

// An exchange holds what is known of one request while it is answered.
type exchange struct {
	xml    bool   // what is offered as XML and JSON is wanted as XML
	id     string // request id
	trace  string // W3C trace id, "" without
	parent string // W3C traceparent of what the request leads to, "" without
	route  string // template of the route, "" when none matched
	caller user.Principal
	op     *operation // nil for a document about the service
	query  url.Values // once its parameters are checked

	command uuid.UUID  // of a request that may be repeated; else every command gets one
	about   es.Subject // whose content the answer to it holds
	failure error      // that was answered
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a request, an empty one outside of any.
func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

func callerOf(ctx context.Context) user.Principal { return exchangeOf(ctx).caller }

// requestOf returns the request part of a command of the caller.
func requestOf(ctx context.Context) commands.Request {
	x := exchangeOf(ctx)
	id := x.command
	if id == uuid.Nil {
		id = uuid.New()
	}
	return commands.Request{Caller: x.caller, CommandID: id, Correlation: x.id, Trace: x.parent}
}

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func newExchange(r *http.Request) *exchange {
	x := &exchange{id: r.Header.Get("X-Request-Id")}
	if !requestID.MatchString(x.id) {
		x.id = uuid.NewString()
	}
	if ctx := r.Context(); !trace.SpanContextFromContext(ctx).IsValid() {
		r = r.WithContext(propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header)))
	}
	if s := trace.SpanContextFromContext(r.Context()); s.IsValid() {
		x.trace = s.TraceID().String()
		x.parent = "00-" + x.trace + "-" + s.SpanID().String() + "-" + s.TraceFlags().String()
	}
	x.xml = prefersXML(r.Header.Values("Accept"))
	return x
}

// prefersXML reports whether an Accept header names XML and prefers it to JSON.
func prefersXML(accept []string) bool {
	best := map[string]float64{}
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		kind, parameters, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		weight := 1.0
		if q, err := strconv.ParseFloat(parameters["q"], 64); err == nil {
			weight = q
		}
		if kind == "text/xml" {
			kind = "application/xml"
		}
		best[kind] = max(best[kind], weight)
	}
	return best["application/xml"] > best["application/json"]
}

// maxWithheld is the maximum number of records that the header of a list names.
const maxWithheld = 20

// nameWithheld makes a list name in a header the records that it omits because they are
// unavailable until they are repaired.
func nameWithheld(ctx context.Context, h http.Header) context.Context {
	named := 0
	return queries.WithOmissionNotes(ctx, func(id string) {
		if named++; named <= maxWithheld {
			h.Add("Docket-Parked", id)
		}
	})
}

// wrapRouter wraps the router with everything that applies to every answer, including those of
// routes that do not exist.
func (s *server) wrapRouter(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := newExchange(r)
		h := w.Header()
		r = r.WithContext(nameWithheld(context.WithValue(r.Context(), exchangeKey{}, x), h))
		h.Set("X-Request-Id", x.id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cache-Control", "no-store")
		o := &observedAnswer{ResponseWriter: w, mute: r.Method == http.MethodHead, known: r.Header.Get("If-None-Match")}
		begun := s.now()
		defer func() {
			if cause := recover(); cause != nil {
				s.answerPanic(o, r, cause)
			}
			s.log.LogAttrs(r.Context(), logLevel(x), "request",
				slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("route", x.route),
				slog.Int("status", o.status), slog.Int64("bytes", o.bytes), slog.Duration("duration", s.now().Sub(begun)),
				slog.String("request", x.id), slog.String("trace", x.trace),
				slog.String("workspace", x.caller.Workspace), slog.String("user", x.caller.ID))
		}()
		next.ServeHTTP(o, r)
	})
}

// logLevel returns the log level of a request; those of health checks, every few
// seconds, stay out of the log.
func logLevel(x *exchange) slog.Level {
	if strings.HasPrefix(x.route, "/health/") {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// answerPanic answers for a handler that panicked. When the answer has begun, it cuts the
// connection, so that nobody takes half an answer for a whole one.
func (s *server) answerPanic(o *observedAnswer, r *http.Request, cause any) {
	if cause == http.ErrAbortHandler { //nolint:errorlint // the very value is asked for
		panic(cause)
	}
	s.log.LogAttrs(r.Context(), slog.LevelError, "handler panicked", slog.String("request", exchangeOf(r.Context()).id),
		slog.String("cause", fmt.Sprint(cause)), slog.String("stack", string(debug.Stack())))
	if o.status != 0 {
		panic(http.ErrAbortHandler)
	}
	s.writeFailure(o, r, fmt.Errorf("panic: %v", cause))
}

// observedAnswer records status and size of an answer, and drops the body of an answer to HEAD.
type observedAnswer struct {
	http.ResponseWriter
	mute   bool
	known  string // entity tags that the client has
	status int
	bytes  int64
}

// WriteHeader records the status.
func (o *observedAnswer) WriteHeader(status int) {
	if o.status == 0 {
		o.status = status
	}
	if status == http.StatusNotModified {
		traffic.KeepGzipTag(o.Header(), o.known)
	}
	o.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (o *observedAnswer) Write(b []byte) (int, error) {
	if o.status == 0 {
		o.WriteHeader(http.StatusOK)
	}
	if o.mute {
		return len(b), nil
	}
	n, err := o.ResponseWriter.Write(b)
	o.bytes += int64(n)
	return n, err
}

// Flush sends what is buffered. Compression asks its writer for it and looks no further.
func (o *observedAnswer) Flush() { _ = http.NewResponseController(o.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (o *observedAnswer) Unwrap() http.ResponseWriter { return o.ResponseWriter }
