package history

import (
	"github.com/seed-62a36931/docket/domain/webhook"
)

// webhookChange tells what was said of a webhook. The address is told nobody but its owner.
func (t telling) webhookChange() changes {
	switch e := t.event.Event.(type) {
	case webhook.Created:
		c := settingsFields(e.Settings)
		c["ownerId"] = e.Owner
		return c
	case webhook.Changed:
		return settingsFields(e.Settings)
	case webhook.SecretRolled:
		return changes{"previousUntil": e.Until}
	case webhook.Disabled:
		return changes{"statusReason": e.Reason}
	case webhook.ResendRequested:
		return changes{"deliveryId": e.Message}
	}
	return changes{}
}

func settingsFields(s webhook.Settings) changes {
	return changes{"types": s.Types, "dossierTemplateId": s.Template, "dossierId": s.Dossier, "format": s.Format}
}
