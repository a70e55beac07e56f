package processes_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// filesOf are the files of a template.
type filesOf []processes.TemplateFile

func (f filesOf) FilesOf(context.Context, string, string, es.Position) ([]processes.TemplateFile, error) {
	return f, nil
}

// analysedFile puts a file that was analysed with the template's first rules into a
// dossier.
func (s *service) analysedFile(dossierID string) processes.TemplateFile {
	s.t.Helper()
	id, ref := uuid.NewString(), es.BlobRef{Subject: "demo", ID: uuid.New(), Size: 1}
	s.append(file.StreamOf("demo", id), file.Uploaded{Dossier: dossierID, Template: s.template, Version: 1, Size: 1, Original: ref},
		file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
		file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse, Tree: ref, Pages: 1},
		file.ProcessingChanged{Run: 1, From: file.Analyse, To: file.Index},
		file.Analysed{Run: 1, Version: 1, Result: ref, Rules: 1}, file.ProcessingChanged{Run: 1, From: file.Index, To: file.Processed})
	return processes.TemplateFile{FileID: id, DossierID: dossierID}
}

// storeRules puts rules and formats of a number into the template.
func (s *service) storeRules(n int) {
	s.t.Helper()
	body := template.Body{Blob: es.BlobRef{Subject: "demo", ID: uuid.New(), Size: 1}, Counter: n}
	s.append(template.StreamOf("demo", s.template), template.EntityRulesStored{Body: body})
}

// reanalyse hands all events of the log to a Reanalysis, as often as it is told.
func (s *service) reanalyse(files filesOf, times int) {
	s.t.Helper()
	again := &processes.Reanalysis{Log: s.Log, Files: files, Logger: slog.New(slog.DiscardHandler)}
	for range times {
		for r, err := range s.Log.All(s.t.Context(), 0, again.Filter()) {
			if err != nil {
				s.t.Fatal(err)
			}
			if err := again.Handle(s.t.Context(), r); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

func TestStoredRulesAskForAnotherAnalysisOnce(t *testing.T) {
	t.Parallel()
	s := newService(t, template.Settings{})
	open, closed, archived := uuid.NewString(), uuid.NewString(), uuid.NewString()
	s.append(dossier.StreamOf("demo", open), dossier.Created{Template: s.template})
	s.append(dossier.StreamOf("demo", closed), dossier.Created{Template: s.template}, dossier.SoftDeleted{})
	s.append(dossier.StreamOf("demo", archived), dossier.Created{Template: s.template}, dossier.Archived{})
	files := filesOf{s.analysedFile(open), s.analysedFile(open), s.analysedFile(closed), s.analysedFile(archived)}
	s.storeRules(2)
	s.reanalyse(files, 2) // as after a crash
	for i, want := range []file.Processing{file.Reprocess, file.Reprocess, file.Processed, file.Processed} {
		stream := file.StreamOf("demo", files[i].FileID)
		asked := s.events(stream, "file.reanalysis-requested")
		for _, r := range asked {
			if r.Causation == 0 || r.Actor != "00000000-0000-0000-0000-000000000000" || r.Workspace != "demo" {
				t.Errorf("file %d: asked by %+v, want the system of demo, caused by an event", i, r.Meta)
			}
		}
		if got := s.file(stream).Processing; got != want || len(asked) > 1 || (want == file.Reprocess) != (len(asked) == 1) {
			t.Errorf("file %d: %s after %d requests, want %s", i, got, len(asked), want)
		}
	}
}

func TestDictionariesAskOnlyWhereTheTemplateSaysSo(t *testing.T) {
	t.Parallel()
	entity := es.Seal("demo", template.Definition{ID: "e", Name: "Supplier", TechnicalName: "supplier"})
	for _, row := range []struct {
		name  string
		event es.Event
		asks  bool // where the template says so
	}{
		{"a dictionary", template.DictionaryStored{Entity: "supplier", List: template.ListEntries, Counter: 3}, true},
		{"an entity that is new", template.DefinitionCreated{Of: template.KindEntity, Definition: entity, Counter: 3}, true},
		{"an entity that changed", template.DefinitionUpdated{Of: template.KindEntity, Definition: entity, Counter: 3}, true},
		{"an entity that is gone", template.DefinitionDeleted{Of: template.KindEntity, ID: "e", Counter: 3}, true},
		{"a status that is new", template.DefinitionCreated{Of: template.KindDossierStatus, Definition: entity}, false},
		{"a status that changed", template.DefinitionUpdated{Of: template.KindDossierStatus, Definition: entity}, false},
		{"a status that is gone", template.DefinitionDeleted{Of: template.KindDossierStatus, ID: "e"}, false},
	} {
		for _, apply := range []bool{false, true} {
			s := newService(t, template.Settings{ApplyDictionary: apply})
			f := s.analysedFile(s.dossier)
			s.append(template.StreamOf("demo", s.template),
				template.DictionaryStored{Entity: "supplier", List: template.ListFalsePositives, Counter: 2})
			s.append(template.StreamOf("demo", s.template), row.event)
			again := &processes.Reanalysis{Log: s.Log, Files: filesOf{f}, Logger: slog.New(slog.DiscardHandler)}
			all := s.events("")
			if err := again.Handle(t.Context(), all[len(all)-1]); err != nil {
				t.Fatal(err)
			}
			asked := s.events(file.StreamOf("demo", f.FileID), "file.reanalysis-requested")
			if got := len(asked) == 1; got != (apply && row.asks) {
				t.Errorf("%s, apply %v: asked %v, want %v", row.name, apply, got, apply && row.asks)
			}
		}
	}
}

// TestWhatCannotBeReadHoldsNothingUp: neither a file, nor a dossier with its files.
func TestWhatCannotBeReadHoldsNothingUp(t *testing.T) {
	t.Parallel()
	for _, why := range []error{es.ErrUnreadable, es.ErrErased} {
		s := newService(t, template.Settings{})
		other := uuid.NewString()
		s.append(dossier.StreamOf("demo", other), dossier.Created{Template: s.template})
		lost, kept, elsewhere := s.analysedFile(s.dossier), s.analysedFile(s.dossier), s.analysedFile(other)
		s.storeRules(2)
		change := s.events("", "template.entity-rules-stored")[0]
		handle := func(stream es.StreamID, files filesOf) {
			t.Helper()
			log := &es.Log{Store: unreadable{s.Log.Store, stream, why}, Codec: s.Log.Codec}
			again := &processes.Reanalysis{Log: log, Files: files, Logger: slog.New(slog.DiscardHandler)}
			if err := again.Handle(t.Context(), change); err != nil {
				t.Errorf("%s: got %v, want no error", stream, err)
			}
		}
		handle(file.StreamOf("demo", lost.FileID), filesOf{lost, kept})
		handle(dossier.StreamOf("demo", other), filesOf{elsewhere})
		for i, want := range []file.Processing{file.Processed, file.Reprocess, file.Processed} {
			stream := file.StreamOf("demo", filesOf{lost, kept, elsewhere}[i].FileID)
			if got := s.file(stream).Processing; got != want {
				t.Errorf("%v: file %d is %s, want %s", why, i, got, want)
			}
		}
		cleanup := &processes.TemplateCleanup{Log: &es.Log{Store: unreadable{s.Log.Store, dossier.StreamOf("demo", other), why},
			Codec: s.Log.Codec},
			Dossiers: foundDossiers{other}, Logger: slog.New(slog.DiscardHandler)}
		s.append(template.StreamOf("demo", s.template), template.ReportTemplateStored{ID: "r"}, template.ReportTemplateDeleted{ID: "r"})
		if err := cleanup.Handle(t.Context(), s.events("", "template.report-template-deleted")[0]); err != nil {
			t.Errorf("cleanup: got %v, want no error", err)
		}
	}
}
