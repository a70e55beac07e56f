package rest

import (
	"net"
	"net/http"
	"strings"

	"github.com/gorilla/mux"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
)

// checkRequests checks a matched request in the order that the interface fixes: draining, bearer,
// tenant, rate, role, parameters, body. The first failure is answered.
func (s *server) checkRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pattern, _ := mux.CurrentRoute(r).GetPathTemplate()
		route := contractRoute(pattern)
		if s.contract.isShadowed(route, r.URL.Path) {
			s.notAllowed.ServeHTTP(w, r)
			return
		}
		exchangeOf(r.Context()).route = route
		nameSpan(r, route)
		op := s.contract.findOperation(r.Method, route)
		if op == nil { // a document about the service
			next.ServeHTTP(w, r)
			return
		}
		exchangeOf(r.Context()).op = op
		if op.deprecated != "" {
			w.Header().Set("Deprecation", op.deprecated)
		}
		if op.multipart { // a bound for the parts beside the file, too
			r.Body = http.MaxBytesReader(w, r.Body, s.bodyLimit(op, r))
		}
		checks := []func(*operation, *http.Request) error{
			s.checkRunning, s.authenticate, s.checkTenant, s.withinRate, s.checkRole, s.checkParameters, s.checkHeaders, s.checkBody}
		switch {
		case op.free:
			checks = nil
		case s.isPublicEvidence(op, r):
			checks = []func(*operation, *http.Request) error{s.checkRunning, s.withinRate, s.checkParameters, s.checkHeaders, s.checkBody}
		}
		for _, check := range checks {
			if err := check(op, r); err != nil {
				s.writeFailure(w, r, err)
				return
			}
		}
		if op.cacheable {
			w.Header().Set("Cache-Control", "private, no-cache")
		}
		if s.Config.WriteTime > 0 && r.Method != http.MethodGet && r.Method != http.MethodHead {
			r = r.WithContext(es.WithPatience(r.Context(), s.Config.WriteTime))
		}
		if key := keyOf(op, r); key != "" {
			if err := s.answerOnce(w, r, op, key, next); err != nil {
				s.writeFailure(w, r, err)
			}
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bodyLimit returns how many bytes of an upload are read: none of one that announces a
// size over the limit.
func (s *server) bodyLimit(op *operation, r *http.Request) int64 {
	if most := s.fileLimit(op.id) + maxOverhead; r.ContentLength <= most {
		return most
	}
	return 0
}

// fileLimit returns the size limit of the file of an upload, in bytes.
func (s *server) fileLimit(op user.Operation) int64 {
	switch op {
	case user.UploadEntityRules, user.UploadComponentRules:
		return s.MaxRules
	case user.UploadDateFormats:
		return s.MaxDates
	case user.UploadComponentMapping, user.UpdateComponentMapping:
		return s.MaxMapping
	case user.SetEntityDictionary:
		return s.MaxTerms
	case user.CreateReportTemplate, user.UpdateReportTemplate:
		return s.MaxReport
	case user.CreateDossierTemplate:
		return s.MaxBundle
	}
	return s.MaxUpload
}

func (s *server) checkRunning(*operation, *http.Request) error {
	if reason := s.Readiness.ClosedReason(); reason != "" {
		return domain.Faultf(domain.Unavailable, "%s", reason)
	}
	return nil
}

func (s *server) authenticate(_ *operation, r *http.Request) error {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if token = strings.TrimSpace(token); !strings.EqualFold(scheme, "Bearer") || token == "" {
		return errNoToken
	}
	caller, err := s.Verifier.Verify(r.Context(), token)
	if err != nil {
		return err
	}
	exchangeOf(r.Context()).caller = caller
	return nil
}

// peerAddress returns the address of the other end, without its port.
func peerAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// isPublicEvidence reports whether a request is answered without a token: one for what has nothing in it but hashes, where that
// is for everybody. One that has a token is treated like any other.
func (s *server) isPublicEvidence(op *operation, r *http.Request) bool {
	if !s.PublicEvidence || r.Header.Get("Authorization") != "" {
		return false
	}
	return op.id == user.GetEvidenceCheckpoint || op.id == user.GetEvidenceTile && mux.Vars(r)["level"] != evidence.EntriesLevel
}

var errTenant = domain.Faultf(domain.Forbidden, "X-TENANT-ID does not match the token")

func (s *server) checkTenant(_ *operation, r *http.Request) error {
	sent := r.Header.Values("X-TENANT-ID")
	for _, t := range sent {
		if t != callerOf(r.Context()).Workspace {
			return errTenant
		}
	}
	return nil
}

func (s *server) withinRate(_ *operation, r *http.Request) error {
	c := callerOf(r.Context())
	key := c.Workspace + "/" + c.ID
	if c.ID == "" { // evidence is for everybody
		key = s.Address(r)
	}
	if wait := s.rates.TakeRequest(s.now(), key); wait > 0 {
		return &rateFault{wait}
	}
	return nil
}

func (s *server) checkRole(op *operation, r *http.Request) error {
	if !user.MayCall(callerOf(r.Context()), op.id) {
		return domain.ErrAccessDenied
	}
	return nil
}
