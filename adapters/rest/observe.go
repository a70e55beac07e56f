package rest

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/traffic"
)

// wrapRouter wraps the router with everything that applies to every answer, including those of
// routes that do not exist.
func (s *server) wrapRouter(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := exchange.New(r)
		h := w.Header()
		r = r.WithContext(exchange.NameWithheld(x.With(r.Context()), h))
		h.Set("X-Request-Id", x.ID)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cache-Control", "no-store")
		o := &observedAnswer{ResponseWriter: w, mute: r.Method == http.MethodHead, known: r.Header.Get("If-None-Match")}
		begun := s.Now()
		defer func() {
			if cause := recover(); cause != nil {
				s.answerPanic(o, r, cause)
			}
			s.Log.LogAttrs(r.Context(), logLevel(x), "request",
				slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("route", x.Route),
				slog.Int("status", o.status), slog.Int64("bytes", o.bytes), slog.Duration("duration", s.Now().Sub(begun)),
				slog.String("request", x.ID), slog.String("trace", x.Trace),
				slog.String("workspace", x.Caller.Workspace), slog.String("user", x.Caller.ID))
		}()
		next.ServeHTTP(o, r)
	})
}

// logLevel returns the log level of a request; those of health checks, every few
// seconds, stay out of the log.
func logLevel(x *exchange.Exchange) slog.Level {
	if strings.HasPrefix(x.Route, "/health/") {
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
	s.Log.LogAttrs(r.Context(), slog.LevelError, "handler panicked", slog.String("request", exchange.Of(r.Context()).ID),
		slog.String("cause", fmt.Sprint(cause)), slog.String("stack", string(debug.Stack())))
	if o.status != 0 {
		panic(http.ErrAbortHandler)
	}
	s.failures.Write(o, r, fmt.Errorf("panic: %v", cause))
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
