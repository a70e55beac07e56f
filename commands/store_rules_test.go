package commands_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// given is an upload of a text.
func given(text string) func() (commands.Upload, error) {
	return func() (commands.Upload, error) {
		return commands.Upload{Name: "a", Content: strings.NewReader(text)}, nil
	}
}

// imported is a house with a template in it.
func imported(t *testing.T) (*house, string) {
	t.Helper()
	h := newHouse()
	out, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: invoices()})
	if err != nil {
		t.Fatal(err)
	}
	return h, out.ID
}

func (h *house) text(t *testing.T, ref es.BlobRef) string {
	t.Helper()
	in, err := h.blobs.Open(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestARuleFileIsStoredOnceForTheSameBytes(t *testing.T) {
	for _, f := range []template.RuleFile{template.EntityRules, template.ComponentRules, template.DateFormats} {
		h, id := imported(t)
		before := h.load(t, id)
		store := func(text string) commands.RuleFileOutcome {
			t.Helper()
			out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f, Open: given(text)})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		blobs := len(h.blobs.blobs)
		if out := store(h.text(t, before.File(f))); out.Position != 0 {
			t.Errorf("%s: the bytes that were there: %+v", f, out)
		}
		for _, text := range []string{"yyyy", "yyyy"} {
			store(text)
			now := h.load(t, id)
			if now.Rules != before.Rules+1 || h.text(t, now.File(f)) != "yyyy" || len(h.blobs.blobs) != blobs+1 {
				t.Errorf("%s: counter %d after %d, %d blobs after %d", f, now.Rules, before.Rules, len(h.blobs.blobs), blobs)
			}
		}
	}
}

func TestAFaultyRuleFileIsNotStored(t *testing.T) {
	h, id := imported(t)
	before := h.load(t, id)
	for f, text := range map[template.RuleFile]string{template.EntityRules: "BAD", template.ComponentRules: "a\nBAD", template.DateFormats: "bb"} {
		for _, dry := range []bool{false, true} {
			out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f, DryRun: dry, Open: given(text)})
			if err != nil || len(out.Problems)+len(out.Formats) != 1 || out.Position != 0 {
				t.Errorf("%s: %+v, %v", f, out, err)
			}
		}
		out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f, DryRun: true, Open: given("sound")})
		if err != nil || out.Position != 0 {
			t.Errorf("%s: a dry run: %+v, %v", f, out, err)
		}
	}
	if now := h.load(t, id); now.Rules != before.Rules || now.Entity != before.Entity {
		t.Errorf("the template has changed: %+v", now)
	}
}

func TestWhatKeepsARuleFileOut(t *testing.T) {
	h, id := imported(t)
	stranger, broken := admin(), errors.New("the line is cut")
	stranger.Caller.Roles = []string{"MANAGER"}
	ask := commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules, Open: given("x")}
	for want, change := range map[error]func(*commands.StoreRuleFile){
		domain.ErrAccessDenied:     func(c *commands.StoreRuleFile) { c.Request = stranger },
		domain.ErrTemplateNotFound: func(c *commands.StoreRuleFile) { c.TemplateID = uuid.NewString() },
		broken: func(c *commands.StoreRuleFile) {
			c.Open = func() (commands.Upload, error) { return commands.Upload{}, broken }
		},
		errFull: func(*commands.StoreRuleFile) { h.blobs.failAt = h.blobs.puts + 1 },
	} {
		c := ask
		change(&c)
		blobs := len(h.blobs.blobs)
		if _, err := h.StoreRuleFile(t.Context(), c); !errors.Is(err, want) || len(h.blobs.blobs) != blobs {
			t.Errorf("got %v, want %v; %d blobs after %d", err, want, len(h.blobs.blobs), blobs)
		}
	}
}

// TestUploadsAtTheSameTime wants each of them to count, and the bytes of none lost.
func TestUploadsAtTheSameTime(t *testing.T) {
	h, id := imported(t)
	before, blobs := h.load(t, id), len(h.blobs.blobs)
	var all sync.WaitGroup
	failures := make(chan error, 3)
	for _, text := range []string{"one", "two", "three"} {
		all.Go(func() {
			_, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules, Open: given(text)})
			failures <- err
		})
	}
	all.Wait()
	close(failures)
	stored := 0
	for err := range failures {
		if err == nil {
			stored++
		} else if !errors.Is(err, domain.ErrContended) {
			t.Error(err)
		}
	}
	now := h.load(t, id)
	if now.Rules != before.Rules+stored || len(h.blobs.blobs) != blobs+stored || stored == 0 {
		t.Errorf("%d were stored, the counter grew by %d, the blobs by %d", stored, now.Rules-before.Rules, len(h.blobs.blobs)-blobs)
	}
	h.text(t, now.Entity)
}

// shelf is the files of a template.
type shelf []commands.TemplateFile

func (s shelf) FilesOf(context.Context, string, string, es.Position) ([]commands.TemplateFile, error) {
	return s, nil
}

// append puts events into a stream as a command of somebody else.
func (h *house) append(t *testing.T, stream es.StreamID, events ...es.Event) {
	t.Helper()
	type none struct{}
	d := es.Decider[none]{Evolve: func(s none, _ es.Event) none { return s }}
	cmd := es.Command{Stream: stream, Meta: es.Meta{Workspace: "demo", Command: uuid.New()}}
	if _, err := es.Decide(t.Context(), h.Log, d, cmd, func(none) ([]es.Event, error) { return events, nil }); err != nil {
		t.Fatal(err)
	}
}

// analysed puts a file that was analysed with the template's first rules into a
// dossier.
func (h *house) analysed(t *testing.T, dossierID, templateID string) commands.TemplateFile {
	t.Helper()
	id, ref := uuid.NewString(), es.BlobRef{Subject: "demo", ID: uuid.New(), Size: 1}
	h.append(t, file.Stream("demo", id), file.Uploaded{Dossier: dossierID, Template: templateID, Version: 1, Size: 1, Original: ref},
		file.ProcessingChanged{Run: 1, From: file.Unprocessed, To: file.Layout},
		file.ProcessingChanged{Run: 1, From: file.Layout, To: file.Analyse, Tree: ref, Pages: 1},
		file.ProcessingChanged{Run: 1, From: file.Analyse, To: file.Index},
		file.Analysed{Run: 1, Version: 1, Result: ref, Rules: 1}, file.ProcessingChanged{Run: 1, From: file.Index, To: file.Processed})
	return commands.TemplateFile{FileID: id, DossierID: dossierID}
}

func TestStoredRulesAskForAnotherAnalysisOnce(t *testing.T) {
	h, id := imported(t)
	open, closed := uuid.NewString(), uuid.NewString()
	h.append(t, dossier.Stream("demo", open), dossier.Created{Template: id})
	h.append(t, dossier.Stream("demo", closed), dossier.Created{Template: id}, dossier.SoftDeleted{})
	files := shelf{h.analysed(t, open, id), h.analysed(t, open, id), h.analysed(t, closed, id)}
	if _, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules, Open: given("x")}); err != nil {
		t.Fatal(err)
	}
	again := &commands.Reanalysis{Commands: h.Commands, Files: files, Logger: slog.New(slog.DiscardHandler)}
	for range 2 { // as after a crash
		for r, err := range h.Log.All(t.Context(), 0, again.Filter()) {
			if err != nil {
				t.Fatal(err)
			}
			if err := again.Handle(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, want := range []file.Processing{file.Reprocess, file.Reprocess, file.Processed} {
		asked := 0
		for r, err := range h.Log.Stream(t.Context(), file.Stream("demo", files[i].FileID), 0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Type == "file.reanalysis-requested" {
				asked++
				if r.Causation == 0 || r.Actor != "00000000-0000-0000-0000-000000000000" {
					t.Errorf("asked by %+v", r.Meta)
				}
			}
		}
		s, _, err := es.Load(t.Context(), h.Log, file.Decider, file.Stream("demo", files[i].FileID))
		if err != nil || s.Processing != want || asked > 1 {
			t.Errorf("file %d: %s after %d requests, want %s; %v", i, s.Processing, asked, want, err)
		}
	}
}

func TestDictionariesAskOnlyWhereTheTemplateSaysSo(t *testing.T) {
	for _, apply := range []bool{false, true} {
		h := newHouse()
		b := invoices()
		b.ApplyDictionary = apply
		out, err := h.ImportTemplate(t.Context(), commands.ImportTemplate{Request: admin(), Bundle: b})
		if err != nil {
			t.Fatal(err)
		}
		d := uuid.NewString()
		h.append(t, dossier.Stream("demo", d), dossier.Created{Template: out.ID})
		f := h.analysed(t, d, out.ID)
		h.append(t, template.Stream("demo", out.ID), template.DictionaryStored{Entity: "supplier", List: template.ListEntries, Counter: 3})
		again := &commands.Reanalysis{Commands: h.Commands, Files: shelf{f}, Logger: slog.New(slog.DiscardHandler)}
		for r, err := range h.Log.All(t.Context(), 0, es.Filter{Types: []string{"template.dictionary-stored"}}) {
			if err != nil {
				t.Fatal(err)
			}
			if err := again.Handle(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if s, _, err := es.Load(t.Context(), h.Log, file.Decider, file.Stream("demo", f.FileID)); err != nil || (s.Processing == file.Reprocess) != apply {
			t.Errorf("apply %v: %s, %v", apply, s.Processing, err)
		}
	}
}
