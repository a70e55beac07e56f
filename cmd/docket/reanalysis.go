package main

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// templateFiles finds the files of a template.
type templateFiles struct{ a *App }

// FilesOf implements processes.TemplateFiles.
func (t templateFiles) FilesOf(ctx context.Context, ws, templateID string, at es.Position) ([]processes.TemplateFile, error) {
	if err := t.a.storage.views.Await(ctx, uint64(at), "files", "dossiers"); err != nil {
		return nil, err
	}
	found, err := t.a.queries.FilesOf(ctx, ws, templateID)
	out := make([]processes.TemplateFile, len(found))
	for i, f := range found {
		out[i] = processes.TemplateFile(f)
	}
	return out, err
}

// ruleUploads answers an upload of rules when the files that they concern wait for
// their analysis, so that a client that goes on to wait for them never sees the
// former result as the new one.
type ruleUploads struct{ a *App }

// askedWithin is how long an upload waits for that; the consumer goes on in any case.
const askedWithin = 5 * time.Second

// StoreRuleFile implements rest.RuleFileCommands.
func (u ruleUploads) StoreRuleFile(ctx context.Context, c commands.StoreRuleFile) (commands.RuleFileOutcome, error) {
	out, err := u.a.commands.StoreRuleFile(ctx, c)
	if err == nil {
		out.Position = u.asked(ctx, out.Position)
	}
	return out, err
}

// StoreMapping implements rest.MappingCommands.
func (u ruleUploads) StoreMapping(ctx context.Context, c commands.StoreMapping) (commands.Outcome, error) {
	out, err := u.a.commands.StoreMapping(ctx, c)
	if err == nil {
		out.Position = u.asked(ctx, out.Position)
	}
	return out, err
}

// DeleteMapping implements rest.MappingCommands.
func (u ruleUploads) DeleteMapping(ctx context.Context, c commands.DeleteMapping) (commands.Outcome, error) {
	out, err := u.a.commands.DeleteMapping(ctx, c)
	if err == nil {
		out.Position = u.asked(ctx, out.Position)
	}
	return out, err
}

// asked waits until the files that a change concerns are asked for their analysis,
// and gives the position that shows it; 0 when nothing was changed.
func (u ruleUploads) asked(ctx context.Context, at uint64) uint64 {
	if at == 0 {
		return 0
	}
	waiting, cancel := context.WithTimeout(ctx, askedWithin)
	defer cancel()
	if u.a.storage.views.Await(waiting, at, consumers(reanalysis)[0].Key()) != nil {
		return at // the files are asked later; what was stored is stored
	}
	if head, err := u.a.log.Store.Head(ctx); err == nil {
		at = max(at, uint64(head))
	}
	return at
}

// namedWithin is how long an upload of attributes waits for the view of files.
const namedWithin = time.Minute

// dossierFiles finds the files of a dossier.
type dossierFiles struct{ a *App }

// FilesIn implements commands.DossierFiles.
func (d dossierFiles) FilesIn(ctx context.Context, ws, dossierID string) ([]commands.NamedFile, error) {
	ctx, cancel := context.WithTimeout(ctx, namedWithin)
	defer cancel()
	head, err := d.a.log.Store.Head(ctx)
	if err == nil {
		err = d.a.storage.views.Await(ctx, uint64(head), "files")
	}
	if err != nil {
		return nil, err
	}
	found, err := d.a.queries.NamedFiles(ctx, ws, dossierID)
	out := make([]commands.NamedFile, len(found))
	for i, f := range found {
		out[i] = commands.NamedFile(f)
	}
	return out, err
}
