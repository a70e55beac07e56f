package operate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/settings"
)

// Workspace manages tenants.
type Workspace struct {
	Add         WorkspaceAdd         `cmd:"" help:"Create a workspace."`
	List        WorkspaceList        `cmd:"" help:"List all workspaces with their settings."`
	Set         WorkspaceSet         `cmd:"" help:"Change the settings of a workspace."`
	CheckIssuer WorkspaceCheckIssuer `cmd:"" help:"Look at the issuer that a workspace trusts, and say what to change."`
}

// WorkspaceSettings are settings as flags: what is not named stays as it is.
type WorkspaceSettings struct {
	Retention        *int           `placeholder:"HOURS" help:"How long deleted things can be restored, 0 to 87600."`
	AccessLifetime   *time.Duration `placeholder:"TIME" help:"Life of an access token, as 5m; 0 for the default."`
	RefreshLifetime  *time.Duration `placeholder:"TIME" help:"Life of a refresh token, counted anew with each refresh, as 30m; 0: default."`
	SessionLifetime  *time.Duration `placeholder:"TIME" help:"Life of a session, as 10h; 0 for the default."`
	CodeLifetime     *time.Duration `placeholder:"TIME" help:"Life of an authorization code, as 60s; 0 for the default."`
	RefreshGrace     *time.Duration `placeholder:"TIME" help:"How long a used refresh token gives its successor again (10s); 0: never."`
	PasswordGrant    *bool          `negatable:"" help:"Let clients that may use it send usernames and passwords themselves."`
	Algorithm        *string        `placeholder:"NAME" help:"RS256 or ES256. The workspace gets a new key when its present one is another."`
	Issuer           *string        `placeholder:"URL" help:"Trust this issuer's tokens in place of the service's own; empty: its own."`
	Audience         *string        `placeholder:"NAME" help:"Whom tokens of that issuer must be for; empty for docket."`
	InsecureIssuer   bool           `help:"Take an issuer over http that is on another machine, to try it."`
	IssuerRolesClaim *string        `placeholder:"PATH" help:"Claim with the roles, as groups; empty for realm_access.roles."`
	RoleMapping      *string        `placeholder:"NAME=ROLE,..." help:"Roles of names at the issuer; empty: names are roles."`
	RefuseDuplicates *bool          `negatable:"" help:"Refuse uploads with the bytes of another file that the uploader may read."`
	StrictNames      *bool          `negatable:"" help:"Refuse requests with unknown fields and parameters; older workspaces ignore them until this is set."`
}

// applyTo applies the flags.
func (f WorkspaceSettings) applyTo(s *workspace.Settings) {
	seconds := func(to *int, from *time.Duration) {
		if from != nil {
			*to = int(*from / time.Second)
		}
	}
	seconds(&s.SignIn.Access, f.AccessLifetime)
	seconds(&s.SignIn.Refresh, f.RefreshLifetime)
	seconds(&s.SignIn.Session, f.SessionLifetime)
	seconds(&s.SignIn.Code, f.CodeLifetime)
	seconds(&s.SignIn.Grace, f.RefreshGrace)
	if f.RefreshGrace != nil {
		s.SignIn.NoGrace = *f.RefreshGrace == 0
	}
	if f.Retention != nil {
		s.RetentionHours = *f.Retention
	}
	if f.RefuseDuplicates != nil {
		s.RefuseDuplicates = *f.RefuseDuplicates
	}
	if f.StrictNames != nil {
		s.StrictNames = *f.StrictNames
	}
	if f.PasswordGrant != nil {
		s.SignIn.NoPasswordGrant = !*f.PasswordGrant
	}
	for _, t := range []struct {
		to   *string
		from *string
	}{{&s.SignIn.Algorithm, f.Algorithm}, {&s.SignIn.Issuer, f.Issuer}, {&s.SignIn.Audience, f.Audience},
		{&s.SignIn.RolesClaim, f.IssuerRolesClaim}, {&s.SignIn.RoleMapping, f.RoleMapping}} {
		if t.from != nil {
			*t.to = *t.from
		}
	}
}

// checkWholeSeconds refuses lifetimes that are no whole seconds.
func (f WorkspaceSettings) checkWholeSeconds() error {
	for _, d := range []*time.Duration{f.AccessLifetime, f.RefreshLifetime, f.SessionLifetime, f.CodeLifetime, f.RefreshGrace} {
		if d != nil && *d%time.Second != 0 {
			return fmt.Errorf("%v is no whole number of seconds", *d)
		}
	}
	return nil
}

// WorkspaceAdd makes a workspace.
type WorkspaceAdd struct {
	Admin
	WorkspaceSettings
	Name string `arg:"" help:"1 to 32 lower-case letters and digits; it stands in addresses and tokens."`
}

// Help shows how it is used.
func (WorkspaceAdd) Help() string {
	return `A workspace has its own accounts, clients, keys and content.

Examples:
  docket workspace add --data /var/lib/docket --retention 720 audit
  docket workspace add --data /var/lib/docket --issuer https://id.example/realms/docket legal`
}

// Run makes it.
func (w WorkspaceAdd) Run(ctx context.Context, io terminal.Streams) error {
	if err := w.checkWholeSeconds(); err != nil {
		return err
	}
	app, err := w.openApp(ctx, io, w.Name)
	if err != nil {
		return err
	}
	settings := workspace.Settings{RetentionHours: workspace.DefaultRetention, SignIn: workspace.SignIn{NoPasswordGrant: true},
		StrictNames: true}
	w.applyTo(&settings)
	if err = app.Accounts.CheckIssuer(ctx, w.Name, w.Issuer, w.InsecureIssuer); err == nil {
		_, err = app.Commands.CreateWorkspace(ctx, accounts.NewRequest(w.Name), settings)
	}
	if err == nil {
		app.Accounts.AwaitNotice(ctx)
	}
	return errors.Join(explainInterrupt(err), app.Close())
}

// WorkspaceList lists workspaces.
type WorkspaceList struct {
	Admin
	JSON bool `help:"Print JSON."`
}

// Help shows how it is used.
func (WorkspaceList) Help() string {
	return `Example:
  docket workspace list --data /var/lib/docket`
}

// Run prints a line for each.
func (w WorkspaceList) Run(ctx context.Context, io terminal.Streams) error {
	app, err := w.openApp(ctx, io, "", func(c *settings.Config) error { return c.MustExist(ctx) })
	if err != nil {
		return err
	}
	all, err := app.Accounts.ListWorkspaces(ctx)
	if err == nil {
		rows := make([]string, len(all))
		for i, r := range all {
			rows[i] = fmt.Sprintf("%s\t%d h\t%s\t%s", r.Name, r.RetentionHours, signInOf(r.SignIn), orDash(r.SignIn.Issuer))
		}
		err = io.PrintList(w.JSON, all, "NAME\tRETENTION\tSIGN-IN\tISSUER", rows)
	}
	return errors.Join(explainInterrupt(err), app.Close())
}

// signInOf returns the sign-in settings of a workspace, "default" if it has none of its own.
func signInOf(s workspace.SignIn) string {
	var out []string
	for _, t := range []struct {
		name  string
		value int
	}{{"access", s.Access}, {"refresh", s.Refresh}, {"session", s.Session}, {"code", s.Code}, {"grace", s.Grace}} {
		if t.value != 0 {
			out = append(out, fmt.Sprintf("%s %v", t.name, time.Duration(t.value)*time.Second))
		}
	}
	if s.NoGrace {
		out = append(out, "no grace")
	}
	if s.NoPasswordGrant {
		out = append(out, "no password grant")
	}
	if s.Algorithm != "" {
		out = append(out, s.Algorithm)
	}
	for _, t := range []struct{ name, value string }{{"audience", s.Audience}, {"roles in", s.RolesClaim}, {"with", s.RoleMapping}} {
		if t.value != "" {
			out = append(out, t.name+" "+t.value)
		}
	}
	if len(out) == 0 {
		return "default"
	}
	return strings.Join(out, ", ")
}

// WorkspaceSet changes settings.
type WorkspaceSet struct {
	Admin
	WorkspaceSettings
	Name string `arg:"" help:"Which workspace."`
}

// Help shows how it is used.
func (WorkspaceSet) Help() string {
	return `What is not named stays as it is. Tokens that are out keep the life they were given.

Examples:
  docket workspace set --data /var/lib/docket --refresh-grace 30s --no-password-grant demo
  docket workspace set --data /var/lib/docket --issuer https://id.example/realms/docket --audience docket demo
  docket workspace set --data /var/lib/docket --issuer '' demo`
}

// Run changes them.
func (w WorkspaceSet) Run(ctx context.Context, io terminal.Streams) error {
	if err := w.checkWholeSeconds(); err != nil {
		return err
	}
	return InWorkspace{w.Admin, w.Name}.useWorkspace(ctx, io, func(a *service.App) error {
		if err := a.Accounts.CheckIssuer(ctx, w.Name, w.Issuer, w.InsecureIssuer); err != nil {
			return err
		}
		if _, err := a.Commands.ChangeWorkspace(ctx, accounts.NewRequest(w.Name), w.applyTo); err != nil {
			return err
		}
		if w.Algorithm == nil {
			return nil
		}
		return a.Accounts.EnsureKeyAlgorithm(ctx, w.Name)
	})
}

// WorkspaceCheckIssuer looks at the issuer that signs the people of a workspace in.
type WorkspaceCheckIssuer struct {
	Admin
	Token bool   `help:"Read an access token of the issuer from standard input, and look at it, too."`
	JSON  bool   `help:"Print JSON."`
	Name  string `arg:"" help:"Which workspace."`
}

// Help shows how it is used.
func (WorkspaceCheckIssuer) Help() string {
	return `It asks the issuer for its discovery document and keys, and changes nothing. What is to be changed is
printed beside what was found; the command fails then.

Examples:
  docket workspace check-issuer --data /var/lib/docket legal
  docket workspace check-issuer --data /var/lib/docket --token legal < access-token.txt`
}

// Run prints a line for each check.
func (w WorkspaceCheckIssuer) Run(ctx context.Context, io terminal.Streams) error {
	token := ""
	if w.Token {
		line, err := bufio.NewReader(io.In).ReadString('\n')
		if token = strings.TrimSpace(line); token == "" {
			return errors.Join(errors.New("the token is read from standard input, and nothing came"), err)
		}
	}
	return InWorkspace{w.Admin, w.Name}.useWorkspace(ctx, io, func(a *service.App) error {
		checks, err := a.Accounts.InspectIssuer(ctx, w.Name, token)
		if err != nil {
			return err
		}
		rows, changes := make([]string, len(checks)), 0
		for i, c := range checks {
			if rows[i] = fmt.Sprintf("%s\tok\t%s\t-", c.Name, c.Found); c.Change != "" {
				changes++
				rows[i] = fmt.Sprintf("%s\tchange\t%s\t%s", c.Name, c.Found, c.Change)
			}
		}
		if err := io.PrintList(w.JSON, checks, "CHECK\tRESULT\tFOUND\tWHAT TO CHANGE", rows); err != nil {
			return err
		}
		if changes > 0 {
			return fmt.Errorf("people cannot sign in to %s yet: %d of %d checks ask for a change", w.Name, changes, len(checks))
		}
		return nil
	})
}
