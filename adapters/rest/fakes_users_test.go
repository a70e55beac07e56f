package rest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/oauthclient"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/queries"
)

const (
	uPath = "/api/users/" + userID
	keyID = "0c8e2a51-4a35-4b4e-9f2d-6a1f0a7c5b10"
)

var userOperations = []sample{
	{"GET", "/api/users", "", 200},
	{"POST", "/api/users", `{"username":"ben","roles":["USER"],"password":"Correct-horse-7"}`, 201},
	{"GET", uPath, "", 200},
	{"PUT", uPath, `{"active":true}`, 200},
	{"POST", uPath + "/password", `{"newPassword":"Better-horse-8","currentPassword":"Correct-horse-7"}`, 204},
	{"POST", uPath + "/erase", `{"username":"mira"}`, 204},
	{"GET", "/api/me", "", 200},
	{"GET", "/api/api-keys", "", 200},
	{"GET", "/api/api-keys?userId=" + userID + "&includeEnded=true", "", 200},
	{"POST", "/api/api-keys", `{"name":"nightly import","scopes":["uploadFile"],"addresses":["192.0.2.0/24"]}`, 201},
	{"DELETE", "/api/api-keys/" + keyID, "", 204},
	{"GET", "/api/clients", "", 200},
	{"GET", "/api/clients/importer", "", 200},
	{"POST", "/api/clients", `{"id":"importer","serviceAccountRoles":["USER"]}`, 201},
	{"PUT", "/api/clients/importer", `{"title":"Importer","jwks":null}`, 200},
	{"POST", "/api/clients/importer/secrets", "", 201},
	{"DELETE", "/api/clients/importer/secrets/" + keyID, "", 204},
	{"DELETE", "/api/clients/importer", "", 204},
	{"GET", "/api/workspace", "", 200},
	{"PUT", "/api/workspace", `{"retentionHours":null,"roleMapping":[{"name":"docket-it","role":"ADMIN"}],"issuerToken":"t"}`, 200},
	{"PUT", "/api/me/preferences", `{"theme":"dark"}`, 204},
}

var mira = queries.User{ID: userID, Username: "mira", FirstName: "Mira", LastName: "Lee", Roles: []string{"MANAGER"}, Active: true}

func (f *fake) ListUsers(_ context.Context, q queries.AskUsers) ([]queries.User, error) {
	return ask(f, q, []queries.User{mira})
}

func (f *fake) GetUser(_ context.Context, q queries.AskUser) (queries.User, error) {
	return ask(f, q, mira)
}

func (f *fake) CreateUser(_ context.Context, c commands.CreateUser) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: userID, Created: true, Position: 42})
}

func (f *fake) UpdateUser(_ context.Context, c commands.UpdateUser) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: userID, Position: 42})
}

func (f *fake) ReadMe(_ context.Context, caller user.Principal) (queries.Me, error) {
	return ask(f, caller, queries.Me{User: queries.User{ID: caller.ID, Username: "mira", Roles: []string{"MANAGER"}},
		Email:     "mira@example.org",
		Workspace: caller.Workspace, Preferences: json.RawMessage(`{"theme":"dark"}`)})
}

func (f *fake) UpdatePreferences(_ context.Context, c commands.UpdatePreferences) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

func (f *fake) SetUserPassword(_ context.Context, c commands.SetUserPassword) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: userID, Position: 42})
}

func (f *fake) EraseUser(_ context.Context, c commands.EraseUser) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: userID, Position: 42})
}

var nightly = queries.APIKey{Live: true, Record: apikey.Record{ID: keyID, Workspace: "demo", User: userID, Name: "nightly import",
	Scopes: []string{"uploadFile"}, Addresses: []string{"192.0.2.0/24"}, Created: moment0, Expires: moment0.Add(time.Hour)}}

func (f *fake) ListAPIKeys(_ context.Context, q queries.AskAPIKeys) ([]queries.APIKey, error) {
	expired, revoked := nightly, nightly
	expired.Live, revoked.Revoked = false, &moment0
	return ask(f, q, []queries.APIKey{nightly, expired, revoked})
}

func (f *fake) GetAPIKey(_ context.Context, q queries.AskAPIKey) (queries.APIKey, error) {
	return ask(f, q, nightly)
}

func (f *fake) CreateAPIKey(_ context.Context, c commands.CreateAPIKey) (commands.CreatedAPIKey, error) {
	return write(f, c, commands.CreatedAPIKey{Outcome: commands.Outcome{ID: keyID, Created: true, Position: 42},
		Text: apikey.FormatText("demo", keyID, [32]byte{7})})
}

func (f *fake) RevokeAPIKey(_ context.Context, c commands.RevokeAPIKey) (commands.Outcome, error) {
	return write(f, c, commands.Outcome{ID: keyID, Position: 42})
}

func (f *fake) LastUse(context.Context, string, string, string) (time.Time, error) {
	return moment0, nil
}

var importer = oauthclient.Client{ID: "importer", Secrets: []oauthclient.Secret{{ID: keyID, Created: moment0}, {ID: userID}},
	ServiceAccount: userID, Keys: []byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)}

func (f *fake) ListClients(_ context.Context, caller user.Principal) ([]oauthclient.Client, error) {
	return ask(f, caller, []oauthclient.Client{importer, {ID: "phone"}})
}

func (f *fake) GetClient(_ context.Context, caller user.Principal, id string) (oauthclient.Client, error) {
	return ask(f, id, importer)
}

func (f *fake) CreateClient(_ context.Context, c commands.CreateClient) (commands.ClientOutcome, error) {
	return write(f, c, commands.ClientOutcome{Outcome: f.outcome, Client: importer, Secret: "s3cret"})
}

func (f *fake) UpdateClient(_ context.Context, c commands.UpdateClient) (commands.ClientOutcome, error) {
	return write(f, c, commands.ClientOutcome{Outcome: f.outcome, Client: importer})
}

func (f *fake) DeleteClient(_ context.Context, _ commands.Request, id string) (commands.Outcome, error) {
	return write(f, id, f.outcome)
}

func (f *fake) AddClientSecret(_ context.Context, c commands.ChangeSecrets) (commands.ClientOutcome, error) {
	return write(f, c, commands.ClientOutcome{Outcome: f.outcome, Secret: "s3cret", SecretID: keyID})
}

func (f *fake) RemoveClientSecret(_ context.Context, c commands.ChangeSecrets) (commands.Outcome, error) {
	return write(f, c, f.outcome)
}

// denials notes who was denied what.
type denials struct{ noted []string }

func (d *denials) RecordDenial(_ context.Context, caller user.Principal, op user.Operation) {
	d.noted = append(d.noted, caller.Username+" "+string(op))
}

var demoWorkspace = commands.WorkspaceOutcome{Outcome: commands.Outcome{ID: "demo", Position: 42}, Version: 3,
	Workspace: workspace.Record{Name: "demo", Settings: workspace.Settings{RetentionHours: 96,
		SignIn: workspace.SignIn{Issuer: "https://id.example/realms/docket", RoleMapping: "docket-it=ADMIN", NoGrace: true}}}}

func (f *fake) GetWorkspace(_ context.Context, caller user.Principal) (commands.WorkspaceOutcome, error) {
	return ask(f, caller, demoWorkspace)
}

func (f *fake) UpdateWorkspace(_ context.Context, c commands.UpdateWorkspace) (commands.WorkspaceOutcome, error) {
	return write(f, c, demoWorkspace)
}
