package service

import (
	"context"
	"time"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/processes"
)

// templateFiles finds the files of a template.
type templateFiles struct{ lookups }

// FilesOf implements processes.TemplateFiles.
func (t templateFiles) FilesOf(ctx context.Context, ws, templateID string, at es.Position) ([]processes.TemplateFile, error) {
	if err := t.views.Await(ctx, uint64(at), "files", "dossiers"); err != nil {
		return nil, err
	}
	found, err := t.queries.FilesOf(ctx, ws, templateID)
	out := make([]processes.TemplateFile, len(found))
	for i, f := range found {
		out[i] = processes.TemplateFile(f)
	}
	return out, err
}

// followers waits for the process managers that act on changes of templates, in this or
// another process.
type followers struct{ lookups }

// AwaitFollower implements commands.Followers.
func (f followers) AwaitFollower(ctx context.Context, follower commands.Follower, at uint64) (uint64, error) {
	if err := f.views.Await(ctx, at, consumers(string(follower))[0].CheckpointKey()); err != nil {
		return 0, err
	}
	head, err := f.log.Store.Head(ctx)
	return uint64(head), err
}

// attributeWait is how long an upload of attributes waits for the view of files.
const attributeWait = time.Minute

// dossierFiles finds the files of a dossier.
type dossierFiles struct{ lookups }

// FilesIn implements commands.DossierFiles.
func (d dossierFiles) FilesIn(ctx context.Context, ws, dossierID string) ([]commands.NamedFile, error) {
	ctx, cancel := context.WithTimeout(ctx, attributeWait)
	defer cancel()
	head, err := d.log.Store.Head(ctx)
	if err == nil {
		err = d.views.Await(ctx, uint64(head), "files")
	}
	if err != nil {
		return nil, err
	}
	found, err := d.queries.NamedFiles(ctx, ws, dossierID)
	out := make([]commands.NamedFile, len(found))
	for i, f := range found {
		out[i] = commands.NamedFile(f)
	}
	return out, err
}

// TemplateCleanup is the consumer that takes what a template has no more out of its
// dossiers.
const TemplateCleanup = string(commands.FollowerSettlement)

// templateDossiers finds the dossiers that name something of a template.
type templateDossiers struct{ lookups }

// DossiersNaming implements processes.TemplateDossiers.
func (t templateDossiers) DossiersNaming(ctx context.Context, ws, templateID, status, report string, at es.Position) ([]string, error) {
	if err := t.views.Await(ctx, uint64(at), "dossiers"); err != nil {
		return nil, err
	}
	return t.queries.DossiersNaming(ctx, ws, templateID, status, report)
}
