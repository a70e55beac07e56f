package accounts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/engines"
)

// Accounts are what an operator sees and changes of workspaces, accounts, applications and signing keys.
type Accounts struct {
	log     *es.Log
	storage *engines.Storage

	// These are there once the identity server is; without them only what the log has is known.
	commands *commands.Commands
	records  identity.RecordStore
	identity *identity.Server
}

// New returns what is known of accounts from a log alone.
func New(log *es.Log, storage *engines.Storage) *Accounts {
	return &Accounts{log: log, storage: storage}
}

// Serve adds what changes accounts, and their applications and keys.
func (a *Accounts) Serve(c *commands.Commands, records identity.RecordStore, server *identity.Server) {
	a.commands, a.records, a.identity = c, records, server
}

// WorkspaceSettings returns the settings of a workspace from the log, an error without the
// workspace.
func (a *Accounts) WorkspaceSettings(ctx context.Context, name string) (workspace.Settings, error) {
	s, _, err := es.Load(ctx, a.log, workspace.Decider, workspace.StreamOf(name))
	if err == nil && !s.Exists {
		err = fmt.Errorf("there is no workspace %s; make one with: docket workspace add %s", name, name)
	}
	return s.Settings, err
}

// NewRequest returns a request of the service itself in a workspace, for an operator.
func NewRequest(ws string) commands.Request {
	return commands.Request{Caller: user.SystemPrincipal(ws), CommandID: uuid.New()}
}

// AwaitNotice gives a service that runs on the same data a moment to take
// notice, so that the change counts when the command returns. Without one it
// counts from the next start on.
func (a *Accounts) AwaitNotice(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if head, err := a.log.Store.Head(ctx); err == nil {
		_ = a.storage.Views.Await(ctx, uint64(head), "users")
	}
}

// ListAccounts returns the accounts of a workspace as the log has them, ordered by username.
func (a *Accounts) ListAccounts(ctx context.Context, ws string) ([]user.Account, error) {
	found := map[string]user.Account{}
	types := es.Filter{Types: []string{"user.created", "user.updated", "user.disabled", "user.erased"}}
	for e, err := range a.log.All(ctx, 0, types) {
		if err != nil {
			return nil, err
		}
		if e.Workspace == ws {
			found[e.Stream.Key()] = user.Fold(found[e.Stream.Key()], e)
		}
	}
	out := slices.Collect(maps.Values(found))
	slices.SortFunc(out, func(a, b user.Account) int {
		return strings.Compare(strings.ToLower(a.Username), strings.ToLower(b.Username))
	})
	return out, nil
}

// CheckIssuer refuses an issuer that another workspace trusts: the workspace of a request
// follows from the issuer of its token.
func (a *Accounts) CheckIssuer(ctx context.Context, ws string, issuer *string) error {
	if issuer == nil || *issuer == "" {
		return nil
	}
	all, err := a.ListWorkspaces(ctx)
	for _, w := range all {
		if w.Name != ws && w.SignIn.Issuer == *issuer {
			return fmt.Errorf("the workspace %s trusts that issuer already", w.Name)
		}
	}
	return err
}

// ListWorkspaces returns all workspaces as the log has them, ordered by name.
func (a *Accounts) ListWorkspaces(ctx context.Context) ([]workspace.Record, error) {
	found := map[string]workspace.Settings{}
	for e, err := range a.log.All(ctx, 0, es.Filter{Types: []string{"workspace.created", "workspace.settings-changed"}}) {
		if err != nil {
			return nil, err
		}
		found[e.Workspace] = workspace.Decider.Evolve(workspace.State{}, e.Event).Settings
	}
	var out []workspace.Record
	for name, s := range found {
		out = append(out, workspace.Record{Name: name, Settings: s})
	}
	slices.SortFunc(out, func(a, b workspace.Record) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// CreateMasterKey makes a master key in a file that only its owner can read. A file that is
// there already is left as it is.
func CreateMasterKey(file string) error {
	_, err := vault.OpenMaster(file, true)
	return err
}
