package queries

import (
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/queries/accounts"
	"github.com/seed-62a36931/docket/queries/components"
	"github.com/seed-62a36931/docket/queries/contents"
	"github.com/seed-62a36931/docket/queries/pages"
	"github.com/seed-62a36931/docket/queries/templates"
	"github.com/seed-62a36931/docket/queries/webhooks"
)

// An AskPart chooses a part of a list.
type AskPart = pages.Ask

// A ListPage is a part of a list.
type ListPage[T any] = pages.Page[T]

// A ListOrder says how the entries of a list that is read whole are told apart, ordered and searched.
type ListOrder[T any] = pages.List[T]

// TemplateOrder says how the templates of a workspace are cut into pages.
func TemplateOrder() ListOrder[Template] { return templates.TemplateOrder() }

// MappingOrder says how the component mappings of a template are cut into pages.
func MappingOrder(templateID string) ListOrder[ComponentMapping] {
	return templates.MappingOrder(templateID)
}

// DossierAttributeOrder says how the attributes of a template's dossiers are cut into pages.
func DossierAttributeOrder(templateID string) ListOrder[AttributeDefinition] {
	return templates.DossierAttributeOrder(templateID)
}

// FileAttributeOrder says how the attributes of a template's files are cut into pages.
func FileAttributeOrder(templateID string) ListOrder[AttributeDefinition] {
	return templates.FileAttributeOrder(templateID)
}

// StatusOrder says how the dossier statuses of a template are cut into pages.
func StatusOrder(templateID string) ListOrder[DossierStatusDefinition] {
	return templates.StatusOrder(templateID)
}

// EntityOrder says how the entities of a template are cut into pages.
func EntityOrder(templateID string) ListOrder[EntityDefinition] {
	return templates.EntityOrder(templateID)
}

// ReportTemplateOrder says how the report templates of a template are cut into pages.
func ReportTemplateOrder(templateID string) ListOrder[ReportTemplate] {
	return templates.ReportTemplateOrder(templateID)
}

// DefinitionOrder says how the component definitions of a template are cut into pages.
func DefinitionOrder(templateID string) ListOrder[ComponentDefinition] {
	return templates.DefinitionOrder(templateID)
}

// UserOrder says how the accounts of a workspace are cut into pages.
func UserOrder() ListOrder[User] { return accounts.UserOrder() }

// APIKeyOrder says how API keys are cut into pages.
func APIKeyOrder() ListOrder[APIKey] { return accounts.APIKeyOrder() }

// WebhookOrder says how webhooks are cut into pages.
func WebhookOrder() ListOrder[Webhook] { return webhooks.Order() }

// DeliveryOrder says how the deliveries of a webhook are cut into pages.
func DeliveryOrder(webhookID string) ListOrder[webhook.Delivery] {
	return webhooks.DeliveryOrder(webhookID)
}

// ClientOrder says how OAuth clients are cut into pages.
func ClientOrder() ListOrder[oauthclient.Client] {
	return ListOrder[oauthclient.Client]{
		Name: "clients",
		ID:   func(c oauthclient.Client) string { return c.ID },
		Text: func(c oauthclient.Client) []string { return []string{c.ID, c.Title} },
		Keys: []pages.Key[oauthclient.Client]{{Name: "id", Of: func(c oauthclient.Client) string { return c.ID }}},
	}
}

// OverrideOrder says how the overrides of a file are cut into pages.
func OverrideOrder(fileID string) ListOrder[component.Detail] {
	return components.OverrideOrder(fileID)
}

// FileEntityOrder says how the entities that were found in a file are cut into pages.
func FileEntityOrder(fileID string) ListOrder[Entity] { return contents.EntityOrder(fileID) }
