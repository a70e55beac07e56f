package webhooks

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/seed-62a36931/docket/domain/webhook"
)

// A Dispatcher sends for all webhooks, each apart from the others. Of several processes one runs it.
type Dispatcher struct {
	Events   Events
	Records  Records
	Accounts Accounts
	Store    Store
	Sender   Sender
	Changes  Changes
	Settings Settings
	Now      func() time.Time
	Jitter   func() float64 // 0 to 1; nil: random
	Logger   *slog.Logger
	Observe  func(Outcome) // of each try; nil: nobody looks
}

// An Outcome is what a try came to, for metrics.
type Outcome struct {
	Workspace, Webhook string
	Status             string // as of the delivery
	Failed             bool   // the try was not answered with success
	Took               time.Duration
}

// restPause is how long a webhook rests after events that brought it nothing: a busy log is looked at in strides.
const restPause = 100 * time.Millisecond

// Run sends until ctx ends, or until the webhooks cannot be read.
func (d *Dispatcher) Run(ctx context.Context) error {
	if d.Jitter == nil {
		d.Jitter = rand.Float64
	}
	var all sync.WaitGroup
	defer all.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running := &runningSet{ids: map[string]bool{}}
	for {
		head, err := d.Events.Head(ctx)
		if err != nil {
			return err
		}
		refs, err := d.Records.ListWebhookRefs(ctx)
		if err != nil {
			return err
		}
		for _, r := range refs {
			if !running.enter(r.ID) {
				continue
			}
			all.Go(func() {
				defer running.leave(r.ID)
				d.superviseWebhook(ctx, r.Workspace, r.ID)
			})
		}
		if err := d.Events.AwaitBeyond(ctx, head); err != nil {
			return err
		}
		if err := rest(ctx, restPause); err != nil {
			return err
		}
	}
}

// runningSet knows which webhooks are being sent for.
type runningSet struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *runningSet) enter(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids[id] {
		return false
	}
	s.ids[id] = true
	return true
}

func (s *runningSet) leave(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ids, id)
}

// superviseWebhook sends for a webhook until it is deleted or ctx ends, and begins again after a failure.
func (d *Dispatcher) superviseWebhook(ctx context.Context, workspace, id string) {
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		r := &run{Dispatcher: d, workspace: workspace, id: id}
		err := r.sendUntilDeleted(ctx)
		if ctx.Err() != nil || err == nil {
			return
		}
		d.Logger.Warn("the sending of a webhook failed and begins again", "workspace", workspace, "webhook", id, "after", pause, "error", err)
		if rest(ctx, pause) != nil {
			return
		}
	}
}

func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// awaitWork waits until the log has moved behind a position, or a moment has come.
func (d *Dispatcher) awaitWork(ctx context.Context, head uint64, until time.Time, limited bool) error {
	waiting, cancel := ctx, context.CancelFunc(func() {})
	if limited {
		waiting, cancel = context.WithTimeout(ctx, max(0, until.Sub(d.Now())))
	}
	defer cancel()
	err := d.Events.AwaitBeyond(waiting, head)
	if ctx.Err() == nil && waiting.Err() != nil && errors.Is(err, waiting.Err()) {
		return nil
	}
	if err != nil {
		return err
	}
	return rest(ctx, restPause)
}

// nextPause returns how long to wait after some tries that failed.
func (d *Dispatcher) nextPause(tries int, wanted time.Duration) time.Duration {
	pause := d.Settings.FirstPause
	for i := 1; i < tries && pause < d.Settings.MaxPause; i++ {
		pause *= 3
	}
	pause = min(max(pause, wanted), d.Settings.MaxPause)
	return pause + time.Duration(d.Jitter()*float64(pause)/10)
}

// observe tells metrics of a try.
func (d *Dispatcher) observe(o Outcome) {
	if d.Observe != nil {
		d.Observe(o)
	}
}

// standsStill reports whether nothing is sent for a webhook now.
func standsStill(r webhook.Record, p webhook.Progress) bool {
	return r.Disabled != "" || p.Paused != ""
}
