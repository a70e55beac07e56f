package processes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/parallel"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// A TemplateFile is a file that is analysed with a template.
type TemplateFile struct{ FileID, DossierID string }

// TemplateFiles finds the files that a template's rules run over.
type TemplateFiles interface {
	// FilesOf lists all files of the template that were uploaded up to a position,
	// those that are soft-deleted too.
	FilesOf(ctx context.Context, ws, templateID string, at es.Position) ([]TemplateFile, error)
}

// A Reanalysis asks for one more run of the files of a template that has changed.
// It is a consumer of the log: what a crash interrupts is done again, and the
// command ids follow from the event, so that no file is asked twice.
type Reanalysis struct {
	Log    *es.Log
	Files  TemplateFiles
	Logger *slog.Logger
}

// The events of a template that concern the files analysed with it.
var (
	ruleChanges = []string{"template.entity-rules-stored", "template.component-rules-stored", "template.date-formats-stored",
		"template.mapping-stored", "template.mapping-deleted"}
	dictionaryChanges = []string{"template.definition-created", "template.definition-updated", "template.definition-deleted",
		"template.dictionary-stored"}
)

// Filter chooses the events that Handle is for.
func (a *Reanalysis) Filter() es.Filter {
	return es.Filter{Types: append(append([]string{}, ruleChanges...), dictionaryChanges...)}
}

// Handle asks for one more run of each file that may be analysed automatically.
func (a *Reanalysis) Handle(ctx context.Context, r es.Recorded) error {
	t, _, err := es.Load(ctx, a.Log, template.Decider, r.Stream)
	if err != nil {
		return err
	}
	_, ws, id := r.Stream.Parts()
	if !needsAnalysis(r.Event, t) {
		return nil
	}
	files, err := a.Files.FilesOf(ctx, ws, id, r.Position)
	if err != nil {
		return err
	}
	active := map[string]bool{}
	for _, f := range files {
		if _, known := active[f.DossierID]; known {
			continue
		}
		if active[f.DossierID], err = a.isActive(ctx, dossier.StreamOf(ws, f.DossierID)); err != nil {
			return err
		}
	}
	files = slices.DeleteFunc(slices.Clone(files), func(f TemplateFile) bool { return !active[f.DossierID] })
	return parallel.ForEach(files, appendsAtOnce,
		func(f TemplateFile) error { return a.requestAnalysis(ctx, r, file.StreamOf(ws, f.FileID), t) })
}

// appendsAtOnce is how many streams are appended to at a time: their appends share a commit.
const appendsAtOnce = 8

// isActive reports whether the files of a dossier are analysed automatically.
func (a *Reanalysis) isActive(ctx context.Context, stream es.StreamID) (bool, error) {
	d, _, err := es.Load(ctx, a.Log, dossier.Decider, stream)
	if isUnreadable(err) {
		return false, nil
	}
	return err == nil && d.Phase == dossier.Active && !d.Archived, err
}

// needsAnalysis reports whether files are analysed again because of an event; when its
// dictionaries change, a template decides by its settings, and else its files only
// show that an analysis is due.
func needsAnalysis(e es.Event, t template.State) bool {
	switch e := e.(type) {
	case template.DictionaryStored:
		return t.Settings.ApplyDictionary
	case template.DefinitionCreated:
		return t.Settings.ApplyDictionary && e.Of == template.KindEntity
	case template.DefinitionUpdated:
		return t.Settings.ApplyDictionary && e.Of == template.KindEntity
	case template.DefinitionDeleted:
		return t.Settings.ApplyDictionary && e.Of == template.KindEntity
	}
	return true
}

// requestAnalysis appends the request to the stream of one file. A file that cannot be read any
// more is logged and skipped.
func (a *Reanalysis) requestAnalysis(ctx context.Context, r es.Recorded, stream es.StreamID, t template.State) error {
	cmd := es.Command{Stream: stream, Meta: es.Meta{Actor: user.SystemID, Workspace: r.Workspace,
		Command: uuid.NewSHA1(r.ID, []byte(stream)), Correlation: r.Correlation, Causation: r.Position}}
	_, err := es.Decide(ctx, a.Log, file.Decider, cmd, file.ReanalyseForTemplate(t.Rules, t.DictionaryRuns))
	switch {
	case err == nil:
		return nil
	case isUnreadable(err):
		a.Logger.Warn("a file is not analysed again with the template's new rules", "file", stream.Key(), "error", err)
		return nil
	}
	return fmt.Errorf("ask for another analysis: %w", err)
}

// isUnreadable reports whether an error says that a stream will never be readable again.
func isUnreadable(err error) bool {
	return errors.Is(err, es.ErrErased) || errors.Is(err, es.ErrUnreadable)
}
