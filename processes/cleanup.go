package processes

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// TemplateDossiers finds the dossiers that name something of a template.
type TemplateDossiers interface {
	// DossiersNaming lists the dossiers of a template, archived and soft-deleted ones
	// too, that are in a status or name a report template by a position; the other of
	// the two is "".
	DossiersNaming(ctx context.Context, ws, templateID, status, report string, at es.Position) ([]string, error)
}

// A TemplateCleanup is the process manager that takes what a template has no more out of
// its dossiers: deleted statuses and report templates. It is a consumer of the log: what
// a crash interrupts is done again, and a dossier that is clean stays as it is. Until
// then reads show what the template says.
type TemplateCleanup struct {
	Log      *es.Log
	Dossiers TemplateDossiers
	Logger   *slog.Logger
}

// Filter chooses the events that Handle is for.
func (c *TemplateCleanup) Filter() es.Filter {
	return es.Filter{Types: []string{"template.definition-deleted", "template.report-template-deleted"}}
}

// Handle cleans up each dossier that names what was deleted.
func (c *TemplateCleanup) Handle(ctx context.Context, r es.Recorded) error {
	status, report := "", ""
	switch e := r.Event.(type) {
	case template.DefinitionDeleted:
		if e.Of == template.KindDossierStatus {
			status = e.ID
		}
	case template.ReportTemplateDeleted:
		report = e.ID
	}
	if status == "" && report == "" {
		return nil
	}
	t, _, err := es.Load(ctx, c.Log, template.Decider, r.Stream)
	if err != nil {
		return err
	}
	_, ws, templateID := r.Stream.Parts()
	found, err := c.Dossiers.DossiersNaming(ctx, ws, templateID, status, report, r.Position)
	if err != nil {
		return err
	}
	return parallel.ForEach(found, appendsAtOnce, func(id string) error { return c.cleanUp(ctx, r, t, ws, id) })
}

// cleanUp removes from one dossier what its template no longer has. A dossier that
// cannot be read any more is logged and skipped.
func (c *TemplateCleanup) cleanUp(ctx context.Context, r es.Recorded, t template.State, ws, id string) error {
	stream := dossier.StreamOf(ws, id)
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: user.SystemID, Workspace: ws,
		Command: uuid.NewSHA1(r.ID, []byte(stream)), Correlation: r.Correlation, Causation: r.Position}}
	clean := func(d dossier.Details) dossier.Details { return withoutDeleted(t, d) }
	_, err := es.Decide(ctx, c.Log, dossier.Decider, cmd, dossier.AdoptTemplate(dossier.SubjectOf(ws, id), clean))
	switch {
	case err == nil:
		return nil
	case isUnreadable(err):
		c.Logger.Warn("a dossier still names what its template has no more", "dossier", id, "error", err)
		return nil
	}
	return fmt.Errorf("settle a dossier: %w", err)
}

// withoutDeleted returns the details of a dossier with a status and report templates that
// its template has.
func withoutDeleted(t template.State, d dossier.Details) dossier.Details {
	d.Status, d.ReportTemplates = t.StatusOf(d.Status), t.ExistingReports(d.ReportTemplates)
	return d
}
