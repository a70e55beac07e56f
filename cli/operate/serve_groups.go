package operate

import (
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service/settings"
)

// ServeFlagGroups returns the groups in which the help of docket serve lists its flags: every
// flag is in one.
func ServeFlagGroups() []terminal.FlagGroup {
	return []terminal.FlagGroup{
		{Title: "Trying out:", Flags: []string{"demo"}},
		{Title: "Listening:", Flags: []string{"listen", "admin-listen", "public-url", "trusted-proxies", "cors-origin", "private-docs",
			"console"}},
		{Title: "Storage:", Flags: append([]string{"data", "postgres", "eventstore"}, settings.BytesFlags()...)},
		{Title: "Keys:", Flags: []string{"master-key-file"}},
		{Title: "Workspace and sign-in:", Flags: []string{"workspace", "import", "client", "client-secret", "password-grant"}},
		{Title: "Processes and messages:", Flags: []string{"roles", "nats", "nats-credentials", "nats-ca", "nats-replicas", "takeover-time",
			"lease-time", "sweep-every", "stop-time", "rebuilds", "rebuild-lag", "write-tries", "write-time"}},
		{Title: "Analysis:", Flags: []string{"workers", "max-pages", "step-time", "rule-time", "rule-firings", "pdf-timeout", "pdf-memory",
			"pdf-cache", "drawing-cache", "drawing-workers", "soffice", "office-timeout", "office-memory", "office-characters",
			"tesseract", "ocr-memory", "ocr-models", "picture-megapixels", "require-walls"}},
		{Title: "Language model:", Flags: []string{"model-url", "model", "model-key-file", "model-timeout", "model-prompt-bytes",
			"model-answer-bytes", "model-calls", "model-concurrency"}},
		{Title: "Webhooks:", Flags: []string{"webhook-networks", "webhook-timeout", "webhook-first-pause", "webhook-max-pause",
			"webhook-retry-time", "webhook-overlap", "webhook-dead", "webhooks-per-account"}},
		{Title: "Limits:", Flags: []string{"request-rate", "sign-in-rate", "key-lifetime", "keys-per-account",
			"issuer-hosts", "body-wait", "body-rate",
			"upload-limit", "resumable-age", "resumable-per-account", "resumable-per-workspace", "resumable-bytes",
			"zip-entries", "zip-unpacked", "zip-entry", "zip-ratio", "bundle-limit", "rule-file-limit", "date-formats-limit", "mapping-limit",
			"mapping-rows", "mapping-columns", "report-template-limit"}},
		{Title: "Retention:", Flags: []string{"retention", "package-wait", "package-days", "operation-days", "leftover-age",
			"scrub-every", "scrub-rate",
			"verify-every"}},
		{Title: "Evidence:", Flags: []string{"checkpoint-every", "heads-every", "checkpoint-folder", "checkpoint-url", "checkpoint-bucket",
			"checkpoint-bucket-days", "checkpoint-bucket-region", "checkpoint-bucket-credentials", "share-evidence",
			"notary-key-file", "notary", "notary-token-file", "notary-ca", "witness-policy", "timestamp-url", "timestamp-every", "timestamp-ca"}},
		{Title: "Observability:", Flags: []string{"log-level", "log-format"}},
		{Title: "License:", Flags: []string{"license", "license-key"}},
	}
}
