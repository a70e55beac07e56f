package guard

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/adapters/rest/contract"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/adapters/rest/traffic"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// Verifier authenticates the sender of a request.
type Verifier interface {
	// Verify returns the caller of a bearer token, with the roles that the account has
	// now. Failures are domain.Unauthenticated.
	Verify(ctx context.Context, token string) (user.Principal, error)
}

// RunState reports whether the service answers.
type RunState interface {
	// ClosedReason returns why no requests are answered now, such as that the service is
	// stopping; empty when they are.
	ClosedReason() string
}

// FirstAnswers stores the answers to requests with an Idempotency-Key.
type FirstAnswers interface {
	// HandleOnce runs do while no other request with its key is handled; domain.Conflict "The
	// request is still running" when one is.
	HandleOnce(ctx context.Context, key commands.RequestKey, do func(context.Context, *commands.Attempt) error) error
}

// Workspaces tells what workspaces have set.
type Workspaces interface {
	// RefusesUnknown reports whether a workspace refuses fields and parameters that nobody knows, and
	// identifiers of a body that contradict the path.
	RefusesUnknown(ctx context.Context, workspace string) (bool, error)
}

// A Guard checks requests before a handler sees them.
type Guard struct {
	Contract       *contract.Contract
	Verifier       Verifier
	State          RunState
	Workspaces     Workspaces
	Answers        FirstAnswers
	Views          *exchange.Views
	Failures       *exchange.Failures
	Rates          *traffic.Rates
	Limits         Limits
	PublicEvidence bool
	Address        func(*http.Request) string
	WriteTime      time.Duration
	Log            *slog.Logger
	Now            func() time.Time
	NotAllowed     http.Handler // refuses a method
}

// Limits bound the file of an upload, by what it is, in bytes.
type Limits struct {
	Upload, Rules, Dates, Mapping, Terms, Report, Bundle int64
}

// CheckRequests checks a matched request in the order that the interface fixes: draining, bearer,
// tenant, rate, role, parameters, body. The first failure is answered.
func (g *Guard) CheckRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pattern, _ := mux.CurrentRoute(r).GetPathTemplate()
		route := contract.RouteOf(pattern)
		if g.Contract.IsShadowed(route, r.URL.Path) {
			g.NotAllowed.ServeHTTP(w, r)
			return
		}
		x := exchange.Of(r.Context())
		x.Route, x.Header = route, w.Header()
		exchange.NameSpan(r, route)
		op := g.Contract.Find(r.Method, route)
		if op == nil { // a document about the service
			next.ServeHTTP(w, r)
			return
		}
		g.noteOperation(w, r, op)
		if op.Multipart { // a bound for the parts beside the file, too
			r.Body = http.MaxBytesReader(w, r.Body, g.bodyLimit(op, r))
		}
		checks := []func(*contract.Operation, *http.Request) error{
			g.checkRunning, g.authenticate, g.checkTenant, g.withinRate, g.checkRole, g.checkParameters, g.checkHeaders,
			g.expectDigest, g.checkBody, g.verifyDigest}
		switch {
		case op.Free:
			checks = nil
		case g.isPublicEvidence(op, r):
			checks = []func(*contract.Operation, *http.Request) error{g.checkRunning, g.withinRate, g.checkParameters,
				g.checkHeaders, g.checkBody}
		}
		for _, check := range checks {
			if err := check(op, r); err != nil {
				g.Failures.Write(w, r, err)
				return
			}
		}
		if op.Cacheable {
			w.Header().Set("Cache-Control", "private, no-cache")
		}
		if g.WriteTime > 0 && r.Method != http.MethodGet && r.Method != http.MethodHead {
			r = r.WithContext(es.WithPatience(r.Context(), g.WriteTime))
		}
		if key := keyOf(op, r); key != "" {
			if err := g.answerOnce(w, r, op, key, next); err != nil {
				g.Failures.Write(w, r, err)
			}
			return
		}
		next.ServeHTTP(w, r)
	})
}

// noteOperation notes in the exchange what the operation takes, and tells when it ends.
func (g *Guard) noteOperation(w http.ResponseWriter, r *http.Request, op *contract.Operation) {
	x := exchange.Of(r.Context())
	x.Op, x.Limit, x.Check = op, g.Limits.of(op.ID), g.checkQueryValue
	if sent := r.Header.Values("If-Match"); op.Matches && len(sent) > 0 {
		x.Match = new(strings.Join(sent, ","))
	}
	x.Later = op.Deferrable && prefersAsync(r.Header.Values("Prefer"))
	if op.Resumable {
		w.Header().Set(contract.TusResumable, contract.TusVersion)
	}
	if op.Deprecated != "" {
		w.Header().Set("Deprecation", op.Deprecated)
	}
	if op.Sunset != "" {
		w.Header().Set("Sunset", op.Sunset)
	}
}

// prefersAsync reports whether headers Prefer (RFC 7240) ask for an answer that does not wait.
func prefersAsync(sent []string) bool {
	for preference := range strings.SplitSeq(strings.Join(sent, ","), ",") {
		name, _, _ := strings.Cut(preference, ";")
		if strings.EqualFold(strings.TrimSpace(name), "respond-async") {
			return true
		}
	}
	return false
}

// bodyLimit returns how many bytes of an upload are read: none of one that announces a
// size over the limit.
func (g *Guard) bodyLimit(op *contract.Operation, r *http.Request) int64 {
	if most := g.Limits.of(op.ID) + maxOverhead; r.ContentLength <= most {
		return most
	}
	return 0
}

// of returns the size limit of the file of an upload, in bytes.
func (l Limits) of(op user.Operation) int64 {
	switch op {
	case user.UploadEntityRules, user.UploadComponentRules:
		return l.Rules
	case user.UploadDateFormats:
		return l.Dates
	case user.UploadComponentMapping, user.UpdateComponentMapping:
		return l.Mapping
	case user.SetEntityDictionary:
		return l.Terms
	case user.CreateReportTemplate, user.UpdateReportTemplate:
		return l.Report
	case user.ImportDossierTemplate:
		return l.Bundle
	}
	return l.Upload
}

func (g *Guard) checkRunning(*contract.Operation, *http.Request) error {
	if reason := g.State.ClosedReason(); reason != "" {
		return domain.Refuse(domain.Away, "%s", reason)
	}
	return nil
}

func (g *Guard) authenticate(_ *contract.Operation, r *http.Request) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if token = strings.TrimSpace(token); !strings.EqualFold(scheme, "Bearer") || token == "" {
		return exchange.ErrNoToken
	}
	caller, err := g.Verifier.Verify(r.Context(), token)
	if err != nil {
		return err
	}
	x := exchange.Of(r.Context())
	x.Caller = caller
	x.Verify = func(ctx context.Context) (user.Principal, error) { return g.Verifier.Verify(ctx, token) }
	if caller.Key != nil && !caller.MayComeFrom(g.Address(r)) {
		return errAddress
	}
	return nil
}

var errAddress = domain.Refuse(domain.WrongAddress, "The API key is not for the address that the request comes from")

// PeerAddress returns the address of the other end, without its port.
func PeerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// isPublicEvidence reports whether a request is answered without a token: one for what has nothing in it but hashes, where that
// is for everybody. One that has a token is treated like any other.
func (g *Guard) isPublicEvidence(op *contract.Operation, r *http.Request) bool {
	if !g.PublicEvidence || r.Header.Get("Authorization") != "" {
		return false
	}
	return op.ID == user.GetEvidenceCheckpoint || op.ID == user.GetEvidenceTile && mux.Vars(r)["level"] != evidence.EntriesLevel
}

func (g *Guard) checkTenant(_ *contract.Operation, r *http.Request) error {
	sent := r.Header.Values("X-TENANT-ID")
	for _, t := range sent {
		if t != exchange.Caller(r.Context()).Workspace {
			return exchange.ErrTenant
		}
	}
	return nil
}

func (g *Guard) withinRate(_ *contract.Operation, r *http.Request) error {
	c := exchange.Caller(r.Context())
	key := c.Workspace + "/" + c.ID
	if c.ID == "" { // evidence is for everybody
		key = g.Address(r)
	}
	quota := g.Rates.TakeRequest(g.Now(), key)
	g.tellQuota(exchange.Of(r.Context()), quota)
	if quota.Wait > 0 {
		return &exchange.RateFault{Wait: quota.Wait}
	}
	return nil
}

// tellQuota tells the sender what it may send (draft-ietf-httpapi-ratelimit-headers), where there is a limit.
func (g *Guard) tellQuota(x *exchange.Exchange, q traffic.Quota) {
	burst, window := g.Rates.Policy()
	if burst == 0 || x.Header == nil {
		return
	}
	x.Header.Set("RateLimit-Policy", fmt.Sprintf(`"account";q=%d;w=%d`, burst, seconds(window)))
	x.Header.Set("RateLimit", fmt.Sprintf(`"account";r=%d;t=%d`, q.Left, seconds(q.Reset)))
}

// seconds returns a time in whole seconds, rounded up.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

func (g *Guard) checkRole(op *contract.Operation, r *http.Request) error {
	if !user.MayCall(exchange.Caller(r.Context()), op.ID) {
		return domain.ErrAccessDenied
	}
	if caller := exchange.Caller(r.Context()); !caller.InScope(op.ID) {
		return domain.Refuse(domain.OutOfScope, "The API key does not have the scope %s", op.ID)
	}
	return nil
}

// maxOverhead is how many bytes a multipart body may hold in addition to the file.
const maxOverhead = 1 << 20

// CheckReader lets only callers with a token read a document about the service.
func (g *Guard) CheckReader(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, check := range []func(*contract.Operation, *http.Request) error{g.checkRunning, g.authenticate, g.checkTenant,
			g.withinRate} {
			if err := check(nil, r); err != nil {
				g.Failures.Write(w, r, err)
				return
			}
		}
		answer(w, r)
	}
}
