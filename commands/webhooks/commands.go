// Package webhooks holds the use cases on webhooks.
package webhooks

import (
	"context"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
)

// Commands runs the use cases on webhooks.
type Commands struct {
	*core.Core
	Ports
}

// Ports are what commands on webhooks ask. They read the read models, so they are set once these are open.
type Ports struct {
	// CheckTypes refuses types that no event has, at a field.
	CheckTypes func(field string, types []string) error
	// CountOwned returns how many webhooks an account has.
	CountOwned func(ctx context.Context, workspace, owner string) (int, error)
	// Settings bound what may be asked for.
	Settings Settings
}

// Settings bound webhooks.
type Settings struct {
	PerAccount int           // how many an account may have
	Overlap    time.Duration // how long the secret before signs too after a roll
	// Networks are those of private and local addresses to which events are sent all the same, also without TLS.
	Networks []netip.Prefix
}

// A Save is what a request says of a webhook.
type Save struct {
	core.Request
	WebhookID   string // of the one to change
	URL         string
	Description string
	Types       []string
	TemplateID  string
	DossierID   string
	Format      string // "": webhook.Standard
	Active      bool
}

// A Named request names a webhook, and may name one of its messages.
type Named struct {
	core.Request
	WebhookID string
	Message   uuid.UUID
	Event     uint64 // position of the event that the message is about; 0 for a test
}

const (
	maxURL         = 2000
	maxDescription = 255
	maxTypes       = 50
)

// CreateWebhook makes a webhook of the caller, and returns its first secret too.
func (c *Commands) CreateWebhook(ctx context.Context, r Save) (core.Outcome, webhook.Secret, error) {
	if !user.MayCall(r.Caller, user.CreateWebhook) {
		return core.Outcome{}, webhook.Secret{}, domain.ErrAccessDenied
	}
	set, err := c.checkSettings(ctx, r)
	if err != nil {
		return core.Outcome{}, webhook.Secret{}, err
	}
	has, err := c.CountOwned(ctx, r.Caller.Workspace, r.Caller.ID)
	if err != nil {
		return core.Outcome{}, webhook.Secret{}, err
	}
	if has >= c.Settings.PerAccount {
		return core.Outcome{}, webhook.Secret{}, domain.Refuse(domain.Conflicting,
			"An account may have %d webhooks: delete one, or ask the operator for more", c.Settings.PerAccount)
	}
	ws, id := r.Caller.Workspace, r.NewID("webhook")
	target := es.Seal(webhook.SubjectOf(ws, id), webhook.Target{URL: r.URL, Description: r.Description})
	at, err := es.Decide(ctx, c.Log, webhook.Decider, r.CommandOn(webhook.StreamOf(ws, id)),
		webhook.Create(r.Caller.ID, set, target, r.Active))
	if err != nil {
		return core.Outcome{}, webhook.Secret{}, r.ToCallerError(err)
	}
	secret, err := c.SecretOf(ctx, ws, id, 1)
	return core.Outcome{ID: id, Created: true, Position: uint64(at.Position)}, secret, err
}

// SecretOf returns a secret of a webhook. It is derived from the key of the webhook and gone with it.
func (c *Commands) SecretOf(ctx context.Context, workspace, id string, generation int) (webhook.Secret, error) {
	key, err := c.Keys.DeriveKey(ctx, webhook.SubjectOf(workspace, id), webhook.LabelOf(generation))
	return webhook.Secret(key), err
}

// UpdateWebhook replaces the settings of a webhook of the caller.
func (c *Commands) UpdateWebhook(ctx context.Context, r Save) (core.Outcome, error) {
	if err := c.checkOwner(ctx, r.Caller, user.UpdateWebhook, r.WebhookID); err != nil {
		return core.Outcome{}, err
	}
	set, err := c.checkSettings(ctx, r)
	if err != nil {
		return core.Outcome{}, err
	}
	target := es.Seal(webhook.SubjectOf(r.Caller.Workspace, r.WebhookID), webhook.Target{URL: r.URL, Description: r.Description})
	return c.decide(ctx, r.Request, r.WebhookID, webhook.Change(set, target, r.Active))
}

// RollSecret has a new secret sign, which it returns; the one before signs too until a moment.
func (c *Commands) RollSecret(ctx context.Context, r Named) (core.Outcome, webhook.Secret, time.Time, error) {
	var secret webhook.Secret
	if err := c.checkOwner(ctx, r.Caller, user.RollWebhookSecret, r.WebhookID); err != nil {
		return core.Outcome{}, secret, time.Time{}, err
	}
	until := c.Now().UTC().Add(c.Settings.Overlap).Truncate(time.Millisecond)
	out, err := c.decide(ctx, r.Request, r.WebhookID, webhook.RollSecret(until))
	if err != nil {
		return out, secret, until, err
	}
	s, _, err := es.Load(ctx, c.Log, webhook.Decider, webhook.StreamOf(r.Caller.Workspace, r.WebhookID))
	if err == nil {
		secret, err = c.SecretOf(ctx, r.Caller.Workspace, r.WebhookID, s.Generation)
	}
	return out, secret, until, err
}

// TestWebhook asks for a message that shows that the receiver works.
func (c *Commands) TestWebhook(ctx context.Context, r Named) (core.Outcome, error) {
	if err := c.checkOwner(ctx, r.Caller, user.TestWebhook, r.WebhookID); err != nil {
		return core.Outcome{}, err
	}
	return c.decide(ctx, r.Request, r.WebhookID, webhook.RequestTest())
}

// ResendDelivery asks for another row of tries of a message.
func (c *Commands) ResendDelivery(ctx context.Context, r Named) (core.Outcome, error) {
	if err := c.checkOwner(ctx, r.Caller, user.ResendWebhookDelivery, r.WebhookID); err != nil {
		return core.Outcome{}, err
	}
	return c.decide(ctx, r.Request, r.WebhookID, webhook.RequestResend(r.Message, es.Position(r.Event)))
}

// DeleteWebhook ends a webhook of the caller, administrators any one; its address and secrets are gone for good.
func (c *Commands) DeleteWebhook(ctx context.Context, r Named) (core.Outcome, error) {
	if err := c.checkOwner(ctx, r.Caller, user.DeleteWebhook, r.WebhookID); err != nil {
		return core.Outcome{}, err
	}
	out, err := c.decide(ctx, r.Request, r.WebhookID, webhook.Delete())
	if err == nil {
		err = c.EraseSubject(ctx, webhook.SubjectOf(r.Caller.Workspace, r.WebhookID))
	}
	return out, err
}

// DisableWebhook is called by the service itself, when the receiver says that it is gone.
func (c *Commands) DisableWebhook(ctx context.Context, r Named, reason string) error {
	if !r.Caller.IsSystem() {
		return domain.ErrAccessDenied
	}
	_, err := c.decide(ctx, r.Request, r.WebhookID, webhook.Disable(reason))
	return err
}

func (c *Commands) decide(ctx context.Context, r core.Request, id string, d es.Decision[webhook.State]) (core.Outcome, error) {
	at, err := es.Decide(ctx, c.Log, webhook.Decider, r.CommandOn(webhook.StreamOf(r.Caller.Workspace, id)), d)
	return core.Outcome{ID: id, Position: uint64(at.Position)}, r.ToCallerError(err)
}

// checkOwner returns domain.ErrWebhookNotFound for a webhook that is not the caller's; an administrator may delete others'.
func (c *Commands) checkOwner(ctx context.Context, p user.Principal, op user.Operation, id string) error {
	if !user.MayCall(p, op) {
		return domain.ErrAccessDenied
	}
	s, _, err := es.Load(ctx, c.Log, webhook.Decider, webhook.StreamOf(p.Workspace, id))
	if err != nil {
		return err
	}
	if !s.Exists || s.Owner != p.ID && !(op == user.DeleteWebhook && p.HasRole(user.RoleAdmin)) {
		return domain.ErrWebhookNotFound
	}
	return nil
}

// checkSettings returns what is stored of a request, or what is wrong with it.
func (c *Commands) checkSettings(ctx context.Context, r Save) (webhook.Settings, error) {
	set := webhook.Settings{Types: slices.Clone(r.Types), Template: r.TemplateID, Dossier: r.DossierID, Format: r.Format}
	if set.Format == "" {
		set.Format = webhook.Standard
	}
	if err := c.checkURL(r.URL); err != nil {
		return set, err
	}
	switch {
	case utf8.RuneCountInString(r.Description) > maxDescription:
		return set, domain.LongerThan(maxDescription, "description")
	case len(r.Types) > maxTypes:
		return set, domain.Refuse(domain.TooLong, "types must not have more than %d items", maxTypes).At("types")
	case set.Format != webhook.Standard && set.Format != webhook.CloudEvents:
		return set, domain.NoneOf("format", webhook.Standard, webhook.CloudEvents)
	}
	if err := domain.CheckVisibleChange("description", r.Description, ""); err != nil {
		return set, err
	}
	if err := c.CheckTypes("types", r.Types); err != nil {
		return set, err
	}
	return set, c.checkObjects(ctx, r)
}

// checkObjects refuses a template or dossier that does not exist or that the caller may not see.
func (c *Commands) checkObjects(ctx context.Context, r Save) error {
	if r.TemplateID != "" {
		_, err := c.FindTemplate(ctx, r.Caller, r.TemplateID)
		if core.IsNotFound(err) {
			return domain.Refuse(domain.UnknownReference, "dossierTemplateId names no template").At("dossierTemplateId")
		}
		if err != nil {
			return err
		}
	}
	if r.DossierID == "" {
		return nil
	}
	d, _, err := es.Load(ctx, c.Log, dossier.Decider, dossier.StreamOf(r.Caller.Workspace, r.DossierID))
	if err != nil {
		return err
	}
	if d.Phase != dossier.Active || !user.CanSee(r.Caller, core.DossierObject(d)) || r.TemplateID != "" && d.Template != r.TemplateID {
		return domain.Refuse(domain.UnknownReference, "dossierId names no dossier that the caller may see").At("dossierId")
	}
	return nil
}

// checkURL refuses addresses to which events are not sent. What a name leads to is looked at when something is sent.
func (c *Commands) checkURL(text string) error {
	refuse := func(why string) error { return domain.Refuse(domain.InvalidValue, "%s", why).At("url") }
	u, err := url.Parse(text)
	switch {
	case text == "":
		return domain.Required("url")
	case len(text) > maxURL:
		return domain.LongerThan(maxURL, "url")
	case err != nil || u.Hostname() == "" || u.Opaque != "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return refuse("url must be an absolute address, as https://example.com/hooks")
	case u.User != nil:
		return refuse("url must not have a username or password: receivers know messages by their signature")
	case u.Fragment != "":
		return refuse("url must not have a fragment")
	case u.Scheme != "https" && (u.Scheme != "http" || len(c.Settings.Networks) == 0):
		return refuse("url must begin with https://")
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		if !webhook.MaySendTo(ip, c.Settings.Networks, u.Scheme == "http") {
			return refuse("url leads to an address to which the service does not send: a private, local or reserved one")
		}
	}
	return nil
}
