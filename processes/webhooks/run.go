package webhooks

import (
	"context"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
)

// A run sends for one webhook. It alone changes the progress of the webhook: what it has kept is where the next run
// begins, so what was sent since is sent again.
type run struct {
	*Dispatcher
	workspace, id string

	record   webhook.Record
	owner    user.Principal
	progress webhook.Progress
	kept     webhook.Progress
	withMore bool // there is more to read at once
}

// sendUntilDeleted sends until the webhook is deleted; else it returns an error.
func (r *run) sendUntilDeleted(ctx context.Context) error {
	var err error
	if r.progress, _, err = r.Store.LoadProgress(ctx, r.workspace, r.id); err != nil {
		return err
	}
	r.kept = copyProgress(r.progress)
	for {
		head, err := r.Events.Head(ctx)
		if err != nil {
			return err
		}
		there, err := r.refresh(ctx)
		if err != nil {
			return err
		}
		if !there {
			return r.Store.DropProgress(ctx, r.workspace, r.id)
		}
		busy, err := r.sendRound(ctx)
		if err != nil {
			return err
		}
		if busy {
			continue
		}
		next, limited := r.progress.NextTry()
		if err := r.awaitWork(ctx, head, next, limited && !standsStill(r.record, r.progress)); err != nil {
			return err
		}
	}
}

// refresh reads the webhook and its owner anew, and has the progress follow; there is false once it is deleted.
func (r *run) refresh(ctx context.Context) (there bool, err error) {
	if r.record, there, err = r.Records.FindWebhook(ctx, r.workspace, r.id); err != nil || !there {
		return there, err
	}
	if r.owner, err = r.Accounts.FindOwner(ctx, r.workspace, r.record.Owner); err != nil {
		return true, err
	}
	p := &r.progress
	if p.Begin != r.record.Begin { // it is new, or was enabled again
		p.Begin, p.Cursor = r.record.Begin, r.record.Begin
	}
	switch {
	case len(r.owner.Roles) == 0:
		p.Paused = webhook.AccountEnded
	case !user.MayCall(r.owner, user.GetEventFeed):
		p.Paused = webhook.AccessLost
	default:
		p.Paused = ""
	}
	if r.record.Disabled != "" {
		r.buryWaiting()
	}
	p.TakeUp(r.record.Asked)
	return true, nil
}

// buryWaiting makes dead letters of what waits while the webhook is disabled.
func (r *run) buryWaiting() {
	for i := range r.progress.Waiting {
		d := &r.progress.Waiting[i]
		d.Status = webhook.Dead
		if d.Failure == "" {
			d.Failure = "the webhook was disabled before it was sent"
		}
	}
	r.progress.Settle(r.Settings.Limits)
}

// sendRound reads what has happened and tries what is due; busy tells that there is more to do at once.
func (r *run) sendRound(ctx context.Context) (busy bool, err error) {
	if standsStill(r.record, r.progress) {
		return false, r.keep(ctx)
	}
	if err := r.readEvents(ctx); err != nil {
		return false, err
	}
	due := r.progress.Due(r.Now(), r.Settings.AtOnce)
	if len(due) > 0 {
		if err := r.tryAll(ctx, due); err != nil {
			return false, err
		}
	}
	if err := r.keep(ctx); err != nil {
		return false, err
	}
	return len(due) > 0 || r.withMore, nil
}

// readEvents adds what has happened to what waits, as far as there is room.
func (r *run) readEvents(ctx context.Context) error {
	room := r.Settings.Limits.Waiting - len(r.progress.Waiting)
	if r.withMore = false; room <= 0 {
		return nil
	}
	b, err := r.Events.ReadAfter(ctx, r.owner, r.record, r.progress.Cursor, min(room, 100))
	if err != nil {
		return err
	}
	now := r.Now()
	for _, e := range b.Events {
		id, err := uuid.Parse(e.Notice.ID)
		if err != nil {
			return err
		}
		r.progress.Waiting = append(r.progress.Waiting, webhook.Delivery{Message: id, Position: e.Notice.Position, Key: e.OrderKey,
			Type: e.Notice.Type, Status: webhook.Pending, First: now})
	}
	if b.Next < r.progress.Cursor {
		r.Logger.WarnContext(ctx, "the place of a webhook is beyond the event log, which was restored or copied without it: it goes on at the "+
			"newest event, and what it was not sent is in the feed", "workspace", r.workspace, "webhook", r.id,
			"place", r.progress.Cursor, "newest", b.Next)
	}
	r.progress.Cursor, r.withMore = b.Next, b.More
	r.progress.Withheld += uint64(b.Withheld)
	return nil
}

// tryAll tries some of what waits at once, and settles what is over.
func (r *run) tryAll(ctx context.Context, due []int) error {
	var mu sync.Mutex
	var failed error
	var all sync.WaitGroup
	gone := false
	for _, i := range due {
		all.Go(func() {
			d, answer, err := r.try(ctx, r.progress.Waiting[i])
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			r.progress.Waiting[i] = d
			gone = gone || answer.Status == http.StatusGone
		})
	}
	all.Wait()
	withheld := 0
	for _, d := range r.progress.Waiting {
		if d.Status == webhook.Withheld {
			withheld++
		}
	}
	r.progress.Withheld += uint64(withheld)
	r.progress.Settle(r.Settings.Limits)
	if failed != nil || !gone {
		return failed
	}
	r.buryWaiting()
	if err := r.keep(ctx); err != nil {
		return err
	}
	return r.Changes.DisableGone(ctx, r.workspace, r.id)
}

// try sends a delivery once, if the owner may read the event at this moment.
func (r *run) try(ctx context.Context, d webhook.Delivery) (webhook.Delivery, Answer, error) {
	now := r.Now()
	message, ok, err := r.buildMessage(ctx, d, now)
	if err != nil {
		return d, Answer{}, err
	}
	if !ok {
		d.Status, d.Last, d.Failure = webhook.Withheld, now, "the owner may not read the event"
		return d, Answer{}, nil
	}
	answer := r.Sender.Send(ctx, r.record.Target.URL, message)
	if ctx.Err() != nil {
		return d, answer, ctx.Err()
	}
	return r.note(d, now, answer), answer, nil
}

// note returns the delivery after a try.
func (r *run) note(d webhook.Delivery, began time.Time, a Answer) webhook.Delivery {
	if d.First.IsZero() {
		d.First = began
	}
	d.Tries++
	d.Last, d.Answered, d.Failure = began, a.Status, a.Failure
	switch over := r.Now(); {
	case a.isDelivered():
		d.Status, d.Next = webhook.Delivered, time.Time{}
	case a.Status == http.StatusGone || over.Sub(d.First) >= r.Settings.RetryTime:
		d.Status, d.Next = webhook.Dead, time.Time{}
	default:
		d.Next = over.Add(r.nextPause(d.Tries, a.RetryAfter))
	}
	r.observe(Outcome{Workspace: r.workspace, Webhook: r.id, Status: d.Status, Failed: !a.isDelivered(), Took: r.Now().Sub(began)})
	return d
}

// buildMessage returns what is sent; ok is false where the owner may not read the event.
func (r *run) buildMessage(ctx context.Context, d webhook.Delivery, now time.Time) (m Message, ok bool, err error) {
	notice := webhook.Notice{ID: d.Message.String(), Type: webhook.TestType, Time: now}
	if d.Position > 0 {
		e, ok, err := r.Events.ReadOne(ctx, r.owner, d.Position)
		if err != nil || !ok {
			return m, false, err
		}
		notice = e.Notice
	}
	var secrets []webhook.Secret
	for _, generation := range r.record.Generations(now) {
		s, err := r.Changes.SecretOf(ctx, r.workspace, r.id, generation)
		if err != nil {
			return m, false, err
		}
		secrets = append(secrets, s)
	}
	content, err := webhook.BuildMessage(r.record.Format, r.Settings.Source, r.workspace, notice)
	if err != nil {
		return m, false, err
	}
	return Message{ID: notice.ID, Time: now, Signature: webhook.Sign(notice.ID, now, content.Body, secrets...), Message: content}, true, nil
}

// keep writes the progress down, if it has changed.
func (r *run) keep(ctx context.Context) error {
	if reflect.DeepEqual(r.progress, r.kept) {
		return nil
	}
	if err := r.Store.KeepProgress(ctx, r.workspace, r.id, r.progress); err != nil {
		return err
	}
	r.kept = copyProgress(r.progress)
	return nil
}

func copyProgress(p webhook.Progress) webhook.Progress {
	p.Waiting, p.Dead, p.Recent = slices.Clone(p.Waiting), slices.Clone(p.Dead), slices.Clone(p.Recent)
	return p
}
