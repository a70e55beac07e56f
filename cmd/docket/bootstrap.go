package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/identity"
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
	ws := a.cfg.Workspace
	return commands.Request{Caller: user.System(ws), CommandID: uuid.NewSHA1(bootstrapSpace, []byte(ws+"\n"+what))}
}

// bootstrap makes the workspace and its client, and imports its templates.
func (a *App) bootstrap(ctx context.Context) error {
	if _, err := a.commands.EnsureWorkspace(ctx, a.asSystem("workspace"), workspace.Settings{RetentionHours: a.cfg.Retention}); err != nil {
		return fmt.Errorf("workspace %s: %w", a.cfg.Workspace, err)
	}
	client := identity.Client{ID: a.cfg.Client, PasswordGrant: true, RedirectURIs: []string{"http://localhost/callback", "http://127.0.0.1/callback"}}
	if a.cfg.ClientSecret != "" {
		sum := sha256.Sum256([]byte(a.cfg.ClientSecret))
		client.SecretSHA256 = sum[:]
	}
	if err := a.kept.SetClient(ctx, a.cfg.Workspace, client); err != nil {
		return fmt.Errorf("client %s: %w", client.ID, err)
	}
	for _, dir := range a.cfg.Import {
		if _, err := a.importTemplate(ctx, dir); err != nil {
			return err
		}
	}
	return nil
}

// importTemplate stores a bundle unless a template of its name is there.
func (a *App) importTemplate(ctx context.Context, dir string) (string, error) {
	b, problems, err := bundle.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var out commands.Outcome
	if len(problems) == 0 {
		out, problems, err = a.storeTemplate(ctx, b)
	}
	if len(problems) > 0 {
		first := problems[0]
		return "", fmt.Errorf("template %s has %d error(s); the first: %s:%d:%d: %s", dir, len(problems), filepath.Join(dir, first.File), first.Line, first.Column, first.Message)
	}
	if err != nil {
		return "", fmt.Errorf("import template %s: %w", dir, err)
	}
	if out.Created {
		a.logger.Info("template imported", "name", b.Name, "id", out.ID)
	}
	return out.ID, nil
}

// storeTemplate stores a bundle; Created tells whether this start did it.
func (a *App) storeTemplate(ctx context.Context, b template.Bundle) (commands.Outcome, []template.BundleError, error) {
	head, err := a.log.Store.Head(ctx)
	if err != nil {
		return commands.Outcome{}, nil, err
	}
	out, err := a.commands.ImportTemplate(ctx, commands.ImportTemplate{Request: a.asSystem("template\n" + b.Name), Bundle: b, SkipExisting: true})
	out.Created = out.Position > uint64(head)
	var wrong *commands.BundleProblems
	if errors.As(err, &wrong) {
		return out, wrong.Errors, nil
	}
	return out, nil, err
}

// createUser makes an account with a password and gives its id; one that is
// there under the same request stays as it is.
func (a *App) createUser(ctx context.Context, r commands.Request, p user.Person, roles []string, password string) (string, error) {
	if err := identity.CheckPassword(password, identity.Account{Username: p.Username, Email: p.Email}); err != nil {
		return "", err
	}
	out, err := a.commands.CreateUser(ctx, commands.CreateUser{Request: r, Person: p, Roles: roles})
	if err != nil {
		return "", err
	}
	_, err = a.kept.PasswordHash(ctx, r.Caller.Workspace, out.ID)
	if err == nil || !errors.Is(err, identity.ErrUnknown) {
		return out.ID, err
	}
	phc, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return "", err
	}
	if err := a.kept.SetPasswordHash(ctx, r.Caller.Workspace, out.ID, phc); err != nil {
		return "", err
	}
	r.CommandID = uuid.NewSHA1(r.CommandID, []byte("password"))
	_, err = a.commands.NotePassword(ctx, r, out.ID)
	return out.ID, err
}
