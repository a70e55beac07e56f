package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/client"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/settings"
)

// bootstrapSpace makes command ids of what a start does, so that a second start
// of the same does nothing.
var bootstrapSpace = uuid.MustParse("6f1c3a52-8f0e-4f55-9a5e-0d6f2f2f7c11")

// A Setup makes what a start finds missing: the workspace, its client, and templates.
type Setup struct {
	config   settings.Config
	logger   *slog.Logger
	log      *es.Log
	commands *commands.Commands
	records  recordstore.Store
	accounts *accounts.Accounts
}

// newSetup returns what makes the workspace of a service.
func newSetup(a *App) *Setup {
	return &Setup{config: a.Config, logger: a.logger, log: a.Log, commands: a.Commands, records: a.IdentityRecords, accounts: a.Accounts}
}

// asSystem is a request of the service itself that is the same at each start.
func (s *Setup) asSystem(what string) commands.Request {
	ws := s.config.Workspace
	return commands.Request{Caller: user.SystemPrincipal(ws), CommandID: uuid.NewSHA1(bootstrapSpace, []byte(ws+"\n"+what))}
}

// bootstrapWorkspace makes the workspace and its client, and imports its templates.
func (s *Setup) bootstrapWorkspace(ctx context.Context) error {
	settings := workspace.Settings{RetentionHours: s.config.Retention, StrictNames: true}
	settings.SignIn.NoPasswordGrant = !s.config.AllowsPasswords()
	if s.config.Demo {
		settings.SignIn.Access = demoAccess
	}
	if err := s.ensureWorkspace(ctx, settings); err != nil {
		return fmt.Errorf("workspace %s: %w", s.config.Workspace, err)
	}
	if err := s.ensureClient(ctx); err != nil {
		return fmt.Errorf("client %s: %w", s.config.Client, err)
	}
	for _, dir := range s.config.Import {
		if _, err := s.importTemplate(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// ensureWorkspace makes the workspace unless it is there. It warns when nothing named it and there
// are others: then the start has probably lost its settings.
func (s *Setup) ensureWorkspace(ctx context.Context, made workspace.Settings) error {
	head, err := s.log.Store.Head(ctx)
	if err != nil {
		return err
	}
	out, err := s.commands.EnsureWorkspace(ctx, s.asSystem("workspace"), made)
	if err != nil || out.Position <= uint64(head) || s.config.Demo || s.config.Workspace != settings.DemoWorkspace {
		return err
	}
	all, err := s.accounts.ListWorkspaces(ctx)
	if err != nil || len(all) < 2 {
		return err
	}
	var others []string
	for _, w := range all {
		if w.Name != settings.DemoWorkspace {
			others = append(others, w.Name)
		}
	}
	s.logger.Warn("this start has made the workspace demo beside others, since nothing names one: "+
		"start with --workspace (DOCKET_WORKSPACE), if that is not meant", "others", others)
	return nil
}

// ensureClient registers the client that the configuration names, unless it is registered: from
// then on it changes by docket client only, so that no start makes a confidential client public.
func (s *Setup) ensureClient(ctx context.Context) error {
	registered, err := s.records.Client(ctx, s.config.Workspace, s.config.Client)
	secret := identity.HashSecret(s.config.ClientSecret)
	if errors.Is(err, identity.ErrUnknown) {
		return s.records.SetClient(ctx, s.config.Workspace,
			identity.Client{ID: s.config.Client, SecretSHA256: secret, PasswordGrant: s.config.AllowsPasswords(),
				RedirectURIs: append([]string{"http://localhost/callback", "http://127.0.0.1/callback"}, client.RedirectURIs...)})
	}
	if err == nil && s.config.ClientSecret != "" && !registered.AcceptsHash(secret) {
		s.logger.Warn("the client is registered with another secret than --client-secret, or with none, "+
			"and stays so: change it with docket client secret",
			"client", s.config.Client, "public", registered.IsPublic())
	}
	if err == nil && s.config.PasswordGrant {
		err = s.warnPasswordsRefused(ctx, registered)
	}
	return err
}

// warnPasswordsRefused tells that --password-grant changes nothing that is there already.
func (s *Setup) warnPasswordsRefused(ctx context.Context, registered identity.Client) error {
	w, err := s.accounts.WorkspaceSettings(ctx, s.config.Workspace)
	if err != nil || registered.PasswordGrant && !w.SignIn.NoPasswordGrant {
		return err
	}
	s.logger.Warn("the password grant stays off, since workspace and client were there before --password-grant: "+
		"allow it with docket workspace set --password-grant, and docket client set --password-grant",
		"workspace", w.SignIn.NoPasswordGrant, "client", !registered.PasswordGrant)
	return nil
}

// importTemplate stores the bundle in a directory unless a template of its name is there.
func (s *Setup) importTemplate(ctx context.Context, dir string) (string, error) {
	b, problems, err := s.config.BundleLimits().ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("--import %s: %w", dir, err)
	}
	return s.storeBundle(ctx, dir, b, problems)
}

// storeBundle stores a bundle that was read unless a template of its name is there, and returns
// the id of the template. Errors name the bundle by its place.
func (s *Setup) storeBundle(ctx context.Context, place string, b template.Bundle, problems []template.BundleError) (string, error) {
	var out commands.Outcome
	var err error
	if len(problems) == 0 {
		out, problems, err = s.storeTemplate(ctx, b)
	}
	if len(problems) > 0 {
		return "", bundleError(place, problems)
	}
	if err != nil {
		return "", fmt.Errorf("import template %s: %w", place, err)
	}
	if out.Created {
		s.logger.Info("template imported", "name", b.Name, "id", out.ID)
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
func (s *Setup) storeTemplate(ctx context.Context, b template.Bundle) (commands.Outcome, []template.BundleError, error) {
	head, err := s.log.Store.Head(ctx)
	if err != nil {
		return commands.Outcome{}, nil, err
	}
	out, err := s.commands.ImportTemplate(ctx,
		commands.ImportTemplate{Request: s.asSystem("template\n" + b.Name), Bundle: b, SkipExisting: true})
	out.Created = out.Position > uint64(head)
	var wrong *commands.BundleProblems
	if errors.As(err, &wrong) {
		return out, wrong.Errors, nil
	}
	return out, nil, err
}
