package history

import (
	"log/slog"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/exchange"
)

// Ports are what answers with events and their proofs call.
type Ports struct {
	Queries  Queries
	Feed     EventFeed
	Evidence EvidenceReader
	Bundles  EvidenceBundler
}

// Settings are what streams of events depend on.
type Settings struct {
	Verifier  TokenVerifier
	State     RunState
	Log       *slog.Logger
	Now       func() time.Time
	KeepAlive time.Duration // how often a stream sends a comment
	Pause     time.Duration // how long a client may not take any
	PublicURL string        // the address under which clients reach the service
}

// Handlers answer with events and their proofs.
type Handlers struct {
	*historyHandlers
	*evidenceHandlers
	*streamHandlers
}

// New returns the handlers over their ports.
func New(p Ports, s Settings, v *exchange.Views, f *exchange.Failures) *Handlers {
	return &Handlers{
		historyHandlers:  &historyHandlers{queries: p.Queries, evidence: p.Evidence, failures: f, log: s.Log},
		evidenceHandlers: &evidenceHandlers{reader: p.Evidence, bundler: p.Bundles, views: v},
		streamHandlers: &streamHandlers{
			feed:      p.Feed,
			verifier:  s.Verifier,
			state:     s.State,
			failures:  f,
			log:       s.Log,
			now:       s.Now,
			keepAlive: s.KeepAlive,
			pause:     s.Pause,
			public:    strings.TrimRight(s.PublicURL, "/"),
		},
	}
}
