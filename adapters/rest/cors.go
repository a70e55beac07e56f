package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
)

// Methods and headers that scripts of configured origins may use in addition to what
// browsers always allow, and for how many seconds a browser may cache that.
const (
	sentByScripts = "Authorization, Content-Digest, Content-Type, Docket-Position, Idempotency-Key, If-Match, " +
		"If-None-Match, If-Range, Last-Event-ID, Range, Traceparent, Tracestate, Tus-Resumable, Upload-Checksum, Upload-Length, " +
		"Upload-Metadata, Upload-Offset, Want-Content-Digest, Want-Repr-Digest, X-Request-Id, X-TENANT-ID"
	readByScripts = "Accept-Ranges, Content-Digest, Content-Disposition, Content-Range, Deprecation, Docket-Next-Cursor, Docket-Parked, " +
		"Docket-Position, Docket-Total, ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Repr-Digest, " +
		"Retry-After, Sunset, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, " +
		"WWW-Authenticate, X-Request-Id"
	remembered = "600"
)

// CheckOrigin returns an error that describes what is wrong with the origin of a web
// application, which is written as browsers do: https://app.example, without a path.
func CheckOrigin(origin string) error {
	u, err := url.Parse(origin)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.Scheme+"://"+u.Host != origin ||
		strings.ToLower(origin) != origin {
		return fmt.Errorf("%q is no origin: it has a scheme and a host, such as https://app.example, and nothing behind them",
			origin)
	}
	return nil
}

// allowOrigins lets scripts of the configured origins read answers (the CORS protocol of the
// Fetch standard). They send a token themselves: cookies are never allowed.
func (s *server) allowOrigins(next http.Handler) http.Handler {
	if len(s.Origins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); slices.Contains(s.Origins, origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", readByScripts)
		}
		next.ServeHTTP(w, r)
	})
}

// answerPreflight answers the question that a browser asks before it sends a request of a script
// of a configured origin, and reports whether it did.
func (s *server) answerPreflight(w http.ResponseWriter, r *http.Request, methods []string) bool {
	h := w.Header()
	if r.Method != http.MethodOptions || h.Get("Access-Control-Allow-Origin") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", strings.Join(methods, ", "))
	h.Set("Access-Control-Allow-Headers", sentByScripts)
	h.Set("Access-Control-Max-Age", remembered)
	h.Del("Access-Control-Expose-Headers")
	h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// methodNotAllowed answers 405 with the methods that the contract has for the path, or the preflight
// request of a browser with all that are answered.
func (s *server) methodNotAllowed(router *mux.Router) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allow, advertised []string
		var operation *contract.Operation
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
			probe := r.Clone(r.Context())
			probe.Method = method
			var match mux.RouteMatch
			if !router.Match(probe, &match) || match.MatchErr != nil {
				continue
			}
			pattern, _ := match.Route.GetPathTemplate()
			route := contract.RouteOf(pattern)
			if s.contract.IsShadowed(route, r.URL.Path) {
				continue
			}
			allow, operation = append(allow, method), s.contract.Find(method, route)
			if method != http.MethodPost || !slices.Contains(alsoPost, route) {
				advertised = append(advertised, method)
			}
		}
		if r.Method == http.MethodOptions && operation != nil && operation.Resumable {
			s.tellProtocol(w.Header())
		}
		if s.answerPreflight(w, r, allow) {
			return
		}
		if w.Header().Get("Tus-Version") != "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Allow", strings.Join(advertised, ", "))
		failure := exchange.ErrMethod
		if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, bundleRoute) {
			failure = exchange.ErrBundleByGet
		}
		s.failures.Write(w, r, failure)
	})
}

// tellProtocol tells what of the tus protocol is spoken.
func (s *server) tellProtocol(h http.Header) {
	h.Set(contract.TusResumable, contract.TusVersion)
	h.Set("Tus-Version", contract.TusVersion)
	h.Set("Tus-Extension", "creation,creation-with-upload,expiration,termination,checksum")
	h.Set("Tus-Checksum-Algorithm", "sha1,sha256")
	h.Set("Tus-Max-Size", strconv.FormatInt(s.MaxUpload, 10))
}

// bundleRoute is the route of evidence bundles, which GET had until they were told by events.
const bundleRoute = "/api/evidence/bundles/"
