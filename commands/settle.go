package commands

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

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

// A Settlement takes what a template has no more out of its dossiers: deleted
// statuses and report templates. It is a consumer of the log: what a crash
// interrupts is done again, and a dossier that is settled stays as it is. Until then
// reads show what the template says.
type Settlement struct {
	*Commands
	Dossiers TemplateDossiers
	Logger   *slog.Logger
}

// Filter chooses the events that Handle is for.
func (s *Settlement) Filter() es.Filter {
	return es.Filter{Types: []string{"template.definition-deleted", "template.report-template-deleted"}}
}

// Handle settles each dossier that names what was deleted.
func (s *Settlement) Handle(ctx context.Context, r es.Recorded) error {
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
	t, _, err := es.Load(ctx, s.Log, template.Decider, r.Stream)
	if err != nil {
		return err
	}
	_, ws, templateID := r.Stream.Parts()
	found, err := s.Dossiers.DossiersNaming(ctx, ws, templateID, status, report, r.Position)
	if err != nil {
		return err
	}
	return atOnce(found, askedAtOnce, func(id string) error { return s.settle(ctx, r, t, ws, id) })
}

// settle puts what the template says now into the stream of one dossier. One that
// cannot be read any more does not hold up the others.
func (s *Settlement) settle(ctx context.Context, r es.Recorded, t template.State, ws, id string) error {
	stream := dossier.Stream(ws, id)
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: user.SystemID, Workspace: ws,
		Command: uuid.NewSHA1(r.ID, []byte(stream)), Correlation: r.Correlation, Causation: r.Position}}
	_, err := es.Decide(ctx, s.Log, dossier.Decider, cmd, dossier.Settle(dossier.Subject(ws, id), func(d dossier.Details) dossier.Details { return settled(t, d) }))
	switch {
	case err == nil:
		return nil
	case beyondRepair(err):
		s.Logger.Warn("a dossier still names what its template has no more", "dossier", id, "error", err)
		return nil
	}
	return fmt.Errorf("settle a dossier: %w", err)
}

// settled are the details of a dossier as its template lets them be: its status is
// one that there is, and so are its report templates.
func settled(t template.State, d dossier.Details) dossier.Details {
	d.Status, d.ReportTemplates = t.StatusOf(d.Status), t.Reported(d.ReportTemplates)
	return d
}
