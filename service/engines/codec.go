package engines

import (
	jsonv2 "github.com/go-json-experiment/json"

	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/lineage"
	"github.com/seed-62a36931/docket/domain/naming"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/signin"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// RegisterAll names all events on the wire.
func RegisterAll(codec *es.Codec) {
	for _, register := range []func(*es.Codec){dossier.RegisterEvents, file.RegisterEvents, template.RegisterEvents,
		download.RegisterEvents, bulk.RegisterEvents, user.RegisterEvents, workspace.RegisterEvents, naming.RegisterEvents,
		signin.RegisterEvents, webhook.RegisterEvents, apikey.RegisterEvents,
		oauthclient.RegisterEvents, heads.RegisterEvents, lineage.RegisterEvents} {
		register(codec)
	}
}

// UnmarshalBody reads a body of the log.
func UnmarshalBody(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }

// MarshalBody writes a body of the log, the same bytes for the same value.
func MarshalBody(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) }

// DerivedKeys gives keys for purposes of our own from the keys of subjects.
type DerivedKeys struct{ *vault.Vault }
