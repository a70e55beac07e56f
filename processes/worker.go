package processes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
)

// A Worker does the work on streams, each under a lease, so that of all workers
// in all processes one does it at a time. What it writes is fenced by the number
// of its run: one that lost its lease unknowingly is refused by the stream.
type Worker struct {
	Leases Leases
	TTL    time.Duration // of a lease; it is renewed three times in that time
	Logger *slog.Logger
	// Do does all that is to be done on a stream now; doing it again is harmless.
	Do func(ctx context.Context, stream es.StreamID) error
}

// Handle works on a stream unless somebody else does. A lease that is held is no
// error: its holder finishes, or the sweep finds the work again.
func (w *Worker) Handle(ctx context.Context, stream es.StreamID) error {
	err := w.RunAlone(ctx, stream, func(ctx context.Context) error { return w.Do(ctx, stream) })
	if errors.Is(err, ErrLeaseHeld) {
		return nil
	}
	return err
}

// RunAlone does something on a stream under its lease; ErrLeaseHeld when somebody else
// has it. Losing the lease ends the context.
func (w *Worker) RunAlone(ctx context.Context, stream es.StreamID, do func(context.Context) error) error {
	asked := time.Now()
	fence, err := w.Leases.Take(ctx, string(stream), uuid.New(), w.TTL)
	if err != nil {
		return fmt.Errorf("take the lease of %s: %w", stream, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	beat := make(chan struct{})
	go func() {
		defer close(beat)
		if err := keepLease(ctx, w.Leases, fence, w.TTL, asked); err != nil {
			cancel(err)
		}
	}()
	err = do(ctx)
	if cause := context.Cause(ctx); cause != nil && err != nil {
		err = fmt.Errorf("%w (%w)", cause, err)
	}
	cancel(nil)
	<-beat
	if released := w.Leases.Release(context.WithoutCancel(ctx), fence); released != nil {
		w.Logger.Warn("lease not released; it runs out by itself", "stream", stream, "error", released)
	}
	return err
}

// systemCommand returns a command that the service gives itself because of an event.
func systemCommand(stream es.StreamID, cause es.Position) es.Command {
	_, ws, _ := stream.Parts()
	return es.Command{Stream: stream, Meta: es.Meta{Actor: user.SystemID, Workspace: ws, Command: uuid.New(),
		Correlation: uuid.New(), Causation: cause}}
}

// permanentFailure reports whether trying again cannot help, with the sentence that
// people read. Bytes that are missing from the store do not come back.
func permanentFailure(err error) (sentence string, ok bool) {
	var f *domain.Fault
	if errors.Is(err, es.ErrNoBlob) {
		return "The stored bytes of the file are missing", true
	}
	if errors.As(err, &f) && (f.Kind == domain.Unprocessable || f.Kind == domain.Unsupported || f.Kind == domain.TooLarge) {
		return f.Message, true
	}
	return "", false
}
