package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/templates"
)

// What the demo signs in with.
const (
	demoUser     = "demo"
	demoPassword = "Docket-demo-1"
	demoSecret   = "docket-demo-secret"
)

// demoAccounts are the accounts that the sign-in page of a demo shows; none otherwise.
func (a *App) demoAccounts() []identity.DemoAccount {
	if !a.Config.Demo {
		return nil
	}
	return []identity.DemoAccount{{Username: demoUser, Password: demoPassword}}
}

// demoAccess is how many seconds an access token of a new demo lives: long enough to read along.
const demoAccess = 3600

// demoPlace is what errors and progress call the template of the demo.
const demoPlace = "invoice (built in)"

// setUpDemo fills an empty workspace with something to look at, and prints a tour to out; how
// far it is goes to progress. A second start finds everything there and changes nothing.
func (a *App) setUpDemo(ctx context.Context, out, progress io.Writer) error {
	a.logger.Warn("this is a demo: its passwords are known to everybody, and its master key lies beside its data",
		"key", a.Config.MasterKeyFile)
	b, problems, err := a.Config.BundleLimits().ReadFS(templates.Invoice())
	if err != nil {
		return fmt.Errorf("template %s: %w", demoPlace, err)
	}
	templateID, err := a.storeBundle(ctx, demoPlace, b, problems)
	if err != nil {
		return err
	}
	demo := user.Person{Username: demoUser, FirstName: "Dana", LastName: "Demo"}
	owner, err := a.CreateUser(ctx, a.asSystem("user\ndemo"), demo, []string{user.RoleManager, user.RoleAdmin}, demoPassword)
	if err != nil {
		return fmt.Errorf("the demo's account: %w", err)
	}
	p := user.Principal{Workspace: a.Config.Workspace, ID: owner, Username: demoUser, Roles: []string{user.RoleAdmin, user.RoleManager}}
	r := a.asSystem("dossier\ndemo")
	r.Caller = p
	d, err := a.Commands.SaveDossier(ctx, commands.SaveDossier{Request: r, TemplateID: templateID, Name: "Invoices to try"})
	if err != nil {
		return fmt.Errorf("the demo's dossier: %w", err)
	}
	if err := a.Await(ctx, d.Position); err != nil {
		return err
	}
	files, err := a.demoFiles(ctx, p, templateID, d.ID, progress)
	if err != nil {
		return err
	}
	return a.printTour(ctx, out, templateID, d.ID, files)
}

// demoFiles uploads the samples unless the dossier has files, and waits until all
// are done.
func (a *App) demoFiles(
	ctx context.Context, p user.Principal, templateID, dossierID string, progress io.Writer,
) ([]queries.FileStatus, error) {
	there, err := a.Queries.ActiveFiles(ctx, p.Workspace, dossierID)
	if err != nil {
		return nil, err
	}
	if len(there) == 0 {
		tellProgress(progress, "uploading sample invoices; the first document takes some seconds longer, because PDFium is compiled")
		if err := a.uploadSamples(ctx, p, templateID, dossierID); err != nil {
			return nil, err
		}
	}
	ask := queries.AskFiles{Caller: p, TemplateID: templateID, DossierID: dossierID, Groups: queries.Groups{Active: true}}
	for told := -1; ; {
		head, err := a.Log.Store.Head(ctx)
		if err != nil {
			return nil, err
		}
		if err := a.Await(ctx, uint64(head)); err != nil {
			return nil, err
		}
		files, err := a.Queries.ListFiles(ctx, ask)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, errors.New("the demo has no files: all were deleted; remove the data folder to begin anew")
		}
		busy := countBusyFiles(files)
		if busy == 0 {
			return files, nil
		}
		if busy != told {
			told = busy
			tellProgress(progress, "analysing documents: %d of %d are done", len(files)-busy, len(files))
		}
		if err := a.Log.Store.Wait(ctx, head); err != nil {
			return nil, err
		}
	}
}

// countBusyFiles returns how many files are not processed yet.
func countBusyFiles(files []queries.FileStatus) int {
	busy := 0
	for _, f := range files {
		if file.Processing(f.ProcessingStatus).IsBusy() {
			busy++
		}
	}
	return busy
}

// tellProgress prints a line for the person who waits.
func tellProgress(w io.Writer, format string, args ...any) {
	_, _ = fmt.Fprintf(w, "docket: "+format+"\n", args...)
}

func (a *App) uploadSamples(ctx context.Context, p user.Principal, templateID, dossierID string) error {
	ready := templates.Invoice()
	samples, err := fs.Glob(ready, "samples/*.pdf")
	if err != nil || len(samples) == 0 {
		return errors.Join(fmt.Errorf("no samples in the template %s", demoPlace), err)
	}
	for _, name := range samples {
		r := commands.Request{Caller: p, CommandID: uuid.New()}
		out, err := a.Commands.UploadFile(ctx, commands.UploadFile{Request: r, TemplateID: templateID, DossierID: dossierID,
			Open: func() (commands.Upload, error) {
				f, err := ready.Open(name)
				return commands.Upload{Name: path.Base(name), Content: f}, err
			}})
		if err != nil {
			return fmt.Errorf("upload %s: %w", name, err)
		}
		if err := a.Await(ctx, out.Position); err != nil {
			return err
		}
	}
	return nil
}

// accessLifetime returns how long access tokens of the workspace live.
func (a *App) accessLifetime(ctx context.Context) (time.Duration, error) {
	s, err := workspaces{a.Log}.Settings(ctx, a.Config.Workspace)
	if errors.Is(err, identity.ErrUnknown) { // another issuer decides
		err = nil
	}
	return s.AccessLifetime, err
}
