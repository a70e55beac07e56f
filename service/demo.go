package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/adapters/identity/recordstore"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
	"github.com/seed-62a36931/docket/service/accounts"
	"github.com/seed-62a36931/docket/service/settings"
	"github.com/seed-62a36931/docket/templates"
)

// What the demo signs in with.
const (
	demoUser     = "demo"
	demoPassword = "Docket-demo-1"
)

// demoAccess is how many seconds an access token of a new demo lives: long enough to read along.
const demoAccess = 3600

// A Demo fills a workspace with something to look at.
type Demo struct {
	config   settings.Config
	logger   *slog.Logger
	log      *es.Log
	commands *commands.Commands
	queries  *queries.Queries
	records  recordstore.Store
	accounts *accounts.Accounts
	setup    *Setup
	await    func(ctx context.Context, at uint64, further ...string) error // until views are there
}

// newDemo returns what fills the workspace of a service.
func newDemo(a *App) *Demo {
	return &Demo{config: a.Config, logger: a.logger, log: a.Log, commands: a.Commands, queries: a.Queries, records: a.IdentityRecords,
		accounts: a.Accounts, setup: newSetup(a), await: a.Await}
}

// setUpDemo fills an empty workspace with something to look at, and prints a tour to out; how
// far it is goes to progress. A second start finds everything there and changes nothing.
func (m *Demo) setUpDemo(ctx context.Context, out, progress io.Writer) error {
	m.logger.Warn("this is a demo: its passwords are known to everybody, and its master key lies beside its data",
		"key", m.config.MasterKeyFile)
	ids, err := m.storeReadyTemplates(ctx)
	if err != nil {
		return err
	}
	templateID := ids["invoice"]
	demo := user.Person{Username: demoUser, FirstName: "Dana", LastName: "Demo"}
	owner, err := m.accounts.CreateUser(ctx, m.setup.asSystem("user\ndemo"), demo, []string{user.RoleManager, user.RoleAdmin}, demoPassword)
	if err != nil {
		return fmt.Errorf("the demo's account: %w", err)
	}
	p := user.Principal{Workspace: m.config.Workspace, ID: owner, Username: demoUser, Roles: []string{user.RoleAdmin, user.RoleManager}}
	people, err := m.createDemoPeople(ctx)
	if err != nil {
		return err
	}
	invoices, err := m.demoDossier(ctx, p, demoDossier{"demo", templateID, "Invoices to try", people,
		templates.Invoice(), []string{"samples/*.pdf"}}, progress)
	if err != nil {
		return err
	}
	if invoices.isNew {
		if err := m.workOnDemo(ctx, people, invoices.files); err != nil {
			return fmt.Errorf("the demo's work: %w", err)
		}
	}
	contracts := demoDossier{"demo-contracts", ids["contract"], "Contracts to try", people, templates.DemoPapers(), []string{"*-contract.pdf"}}
	if _, err := m.demoDossier(ctx, p, contracts, progress); err != nil {
		return err
	}
	papers := demoDossier{"demo-papers", templateID, "Other papers", people, templates.DemoPapers(), []string{"*-report.pdf", "damaged.pdf"}}
	filled, err := m.demoDossier(ctx, p, papers, progress)
	if err != nil {
		return err
	}
	if filled.isNew { // text recognition takes seconds, which nobody has to wait for
		papers.patterns = []string{"scanned-*.png"}
		if err := m.uploadSamples(ctx, p, filled.files[0].DossierID, papers); err != nil {
			return err
		}
	}
	return m.printTour(ctx, out, templateID, invoices.files[0].DossierID, invoices.files)
}

// storeReadyTemplates stores every ready template of the program that the workspace lacks, and
// returns their ids by the names of their folders.
func (m *Demo) storeReadyTemplates(ctx context.Context) (map[string]string, error) {
	ids := map[string]string{}
	for _, name := range templates.Names() {
		place := name + " (built in)"
		b, problems, err := m.config.BundleLimits().ReadFS(templates.Ready(name))
		if err != nil {
			return nil, fmt.Errorf("template %s: %w", place, err)
		}
		if ids[name], err = m.setup.storeBundle(ctx, place, b, problems); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// A demoDossier says what a dossier of the demo holds.
type demoDossier struct {
	key, templateID, name string
	people                demoPeople
	from                  fs.FS
	patterns              []string // of the names of its files
}

// A filledDossier is a dossier of the demo whose files are processed.
type filledDossier struct {
	files []queries.FileStatus
	isNew bool // it had no files before
}

// demoDossier makes a dossier, and brings its files unless it has some.
func (m *Demo) demoDossier(ctx context.Context, p user.Principal, of demoDossier, progress io.Writer) (filledDossier, error) {
	r := m.setup.asSystem("dossier\n" + of.key)
	r.Caller = p
	members, approvers := of.people.ids(), []string{of.people.approver.ID, p.ID} // who looks around alone can approve, too
	d, err := m.commands.SaveDossier(ctx, commands.SaveDossier{Request: r, TemplateID: of.templateID, Name: of.name,
		MemberIDs: &members, ApproverIDs: &approvers})
	if err != nil {
		return filledDossier{}, fmt.Errorf("the dossier %s of the demo: %w", of.name, err)
	}
	if err := m.await(ctx, d.Position); err != nil {
		return filledDossier{}, err
	}
	there, err := m.queries.ActiveFiles(ctx, p.Workspace, d.ID)
	if err != nil {
		return filledDossier{}, err
	}
	if len(there) == 0 {
		tellProgress(progress, "uploading to %q; the first document of a service takes some seconds longer, because PDFium is compiled", of.name)
		if err := m.uploadSamples(ctx, p, d.ID, of); err != nil {
			return filledDossier{}, err
		}
	}
	files, err := m.awaitDemoFiles(ctx, p, of.templateID, d.ID, progress)
	return filledDossier{files, len(there) == 0}, err
}

// awaitDemoFiles waits until all files of a dossier are done, and returns them.
func (m *Demo) awaitDemoFiles(
	ctx context.Context, p user.Principal, templateID, dossierID string, progress io.Writer,
) ([]queries.FileStatus, error) {
	ask := queries.AskFiles{Caller: p, TemplateID: templateID, DossierID: dossierID, Groups: queries.Groups{Active: true}}
	for told := -1; ; {
		head, err := m.log.Store.Head(ctx)
		if err != nil {
			return nil, err
		}
		if err := m.await(ctx, uint64(head)); err != nil {
			return nil, err
		}
		files, err := m.queries.ListFiles(ctx, ask)
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
		if err := m.log.Store.Wait(ctx, head); err != nil {
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

func (m *Demo) uploadSamples(ctx context.Context, p user.Principal, dossierID string, of demoDossier) error {
	var samples []string
	for _, pattern := range of.patterns {
		names, err := fs.Glob(of.from, pattern)
		if err != nil || len(names) == 0 {
			return errors.Join(fmt.Errorf("no samples %s for the dossier %s", pattern, of.name), err)
		}
		samples = append(samples, names...)
	}
	for _, name := range samples {
		r := commands.Request{Caller: p, CommandID: uuid.New()}
		out, err := m.commands.UploadFile(ctx, commands.UploadFile{Request: r, TemplateID: of.templateID, DossierID: dossierID,
			Open: func() (commands.Upload, error) {
				f, err := of.from.Open(name)
				return commands.Upload{Name: path.Base(name), Content: f}, err
			}})
		if err != nil {
			return fmt.Errorf("upload %s: %w", name, err)
		}
		if err := m.await(ctx, out.Position); err != nil {
			return err
		}
	}
	return nil
}

// accessLifetime returns how long access tokens of the workspace live.
func (m *Demo) accessLifetime(ctx context.Context) (time.Duration, error) {
	s, err := workspaces{m.log}.Settings(ctx, m.config.Workspace)
	if errors.Is(err, identity.ErrUnknown) { // another issuer decides
		err = nil
	}
	return s.AccessLifetime, err
}
