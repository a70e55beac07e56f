package operate

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/accounts"
)

// Client manages the applications that sign people in.
type Client struct {
	Add    ClientAdd    `cmd:"" help:"Register an application, and print its secret once."`
	Set    ClientSet    `cmd:"" help:"Change what an application may do; its secret stays."`
	Secret ClientSecret `cmd:"" help:"Replace the secret of an application, and print it once."`
	List   ClientList   `cmd:"" help:"List the applications of a workspace."`
	Remove ClientRemove `cmd:"" help:"Remove an application; its sessions cannot be refreshed any more."`
}

// ClientAdd registers a client.
type ClientAdd struct {
	InWorkspace
	RedirectURI   []string `name:"redirect-uri" placeholder:"URI" help:"Address that codes are sent to, compared exactly; one or several."`
	PostLogoutURI []string `name:"post-logout-uri" placeholder:"URI" help:"Address for browsers after the logout; one or several."`
	PasswordGrant bool     `help:"Let it send usernames and passwords itself. Better leave that to the sign-in page."`
	RequirePKCE   bool     `name:"require-pkce" help:"Ask it for PKCE although it has a secret."`
	ServiceFlags
	Public  bool   `help:"Without a secret, for what runs in browsers and on phones: PKCE is compulsory then."`
	Replace bool   `help:"Replace the one of that id, and its secret."`
	ID      string `arg:"" help:"1 to 100 letters, digits or . _ - @"`
}

// ServiceFlags say as whom an application acts without a person.
type ServiceFlags struct {
	ServiceAccount *bool     `negatable:"" help:"Let it act without a person, as an account of its own: service-account-ID."`
	Roles          *[]string `enum:"USER,MANAGER,USER_ADMIN,ADMIN,AUDITOR" help:"Roles of that account: USER (the default), MANAGER, USER_ADMIN, ADMIN, AUDITOR."`
}

// account returns the username and the roles of the service account of a client, "" for none.
func (f ServiceFlags) account(id string) (username string, roles []string, err error) {
	if f.ServiceAccount == nil || !*f.ServiceAccount {
		if f.Roles != nil {
			err = errors.New("--roles are those of a service account: add --service-account")
		}
		return "", nil, err
	}
	roles = []string{user.RoleUser}
	if f.Roles != nil {
		roles = *f.Roles
	}
	return "service-account-" + id, roles, nil
}

// Help shows how it is used.
func (ClientAdd) Help() string {
	return `Only a hash of the secret is kept: what is printed cannot be shown again.
Addresses are compared exactly, but for the port of http://127.0.0.1 and http://[::1] of public clients.

Examples:
  docket client add --data /var/lib/docket --redirect-uri https://app.example/callback app
  docket client add --data /var/lib/docket --public --redirect-uri com.example.app:/callback phone
  docket client add --data /var/lib/docket --service-account --roles MANAGER importer`
}

// Run registers it.
func (c ClientAdd) Run(ctx context.Context, io terminal.Streams) error {
	if err := c.checkClient(); err != nil {
		return err
	}
	account, roles, err := c.account(c.ID)
	if err != nil {
		return err
	}
	if c.Public && account != "" {
		return errors.New("a public client has no secret to sign in with: leave out --public or --service-account")
	}
	return c.useWorkspace(ctx, io, func(a *service.App) error {
		app := accounts.Application{ID: c.ID, Public: c.Public, PasswordGrant: c.PasswordGrant, RequirePKCE: c.RequirePKCE,
			RedirectURIs: c.RedirectURI, PostLogoutURIs: c.PostLogoutURI, ServiceAccount: account, Roles: roles}
		secret, err := a.Accounts.AddApplication(ctx, c.Workspace, app, c.Replace)
		if err == nil && c.PasswordGrant {
			err = warnPasswordsOff(ctx, io, a, c.Workspace)
		}
		if err != nil {
			return err
		}
		if secret == "" {
			return nil
		}
		_, err = fmt.Fprintln(io.Out, secret)
		return err
	})
}

// checkClient refuses ids and addresses that no client can have.
func (c ClientAdd) checkClient() error {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-@"
	if c.ID == "" || len(c.ID) > 100 || strings.Trim(c.ID, letters) != "" {
		return errors.New("the id of a client has 1 to 100 letters, digits or . _ - @")
	}
	for _, address := range append(append([]string{}, c.RedirectURI...), c.PostLogoutURI...) {
		u, err := url.Parse(address)
		switch {
		case err != nil || !u.IsAbs() || u.Fragment != "" || u.User != nil:
			return fmt.Errorf("%s is no absolute address without fragment", address)
		case (u.Scheme == "http" || u.Scheme == "https") && u.Host == "":
			return fmt.Errorf("%s has no host", address)
		case u.Scheme == "javascript" || u.Scheme == "data" || u.Scheme == "file":
			return fmt.Errorf("nobody is sent to %s", address)
		}
	}
	return nil
}

// warnPasswordsOff says so when a workspace does not allow what a client now may.
func warnPasswordsOff(ctx context.Context, io terminal.Streams, a *service.App, ws string) error {
	allowed, err := a.Accounts.PasswordGrantAllowed(ctx, ws)
	if err == nil && !allowed {
		_, err = fmt.Fprintf(io.Err, "The workspace %s does not allow the password grant yet: docket workspace set --password-grant %s\n", ws, ws)
	}
	return err
}

// ClientSet changes what a client may do.
type ClientSet struct {
	InWorkspace
	PasswordGrant *bool `negatable:"" help:"Let it send usernames and passwords itself, where the workspace allows it too."`
	RequirePKCE   *bool `name:"require-pkce" negatable:"" help:"Ask it for PKCE although it has a secret."`
	ServiceFlags
	ID string `arg:"" help:"Which one."`
}

// Help shows how it is used.
func (ClientSet) Help() string {
	return `What is not named stays as it is. Without its service account a client gets no more tokens of its own, and the account is disabled.

Examples:
  docket client set --data /var/lib/docket --no-password-grant --require-pkce app
  docket client set --data /var/lib/docket --service-account --roles USER,MANAGER importer
  docket client set --data /var/lib/docket --no-service-account importer`
}

// Run changes it.
func (c ClientSet) Run(ctx context.Context, io terminal.Streams) error {
	account, roles, err := c.account(c.ID)
	if err != nil {
		return err
	}
	change := accounts.ApplicationChange{PasswordGrant: c.PasswordGrant, RequirePKCE: c.RequirePKCE, Roles: roles}
	if c.ServiceAccount != nil {
		change.ServiceAccount = &account
	}
	return c.useWorkspace(ctx, io, func(a *service.App) error {
		err := a.Accounts.ChangeApplication(ctx, c.Workspace, c.ID, change)
		if err == nil && c.PasswordGrant != nil && *c.PasswordGrant {
			err = warnPasswordsOff(ctx, io, a, c.Workspace)
		}
		return err
	})
}

// ClientSecret changes the secret of a client.
type ClientSecret struct {
	InWorkspace
	FromStdin bool   `name:"from-stdin" help:"Take the secret from standard input, one line, instead of making one."`
	ID        string `arg:"" help:"Which one."`
}

// Help shows how it is used.
func (ClientSecret) Help() string {
	return `The former secret is refused at once; everything else about the client stays. A public client becomes one with a secret.

Examples:
  docket client secret --data /var/lib/docket docket-cli
  docket client secret --data /var/lib/docket --from-stdin docket-cli < secret.txt`
}

// leastSecret is how many characters a secret has at least that somebody chose.
const leastSecret = 12

// Run changes it.
func (c ClientSecret) Run(ctx context.Context, s terminal.Streams) error {
	chosen := ""
	if c.FromStdin {
		line, err := bufio.NewReader(s.In).ReadString('\n')
		chosen = strings.TrimRight(line, "\r\n")
		if len(chosen) < leastSecret {
			return errors.Join(fmt.Errorf("the secret on standard input has fewer than %d characters", leastSecret), ignoreEnd(err))
		}
	}
	return c.useWorkspace(ctx, s, func(a *service.App) error {
		secret, err := a.Accounts.SetApplicationSecret(ctx, c.Workspace, c.ID, chosen)
		if err != nil || chosen != "" {
			return err
		}
		_, err = fmt.Fprintln(s.Out, secret)
		return err
	})
}

// ignoreEnd returns nil for the end of the input, and any other error unchanged.
func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// ClientList lists clients.
type ClientList struct {
	InWorkspace
	JSON bool `help:"Print JSON."`
}

// Help shows how it is used.
func (ClientList) Help() string {
	return `Example:
  docket client list --data /var/lib/docket --workspace demo`
}

// listedClient is a client for operators; its secret is known to nobody.
type listedClient struct {
	ID             string   `json:"id"`
	Public         bool     `json:"public"`
	PasswordGrant  bool     `json:"passwordGrant"`
	RedirectURIs   []string `json:"redirectUris"`
	PostLogoutURIs []string `json:"postLogoutUris"`
	RequirePKCE    bool     `json:"requirePkce"`
	ServiceAccount string   `json:"serviceAccount"` // "" for none
	Roles          []string `json:"roles"`          // of the service account
}

// describe returns where codes go to, and what else sets the client apart.
func (l listedClient) describe() string {
	out := l.RedirectURIs
	if l.RequirePKCE {
		out = append(out, "(PKCE required)")
	}
	if l.ServiceAccount != "" {
		out = append(out, fmt.Sprintf("(acts as %s, %s)", l.ServiceAccount, cmp.Or(strings.Join(l.Roles, ","), "disabled")))
	}
	return orDash(strings.Join(out, " "))
}

// Run prints a line for each.
func (c ClientList) Run(ctx context.Context, io terminal.Streams) error {
	return c.useWorkspace(ctx, io, func(a *service.App) error {
		found, err := a.Accounts.ListApplications(ctx, c.Workspace)
		if err != nil {
			return err
		}
		all, rows := []listedClient{}, []string{}
		for _, k := range found {
			l := listedClient{k.ID, k.Public, k.PasswordGrant, append([]string{}, k.RedirectURIs...),
				append([]string{}, k.PostLogoutURIs...), k.RequirePKCE, k.ServiceAccount, append([]string{}, k.Roles...)}
			all = append(all, l)
			rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s", l.ID, yesNo(l.Public), yesNo(l.PasswordGrant), l.describe()))
		}
		return io.PrintList(c.JSON, all, "ID\tPUBLIC\tPASSWORD GRANT\tREDIRECT ADDRESSES", rows)
	})
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// ClientRemove forgets a client.
type ClientRemove struct {
	InWorkspace
	ID string `arg:"" help:"Which one."`
}

// Help shows how it is used.
func (ClientRemove) Help() string {
	return `The client that the service registers at its start comes back with the next start. A service account is disabled, and stays listed.

Example:
  docket client remove --data /var/lib/docket importer`
}

// Run forgets it.
func (c ClientRemove) Run(ctx context.Context, io terminal.Streams) error {
	return c.useWorkspace(ctx, io, func(a *service.App) error {
		return a.Accounts.RemoveApplication(ctx, c.Workspace, c.ID)
	})
}
