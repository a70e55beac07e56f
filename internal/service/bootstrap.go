package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
)

// bootstrapSpace makes command ids of what a start does, so that a second start
// of the same does nothing.
var bootstrapSpace = uuid.MustParse("6f1c3a52-8f0e-4f55-9a5e-0d6f2f2f7c11")

// asSystem is a request of the service itself that is the same at each start.
func (a *App) asSystem(what string) commands.Request {
	ws := a.Config.Workspace
	return commands.Request{Caller: user.SystemPrincipal(ws), CommandID: uuid.NewSHA1(bootstrapSpace, []byte(ws+"\n"+what))}
}

// bootstrapWorkspace makes the workspace and its client, and imports its templates.
func (a *App) bootstrapWorkspace(ctx context.Context) error {
	settings := workspace.Settings{RetentionHours: a.Config.Retention}
	settings.SignIn.NoPasswordGrant = !a.Config.allowsPasswords()
	if a.Config.Demo {
		settings.SignIn.Access = demoAccess
	}
	if err := a.ensureWorkspace(ctx, settings); err != nil {
		return fmt.Errorf("workspace %s: %w", a.Config.Workspace, err)
	}
	if err := a.ensureClient(ctx); err != nil {
		return fmt.Errorf("client %s: %w", a.Config.Client, err)
	}
	for _, dir := range a.Config.Import {
		if _, err := a.importTemplate(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// ensureWorkspace makes the workspace unless it is there. It warns when nothing named it and there
// are others: then the start has probably lost its settings.
func (a *App) ensureWorkspace(ctx context.Context, settings workspace.Settings) error {
	head, err := a.Log.Store.Head(ctx)
	if err != nil {
		return err
	}
	out, err := a.Commands.EnsureWorkspace(ctx, a.asSystem("workspace"), settings)
	if err != nil || out.Position <= uint64(head) || a.Config.Demo || a.Config.Workspace != demoWorkspace {
		return err
	}
	all, err := a.ListWorkspaces(ctx)
	if err != nil || len(all) < 2 {
		return err
	}
	var others []string
	for _, w := range all {
		if w.Name != demoWorkspace {
			others = append(others, w.Name)
		}
	}
	a.logger.Warn("this start has made the workspace demo beside others, since nothing names one: "+
		"start with --workspace (DOCKET_WORKSPACE), if that is not meant", "others", others)
	return nil
}

// ensureClient registers the client that the configuration names, unless it is registered: from
// then on it changes by docket client only, so that no start makes a confidential client public.
func (a *App) ensureClient(ctx context.Context) error {
	registered, err := a.IdentityRecords.Client(ctx, a.Config.Workspace, a.Config.Client)
	secret := identity.HashSecret(a.Config.ClientSecret)
	if errors.Is(err, identity.ErrUnknown) {
		return a.IdentityRecords.SetClient(ctx, a.Config.Workspace,
			identity.Client{ID: a.Config.Client, SecretSHA256: secret, PasswordGrant: a.Config.allowsPasswords(),
				RedirectURIs: append([]string{"http://localhost/callback", "http://127.0.0.1/callback"}, client.RedirectURIs...)})
	}
	if err == nil && a.Config.ClientSecret != "" && !bytes.Equal(registered.SecretSHA256, secret) {
		a.logger.Warn("the client is registered with another secret than --client-secret, or with none, "+
			"and stays so: change it with docket client secret",
			"client", a.Config.Client, "public", len(registered.SecretSHA256) == 0)
	}
	if err == nil && a.Config.PasswordGrant {
		err = a.warnPasswordsRefused(ctx, registered)
	}
	return err
}

// allowsPasswords reports whether what a start makes may use the password grant.
func (s Config) allowsPasswords() bool { return s.Demo || s.PasswordGrant }

// warnPasswordsRefused tells that --password-grant changes nothing that is there already.
func (a *App) warnPasswordsRefused(ctx context.Context, registered identity.Client) error {
	w, err := a.WorkspaceSettings(ctx, a.Config.Workspace)
	if err != nil || registered.PasswordGrant && !w.SignIn.NoPasswordGrant {
		return err
	}
	a.logger.Warn("the password grant stays off, since workspace and client were there before --password-grant: "+
		"allow it with docket workspace set --password-grant, and docket client set --password-grant",
		"workspace", w.SignIn.NoPasswordGrant, "client", !registered.PasswordGrant)
	return nil
}

// importTemplate stores the bundle in a directory unless a template of its name is there.
func (a *App) importTemplate(ctx context.Context, dir string) (string, error) {
	b, problems, err := a.Config.BundleLimits().ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("--import %s: %w", dir, err)
	}
	return a.storeBundle(ctx, dir, b, problems)
}

// storeBundle stores a bundle that was read unless a template of its name is there, and returns
// the id of the template. Errors name the bundle by its place.
func (a *App) storeBundle(ctx context.Context, place string, b template.Bundle, problems []template.BundleError) (string, error) {
	var out commands.Outcome
	var err error
	if len(problems) == 0 {
		out, problems, err = a.storeTemplate(ctx, b)
	}
	if len(problems) > 0 {
		return "", bundleError(place, problems)
	}
	if err != nil {
		return "", fmt.Errorf("import template %s: %w", place, err)
	}
	if out.Created {
		a.logger.Info("template imported", "name", b.Name, "id", out.ID)
	}
	return out.ID, nil
}

// bundleError returns the error for a bundle with mistakes, and tells the first of them.
func bundleError(place string, problems []template.BundleError) error {
	first := problems[0]
	return fmt.Errorf("template %s has %d error(s); the first: %s:%d:%d: %s", place, len(problems),
		filepath.Join(place, first.File), first.Line, first.Column, first.Message)
}

// storeTemplate stores a bundle; Created reports whether this start did it.
func (a *App) storeTemplate(ctx context.Context, b template.Bundle) (commands.Outcome, []template.BundleError, error) {
	head, err := a.Log.Store.Head(ctx)
	if err != nil {
		return commands.Outcome{}, nil, err
	}
	out, err := a.Commands.ImportTemplate(ctx,
		commands.ImportTemplate{Request: a.asSystem("template\n" + b.Name), Bundle: b, SkipExisting: true})
	out.Created = out.Position > uint64(head)
	var wrong *commands.BundleProblems
	if errors.As(err, &wrong) {
		return out, wrong.Errors, nil
	}
	return out, nil, err
}

// CreateUser makes an account with a password and gives its id; one that is
// there under the same request stays as it is.
func (a *App) CreateUser(ctx context.Context, r commands.Request, p user.Person, roles []string, password string) (string, error) {
	out, err := a.Commands.CreateUser(ctx, commands.CreateUser{Request: r, Person: p, Roles: roles, Password: &password})
	return out.ID, err
}
