package service

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/apikeys"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/apikey"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/processes"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/observe"
)

// accountViews let the authorization server find people in the read models.
type accountViews struct{ q *queries.Queries }

// ByLogin implements identity.Accounts.
func (a accountViews) ByLogin(ctx context.Context, ws, login string) (identity.Account, error) {
	return accountOf(a.q.UserByLogin(ctx, ws, login))
}

// ByID implements identity.Accounts.
func (a accountViews) ByID(ctx context.Context, ws, id string) (identity.Account, error) {
	return accountOf(a.q.UserByID(ctx, ws, id))
}

// Member implements identity.Accounts.
func (a accountViews) Member(ctx context.Context, ws, id string) (identity.Account, bool, error) {
	r, in, err := a.q.ReadMember(ctx, ws, id)
	switch {
	case in == nil:
		return identity.Account{}, false, err
	case in.IsExternal():
		return identity.Account{}, false, nil
	}
	out, err := accountOf(r, err)
	return out, true, err
}

func accountOf(r user.Account, err error) (identity.Account, error) {
	if domain.KindOf(err) == domain.NotFound {
		return identity.Account{}, identity.ErrUnknown
	}
	return identity.Account{ID: r.ID, Username: r.Username, FirstName: r.FirstName, LastName: r.LastName, Email: r.Email,
		Roles: r.Roles, Active: r.IsActive()}, err
}

// workspaces lets the authorization server know the tenants.
type workspaces struct{ log *es.Log }

// Settings implements identity.Workspaces. One that trusts another issuer is not
// known to the service's own.
func (w workspaces) Settings(ctx context.Context, ws string) (identity.Settings, error) {
	if !workspace.ValidName(ws) {
		return identity.Settings{}, identity.ErrUnknown
	}
	s, _, err := es.Load(ctx, w.log, workspace.Decider, workspace.StreamOf(ws))
	if err == nil && (!s.Exists || s.SignIn.IsExternal()) {
		err = identity.ErrUnknown
	}
	return identity.SettingsOf(s.SignIn), err
}

// issuers connects workspaces with other issuers.
type issuers struct {
	lookups
	commands *commands.Commands
}

// FindTrust implements identity.Issuers.
func (i issuers) FindTrust(ctx context.Context, issuer string) (identity.Trust, error) {
	w, err := i.queries.WorkspaceOfIssuer(ctx, issuer)
	if domain.KindOf(err) == domain.NotFound {
		err = identity.ErrUnknown
	}
	return identity.TrustOf(w.Name, w.SignIn), err
}

// ProvisionAccount implements identity.Issuers.
func (i issuers) ProvisionAccount(ctx context.Context, ws string, a identity.Account, issuedAt time.Time) error {
	person := user.Person{Username: a.Username, FirstName: a.FirstName, LastName: a.LastName, Email: a.Email}
	out, err := i.commands.ProvisionAccount(ctx, commands.ProvisionAccount{
		Request: accounts.NewRequest(ws), UserID: a.ID, Person: person, Roles: a.Roles, IssuedAt: issuedAt,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, accountWait)
	defer cancel()
	if err := i.views.Await(ctx, out.Position, "users"); err != nil {
		return &domain.Fault{Kind: domain.Unavailable, Message: "The service is not available", Cause: err}
	}
	return nil
}

// accountWait is how long the first request of a token waits for its account.
const accountWait = 5 * time.Second

// records keeps the authorization server's records among the sealed secrets.
type records struct {
	vault *vault.Vault
	boxes vault.Boxes
}

func (r records) openSecrets(ws string) (*vault.Secrets, error) {
	return vault.NewSecrets(r.vault, r.boxes, es.Subject(ws))
}

// Get implements identity.Records.
func (r records) Get(ctx context.Context, ws, name string) ([]byte, error) {
	s, err := r.openSecrets(ws)
	if err != nil {
		return nil, err
	}
	b, err := s.Get(ctx, name)
	return b, missingSecretError(err)
}

// Put implements identity.Records.
func (r records) Put(ctx context.Context, ws, name string, record []byte) error {
	s, err := r.openSecrets(ws)
	if err != nil {
		return err
	}
	return s.Put(ctx, name, record)
}

// Update implements identity.Records.
func (r records) Update(ctx context.Context, ws, name string, change func([]byte) ([]byte, error)) error {
	s, err := r.openSecrets(ws)
	if err != nil {
		return err
	}
	return missingSecretError(s.Update(ctx, name, change))
}

// Delete implements identity.Records.
func (r records) Delete(ctx context.Context, ws, name string) error {
	s, err := r.openSecrets(ws)
	if err != nil {
		return err
	}
	return s.Delete(ctx, name)
}

// Names implements identity.Records.
func (r records) Names(ctx context.Context, ws, prefix string) ([]string, error) {
	s, err := r.openSecrets(ws)
	if err != nil {
		return nil, err
	}
	return s.ListNames(ctx, prefix)
}

func missingSecretError(err error) error {
	if errors.Is(err, vault.ErrNoSecret) {
		return identity.ErrUnknown
	}
	return err
}

// SignOuts is the consumer that ends the sessions of accounts which are disabled, have a new
// password or are erased; the last also lose their passwords. The command does that at once; this does it again, so that
// neither a crash nor a restored vault leaves a session behind.
const SignOuts = "signouts"

var sessionEndingEvents = es.Filter{Types: []string{"user.disabled", "user.password-changed", "user.erased"}}

// A signInAudit writes down who comes and goes, and ends sessions that must not go on.
type signInAudit struct {
	logger   *slog.Logger
	metrics  *observe.Metrics
	queries  *queries.Queries
	records  recordstore.Store
	identity *identity.Server
	keyUses  *apikeys.Uses
	recorder *processes.SignInRecorder
}

func (s *signInAudit) endSessions(ctx context.Context, r es.Recorded) error {
	_, ws, id := r.Stream.Parts()
	err := s.records.EndBefore(ctx, ws, id, r.Time)
	if r.Type == "user.erased" {
		err = errors.Join(err, s.records.RemovePasswordHashes(ctx, ws, id), s.keyUses.ForgetUser(ctx, ws, id))
	}
	return err
}

// auditSignIn writes what happens at the door to the log of events and to that of
// the process. The name that somebody typed is not in it.
func (s *signInAudit) auditSignIn(ctx context.Context, e identity.Event) {
	s.metrics.SignIns.WithLabelValues(e.Type).Inc()
	s.logger.LogAttrs(ctx, slog.LevelInfo, "sign-in", slog.String("event", e.Type), slog.String("workspace", e.Workspace),
		slog.String("user", e.UserID), slog.String("client", e.ClientID), slog.String("address", e.Address))
	s.recorder.Record(ctx,
		processes.SignInEvent{Type: e.Type, Workspace: e.Workspace, UserID: e.UserID, Client: e.ClientID, Address: e.Address, Time: e.Time})
}

// RecordDenial implements exchange.Denials.
func (s *signInAudit) RecordDenial(ctx context.Context, p user.Principal, op user.Operation) {
	s.recorder.Record(ctx,
		processes.SignInEvent{Type: "access.denied", Workspace: p.Workspace, UserID: p.ID, Operation: string(op), Time: time.Now()})
}

// newVerifier returns what lets programs in by API keys, and everybody else by tokens.
func newVerifier(a *App) *apikeys.Verifier {
	return &apikeys.Verifier{Tokens: a.identity, Keys: keyStates{a.Log}, Owners: keyOwners{a.Queries}, Uses: a.signIns.keyUses,
		Log: a.logger, Now: time.Now}
}

// newKeyPolicy returns what bounds API keys.
func newKeyPolicy(a *App) commands.KeyPolicy {
	return commands.KeyPolicy{Lifetime: a.Config.KeyLifetime, PerAccount: a.Config.KeysPerAccount, CountLive: a.Queries.CountLiveAPIKeys}
}

// keyStates reads API keys from the log.
type keyStates struct{ log *es.Log }

// APIKey implements apikeys.Keys.
func (k keyStates) APIKey(ctx context.Context, ws, id string) (apikey.State, error) {
	s, _, err := es.Load(ctx, k.log, apikey.Decider, apikey.StreamOf(ws, id))
	return s, err
}

// keyOwners finds the accounts of API keys in the read models. Those of other issuers are found too:
// they have the roles of their last tokens.
type keyOwners struct{ q *queries.Queries }

// Owner implements apikeys.Owners.
func (k keyOwners) Owner(ctx context.Context, ws, id string) (user.Principal, bool, error) {
	a, in, err := k.q.ReadMember(ctx, ws, id)
	if domain.KindOf(err) == domain.NotFound {
		return user.Principal{}, false, nil
	}
	if err != nil || in == nil {
		return user.Principal{}, false, err
	}
	return user.Principal{Workspace: ws, ID: a.ID, Username: a.Username, Roles: a.Roles}, a.IsActive(), nil
}
