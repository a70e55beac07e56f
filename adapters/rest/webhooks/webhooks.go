// Package webhooks has the handlers of the operations on webhooks.
package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/queries"
)

// Queries answers for webhooks and what they send.
type Queries interface {
	ListWebhooks(ctx context.Context, caller user.Principal) ([]queries.Webhook, error)
	GetWebhook(ctx context.Context, q queries.AskWebhook) (queries.Webhook, error)
	ListDeliveries(ctx context.Context, q queries.AskWebhookDeliveries) ([]webhook.Delivery, error)
	// FindDelivery returns a message that can be sent again.
	FindDelivery(ctx context.Context, q queries.AskWebhook, message uuid.UUID) (webhook.Delivery, error)
}

// Commands changes webhooks.
type Commands interface {
	CreateWebhook(ctx context.Context, c commands.SaveWebhook) (commands.Outcome, webhook.Secret, error)
	UpdateWebhook(ctx context.Context, c commands.SaveWebhook) (commands.Outcome, error)
	DeleteWebhook(ctx context.Context, c commands.NamedWebhook) (commands.Outcome, error)
	// RollSecret returns the new secret, and until when the one before signs too.
	RollSecret(ctx context.Context, c commands.NamedWebhook) (commands.Outcome, webhook.Secret, time.Time, error)
	TestWebhook(ctx context.Context, c commands.NamedWebhook) (commands.Outcome, error)
	ResendDelivery(ctx context.Context, c commands.NamedWebhook) (commands.Outcome, error)
}

// Ports are what the operations on webhooks call.
type Ports struct {
	Queries  Queries
	Commands Commands
}

// Handlers answer the operations on webhooks.
type Handlers struct {
	queries  Queries
	commands Commands
	views    *exchange.Views
}

// New returns the handlers over their ports.
func New(p Ports, v *exchange.Views) *Handlers {
	return &Handlers{queries: p.Queries, commands: p.Commands, views: v}
}

// ListWebhooks lists the webhooks that the caller may see.
func (h *Handlers) ListWebhooks(ctx context.Context, q api.ListWebhooksRequestObject) (api.ListWebhooksResponseObject, error) {
	found, err := h.queries.ListWebhooks(ctx, exchange.Caller(ctx))
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.WebhookOrder(), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListWebhooks200JSONResponse{Body: api.WebhookList{Webhooks: convert.MapList(part.Entries, webhookOf),
		NextCursor: part.NextCursor, Total: part.Total}}, nil
}

// GetWebhook reads a webhook.
func (h *Handlers) GetWebhook(ctx context.Context, q api.GetWebhookRequestObject) (api.GetWebhookResponseObject, error) {
	found, err := h.queries.GetWebhook(ctx, queries.AskWebhook{Caller: exchange.Caller(ctx), WebhookID: q.WebhookId})
	if err != nil {
		return nil, err
	}
	return api.GetWebhook200JSONResponse(webhookOf(found)), nil
}

// CreateWebhook makes a webhook; its secret is in no other answer.
func (h *Handlers) CreateWebhook(ctx context.Context, q api.CreateWebhookRequestObject) (api.CreateWebhookResponseObject, error) {
	out, secret, err := h.commands.CreateWebhook(ctx, saveOf(ctx, "", *q.Body))
	if err != nil {
		return nil, err
	}
	exchange.SetSubject(ctx, webhook.SubjectOf(exchange.Caller(ctx).Workspace, out.ID))
	record, position, err := h.webhookAfter(ctx, out)
	return api.CreateWebhook201JSONResponse{
		Body:    api.WebhookWithSecret{Webhook: record, Secret: secret.Text()},
		Headers: api.CreateWebhook201ResponseHeaders{DocketPosition: position},
	}, err
}

// UpdateWebhook replaces the settings of a webhook.
func (h *Handlers) UpdateWebhook(ctx context.Context, q api.UpdateWebhookRequestObject) (api.UpdateWebhookResponseObject, error) {
	out, err := h.commands.UpdateWebhook(ctx, saveOf(ctx, q.WebhookId, *q.Body))
	if err != nil {
		return nil, err
	}
	record, position, err := h.webhookAfter(ctx, out)
	return api.UpdateWebhook200JSONResponse{Body: record, Headers: api.UpdateWebhook200ResponseHeaders{DocketPosition: position}}, err
}

// DeleteWebhook ends a webhook.
func (h *Handlers) DeleteWebhook(ctx context.Context, q api.DeleteWebhookRequestObject) (api.DeleteWebhookResponseObject, error) {
	out, err := h.commands.DeleteWebhook(ctx, nameWebhook(ctx, q.WebhookId))
	if err != nil {
		return nil, err
	}
	return api.DeleteWebhook204Response{
		Headers: api.DeleteWebhook204ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// RollWebhookSecret makes a new secret, which is in no other answer.
func (h *Handlers) RollWebhookSecret(
	ctx context.Context, q api.RollWebhookSecretRequestObject,
) (api.RollWebhookSecretResponseObject, error) {
	out, secret, until, err := h.commands.RollSecret(ctx, nameWebhook(ctx, q.WebhookId))
	if err != nil {
		return nil, err
	}
	exchange.SetSubject(ctx, webhook.SubjectOf(exchange.Caller(ctx).Workspace, q.WebhookId))
	return api.RollWebhookSecret200JSONResponse{
		Body:    api.WebhookSecret{Secret: secret.Text(), PreviousUntil: api.Time{Time: until}},
		Headers: api.RollWebhookSecret200ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)},
	}, nil
}

// TestWebhook has a test message sent.
func (h *Handlers) TestWebhook(ctx context.Context, q api.TestWebhookRequestObject) (api.TestWebhookResponseObject, error) {
	out, err := h.commands.TestWebhook(ctx, nameWebhook(ctx, q.WebhookId))
	if err != nil {
		return nil, err
	}
	return api.TestWebhook202Response{
		Headers: api.TestWebhook202ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// ListWebhookDeliveries lists what is sent and what waits.
func (h *Handlers) ListWebhookDeliveries(
	ctx context.Context, q api.ListWebhookDeliveriesRequestObject,
) (api.ListWebhookDeliveriesResponseObject, error) {
	found, err := h.queries.ListDeliveries(ctx, queries.AskWebhookDeliveries{Caller: exchange.Caller(ctx), WebhookID: q.WebhookId,
		Status: string(convert.ValueOr(q.Params.Status, ""))})
	if err != nil {
		return nil, err
	}
	part, err := exchange.CutList(queries.DeliveryOrder(q.WebhookId), found, exchange.PartParameters{
		Limit: q.Params.Limit, Cursor: q.Params.Cursor, Counts: q.Params.Counts,
	})
	if err != nil {
		return nil, err
	}
	return api.ListWebhookDeliveries200JSONResponse{Deliveries: convert.MapList(part.Entries, deliveryOf),
		NextCursor: part.NextCursor, Total: part.Total}, nil
}

// ResendWebhookDelivery has a message sent again.
func (h *Handlers) ResendWebhookDelivery(
	ctx context.Context, q api.ResendWebhookDeliveryRequestObject,
) (api.ResendWebhookDeliveryResponseObject, error) {
	message, err := uuid.Parse(q.DeliveryId)
	if err != nil {
		return nil, err
	}
	d, err := h.queries.FindDelivery(ctx, queries.AskWebhook{Caller: exchange.Caller(ctx), WebhookID: q.WebhookId}, message)
	if err != nil {
		return nil, err
	}
	c := nameWebhook(ctx, q.WebhookId)
	c.Message, c.Event = d.Message, d.Position
	out, err := h.commands.ResendDelivery(ctx, c)
	if err != nil {
		return nil, err
	}
	return api.ResendWebhookDelivery202Response{
		Headers: api.ResendWebhookDelivery202ResponseHeaders{DocketPosition: h.views.AwaitWrite(ctx, out.Position)}}, nil
}

// webhookAfter returns a webhook as it is after a command.
func (h *Handlers) webhookAfter(ctx context.Context, out commands.Outcome) (api.Webhook, *string, error) {
	position := h.views.AwaitWrite(ctx, out.Position)
	found, err := h.queries.GetWebhook(ctx, queries.AskWebhook{Caller: exchange.Caller(ctx), WebhookID: out.ID})
	if err != nil {
		return api.Webhook{}, nil, err
	}
	return webhookOf(found), position, nil
}

// nameWebhook returns what commands on one webhook begin with.
func nameWebhook(ctx context.Context, id string) commands.NamedWebhook {
	return commands.NamedWebhook{Request: exchange.Request(ctx), WebhookID: id}
}

func saveOf(ctx context.Context, id string, b api.WebhookSettings) commands.SaveWebhook {
	return commands.SaveWebhook{
		Request:     exchange.Request(ctx),
		WebhookID:   id,
		URL:         b.Url,
		Description: convert.ValueOr(convert.PresentValue(b.Description), ""),
		Types:       convert.ValueOr(convert.PresentValue(b.Types), nil),
		TemplateID:  convert.ValueOr(convert.PresentValue(b.DossierTemplateId), ""),
		DossierID:   convert.ValueOr(convert.PresentValue(b.DossierId), ""),
		Format:      convert.ValueOr(convert.PresentValue(b.Format), ""),
		Active:      convert.ValueOr(convert.PresentValue(b.Active), true),
	}
}

func webhookOf(w queries.Webhook) api.Webhook {
	p := w.Progress
	out := api.Webhook{
		Id:                w.ID,
		OwnerId:           w.Owner,
		Url:               w.Target.URL,
		Description:       w.Target.Description,
		Types:             append([]string{}, w.Types...),
		DossierTemplateId: convert.NullableID(w.Template),
		DossierId:         convert.NullableID(w.Dossier),
		Format:            api.WebhookFormat(w.Format),
		Status:            api.WebhookActive,
		StatusReason:      nullable.NewNullNullable[string](),
		Created:           api.Time{Time: w.Created},
		LastModified:      api.Time{Time: w.Modified},
		SentUpTo:          int64(max(p.Cursor, w.Begin)),
		Waiting:           len(p.Waiting),
		DeadLetters:       len(p.Dead),
		LostDeadLetters:   int64(p.Lost),
		Withheld:          int64(p.Withheld),
	}
	switch {
	case w.Disabled != "":
		out.Status, out.StatusReason = api.WebhookDisabled, nullable.NewNullableWithValue(w.Disabled)
	case p.Paused != "":
		out.Status, out.StatusReason = api.WebhookPaused, nullable.NewNullableWithValue(p.Paused)
	}
	return out
}

func deliveryOf(d webhook.Delivery) api.WebhookDelivery {
	out := api.WebhookDelivery{
		Id:       d.Message.String(),
		Position: nullable.NewNullNullable[int64](),
		Type:     d.Type,
		Status:   api.WebhookDeliveryStatus(d.Status),
		Tries:    d.Tries,
		Since:    momentOf(d.First),
		LastTry:  momentOf(d.Last),
		NextTry:  momentOf(d.Next),
		Answer:   nullable.NewNullNullable[int64](),
		Failure:  convert.NullableID(d.Failure),
	}
	if d.Position > 0 {
		out.Position = nullable.NewNullableWithValue(int64(d.Position))
	}
	if d.Answered > 0 {
		out.Answer = nullable.NewNullableWithValue(int64(d.Answered))
	}
	return out
}

// momentOf returns a time, null for none.
func momentOf(t time.Time) nullable.Nullable[api.Time] {
	if t.IsZero() {
		return convert.NullableTime(nil)
	}
	return convert.NullableTime(&t)
}
