package history

import (
	"fmt"
	"strings"
)

// words say what was done to an object, by the name of the event: %s is the object, and
// what stands before it is the actor. Events that need other words have a function of
// their own.
var words = map[string]string{
	"dossier.archived":                 "archived %s",
	"dossier.restored":                 "restored %s",
	"file.renamed":                     "renamed a file to %s",
	"file.restored":                    "restored %s",
	"template.created":                 "created the template %s",
	"template.updated":                 "changed the template %s",
	"template.entity-rules-stored":     "stored entity rules of the template %s",
	"template.component-rules-stored":  "stored component rules of the template %s",
	"template.date-formats-stored":     "stored date formats of the template %s",
	"template.mapping-stored":          "stored a component mapping of the template %s",
	"template.mapping-deleted":         "deleted a component mapping of the template %s",
	"template.definition-created":      "created a definition in the template %s",
	"template.definition-updated":      "changed a definition of the template %s",
	"template.definition-deleted":      "deleted a definition of the template %s",
	"template.dictionary-stored":       "stored a dictionary of the template %s",
	"template.report-template-stored":  "stored a report template of the template %s",
	"template.report-template-deleted": "deleted a report template of the template %s",
	"user.created":                     "created the account %s",
	"user.updated":                     "changed the account %s",
	"user.disabled":                    "disabled the account %s",
	"user.password-changed":            "changed the password of %s",
	"user.erased":                      "erased the account of %s",
	"api-key.created":                  "created the API key %s",
	"api-key.revoked":                  "revoked the API key %s",
	"client.created":                   "registered the OAuth client %s",
	"client.changed":                   "changed the OAuth client %s",
	"client.removed":                   "removed the OAuth client %s",
	"client.secret-added":              "added a secret to the OAuth client %s",
	"client.secret-removed":            "removed a secret of the OAuth client %s",
	"workspace.settings-changed":       "changed the settings of the workspace %s",
	"download.requested":               "asked for the package %s",
	"download.generating":              "began to make the package %s",
	"download.ready":                   "made the package %s",
	"download.failed":                  "could not make the package %s",
	"download.fetched":                 "downloaded the package %s",
	"download.deleted":                 "deleted the package %s",
	"webhook.created":                  "created the webhook %s",
	"webhook.changed":                  "changed the webhook %s",
	"webhook.secret-rolled":            "made a new secret of the webhook %s",
	"webhook.disabled":                 "disabled the webhook %s",
	"webhook.enabled":                  "enabled the webhook %s",
	"webhook.test-requested":           "asked for a test message of the webhook %s",
	"webhook.resend-requested":         "asked for a message of the webhook %s again",
	"webhook.deleted":                  "deleted the webhook %s",
}

// buildSentence says who did what to an object, by the name of the event.
func (t telling) buildSentence(who, object string) string {
	if w, ok := words[t.event.Type]; ok {
		return who + " " + fmt.Sprintf(w, object)
	}
	_, what, _ := strings.Cut(t.event.Type, ".")
	return fmt.Sprintf("%s recorded %s of %s", who, strings.ReplaceAll(what, "-", " "), object)
}
