// Package notary speaks to a notary that is a process of its own, over HTTP: how a service has checkpoints of its log
// signed by a key that it does not hold. Requests have the form of those to a witness (c2sp.org/tlog-witness), with a
// checkpoint that is not signed yet.
package notary

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/seed-62a36931/docket/evidence"
)

// Paths of a notary.
const (
	// SignPath is where a checkpoint is signed.
	SignPath = "/sign-checkpoint"
	// KeyPath is where the key is told that verifies what is signed.
	KeyPath = "/key"
	// LastPath is where the checkpoint is told that was signed last.
	LastPath = "/checkpoint"
)

// sizeType is the media type of an answer that tells how many events the tree has that was signed last.
const sizeType = "text/x.tlog.size"

// Handler returns what answers requests to a notary: those with the token. keyText is the verifier key, and bodies
// beyond maxBody bytes are refused.
func Handler(n *evidence.Notary, keyText, token string, maxBody int64, logger *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+KeyPath, func(rw http.ResponseWriter, _ *http.Request) { writeText(rw, []byte(keyText+"\n")) })
	mux.HandleFunc("GET "+LastPath, func(rw http.ResponseWriter, _ *http.Request) {
		_, signed := n.Last()
		if signed == nil {
			http.Error(rw, "the notary has signed nothing yet", http.StatusNotFound)
			return
		}
		writeText(rw, signed)
	})
	mux.HandleFunc("POST "+SignPath, func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxBody))
		var ask evidence.WitnessRequest
		if err == nil {
			ask, err = evidence.ParseWitnessRequest(string(body))
		}
		var signed []byte
		if err == nil {
			signed, err = n.SignRequest(ask)
		}
		if err != nil {
			logRefusal(logger, ask, err)
			writeRefusal(rw, n, err)
			return
		}
		writeText(rw, signed)
	})
	return requireToken(mux, token, logger)
}

// requireToken lets through what has the token.
func requireToken(next http.Handler, token string, logger *slog.Logger) http.Handler {
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		given, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		got := sha256.Sum256([]byte(given))
		if !isBearer || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			logger.Warn("a request without the token of the notary is refused", "from", r.RemoteAddr)
			rw.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(rw, "the token of the notary is needed", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(rw, r)
	})
}

func writeText(rw http.ResponseWriter, text []byte) {
	rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = rw.Write(text) // whoever has gone asks again
}

// writeRefusal answers with the status that tlog-witness has for an error.
func writeRefusal(rw http.ResponseWriter, n *evidence.Notary, err error) {
	var conflict *evidence.WitnessConflict
	if errors.As(err, &conflict) {
		rw.Header().Set("Content-Type", sizeType)
		rw.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprintln(rw, conflict.Size)
		return
	}
	status, text := statusOf(err), err.Error()
	if status == http.StatusInternalServerError {
		text = "the notary " + n.Key().Name() + " cannot sign now" // why is for its log
	}
	http.Error(rw, text, status)
}

func statusOf(err error) int {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, evidence.ErrWitnessRequest):
		return http.StatusBadRequest
	case errors.Is(err, evidence.ErrUnknownLog):
		return http.StatusNotFound
	case errors.Is(err, evidence.ErrFork):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// logRefusal logs why a request is refused.
func logRefusal(logger *slog.Logger, ask evidence.WitnessRequest, err error) {
	var conflict *evidence.WitnessConflict
	switch {
	case errors.As(err, &conflict):
		logger.Info("a service asked from another size", "error", err, "old", ask.Old)
	case errors.Is(err, evidence.ErrFork):
		logger.Error("a service has shown another history than before", "error", err, "request", ask.String())
	case statusOf(err) == http.StatusInternalServerError:
		logger.Error("no checkpoint is signed", "error", err)
	default:
		logger.Warn("a request is refused", "error", err)
	}
}
