package upkeep

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// A logFault is what a manager knows of a log that does not yield what stands in it.
type logFault struct {
	mu    sync.Mutex
	read  *es.IncompleteRead // nil while the log yields everything
	since time.Time
}

// ReportIncompleteRead notes that a reader of the log was not given all of it, and logs it unless that is
// known already. It reports whether err is es.ErrIncompleteRead; of others it says nothing.
func (m *Manager) ReportIncompleteRead(err error) bool {
	var read *es.IncompleteRead
	if !errors.As(err, &read) {
		return false
	}
	m.fault.mu.Lock()
	defer m.fault.mu.Unlock()
	if m.fault.read == nil {
		m.fault.read, m.fault.since = read, m.Now()
		m.Logger.Error("the event log does not yield all its events; views and consumers stay where they are until it does",
			"after", read.At, "head", read.Head, "error", err)
	}
	return true
}

// LogFault says what is wrong with a log that does not yield all its events, "" with one that does.
func (m *Manager) LogFault() string {
	m.fault.mu.Lock()
	defer m.fault.mu.Unlock()
	if m.fault.read == nil {
		return ""
	}
	return fmt.Sprintf("%v (since %s)", m.fault.read, m.fault.since.Format(time.RFC3339))
}

// lookedAt is how many events are looked at to see whether the log yields any.
const lookedAt = 64

// lookAtLog looks whether the log yields what stands after the view that has come furthest, up to head;
// after a fault, whether it is over: the log yields events again, and a view has taken them.
func (m *Manager) lookAtLog(ctx context.Context, furthest, head es.Position) error {
	m.fault.mu.Lock()
	read, since := m.fault.read, m.fault.since
	m.fault.mu.Unlock()
	at := furthest
	if read != nil {
		at = read.At
	}
	err := m.readSome(ctx, at, head)
	if m.ReportIncompleteRead(err) {
		return nil
	}
	if err != nil || read == nil || furthest <= read.At && furthest < head {
		return err
	}
	m.fault.mu.Lock()
	defer m.fault.mu.Unlock()
	if m.fault.read == read {
		m.fault.read = nil
		m.Logger.Info("the event log yields all its events again", "after", read.At, "head", head, "was_blind_for", m.Now().Sub(since))
	}
	return nil
}

// readSome reads the first events after a position.
func (m *Manager) readSome(ctx context.Context, at, head es.Position) error {
	n := 0
	for _, err := range es.ReadToKnownHead(ctx, m.Log.Store, at, head, es.Filter{}) {
		if err != nil {
			return err
		}
		if n++; n == lookedAt {
			return nil
		}
	}
	return nil
}
