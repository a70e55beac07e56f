package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/webhook"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	domainwebhook "github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/processes/webhooks"
	"github.com/seed-62a36931/docket/queries"
)

// WebhookTask is the singleton task that sends events to receivers.
const WebhookTask = "webhooks"

// Bounds of what is kept of a webhook beside its dead letters.
const (
	webhookWaiting = 500
	webhookRecent  = 100
	webhookAtOnce  = 8
)

// newWebhookDispatcher returns what sends events to receivers.
func newWebhookDispatcher(a *App) *webhooks.Dispatcher {
	c := a.Config.WebhookSettings
	return &webhooks.Dispatcher{
		Events:   webhookEvents{a.feed, a.tail.Store, a.Config.PublicURL},
		Records:  a.Queries,
		Accounts: webhookOwners{a.Queries},
		Store:    webhookProgress{a.Storage.Answers, a.Vault},
		Sender:   webhook.NewSender(webhook.Options{Timeout: c.WebhookTimeout, Networks: c.WebhookNetworks}),
		Changes:  webhookChanges{a.Commands},
		Settings: webhooks.Settings{FirstPause: c.WebhookFirstPause, MaxPause: c.WebhookMaxPause, RetryTime: c.WebhookRetryTime,
			AtOnce: webhookAtOnce, Source: a.Config.PublicURL,
			Limits: domainwebhook.Limits{Waiting: webhookWaiting, Dead: c.WebhookDead, Recent: webhookRecent}},
		Now:    time.Now,
		Logger: a.logger,
		Observe: func(o webhooks.Outcome) {
			a.metrics.WebhookTries.WithLabelValues(o.Status).Inc()
			if o.Status == domainwebhook.Dead {
				a.logger.Warn("a message of a webhook is a dead letter", "workspace", o.Workspace, "webhook", o.Webhook)
			}
		},
	}
}

// connectWebhooks gives commands and queries on webhooks what they ask.
func connectWebhooks(a *App) {
	c := a.Config.WebhookSettings
	a.Queries.Webhooks.Progress = webhookProgress{a.Storage.Answers, a.Vault}
	a.Commands.Webhooks.Ports = commands.WebhookPorts{CheckTypes: a.feed.CheckTypes, CountOwned: a.Queries.CountOwned,
		Settings: commands.WebhookSettings{PerAccount: c.WebhooksEach, Overlap: c.WebhookOverlap, Networks: c.WebhookNetworks}}
}

// webhookEvents reads what has happened from the feed.
type webhookEvents struct {
	feed   *queries.Feed
	log    es.Store
	public string
}

// ReadAfter implements webhooks.Events. Behind the end of a log that was restored it goes on at the end.
func (e webhookEvents) ReadAfter(
	ctx context.Context, owner user.Principal, w domainwebhook.Record, after uint64, limit int,
) (webhooks.Batch, error) {
	page, err := e.feed.ReadPage(ctx, queries.AskFeed{Caller: owner, After: after, Types: w.Types, TemplateID: w.Template,
		DossierID: w.Dossier, Limit: limit})
	switch {
	case errors.Is(err, queries.ErrNoSuchEvent):
		head, err := e.Head(ctx)
		return webhooks.Batch{Next: head}, err
	case domain.KindOf(err) == domain.Unavailable:
		return webhooks.Batch{Next: after}, nil // until it is repaired; the views tell of it
	case err != nil:
		return webhooks.Batch{}, err
	}
	out := webhooks.Batch{Next: page.NextAfter, More: page.More, Withheld: page.Withheld}
	for _, n := range page.Notices {
		out.Events = append(out.Events, e.eventOf(n))
	}
	return out, nil
}

// ReadOne implements webhooks.Events.
func (e webhookEvents) ReadOne(ctx context.Context, owner user.Principal, at uint64) (webhooks.Event, bool, error) {
	n, ok, err := e.feed.ReadNotice(ctx, owner, at)
	return e.eventOf(n), ok, err
}

func (e webhookEvents) eventOf(n queries.Notice) webhooks.Event {
	optional := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	out := domainwebhook.Notice{ID: n.ID.String(), Position: n.Position, Type: n.Type, Time: n.Time, TemplateID: optional(n.TemplateID),
		DossierID: optional(n.DossierID), FileID: optional(n.FileID), Components: n.Components}
	if path := n.Path(); path != "" {
		out.Link = optional(e.public + path)
	}
	return webhooks.Event{Notice: out, OrderKey: n.OrderKey()}
}

// Head implements webhooks.Events.
func (e webhookEvents) Head(ctx context.Context) (uint64, error) {
	head, err := e.log.Head(ctx)
	return uint64(head), err
}

// AwaitBeyond implements webhooks.Events.
func (e webhookEvents) AwaitBeyond(ctx context.Context, at uint64) error {
	return e.log.Wait(ctx, es.Position(at))
}

// webhookOwners finds the owners of webhooks.
type webhookOwners struct{ q *queries.Queries }

// FindOwner implements webhooks.Accounts.
func (o webhookOwners) FindOwner(ctx context.Context, workspace, id string) (user.Principal, error) {
	owner := user.Principal{Workspace: workspace, ID: id}
	a, err := o.q.UserByID(ctx, workspace, id)
	if errors.Is(err, domain.ErrUserNotFound) {
		return owner, nil
	}
	if err != nil {
		return owner, err
	}
	owner.Username, owner.Roles = a.Username, a.Roles
	return owner, nil
}

// webhookChanges runs the commands that follow from what receivers answer.
type webhookChanges struct{ *commands.Commands }

// DisableGone implements webhooks.Changes.
func (c webhookChanges) DisableGone(ctx context.Context, workspace, id string) error {
	r := commands.NamedWebhook{WebhookID: id,
		Request: commands.Request{Caller: user.SystemPrincipal(workspace), CommandID: uuid.New(), OnlyHere: true}}
	err := c.DisableWebhook(ctx, r, domainwebhook.Gone)
	if errors.Is(err, domain.ErrWebhookNotFound) {
		return nil
	}
	return err
}

// webhookProgress keeps how far sending has come beside kept answers: on stable storage, in backups, sealed under the key
// of the webhook.
type webhookProgress struct {
	kept  commands.Answers
	vault es.Vault
}

// keptFor is how long progress is kept after it was written last.
const keptFor = 10 * 365 * 24 * time.Hour

func progressName(workspace, id string) string { return "webhook/" + workspace + "/" + id }

// LoadProgress implements webhooks.Store.
func (w webhookProgress) LoadProgress(ctx context.Context, workspace, id string) (p domainwebhook.Progress, ok bool, err error) {
	name := progressName(workspace, id)
	box, err := w.kept.Answer(ctx, name, time.Now())
	if err != nil || box == nil {
		return p, false, err
	}
	plain, err := w.vault.Open(ctx, domainwebhook.SubjectOf(workspace, id), []byte(name), box)
	if errors.Is(err, es.ErrErased) {
		return p, false, nil
	}
	if err == nil {
		err = json.Unmarshal(plain, &p)
	}
	if err != nil {
		return p, false, fmt.Errorf("read the progress of webhook %s: %w", id, err)
	}
	return p, true, nil
}

// KeepProgress implements webhooks.Store.
func (w webhookProgress) KeepProgress(ctx context.Context, workspace, id string, p domainwebhook.Progress) error {
	plain, err := json.Marshal(p)
	if err != nil {
		return err
	}
	name := progressName(workspace, id)
	box, err := w.vault.Seal(ctx, domainwebhook.SubjectOf(workspace, id), []byte(name), plain)
	if errors.Is(err, es.ErrErased) {
		return nil // it was deleted meanwhile
	}
	if err != nil {
		return err
	}
	return w.kept.KeepAnswer(ctx, name, box, time.Now().Add(keptFor))
}

// DropProgress implements webhooks.Store.
func (w webhookProgress) DropProgress(ctx context.Context, workspace, id string) error {
	return w.kept.DropAnswer(ctx, progressName(workspace, id))
}
