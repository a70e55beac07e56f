package main

import (
	"context"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// settlement is the consumer that takes what a template has no more out of its
// dossiers.
const settlement = "settlement"

// templateDossiers finds the dossiers that name something of a template.
type templateDossiers struct{ a *App }

// DossiersNaming implements processes.TemplateDossiers.
func (t templateDossiers) DossiersNaming(ctx context.Context, ws, templateID, status, report string, at es.Position) ([]string, error) {
	if err := t.a.storage.views.Await(ctx, uint64(at), "dossiers"); err != nil {
		return nil, err
	}
	return t.a.queries.DossiersNaming(ctx, ws, templateID, status, report)
}

// templateParts answers changes of definitions when the files and dossiers that they
// concern follow them, so that nobody who goes on sees what was before.
type templateParts struct{ a *App }

// SaveDefinition implements rest.TemplatePartCommands.
func (t templateParts) SaveDefinition(ctx context.Context, c commands.SaveDefinition) (commands.Outcome, error) {
	out, err := t.a.commands.SaveDefinition(ctx, c)
	if c.Of != template.KindEntity {
		return out, err
	}
	return t.followed(ctx, out, err, reanalysis)
}

// DeleteDefinition implements rest.TemplatePartCommands.
func (t templateParts) DeleteDefinition(ctx context.Context, c commands.DeleteDefinition) (commands.Outcome, error) {
	out, err := t.a.commands.DeleteDefinition(ctx, c)
	switch c.Of {
	case template.KindEntity:
		return t.followed(ctx, out, err, reanalysis)
	case template.KindDossierStatus:
		return t.followed(ctx, out, err, settlement)
	}
	return out, err
}

// SetDictionary implements rest.TemplatePartCommands.
func (t templateParts) SetDictionary(ctx context.Context, c commands.SetDictionary) (commands.Outcome, error) {
	out, err := t.a.commands.SetDictionary(ctx, c)
	return t.followed(ctx, out, err, reanalysis)
}

// StoreReportTemplate implements rest.TemplatePartCommands.
func (t templateParts) StoreReportTemplate(ctx context.Context, c commands.StoreReportTemplate) (commands.Outcome, error) {
	return t.a.commands.StoreReportTemplate(ctx, c)
}

// DeleteReportTemplate implements rest.TemplatePartCommands.
func (t templateParts) DeleteReportTemplate(ctx context.Context, c commands.DeleteReportTemplate) (commands.Outcome, error) {
	out, err := t.a.commands.DeleteReportTemplate(ctx, c)
	return t.followed(ctx, out, err, settlement)
}

func (t templateParts) followed(ctx context.Context, out commands.Outcome, err error, consumer string) (commands.Outcome, error) {
	if err == nil && out.Position != 0 {
		out.Position = t.a.consumed(ctx, out.Position, consumer)
	}
	return out, err
}

// consumed waits for a consumer of the log to have done with a change, not for ever,
// and gives the position behind all that it did; what is late is done in any case.
func (a *App) consumed(ctx context.Context, at uint64, consumer string) uint64 {
	waiting, cancel := context.WithTimeout(ctx, askedWithin)
	defer cancel()
	if a.storage.views.Await(waiting, at, consumers(consumer)[0].Key()) != nil {
		return at
	}
	if head, err := a.log.Store.Head(ctx); err == nil {
		return max(at, uint64(head))
	}
	return at
}
