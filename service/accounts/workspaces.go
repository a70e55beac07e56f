package accounts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/adapters/vault"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
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
	hosts    []string // of issuers that the API may choose
	records  recordstore.Store
	identity *identity.Server
}

// New returns what is known of accounts from a log alone.
func New(log *es.Log, storage *engines.Storage) *Accounts {
	return &Accounts{log: log, storage: storage}
}

// Serve adds what changes accounts, and their applications and keys. Hosts are those of issuers that a
// workspace may trust by the API.
func (a *Accounts) Serve(c *commands.Commands, records recordstore.Store, server *identity.Server, hosts []string) {
	a.commands, a.records, a.identity, a.hosts = c, records, server, hosts
}

// WorkspaceSettings returns the settings of a workspace from the log, an error without the
// workspace.
func (a *Accounts) WorkspaceSettings(ctx context.Context, name string) (workspace.Settings, error) {
	s, _, err := es.Load(ctx, a.log, workspace.Decider, workspace.StreamOf(name))
	if err == nil && !s.Exists {
		err = a.describeMissing(ctx, name)
	}
	return s.Settings, err
}

// describeMissing returns the error of a workspace that is not there, with those that are.
func (a *Accounts) describeMissing(ctx context.Context, name string) error {
	all, err := a.ListWorkspaces(ctx)
	if err != nil || len(all) == 0 {
		return errors.Join(fmt.Errorf("there is no workspace %s; make one with: docket workspace add %s", name, name), err)
	}
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = w.Name
	}
	return fmt.Errorf("there is no workspace %s; name one of %s with --workspace (DOCKET_WORKSPACE), or make it with: docket workspace add %s",
		name, strings.Join(names, ", "), name)
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
// follows from the issuer of its token. One over http is refused unless it is on this machine or
// insecure is set: who can alter its answers could hand out keys of their own.
func (a *Accounts) CheckIssuer(ctx context.Context, ws string, issuer *string, insecure bool) error {
	if issuer == nil || *issuer == "" {
		return nil
	}
	if u, err := url.Parse(*issuer); err == nil && u.Scheme == "http" && !isLoopback(u.Hostname()) && !insecure {
		return fmt.Errorf("%s is no https address: who can alter its answers could sign in as anybody; "+
			"--insecure-issuer takes it all the same", *issuer)
	}
	all, err := a.ListWorkspaces(ctx)
	for _, w := range all {
		if w.Name != ws && w.SignIn.Issuer == *issuer {
			return fmt.Errorf("the workspace %s trusts that issuer already", w.Name)
		}
	}
	return err
}

// An IssuerCheck is what was found of one thing that a workspace needs of its issuer.
type IssuerCheck = identity.IssuerCheck

// InspectIssuer asks the issuer of a workspace for what is needed of it, and looks at an access token of it,
// "" for none. A workspace that signs people in itself is an error.
func (a *Accounts) InspectIssuer(ctx context.Context, ws, token string) ([]IssuerCheck, error) {
	set, err := a.WorkspaceSettings(ctx, ws)
	if err != nil {
		return nil, err
	}
	if !set.SignIn.IsExternal() {
		return nil, fmt.Errorf("the workspace %s trusts no other issuer; name one with: docket workspace set --issuer URL %s", ws, ws)
	}
	return a.identity.CheckIssuer(ctx, set.SignIn.Issuer, identity.TrustOf(ws, set.SignIn), token).Checks, nil
}

// InspectToken implements commands.SignIn.
func (a *Accounts) InspectToken(ctx context.Context, ws string, s workspace.SignIn, token string) (roles, changes []string) {
	report := a.identity.CheckIssuer(ctx, s.Issuer, identity.TrustOf(ws, s), token)
	for _, c := range report.Checks {
		if c.Change != "" {
			changes = append(changes, fmt.Sprintf("%s: %s: %s", c.Name, c.Found, c.Change))
		}
	}
	return report.Roles, changes
}

// MayTrust implements commands.SignIn. The service asks an issuer for its keys: administrators choose among
// the hosts of the operator, so that nobody lets it ask what only it can reach.
func (a *Accounts) MayTrust(ctx context.Context, ws, issuer string) error {
	u, err := url.Parse(issuer)
	if err != nil || !slices.ContainsFunc(a.hosts, func(host string) bool { return isHostOf(u.Hostname(), host) }) {
		return domain.Refuse(domain.IssuerRefused, "The operator of the service lets no administrator choose an issuer of this host: "+
			"--issuer-hosts names those that may be chosen").At("issuer")
	}
	if err := a.CheckIssuer(ctx, ws, &issuer, false); err != nil {
		return domain.Refuse(domain.IssuerRefused, "The issuer is over http, or another workspace trusts it already").Because(err).At("issuer")
	}
	return nil
}

// isHostOf reports whether a host is the one that is named, or below it where the name begins with "*.".
func isHostOf(host, named string) bool {
	parent, below := strings.CutPrefix(strings.ToLower(named), "*.")
	host = strings.ToLower(host)
	return !below && host == parent || below && strings.HasSuffix(host, "."+parent)
}

func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
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
