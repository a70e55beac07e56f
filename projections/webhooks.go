package projections

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/webhook"
)

var webhooks = Records[webhook.Record]{
	Table: Table{Name: "webhooks", Columns: []Column{{"workspace", Text}, {"owner", Text}},
		Indexes: [][]string{{"workspace", "owner"}}},
	Index:   func(r webhook.Record) []any { return []any{r.Workspace, r.Owner} },
	Subject: func(r webhook.Record) es.Subject { return webhook.SubjectOf(r.Workspace, r.ID) },
}

// Webhooks shows where events are sent.
func Webhooks(v es.Vault) View {
	webhooks := webhooks.withVault(v)
	p := &es.Projection[Writer]{Name: "webhooks", Version: 1}
	es.OnEvent(p, createsRecord[webhook.Created](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.Changed](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.SecretRolled](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.Disabled](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.Enabled](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.TestRequested](webhooks, webhook.Fold))
	es.OnEvent(p, foldsRecord[webhook.ResendRequested](webhooks, webhook.Fold))
	es.OnEvent(p, func(ctx context.Context, w Writer, r es.Recorded, _ webhook.Deleted) error {
		return webhooks.Remove(ctx, w, r.Stream.Key())
	})
	return View{p, []Table{webhooks.Table}}
}
