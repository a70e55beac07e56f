package rest

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/queries"
)

const hPath = "/api/webhooks/" + defID

var webhookOperations = []sample{
	{"GET", "/api/webhooks", "", 200},
	{"POST", "/api/webhooks", `{"url":"https://example.com/hooks","types":["file."],"format":"CLOUDEVENTS"}`, 201},
	{"GET", hPath, "", 200},
	{"PUT", hPath, `{"url":"https://example.com/hooks","dossierId":"` + dossierID + `","active":false}`, 200},
	{"DELETE", hPath, "", 204},
	{"POST", hPath + "/secret", "", 200},
	{"POST", hPath + "/test", "", 202},
	{"GET", hPath + "/deliveries", "", 200},
	{"POST", hPath + "/deliveries/" + fileID + "/resend", "", 202},
}

// aWebhook is a webhook that is paused.
func aWebhook() queries.Webhook {
	return queries.Webhook{
		Record: webhook.Record{ID: defID, Workspace: "demo", Owner: userID, Types: []string{"file."}, Format: webhook.Standard,
			Target: webhook.Target{URL: "https://example.com/hooks"}, Created: moment0, Modified: moment0, Begin: 7},
		Progress: webhook.Progress{Cursor: 9, Paused: webhook.AccountEnded, Waiting: make([]webhook.Delivery, 2), Lost: 3, Withheld: 4},
	}
}

func (f *fake) ListWebhooks(_ context.Context, caller user.Principal) ([]queries.Webhook, error) {
	active, disabled := aWebhook(), aWebhook()
	active.Progress, disabled.Disabled = webhook.Progress{}, webhook.Gone
	return ask(f, caller, []queries.Webhook{aWebhook(), active, disabled})
}

func (f *fake) GetWebhook(_ context.Context, q queries.AskWebhook) (queries.Webhook, error) {
	return ask(f, q, aWebhook())
}

func (f *fake) ListDeliveries(_ context.Context, q queries.AskWebhookDeliveries) ([]webhook.Delivery, error) {
	return ask(f, q, []webhook.Delivery{
		{Message: uuid.MustParse(fileID), Position: 7, Type: "file.uploaded", Status: webhook.Pending, Tries: 2, First: moment0,
			Last: moment0, Next: moment0, Answered: 500, Failure: "the receiver answered 500"},
		{Message: uuid.MustParse(defID), Type: webhook.TestType, Status: webhook.Delivered, Tries: 1},
	})
}

func (f *fake) FindDelivery(_ context.Context, q queries.AskWebhook, message uuid.UUID) (webhook.Delivery, error) {
	return ask(f, q, webhook.Delivery{Message: message, Position: 7})
}

func (f *fake) CreateWebhook(_ context.Context, c commands.SaveWebhook) (commands.Outcome, webhook.Secret, error) {
	out, err := write(f, c, commands.Outcome{ID: defID, Created: true, Position: 42})
	return out, webhook.Secret{1}, err
}

func (f *fake) UpdateWebhook(_ context.Context, c commands.SaveWebhook) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: defID, Position: 42})
}

func (f *fake) DeleteWebhook(_ context.Context, c commands.NamedWebhook) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: defID, Position: 42})
}

func (f *fake) RollSecret(_ context.Context, c commands.NamedWebhook) (commands.Outcome, webhook.Secret, time.Time, error) {
	out, err := write(f, c, commands.Outcome{ID: defID, Position: 42})
	return out, webhook.Secret{2}, moment0, err
}

func (f *fake) TestWebhook(_ context.Context, c commands.NamedWebhook) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: defID, Position: 42})
}

func (f *fake) ResendDelivery(_ context.Context, c commands.NamedWebhook) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: defID, Position: 42})
}
