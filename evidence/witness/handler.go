// Package witness speaks c2sp.org/tlog-witness over HTTP: how a witness is asked to sign for the
// checkpoints of a log.
package witness

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/seed-62a36931/docket/evidence"
)

// Path is where a witness is asked, behind the prefix of its address.
const Path = "/add-checkpoint"

// ShownPath is where a witness tells the newest checkpoint that it has signed, of the log that the parameter log
// names, for those who compare it with what they were shown.
const ShownPath = "/checkpoint"

// sizeType is the media type of an answer that tells the size that the witness has signed.
const sizeType = "text/x.tlog.size"

// Handler returns what answers the requests to a witness. Bodies beyond maxBody bytes are refused.
func Handler(w *evidence.Witness, maxBody int64, logger *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+Path, func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxBody))
		var ask evidence.WitnessRequest
		if err == nil {
			ask, err = evidence.ParseWitnessRequest(string(body))
		}
		var line string
		if err == nil {
			line, err = w.AddCheckpoint(ask)
		}
		if err != nil {
			logRefusal(logger, ask, err)
			writeRefusal(rw, err)
			return
		}
		rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(rw, line) // whoever has gone asks again
	})
	mux.HandleFunc("GET "+ShownPath, func(rw http.ResponseWriter, r *http.Request) {
		signed := w.LastCheckpoint(r.URL.Query().Get("log"))
		if signed == "" {
			http.Error(rw, "the witness has signed for no such log", http.StatusNotFound)
			return
		}
		rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(rw, signed) // whoever has gone asks again
	})
	return mux
}

// writeRefusal answers with the status that the protocol has for an error.
func writeRefusal(rw http.ResponseWriter, err error) {
	var conflict *evidence.WitnessConflict
	if errors.As(err, &conflict) {
		rw.Header().Set("Content-Type", sizeType)
		rw.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprintln(rw, conflict.Size)
		return
	}
	status, text := statusOf(err), err.Error()
	if status == http.StatusInternalServerError {
		text = "the witness cannot sign now" // why is for its log
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
	case errors.Is(err, evidence.ErrNotByLog):
		return http.StatusForbidden
	case errors.Is(err, evidence.ErrInconsistent):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// logRefusal logs why a request is refused. What a log has signed that does not continue what it signed
// before may prove that it has two histories, so the log keeps it whole.
func logRefusal(logger *slog.Logger, ask evidence.WitnessRequest, err error) {
	var conflict *evidence.WitnessConflict
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, evidence.ErrInconsistent) || errors.As(err, &conflict) && conflict.Fork:
		logger.Error("a log has shown another history than before", "error", err, "request", ask.String())
	case errors.As(err, &conflict):
		logger.Info("a log asked from another size", "error", err, "old", ask.Old)
	case statusOf(err) == http.StatusInternalServerError && ask.Note != nil:
		logger.Error("no checkpoint is signed", "error", err)
	case errors.As(err, &tooLarge):
		logger.Warn("a request is too long", "limit", tooLarge.Limit)
	default:
		logger.Warn("a request is refused", "error", err)
	}
}
