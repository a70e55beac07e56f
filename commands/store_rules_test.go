package commands_test

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// soundRules is a rule file of either side.
const soundRules = "package drools\n"

// uploadOf is an upload of a text.
func uploadOf(text string) func() (commands.Upload, error) {
	return func() (commands.Upload, error) {
		return commands.Upload{Name: "a", Content: strings.NewReader(text)}, nil
	}
}

// importInvoices is a house with a template in it.
func importInvoices(t *testing.T) (*house, string) {
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
		h, id := importInvoices(t)
		before := h.load(t, id)
		store := func(text string) commands.RuleFileOutcome {
			t.Helper()
			out, err := h.StoreRuleFile(t.Context(),
				commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f, Open: uploadOf(text)})
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		blobs := len(h.blobs.blobs)
		if out := store(h.text(t, before.FileBlob(f))); out.Position != 0 {
			t.Errorf("%s: the bytes that were there: %+v, want out.Position = 0", f, out)
		}
		text := map[template.RuleFile]string{template.DateFormats: "yyyy"}[f]
		if text == "" {
			text = soundRules
		}
		for range 2 {
			store(text)
			now := h.load(t, id)
			if now.Rules != before.Rules+1 || h.text(t, now.FileBlob(f)) != text || len(h.blobs.blobs) != blobs+1 {
				t.Errorf("%s: counter %d after %d, %d blobs after %d, want one more each, and the new text",
					f, now.Rules, before.Rules, len(h.blobs.blobs), blobs)
			}
		}
	}
}

func TestAFaultyRuleFileIsNotStored(t *testing.T) {
	h, id := importInvoices(t)
	before := h.load(t, id)
	sound := map[template.RuleFile]string{template.EntityRules: soundRules, template.ComponentRules: soundRules,
		template.DateFormats: "yyyy"}
	for f, text := range map[template.RuleFile]string{template.EntityRules: "BAD",
		template.ComponentRules: "package drools\nBAD", template.DateFormats: "bb"} {
		for _, dry := range []bool{false, true} {
			out, err := h.StoreRuleFile(t.Context(),
				commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f, DryRun: dry, Open: uploadOf(text)})
			if err != nil || len(out.Problems)+len(out.Formats) != 1 || out.Position != 0 {
				t.Errorf("%s: got %+v, %v, want one problem, and no change", f, out, err)
			}
		}
		out, err := h.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: admin(), TemplateID: id, File: f,
			DryRun: true, Open: uploadOf(sound[f])})
		if err != nil || out.Position != 0 {
			t.Errorf("%s: a dry run: %+v, %v, want no error and out.Position = 0", f, out, err)
		}
	}
	if now := h.load(t, id); now.Rules != before.Rules || now.Entity != before.Entity {
		t.Errorf("the template has changed: %+v, want now.Rules = %v and now.Entity = %v", now, before.Rules, before.Entity)
	}
}

func TestWhatKeepsARuleFileOut(t *testing.T) {
	h, id := importInvoices(t)
	stranger, broken := admin(), errors.New("the line is cut")
	stranger.Caller.Roles = []string{"MANAGER"}
	ask := commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules,
		Open: uploadOf(soundRules)}
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
	h, id := importInvoices(t)
	before, blobs := h.load(t, id), len(h.blobs.blobs)
	var all sync.WaitGroup
	failures := make(chan error, 3)
	for _, text := range []string{soundRules + "// one", soundRules + "// two", soundRules + "// three"} {
		all.Go(func() {
			_, err := h.StoreRuleFile(t.Context(),
				commands.StoreRuleFile{Request: admin(), TemplateID: id, File: template.EntityRules,
					Open: uploadOf(text)})
			failures <- err
		})
	}
	all.Wait()
	close(failures)
	stored := 0
	for err := range failures {
		if err != nil {
			t.Error(err)
		}
		stored++
	}
	now := h.load(t, id)
	if now.Rules != before.Rules+stored || len(h.blobs.blobs) != blobs+stored || stored == 0 {
		t.Errorf("%d were stored, the counter grew by %d, the blobs by %d, want as many each",
			stored, now.Rules-before.Rules, len(h.blobs.blobs)-blobs)
	}
	h.text(t, now.Entity)
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
