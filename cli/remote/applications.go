package remote

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/oapi-codegen/nullable"

	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/client/api"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// applicationCommand manages the OAuth clients of the workspace, as an administrator of it.
type applicationCommand struct {
	Add    applicationAddCommand    `cmd:"" help:"Register an application, and print its secret once."`
	Set    applicationSetCommand    `cmd:"" help:"Change what an application may do; its secrets stay."`
	Secret applicationSecretCommand `cmd:"" help:"Add a secret, and print it once, or end one: both work in between."`
	List   applicationListCommand   `cmd:"" help:"List the applications of the workspace."`
	Remove applicationRemoveCommand `cmd:"" help:"Remove an application; its sessions cannot be refreshed any more."`
}

// applicationFlags are what an application may do.
type applicationFlags struct {
	Title         *string     `help:"What the sign-in page calls it."`
	RedirectURI   *[]string   `name:"redirect-uri" placeholder:"URI" help:"Address that codes are sent to, compared exactly; one or several."`
	PostLogoutURI *[]string   `name:"post-logout-uri" placeholder:"URI" help:"Address for browsers after the logout; one or several."`
	PasswordGrant *bool       `negatable:"" help:"Let it send usernames and passwords itself, where the workspace allows it too."`
	RequirePKCE   *bool       `name:"require-pkce" negatable:"" help:"Ask it for PKCE although it has a secret."`
	Roles         *[]api.Role `enum:"USER,MANAGER,USER_ADMIN,ADMIN,AUDITOR" help:"Roles of an account of its own, which it acts as without a person."`
}

// applicationAddCommand registers an OAuth client.
type applicationAddCommand struct {
	Target
	applicationFlags
	Public bool   `help:"Without a secret, for what runs in browsers and on phones: PKCE is compulsory then."`
	ID     string `arg:"" help:"1 to 100 letters, digits or . _ - @"`
}

// Help returns the text below the usage line of --help.
func (applicationAddCommand) Help() string {
	return `Only a hash of the secret is kept: what is printed cannot be shown again.

Examples:
  docket application add --redirect-uri https://app.example/callback app
  docket application add --public --redirect-uri com.example.app:/callback phone
  docket application add --roles MANAGER importer`
}

// Run registers it, and prints its secret.
func (a applicationAddCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return a.WithService(func(c Service) error {
		r, err := c.API.CreateClientWithResponse(ctx, nil, api.NewOAuthClient{Id: a.ID, Title: a.Title, Public: &a.Public,
			RedirectUris: a.RedirectURI, PostLogoutUris: a.PostLogoutURI, PasswordGrant: a.PasswordGrant,
			RequirePkce: a.RequirePKCE, ServiceAccountRoles: a.Roles})
		if err != nil {
			return err
		}
		made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
		if err != nil || made.Secret == nil {
			return err
		}
		_, err = fmt.Fprintln(streams.Out, *made.Secret)
		return err
	})
}

// applicationSetCommand changes an OAuth client.
type applicationSetCommand struct {
	Target
	applicationFlags
	NoServiceAccount bool   `help:"Take its account away: it gets no more tokens of its own, and the account is disabled."`
	ID               string `arg:"" help:"Which one."`
}

// Help returns the text below the usage line of --help.
func (applicationSetCommand) Help() string {
	return `What is not named stays as it is.

Examples:
  docket application set --no-password-grant --require-pkce app
  docket application set --roles USER,MANAGER importer
  docket application set --no-service-account importer`
}

// Run changes it.
func (a applicationSetCommand) Run(ctx context.Context, streams terminal.Streams) error {
	body := api.OAuthClientChange{Title: a.Title, RedirectUris: a.RedirectURI, PostLogoutUris: a.PostLogoutURI,
		PasswordGrant: a.PasswordGrant, RequirePkce: a.RequirePKCE}
	switch {
	case a.NoServiceAccount && a.Roles != nil:
		return terminal.ReportMisuse(streams, "--roles are those of the service account: leave out --no-service-account")
	case a.NoServiceAccount:
		body.ServiceAccountRoles = nullable.NewNullNullable[[]api.Role]()
	case a.Roles != nil:
		body.ServiceAccountRoles = nullable.NewNullableWithValue(*a.Roles)
	}
	return a.WithService(func(c Service) error {
		r, err := c.API.UpdateClientWithResponse(ctx, a.ID, nil, body)
		if err != nil {
			return err
		}
		return client.CheckSuccess(r.HTTPResponse, r.Body)
	})
}

// applicationSecretCommand adds and ends secrets of an OAuth client.
type applicationSecretCommand struct {
	Target
	End string `placeholder:"SECRET" help:"End the secret of this identifier, which docket application list shows, instead of adding one."`
	ID  string `arg:"" help:"Which application."`
}

// Help returns the text below the usage line of --help.
func (applicationSecretCommand) Help() string {
	return `A client has up to two secrets, so that one takes the place of the other without a refused request: add one, give it to
the program, end the former one.

Examples:
  docket application secret importer
  docket application secret importer --end 0c8e2a51-4a35-4b4e-9f2d-6a1f0a7c5b10`
}

// Run adds a secret and prints it, or ends one.
func (a applicationSecretCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return a.WithService(func(c Service) error {
		if a.End != "" {
			r, err := c.API.RemoveClientSecretWithResponse(ctx, a.ID, strings.ToLower(a.End), nil)
			if err != nil {
				return err
			}
			return client.CheckSuccess(r.HTTPResponse, r.Body)
		}
		r, err := c.API.AddClientSecretWithResponse(ctx, a.ID, nil)
		if err != nil {
			return err
		}
		made, err := client.RecordOf(r.JSON201, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(streams.Err, "secret %s; it is shown this once:\n", made.Id); err != nil {
			return err
		}
		_, err = fmt.Fprintln(streams.Out, made.Secret)
		return err
	})
}

// applicationListCommand lists OAuth clients.
type applicationListCommand struct {
	Target
	JSON bool `help:"Print JSON."`
}

// Run prints a line for each.
func (a applicationListCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return a.WithService(func(c Service) error {
		r, err := c.API.ListClientsWithResponse(ctx, nil)
		if err != nil {
			return err
		}
		list, err := client.RecordOf(r.JSON200, r.HTTPResponse, r.Body)
		if err != nil {
			return err
		}
		if a.JSON {
			return terminal.PrintJSON(streams.Out, list.Clients)
		}
		return terminal.PrintTable(streams.Out, "ID\tSECRETS\tACTS AS\tREDIRECT ADDRESSES\n", func(w io.Writer) {
			for _, app := range list.Clients {
				secrets, account := "public", "-"
				if !app.Public {
					secrets = describeSecrets(app)
				}
				if app.ServiceAccountId != nil {
					account = *app.ServiceAccountId
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", app.Id, secrets, account, strings.Join(app.RedirectUris, " "))
			}
		})
	})
}

// describeSecrets returns the identifiers of the secrets of a client, or that it signs with keys.
func describeSecrets(app api.OAuthClient) string {
	var out []string
	for _, s := range app.Secrets {
		out = append(out, s.Id)
	}
	if app.Jwks != nil {
		out = append(out, "keys")
	}
	return strings.Join(out, " ")
}

// applicationRemoveCommand removes OAuth clients.
type applicationRemoveCommand struct {
	Target
	IDs []string `arg:"" name:"id" help:"Which ones."`
}

// Run removes them, one after the other.
func (a applicationRemoveCommand) Run(ctx context.Context, streams terminal.Streams) error {
	return a.WithService(func(c Service) error {
		for _, id := range a.IDs {
			r, err := c.API.DeleteClientWithResponse(ctx, id, nil)
			if err != nil {
				return err
			}
			if err := client.CheckSuccess(r.HTTPResponse, r.Body); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(streams.Out, "removed %s\n", id); err != nil {
				return err
			}
		}
		return nil
	})
}
