package processes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/processes"
)

// faultyLog returns the service's log with faults.
func (s *service) faultyLog(f *estest.Faults) *es.Log {
	return &es.Log{Store: f.Store(s.Log.Store), Codec: s.Log.Codec}
}

// fail lets the commands of the service meet faults.
func (s *service) fail(f *estest.Faults) (heal func()) {
	log, vault := s.Log, s.Vault
	s.Commands.Log, s.Commands.Blobs, s.Commands.Vault = s.faultyLog(f), f.Blobs(s.blobs), f.Vault(vault)
	return func() { s.Commands.Log, s.Commands.Blobs, s.Commands.Vault = log, s.blobs, vault }
}

// TestAFailureOfARunIsReported wherever the store or the blobs fail, the worker is told,
// and whoever tries again carries the file to its end and leaves no bytes behind.
func TestAFailureOfARunIsReported(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.pdf", "a.docx"} {
		estest.EachFault(t, func(f *estest.Faults) error {
			d, _, r, c := scanDesk(t, true)
			content := "%PDF-1.4 scan"
			if name == "a.docx" {
				content = docx(t)
			}
			s := d.upload(name, content)
			blobs := d.blobs.count()
			whole := d.processor
			broken := *whole
			broken.Log, broken.Blobs, broken.Rules = d.faultyLog(f), f.Blobs(d.blobs), &ruleRunner{log: d.faultyLog(f)}
			err := broken.Process(t.Context(), s)
			if again := whole.Process(t.Context(), s); again != nil || d.file(s).Processing != file.Processed {
				t.Errorf("after %s: %v, %s, want PROCESSED", f.Failed(), again, d.file(s).Processing)
			}
			made := 3 // text, tree and result
			if name == "a.docx" {
				made++
			}
			// Bytes of an event of which nobody knows whether it was appended stay: they are
			// collected by their age.
			if n := d.blobs.count() - blobs; n != made && (n != made+1 || f.Failed() == "") {
				t.Errorf("after %s: %d blobs are made, want %d", f.Failed(), n, made)
			}
			if r.times > 2 || c.times > 2 {
				t.Errorf("after %s: recognised %d times, converted %d times, want r.times at most 2 and c.times at most 2",
					f.Failed(), r.times, c.times)
			}
			return err
		})
	}
}

// TestAFailureOfAnotherAnalysisIsReported also of a file that was analysed before.
func TestAFailureOfAnotherAnalysisIsReported(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"r1", "r2"} { // the recogniser as it was, and another one
		estest.EachFault(t, func(f *estest.Faults) error {
			d, _, r, _ := scanDesk(t, true)
			d.process(t, "a.pdf")
			r.version = version
			d.append(d.last, file.ReanalysisRequested{Steps: true, OCR: true})
			broken := *d.processor
			broken.Log, broken.Blobs = d.faultyLog(f), f.Blobs(d.blobs)
			return broken.Process(t.Context(), d.last)
		})
	}
}

func TestAFailureOfAPackageIsReported(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		p := newPacking(t)
		p.reportTemplate("one", "One", true, "user.name component.total")
		p.reportTemplate("each", "Each", false, "user.name component.total")
		a := p.uploadPDF("a.pdf")
		p.finish(a, document.Result{Components: []document.Component{{Name: "total", Value: "1"}}})
		stream := p.request(download.Requested{User: p.member.ID, Files: []string{a.Key()}, ReportTemplates: []string{"one", "each"},
			FileTypes: []string{template.Original, template.Preview}})
		blobs := p.blobs.count()
		whole := p.packager
		broken := &processes.Packager{Log: p.faultyLog(f), Blobs: f.Blobs(p.blobs), Now: whole.Now, Previews: whole.Previews,
			Reports: whole.Reports, Logger: whole.Logger, Wait: 100 * 365 * 24 * time.Hour}
		err := broken.Pack(t.Context(), stream)
		if s := p.pack(stream); s.Status != download.Ready || len(p.entries(s)) != 4 {
			t.Errorf("after %s: %+v, want s.Status = Ready and len(p.entries(s)) = 4", f.Failed(), s)
		}
		if n := p.blobs.count() - blobs; n < 1 || n > 2 { // a package that no event came to name is left over
			t.Errorf("after %s: %d blobs are made, want n at least 1 and n at most 2", f.Failed(), n)
		}
		return err
	})
}

// emptyOnce empties the trash. A failure that it only logs is returned as well: what was
// deleted by then is finished by the eraser.
func (b *bin) emptyOnce(f *estest.Faults) error {
	heal := b.fail(f)
	defer heal()
	var logged bytes.Buffer
	r := b.retention()
	r.Trash, r.Logger = trashOf{b.Commands.Log}, slog.New(slog.NewTextHandler(&logged, nil))
	err := r.EmptyTrash(b.t.Context())
	if err == nil && strings.Contains(logged.String(), "WARN") {
		err = fmt.Errorf("%w: %s", estest.ErrFault, &logged)
	}
	return err
}

func TestAFailureInTheTrashIsReported(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		b := newBin(t)
		pack := uuid.NewString()
		b.append(download.StreamOf("demo", pack), download.Requested{User: b.member.ID, Dossier: b.dossier})
		b.packages = []string{pack}
		b.append(dossier.StreamOf("demo", b.dossier), dossier.SoftDeleted{PurgeAt: b.now})
		err := b.emptyOnce(f)
		b.empty(0)
		if got := b.dossierState().Phase; got != dossier.Gone {
			t.Errorf("after %s: the dossier is in phase %v, want it gone", f.Failed(), got)
		}
		return err
	})
	estest.EachFault(t, func(f *estest.Faults) error {
		b := newBin(t)
		b.trash(b.files[0])
		b.now = b.now.Add(96 * time.Hour)
		err := b.emptyOnce(f)
		b.empty(0)
		if got := b.phases()[0]; got != file.Gone {
			t.Errorf("after %s: the file is in phase %v, want it gone", f.Failed(), got)
		}
		return err
	})
}

// TestDeletionsAreFinished by an eraser that failed before, whatever was left.
func TestDeletionsAreFinished(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"file", "dossier", "download"} {
		estest.EachFault(t, func(f *estest.Faults) error {
			s := newService(t, template.Settings{})
			stream := s.uploadPDF("a.pdf")
			pack := uuid.NewString()
			s.append(download.StreamOf("demo", pack),
				download.Requested{User: s.owner.ID, Dossier: s.dossier, Files: []string{stream.Key()}})
			s.blobs.put(t, download.SubjectOf("demo", pack), []byte("zip"))
			switch what {
			case "file":
				s.packages = []string{pack}
				s.append(stream, file.PermanentlyDeleted{})
			case "dossier":
				s.packages = []string{pack}
				s.append(dossier.StreamOf("demo", s.dossier), dossier.PermanentlyDeleted{})
			default:
				s.append(download.StreamOf("demo", pack), download.Deleted{})
			}
			heal := s.fail(f)
			err := s.erase()
			heal()
			if again := s.erase(); again != nil {
				t.Errorf("after %s: %v, want again = nil", f.Failed(), again)
			}
			left := 0
			if what == "download" {
				left = 1 // the file
			}
			if n := s.blobs.count(); n != left {
				t.Errorf("%s, after %s: got %d blobs, want %d", what, f.Failed(), n, left)
			}
			if !load(s, download.Decider, download.StreamOf("demo", pack)).Gone {
				t.Errorf("%s, after %s: the package is there, want none", what, f.Failed())
			}
			if what == "file" {
				if other := s.uploadPDF("a.pdf"); other == stream {
					t.Errorf("after %s: the name is not free, want other than %v", f.Failed(), stream)
				}
			}
			return err
		})
	}
}

// erase hands the events of the log to an eraser.
func (s *service) erase() error {
	eraser := &processes.Eraser{Commands: s.Commands}
	for r, err := range s.Log.All(s.t.Context(), 0, eraser.Filter()) {
		if err == nil {
			err = eraser.Handle(s.t.Context(), r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAFailureOfReanalysisIsReported(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		s := newService(t, template.Settings{})
		one := s.analysedFile(s.dossier)
		s.storeRules(2)
		change := s.events("", "template.entity-rules-stored")[0]
		again := &processes.Reanalysis{Log: s.faultyLog(f), Files: filesOf{one}, Logger: slog.New(slog.DiscardHandler)}
		return again.Handle(t.Context(), change)
	})
}

// noFiles fails to list the files of a template.
type noFiles struct{ err error }

func (n noFiles) FilesOf(context.Context, string, string, es.Position) ([]processes.TemplateFile, error) {
	return nil, n.err
}

// TestFilesThatCannotBeListedAreReported, so that the change of rules is handled once more.
func TestFilesThatCannotBeListedAreReported(t *testing.T) {
	t.Parallel()
	s, down := newService(t, template.Settings{}), errors.New("the views are down")
	s.analysedFile(s.dossier)
	s.storeRules(2)
	change := s.events("", "template.entity-rules-stored")[0]
	again := &processes.Reanalysis{Log: s.Log, Files: noFiles{down}, Logger: slog.New(slog.DiscardHandler)}
	if err := again.Handle(t.Context(), change); !errors.Is(err, down) {
		t.Errorf("got %v, want %v", err, down)
	}
}

func TestAFailureOfTheCleanupIsReported(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		s := newService(t, template.Settings{})
		s.append(template.StreamOf("demo", s.template), template.ReportTemplateStored{ID: "r"}, template.ReportTemplateDeleted{ID: "r"})
		s.append(dossier.StreamOf("demo", s.dossier),
			dossier.Updated{Details: dossier.Details{Owner: s.owner.ID, ReportTemplates: []string{"r"}},
				Text: es.Seal(dossier.SubjectOf("demo", s.dossier), dossier.Text{Name: "Claims"})})
		cleanup := &processes.TemplateCleanup{Log: s.faultyLog(f), Dossiers: foundDossiers{s.dossier},
			Logger: slog.New(slog.DiscardHandler)}
		return cleanup.Handle(t.Context(), s.events("", "template.report-template-deleted")[0])
	})
}

func TestAFailureOfAConsumerIsReported(t *testing.T) {
	t.Parallel()
	ended := errors.New("there is no more")
	estest.EachFault(t, func(f *estest.Faults) error {
		s := newService(t, template.Settings{})
		handled := 0
		c := &processes.Consumer{Name: "test", Log: s.faultyLog(f), Marks: &marks{}, Stride: 1,
			Handle:   func(_ context.Context, _ es.Recorded) error { handled++; return nil },
			CaughtUp: func(_ context.Context) error { return ended }}
		err := c.Run(t.Context())
		if errors.Is(err, ended) && handled == len(s.events("")) {
			return nil
		}
		return err
	})
}
