// Package webhooks answers for webhooks.
package webhooks

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/views"
)

// ProgressReader reads how far the sending of a webhook has come; ok is false before the first time that is kept.
type ProgressReader interface {
	LoadProgress(ctx context.Context, workspace, id string) (p webhook.Progress, ok bool, err error)
}

// Webhooks answers for webhooks.
type Webhooks struct {
	views *views.Views
	// Progress is set once it is open; only answers to people need it.
	Progress ProgressReader
}

// New returns Webhooks that read through the given views.
func New(v *views.Views) *Webhooks { return &Webhooks{views: v} }

// A Webhook is a webhook and how far its sending has come.
type Webhook struct {
	webhook.Record
	Progress webhook.Progress
}

// AskWebhook asks for one webhook.
type AskWebhook struct {
	Caller    user.Principal
	WebhookID string
}

// AskDeliveries asks for the deliveries of a webhook.
type AskDeliveries struct {
	Caller    user.Principal
	WebhookID string
	Status    string // "": all
}

// ListWebhooks lists the webhooks of the caller, for administrators those of the workspace, oldest first.
func (q *Webhooks) ListWebhooks(ctx context.Context, caller user.Principal) ([]Webhook, error) {
	if !user.MayCall(caller, user.ListWebhooks) {
		return nil, domain.ErrAccessDenied
	}
	sql, args := "SELECT doc FROM webhooks WHERE workspace = $1", []any{caller.Workspace}
	if !caller.HasRole(user.RoleAdmin) {
		sql, args = sql+" AND owner = $2", append(args, caller.ID)
	}
	found, err := views.QueryRecords[webhook.Record](ctx, q.views, sql, args...)
	if err != nil {
		return nil, err
	}
	found, err = views.OmitUnavailable(ctx, q.views, "webhooks", found, func(r webhook.Record) es.Mark {
		return es.Mark{Stream: webhook.StreamOf(r.Workspace, r.ID), Version: r.Version}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b webhook.Record) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	out := make([]Webhook, len(found))
	for i, r := range found {
		if out[i], err = q.withProgress(ctx, r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// GetWebhook reads a webhook of the caller, for administrators any of the workspace; else domain.ErrWebhookNotFound.
func (q *Webhooks) GetWebhook(ctx context.Context, a AskWebhook) (Webhook, error) {
	r, err := q.findFor(ctx, a.Caller, user.GetWebhook, a.WebhookID)
	if err != nil {
		return Webhook{}, err
	}
	return q.withProgress(ctx, r)
}

// ListDeliveries lists what is sent by a webhook, what was tried last and what waits in front.
func (q *Webhooks) ListDeliveries(ctx context.Context, a AskDeliveries) ([]webhook.Delivery, error) {
	r, err := q.findFor(ctx, a.Caller, user.ListWebhookDeliveries, a.WebhookID)
	if err != nil {
		return nil, err
	}
	w, err := q.withProgress(ctx, r)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(w.Progress.Waiting, w.Progress.Dead, w.Progress.Recent)
	all = slices.DeleteFunc(all, func(d webhook.Delivery) bool { return a.Status != "" && d.Status != a.Status })
	slices.SortStableFunc(all, func(a, b webhook.Delivery) int {
		return cmp.Or(cmp.Compare(b.Position, a.Position), b.First.Compare(a.First), cmp.Compare(a.Message.String(), b.Message.String()))
	})
	return all, nil
}

// FindDelivery returns a message of a webhook of the caller that can be sent again; else domain.ErrDeliveryNotFound.
func (q *Webhooks) FindDelivery(ctx context.Context, a AskWebhook, message uuid.UUID) (webhook.Delivery, error) {
	r, err := q.findFor(ctx, a.Caller, user.ResendWebhookDelivery, a.WebhookID)
	if err != nil {
		return webhook.Delivery{}, err
	}
	w, err := q.withProgress(ctx, r)
	if err != nil {
		return webhook.Delivery{}, err
	}
	d, ok := w.Progress.Find(message)
	if !ok {
		return d, domain.ErrDeliveryNotFound
	}
	return d, nil
}

func (q *Webhooks) withProgress(ctx context.Context, r webhook.Record) (Webhook, error) {
	p, _, err := q.Progress.LoadProgress(ctx, r.Workspace, r.ID)
	return Webhook{r, p}, err
}

// findFor returns a webhook that the caller may know of.
func (q *Webhooks) findFor(ctx context.Context, p user.Principal, op user.Operation, id string) (webhook.Record, error) {
	if !user.MayCall(p, op) {
		return webhook.Record{}, domain.ErrAccessDenied
	}
	r, fault, err := q.seek(ctx, p.Workspace, id)
	if err == nil && (r.ID == "" || r.Owner != p.ID && !p.HasRole(user.RoleAdmin)) {
		err = domain.ErrWebhookNotFound
	}
	return r, views.OutcomeOf(err, fault)
}

func (q *Webhooks) seek(ctx context.Context, workspace, id string) (r webhook.Record, fault, err error) {
	fault, err = q.views.SeekRecords(ctx, []es.StreamID{webhook.StreamOf(workspace, id)},
		views.Sought{Where: views.ByKey("webhooks", "workspace"), Args: []any{id, workspace}, Into: views.DecodeInto(&r)}.
			IsOf(webhook.StreamOf(workspace, id), &r.ID, &r.Version))
	return r, fault, err
}

// FindWebhook returns a webhook for the sender; ok is false when there is none.
func (q *Webhooks) FindWebhook(ctx context.Context, workspace, id string) (r webhook.Record, ok bool, err error) {
	r, fault, err := q.seek(ctx, workspace, id)
	return r, r.ID != "", views.OutcomeOf(err, fault)
}

// ListWebhookRefs names all webhooks of all workspaces.
func (q *Webhooks) ListWebhookRefs(ctx context.Context) (out []webhook.Ref, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error {
		var r webhook.Ref
		err := rows.Scan(&r.Workspace, &r.ID)
		out = append(out, r)
		return err
	}, "SELECT workspace, key FROM webhooks")
	return out, err
}

// CountOwned returns how many webhooks an account has.
func (q *Webhooks) CountOwned(ctx context.Context, workspace, owner string) (n int, err error) {
	err = q.views.EachRow(ctx, func(rows views.Rows) error { return rows.Scan(&n) },
		"SELECT COUNT(*) FROM webhooks WHERE workspace = $1 AND owner = $2", workspace, owner)
	return n, err
}

// Order says how webhooks are cut into pages.
func Order() pages.List[Webhook] {
	return pages.List[Webhook]{
		Name: "webhooks",
		ID:   func(w Webhook) string { return w.ID },
		Keys: []pages.Key[Webhook]{{Name: "created", Of: func(w Webhook) string { return pages.TimeKey(w.Created) }}},
	}
}

// DeliveryOrder says how the deliveries of a webhook are cut into pages. Those of tests have no position, and are the last.
func DeliveryOrder(webhookID string) pages.List[webhook.Delivery] {
	return pages.List[webhook.Delivery]{
		Name: "deliveries/" + webhookID,
		ID:   func(d webhook.Delivery) string { return d.Message.String() },
		Keys: []pages.Key[webhook.Delivery]{{Name: "-position",
			Of: func(d webhook.Delivery) string { return fmt.Sprintf("%020d %s", d.Position, pages.TimeKey(d.First)) }}},
	}
}
