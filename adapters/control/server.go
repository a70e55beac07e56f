// Package control connects command-line tools with a running service: HTTP on a socket
// in the data folder, which only its owner may open. The same handler serves the tools
// in their own process when no service runs.
package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// Views holds the operations on views that tools can ask for.
type Views interface {
	List(ctx context.Context) ([]upkeep.Status, error)
	Start(ctx context.Context, view string, o upkeep.Options) error
	Switch(view string) error
	Stop(ctx context.Context, view string) error
	ParkedStreams(ctx context.Context, view string, limit int) ([]store.ParkedStream, error)
	ParkedEvents(ctx context.Context, view string, stream es.StreamID) ([]store.Parked, error)
	Retry(ctx context.Context, view string, stream es.StreamID) (upkeep.Repair, error)
	Drop(ctx context.Context, view string, stream es.StreamID, n int) (upkeep.Repair, error)
}

// A Letter is a dead letter: a message that no attempt could handle.
type Letter struct {
	Number   uint64 // names it
	ID       string // of the message
	Topic    string
	Stream   string // what it is about
	Handler  string
	Attempts uint64
	Reason   string // of the last one
	Died     time.Time
}

// Letters holds the operations on dead letters that tools can ask for.
type Letters interface {
	// List returns up to limit letters of a topic ("" means all) after a number.
	List(ctx context.Context, topic string, after uint64, limit int) ([]Letter, error)
	// Get returns one letter. Errors: ErrNoLetter.
	Get(ctx context.Context, number uint64) (Letter, error)
	// Retry sends a message again, and deletes its dead letter. Errors: ErrNoLetter.
	Retry(ctx context.Context, number uint64) error
	// Drop deletes a dead letter. Errors: ErrNoLetter.
	Drop(ctx context.Context, number uint64) error
}

// ErrNoLetter means that no dead letter has this number, or no longer.
var ErrNoLetter = errors.New("there is no such dead letter")

// maxList is the largest number of entries in an answer.
const maxList = 1000

type server struct {
	life    context.Context // builds go on until it ends
	views   Views
	letters Letters
}

// NewHandler returns the handler for tools. Builds that they start continue until life
// ends.
func NewHandler(life context.Context, v Views, l Letters) http.Handler {
	s := &server{life, v, l}
	mux := http.NewServeMux()
	for pattern, serve := range map[string]func(*http.Request) (any, error){
		"GET /views":                               s.listViews,
		"POST /views/{view}/build":                 s.buildView,
		"POST /views/{view}/switch":                s.switchOver,
		"POST /views/{view}/stop":                  s.stopBuild,
		"GET /views/{view}/parked":                 s.parkedStreams,
		"GET /views/{view}/parked/{stream}":        s.parkedEvents,
		"POST /views/{view}/parked/{stream}/retry": s.retryParked,
		"POST /views/{view}/parked/{stream}/drop":  s.dropParked,
		"GET /letters":                             s.listLetters,
		"GET /letters/{number}":                    s.getLetter,
		"POST /letters/{number}/retry":             s.retryLetter,
		"POST /letters/{number}/drop":              s.dropLetter,
	} {
		mux.HandleFunc(pattern, answerJSON(serve))
	}
	return mux
}

// answerJSON writes the result of a function, or its error, as JSON.
func answerJSON(serve func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := serve(r)
		status := http.StatusOK
		if err != nil {
			status, answer = statusOf(err), failure{err.Error()}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer)
	}
}

type failure struct{ Message string }

func statusOf(err error) int {
	switch {
	case errors.Is(err, upkeep.ErrUnknown), errors.Is(err, upkeep.ErrNotParked), errors.Is(err, ErrNoLetter):
		return http.StatusNotFound
	case errors.Is(err, upkeep.ErrRunning), errors.Is(err, upkeep.ErrNoBuild), errors.Is(err, upkeep.ErrVersion):
		return http.StatusConflict
	case errors.Is(err, errRequest):
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

var errRequest = errors.New("the request cannot be understood")

// readBody decodes the body of a request.
func readBody[T any](r *http.Request) (v T, err error) {
	if err = json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<16)).Decode(&v); err != nil {
		err = fmt.Errorf("%w: %w", errRequest, err)
	}
	return v, err
}

func (s *server) listViews(r *http.Request) (any, error) { return s.views.List(r.Context()) }

func (s *server) buildView(r *http.Request) (any, error) {
	o, err := readBody[upkeep.Options](r)
	if err != nil {
		return nil, err
	}
	return nil, s.views.Start(s.life, r.PathValue("view"), o)
}

func (s *server) switchOver(r *http.Request) (any, error) {
	return nil, s.views.Switch(r.PathValue("view"))
}

func (s *server) stopBuild(r *http.Request) (any, error) {
	return nil, s.views.Stop(r.Context(), r.PathValue("view"))
}

func (s *server) parkedStreams(r *http.Request) (any, error) {
	return s.views.ParkedStreams(r.Context(), r.PathValue("view"), maxList)
}

func (s *server) parkedEvents(r *http.Request) (any, error) {
	return s.views.ParkedEvents(r.Context(), r.PathValue("view"), es.StreamID(r.PathValue("stream")))
}

func (s *server) retryParked(r *http.Request) (any, error) {
	return s.views.Retry(r.Context(), r.PathValue("view"), es.StreamID(r.PathValue("stream")))
}

func (s *server) dropParked(r *http.Request) (any, error) {
	n, err := readBody[int](r)
	if err != nil {
		return nil, err
	}
	return s.views.Drop(r.Context(), r.PathValue("view"), es.StreamID(r.PathValue("stream")), n)
}

func (s *server) listLetters(r *http.Request) (any, error) {
	q := r.URL.Query()
	after, err := strconv.ParseUint(q.Get("after"), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRequest, err)
	}
	return s.letters.List(r.Context(), q.Get("topic"), after, maxList)
}

func letterNumber(r *http.Request) (uint64, error) {
	n, err := strconv.ParseUint(r.PathValue("number"), 10, 64)
	if err != nil {
		err = fmt.Errorf("%w: %w", errRequest, err)
	}
	return n, err
}

func (s *server) getLetter(r *http.Request) (any, error) {
	n, err := letterNumber(r)
	if err != nil {
		return nil, err
	}
	return s.letters.Get(r.Context(), n)
}

func (s *server) retryLetter(r *http.Request) (any, error) {
	n, err := letterNumber(r)
	if err != nil {
		return nil, err
	}
	return nil, s.letters.Retry(r.Context(), n)
}

func (s *server) dropLetter(r *http.Request) (any, error) {
	n, err := letterNumber(r)
	if err != nil {
		return nil, err
	}
	return nil, s.letters.Drop(r.Context(), n)
}
